/**
 * n8n's Retry On Fail runs the whole node again, with all items, up to five times. What was done stays
 * done once, and what may have been done is not tried again.
 */
import type { INode } from 'n8n-workflow';
import { dropLedgers, ledgerCount, ledgerOf } from '../../nodes/SurveyInterview/run/retryOnFail';
import { NO_OP, type Engine, type Run } from '../engine';
import type { Service } from '../service';
import {
	act,
	byId,
	CREDENTIAL,
	failureOf,
	invite,
	smallService,
	useEngine,
	useForEach,
} from '../support';

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
const FAULTY = 3;

let service: Service;
let engine: Engine;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

const surveyId = () => service.world.survey('Customer').id;

const invited = () => invite(service, 6);

/** The fourth is refused, so often. */
function refuse(id: string, times: number): void {
	const fault = { kind: 'status', status: 409, code: 'busy' } as const;
	service.faults.inject({ match: { path: new RegExp(id) }, fault, times });
}

const sendEmails = {
	operation: 'invitation.sendEmail',
	parameters: { invitationId: byId('={{ $json.id }}') },
};

const mails = () => service.effects.emails.map(({ recipient }) => recipient);
const sendsTo = (id: string) => service.requests({ path: new RegExp(`${id}/send-email`) }).length;

describe('six e-mails, of which the fourth fails', () => {
	it('for good: the three before are sent once, the two after never', async () => {
		const items = invited();
		refuse(items[FAULTY]?.id ?? '', Infinity);
		const run = await act(engine, service, { ...sendEmails, items, node: RETRY });

		expect(items.map(({ id }) => sendsTo(id))).toEqual([1, 1, 1, 5, 0, 0]);
		expect(mails()).toEqual(items.slice(0, FAULTY).map(({ email }) => email));
		expect(failureOf(run)).toMatchObject({
			code: 'busy',
			description: expect.stringContaining(
				'Items 0–2: done. Item 3: failed. Items 4–5: not started.',
			),
		});
	});

	it('twice: all are sent once, and those before give their first answer', async () => {
		const items = invited();
		refuse(items[FAULTY]?.id ?? '', 2);
		const run = await act(engine, service, { ...sendEmails, items, node: RETRY });

		expect(items.map(({ id }) => sendsTo(id))).toEqual([1, 1, 1, 3, 1, 1]);
		expect(mails()).toEqual(items.map(({ email }) => email));
		// Only one answer there is; each names the e-mail that was really sent.
		expect(run.items.map(({ json }) => json.recipient_email)).toEqual(mails());
		expect(new Set(run.items.map(({ json }) => json.provider_message_id)).size).toBe(6);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			items.map((_, item) => ({ item })),
		);
	});

	it('without an answer: it is reported and not sent again', async () => {
		const items = invited();
		const fault = { kind: 'reset', when: 'after' } as const;
		service.faults.inject({ match: { path: new RegExp(items[FAULTY]?.id ?? '') }, fault });
		const run = await act(engine, service, { ...sendEmails, items, node: RETRY });

		expect(items.map(({ id }) => sendsTo(id))).toEqual([1, 1, 1, 1, 0, 0]);
		expect(failureOf(run)).toMatchObject({
			maybeDone: true,
			message: expect.stringMatching(/^This may have been sent, and was not repeated\. /),
			description: expect.stringContaining('Item 3: may have been done.'),
		});
	});

	it('with a body that is another one at each try', async () => {
		const items = invited();
		refuse(items[FAULTY]?.id ?? '', 2);
		const additionalFieldsJson = '={{ JSON.stringify({ message: String(Math.random()) }) }}';
		await act(engine, service, {
			...sendEmails,
			parameters: { ...sendEmails.parameters, additionalFieldsJson },
			items,
			node: RETRY,
		});

		expect(items.map(({ id }) => sendsTo(id))).toEqual([1, 1, 1, 3, 1, 1]);
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
])('six e-mails that go on after a failure, %s', (_style, style) => {
	// n8n runs the node again when its first item has an error, and only then.
	it.each([
		[0, [5, 1, 1, 1, 1, 1]],
		[FAULTY, [1, 1, 1, 1, 1, 1]],
	])('item %i fails for good', async (faulty, sends) => {
		const items = invited();
		refuse(items[faulty]?.id ?? '', Infinity);
		await act(engine, service, { ...sendEmails, items, node: { ...RETRY, ...style } });

		expect(items.map(({ id }) => sendsTo(id))).toEqual(sends);
		expect(mails()).toEqual(items.filter((_, n) => n !== faulty).map(({ email }) => email));
	});

	it('the first is not answered', async () => {
		const items = invited();
		const match = { path: new RegExp(items[0]?.id ?? '') };
		service.faults.inject({ match, fault: { kind: 'reset', when: 'after' } });
		const run = await act(engine, service, {
			...sendEmails,
			items,
			node: { ...RETRY, ...style },
		});

		expect(items.map(({ id }) => sendsTo(id))).toEqual([1, 1, 1, 1, 1, 1]);
		expect(JSON.stringify(run.outputs)).toContain('This may have been sent, and was not repeated.');
	});
});

describe('creates', () => {
	const names = ['Ana', 'Bram', 'Chloé', 'Dirk', 'Eva', 'Femke'];
	const createPersonal = () => ({
		operation: 'invitation.createPersonal',
		parameters: {
			surveyId: byId(surveyId()),
			additionalFields: { recipient_name: '={{ $json.name }}' },
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

		expect(created()).toEqual(names.slice(0, FAULTY + 1));
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
			additionalFields: { recipient_email: '={{ Math.random() }}@example.com' },
		},
		node: RETRY,
	});

	expect(run.status).toBe('success');
	expect(service.log).toHaveLength(6);
	expect(new Set(service.log.map(({ rawBody }) => rawBody)).size).toBe(1);
	expect(service.effects.created('invitation')).toHaveLength(1);
});

describe('what is no repeat', () => {
	const type = 'n8n-nodes-survey-interview.surveyInterview';
	const spec = (id: string) => ({
		type,
		parameters: {
			resource: 'invitation',
			operation: 'sendEmail',
			invitationId: byId(id),
		},
		...RETRY,
	});
	const to = (...names: string[]) => ({
		main: [names.map((node) => ({ node, type: 'main' as const, index: 0 }))],
	});
	const run = async (nodes: Parameters<Engine['runWorkflow']>[0]): Promise<Run> =>
		await engine.runWorkflow(nodes, {
			credentials: { [CREDENTIAL]: { baseUrl: service.url, token: service.token } },
		});

	it('a loop: each round sends', async () => {
		const [one] = invited();
		// Reached by two ways, the node runs twice, as in a loop.
		const result = await run({
			nodes: [
				{ name: 'One', type: NO_OP },
				{ name: 'Other', type: NO_OP },
				{ name: 'Send', ...spec(one?.id ?? '') },
			],
			connections: { Source: to('One', 'Other'), One: to('Send'), Other: to('Send') },
		});

		expect(result.runData.data.resultData.runData.Send).toHaveLength(2);
		expect(mails()).toHaveLength(2);
	});

	it('another node of the same workflow', async () => {
		const [one] = invited();
		await run({
			nodes: [
				{ name: 'Send', ...spec(one?.id ?? '') },
				{ name: 'Send again', ...spec(one?.id ?? '') },
			],
		});

		expect(mails()).toHaveLength(2);
	});

	it.each(['the same id', undefined])('another node with %s, as programs make them', async (id) => {
		const [one] = invited();
		const ids = { id: id as string };
		await run({
			nodes: [
				{ name: 'Send', ...spec(one?.id ?? ''), ...ids },
				{ name: 'Send again', ...spec(one?.id ?? ''), ...ids },
			],
		});

		expect(mails()).toHaveLength(2);
	});

	it('another item with the same invitation', async () => {
		const [one] = invited();
		const items = [{ id: one?.id }, { id: one?.id }];
		await act(engine, service, { ...sendEmails, items, node: RETRY });

		expect(mails()).toHaveLength(2);
	});

	it('two executions at the same time', async () => {
		const items = invited();
		const send = async () => await act(engine, service, { ...sendEmails, items, node: RETRY });
		await Promise.all([send(), send()]);

		expect(mails()).toHaveLength(12);
	});

	it('an execution that ended: nothing is remembered of it', async () => {
		const items = invited();
		const executionId = 'one-and-the-same';
		for (const status of [409, 200]) {
			if (status === 409) refuse(items[FAULTY]?.id ?? '', 5);
			await act(engine, service, { ...sendEmails, items, node: RETRY, executionId });
		}

		expect(items.map(({ id }) => sendsTo(id))).toEqual([2, 2, 2, 6, 1, 1]);
	});
});

describe('a run without an execution ID', () => {
	const unknown = { executionId: null, node: RETRY };

	it('does not start what cannot be undone', async () => {
		const run = await act(engine, service, { ...sendEmails, ...unknown, items: invited() });

		expect(service.log).toEqual([]);
		expect(failureOf(run)).toMatchObject({
			message: expect.stringMatching(
				/^Send Email cannot run with Retry On Fail here: .* no execution ID.*Turn off Retry On Fail/,
			),
			description: 'Nothing was sent for any of the 6 items.',
		});
	});

	it('says so for each item where the workflow goes on', async () => {
		const items = invited();
		const node = { ...RETRY, onError: 'continueRegularOutput' } as const;
		const run = await act(engine, service, { ...sendEmails, ...unknown, node, items });

		expect(service.log).toEqual([]);
		expect(run.items).toHaveLength(items.length);
		for (const [item, { json, pairedItem }] of run.items.entries()) {
			expect(json.error).toContain('cannot run with Retry On Fail here');
			expect(pairedItem).toEqual({ item });
		}
	});

	it('does everything else, and without Retry On Fail this too', async () => {
		const read = await act(engine, service, { operation: 'survey.getAll', ...unknown });
		const [one] = invited();
		const sent = await act(engine, service, {
			...sendEmails,
			executionId: null,
			items: [{ id: one?.id }],
		});

		expect([read.status, sent.status]).toEqual(['success', 'success']);
	});
});

describe('the ledger', () => {
	const of = (executionId: string, node = 'node', runIndex = 0) =>
		ledgerOf({ executionId, node, runIndex });

	it('keeps what may be under way, and lets go what nobody has used for hours', () => {
		const first = of('execution 0');
		for (let n = 1; n < 2000; n++) of(`execution ${n}`);
		// Still under way, however many others came and went.
		expect(of('execution 0')).toBe(first);

		const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 7 * 3_600_000);
		try {
			of('execution of tomorrow');
			expect(ledgerCount()).toBe(1);
		} finally {
			clock.mockRestore();
		}
		dropLedgers('execution of tomorrow');
	});

	it('is one for each node and round, and goes with its execution', () => {
		const before = ledgerCount();
		const ledgers = [of('7'), of('7', 'node', 1), of('7', 'other'), of('77')];

		expect(new Set(ledgers).size).toBe(4);
		dropLedgers('7');
		expect(of('77')).toBe(ledgers[3]);
		dropLedgers('77');
		expect(ledgerCount()).toBeLessThanOrEqual(before);
		expect(of('7')).not.toBe(ledgers[0]);
		dropLedgers('7');
	});
});
