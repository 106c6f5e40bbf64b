/**
 * n8n's Retry On Fail runs the whole node again, with all items, up to five times. What was done stays
 * done once, and what may have been done is not tried again.
 */
import type { INode } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import {
	act,
	byId,
	failureOf,
	invite,
	smallService,
	useEngine,
	useForEach,
} from '../harness/support';
import { mailed, refuse, RETRY, SEND_EMAILS, sendsTo } from './emails';

/** The place of the item that fails. */
const FAULTY = 3;

let service: Service;
let engine: Engine;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

const surveyId = () => service.world.survey('Customer').id;

describe('six emails, of which the fourth fails', () => {
	it('for good: the three before are sent once, the two after never', async () => {
		const items = invite(service, 6);
		refuse(service, items[FAULTY]?.id ?? '', Infinity);
		const run = await act(engine, service, { ...SEND_EMAILS, items, node: RETRY });

		expect(items.map(({ id }) => sendsTo(service, id))).toEqual([1, 1, 1, 5, 0, 0]);
		expect(mailed(service)).toEqual(items.slice(0, FAULTY).map(({ email }) => email));
		expect(failureOf(run)).toMatchObject({
			code: 'busy',
			description: expect.stringContaining('Rows 1–3: done. Row 4: failed. Rows 5–6: not started.'),
		});
	});

	it('twice: all are sent once, and those before give their first answer', async () => {
		const items = invite(service, 6);
		refuse(service, items[FAULTY]?.id ?? '', 2);
		const run = await act(engine, service, { ...SEND_EMAILS, items, node: RETRY });

		expect(items.map(({ id }) => sendsTo(service, id))).toEqual([1, 1, 1, 3, 1, 1]);
		expect(mailed(service)).toEqual(items.map(({ email }) => email));
		// Only one answer there is; each names the email that was really sent.
		expect(run.items.map(({ json }) => json.recipient_email)).toEqual(mailed(service));
		expect(new Set(run.items.map(({ json }) => json.provider_message_id)).size).toBe(6);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
	});

	it('without an answer: it is reported and not sent again, and the others are', async () => {
		const items = invite(service, 6);
		const fault = { kind: 'reset', when: 'after' } as const;
		service.faults.inject({ match: { path: new RegExp(items[FAULTY]?.id ?? '') }, fault });
		const run = await act(engine, service, { ...SEND_EMAILS, items, node: RETRY });

		expect(items.map(({ id }) => sendsTo(service, id))).toEqual([1, 1, 1, 1, 1, 1]);
		expect(failureOf(run)).toMatchObject({
			maybeDone: true,
			message: expect.stringMatching(/^This may have been sent, and was not repeated\. /),
			description: expect.stringContaining('Row 4: may have been done.'),
		});
	});

	it('with a body that is another one at each try', async () => {
		const items = invite(service, 6);
		refuse(service, items[FAULTY]?.id ?? '', 2);
		const additionalFieldsJson = '={{ JSON.stringify({ message: String(Math.random()) }) }}';
		await act(engine, service, {
			...SEND_EMAILS,
			parameters: { ...SEND_EMAILS.parameters, options: { additionalFieldsJson } },
			items,
			node: RETRY,
		});

		expect(items.map(({ id }) => sendsTo(service, id))).toEqual([1, 1, 1, 3, 1, 1]);
		const [first, second] = service
			.requests({ path: new RegExp(items[FAULTY]?.id ?? '') })
			.map(({ rawBody }) => rawBody);
		expect(first).not.toBe(second);
	});
});

describe.each<[string, Partial<INode>]>([
	['continueOnFail', { continueOnFail: true }],
	['the regular output', { onError: 'continueRegularOutput' }],
	['the error output', { onError: 'continueErrorOutput' }],
])('six emails that go on after a failure, %s', (_style, style) => {
	// n8n runs the node again when its first item has an error, and only then.
	it.each([
		[0, [5, 1, 1, 1, 1, 1]],
		[FAULTY, [1, 1, 1, 1, 1, 1]],
	])('item %i fails for good', async (faulty, sends) => {
		const items = invite(service, 6);
		refuse(service, items[faulty]?.id ?? '', Infinity);
		await act(engine, service, { ...SEND_EMAILS, items, node: { ...RETRY, ...style } });

		expect(items.map(({ id }) => sendsTo(service, id))).toEqual(sends);
		expect(mailed(service)).toEqual(items.filter((_, n) => n !== faulty).map(({ email }) => email));
	});

	it('the first is not answered', async () => {
		const items = invite(service, 6);
		const match = { path: new RegExp(items[0]?.id ?? '') };
		service.faults.inject({ match, fault: { kind: 'reset', when: 'after' } });
		const run = await act(engine, service, {
			...SEND_EMAILS,
			items,
			node: { ...RETRY, ...style },
		});

		expect(items.map(({ id }) => sendsTo(service, id))).toEqual([1, 1, 1, 1, 1, 1]);
		expect(JSON.stringify(run.outputs)).toContain('This may have been sent, and was not repeated.');
	});
});

describe('creates', () => {
	const names = ['Ana', 'Bram', 'Chloé', 'Dirk', 'Eva', 'Femke'];
	const createPersonal = () => ({
		operation: 'invitation.createPersonal',
		parameters: {
			surveyId: byId(surveyId()),
			recipient_name: '={{ $json.name }}',
			options: { concurrency: 1 },
		},
		items: names.map((name) => ({ name })),
	});
	const created = () =>
		service.effects
			.created('invitation')
			.map((effect) => ('id' in effect ? effect.id : ''))
			.map((id) => service.world.records.invitations.get(id)?.recipientName);

	it('each is made once, and the first answers come out', async () => {
		service.faults.inject({ fault: { kind: 'status', status: 409 }, skip: FAULTY, times: 2 });
		const run = await act(engine, service, { ...createPersonal(), node: RETRY });

		expect(created()).toEqual(names);
		expect(service.log).toHaveLength(names.length + 2);
		expect(run.items.map(({ json }) => json.id)).toEqual(
			service.effects.created('invitation').map((effect) => 'id' in effect && effect.id),
		);
	});

	it('one that may have been made is not made again', async () => {
		service.faults.inject({ fault: { kind: 'reset', when: 'after' }, skip: FAULTY });
		const run = await act(engine, service, { ...createPersonal(), node: RETRY });

		expect(created()).toEqual(names);
		expect(failureOf(run)?.message).toMatch(/^This may have been created, and was not repeated\. /);
	});

	it('all at once', async () => {
		const match = ({ rawBody }: { rawBody: string }) => rawBody.includes('Chloé');
		service.faults.inject({ match, fault: { kind: 'status', status: 409 }, times: 4 });
		const { parameters, ...rest } = createPersonal();
		const run = await act(engine, service, {
			...rest,
			parameters: { ...parameters, options: { concurrency: 6 } },
			node: RETRY,
		});

		expect(run.status).toBe('success');
		expect(created().sort()).toEqual(names);
		expect(run.items.map(({ json }) => json.recipient_name)).toEqual(names);
	});
});

it('what may be repeated is repeated as it was first sent, whatever its expressions give now', async () => {
	const match = { operation: 'invitation.create' };
	// Five tries of the node itself end without an answer; then n8n runs it again.
	const fault = { kind: 'status', status: 502, when: 'after', retryAfter: 0 } as const;
	service.faults.inject({ match, fault, times: 5 });
	const run = await act(engine, service, {
		operation: 'invitation.create',
		parameters: {
			surveyId: byId(surveyId()),
			recipient_email: '={{ Math.random() }}@example.com',
		},
		node: RETRY,
	});

	expect(run.status).toBe('success');
	expect(service.log).toHaveLength(6);
	expect(new Set(service.log.map(({ rawBody }) => rawBody)).size).toBe(1);
	expect(service.effects.created('invitation')).toHaveLength(1);
});
