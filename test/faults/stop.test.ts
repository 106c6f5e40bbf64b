/**
 * A batch that does not come to its end: what was started, what the user reads of each item, and where
 * the failed items go when the workflow goes on.
 */
import type { INode } from 'n8n-workflow';
import { collectLogs, type Engine, type LogEntry, type Run } from '../harness/engine';
import type { Service } from '../harness/service';
import {
	type Act,
	act,
	byId,
	failureOf,
	invite,
	smallService,
	until,
	useEngine,
	useForEach,
} from '../harness/support';
import { mailed } from './emails';

let service: Service;
let engine: Engine;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

interface Batch extends Omit<Act, 'items'> {
	items: Array<{ id: string; email: string }>;
}

/** Emails to so many people, one item each. */
function emails(count: number): Batch {
	return {
		operation: 'invitation.sendEmail',
		parameters: { invitationId: byId('={{ $json.id }}') },
		items: invite(service, count),
	};
}

const first = (batch: Batch, count: number) =>
	batch.items.slice(0, count).map(({ email }) => email);

describe('a batch that fails', () => {
	it('of emails: nothing is started after the failed one, and each item is accounted for', async () => {
		const batch = emails(6);
		service.faults.inject({ fault: { kind: 'status', status: 403 }, skip: 2 });
		const run = await act(engine, service, batch);

		expect(mailed(service)).toEqual(first(batch, 2));
		expect(service.log).toHaveLength(3);
		expect(failureOf(run)).toMatchObject({
			message: 'A fault with status 403.',
			status: 403,
			code: 'fault_403',
			description: expect.stringMatching(
				/The token is not allowed to do this.* Rows 1–2: done\. Row 3: failed\. Rows 4–6: not started\.$/,
			),
		});
	});

	it('with one that may have been done', async () => {
		const batch = emails(4);
		service.faults.inject({ fault: { kind: 'status', status: 503, when: 'after' }, skip: 1 });
		const run = await act(engine, service, batch);

		expect(mailed(service)).toEqual(first(batch, 2));
		expect(failureOf(run)).toMatchObject({
			maybeDone: true,
			description: expect.stringMatching(
				/before you send it again\..* Row 1: done\. Row 2: may have been done\. Rows 3–4: not started\.$/,
			),
		});
	});

	it('of reads side by side: those under way are finished, no other is started', async () => {
		const items = Array.from({ length: 20 }, (_, n) => ({
			id: service.world.createSurvey({ name: `Survey ${n}` }).id,
		}));
		const fourth = new RegExp(items[3]?.id ?? '');
		// The refusal comes when the other four of the first five have arrived.
		service.faults.inject({ match: { path: fourth }, fault: { kind: 'status', status: 404 } });
		service.faults.inject({ fault: { kind: 'slow', ms: 500 }, times: Infinity });
		const run = await act(engine, service, {
			operation: 'survey.get',
			parameters: { surveyId: byId('={{ $json.id }}'), options: { concurrency: 5 } },
			items,
		});
		await service.idle();

		expect(service.log).toHaveLength(5);
		expect(service.log.every(({ clientClosed }) => !clientClosed)).toBe(true);
		expect(failureOf(run)?.description).toMatch(
			/Rows 1–3: done\. Row 4: failed\. Row 5: done\. Rows 6–20: not started\.$/,
		);
	});

	it('for its input: nothing is sent at all', async () => {
		const batch = emails(4);
		const items = batch.items.map((item, n) => (n === 2 ? { ...item, id: '../me' } : item));
		const run = await act(engine, service, { ...batch, items });

		expect(service.log).toEqual([]);
		expect(run.error?.message).toContain('../me');
		expect(run.error?.description).toContain('This is row 3.');
	});

	it('a single item needs no account', async () => {
		const batch = emails(1);
		service.faults.inject({ fault: { kind: 'status', status: 403 } });
		const run = await act(engine, service, batch);

		expect(failureOf(run)?.description).not.toMatch(/Items? \d/);
	});
});

describe('a batch that is canceled', () => {
	const third = { kind: 'hang', when: 'after' } as const;

	async function canceledAtThird(batch: Batch, node?: Partial<INode>): Promise<Run> {
		service.faults.inject({ fault: third, skip: 2 });
		const pending = act(engine, service, { ...batch, node });
		await until(() => service.log.length === 3 && service.log[2]?.done === true);
		pending.cancel();
		return await pending;
	}

	it('starts nothing more, and gives up the request under way', async () => {
		const batch = emails(6);
		const run = await canceledAtThird(batch);
		await until(() => service.log[2]?.clientClosed === true);

		expect(run.status).toBe('canceled');
		expect(service.log).toHaveLength(3);
		expect(mailed(service)).toEqual(first(batch, 3));
	});

	it('leaves one line in the log, with the end of each row and nothing personal', async () => {
		const logs = collectLogs();
		// n8n itself logs the error of the node, without its report.
		const isRecord = ({ level, message }: LogEntry) =>
			level === 'info' && message.includes('canceled');
		const batch = emails(6);
		await canceledAtThird(batch);
		await until(() => logs.entries.some(isRecord));
		logs.stop();
		const lines = logs.entries.filter(isRecord);
		expect(lines.map(({ level }) => level)).toEqual(['info']);
		expect(lines[0]?.message).toMatch(/^Send Email was canceled\./);
		expect(lines[0]?.message).toMatch(/Rows 1–2: done\. Row 3: may have been done\./);
		for (const { email, id } of batch.items) {
			expect(lines[0]?.text).not.toContain(email);
			expect(lines[0]?.text).not.toContain(id);
		}
	});

	it.each<[string, Partial<INode>]>([
		['Retry On Fail', { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 }],
		['Continue On Fail', { continueOnFail: true }],
		['both', { continueOnFail: true, retryOnFail: true, maxTries: 5, waitBetweenTries: 1 }],
	])('with %s it is not taken up again', async (_setting, node) => {
		const batch = emails(6);
		const run = await canceledAtThird(batch, node);
		await service.idle();

		expect(run.status).toBe('canceled');
		expect(service.log).toHaveLength(3);
		expect(mailed(service)).toEqual(first(batch, 3));
	});

	it('before it began sends nothing', async () => {
		const run = await act(engine, service, { ...emails(3), signal: AbortSignal.abort() });

		expect(run.status).toBe('canceled');
		expect(service.log).toEqual([]);
	});
});

describe('a workflow that goes on', () => {
	/** Done, refused, maybe done, not readable as input, done. */
	async function mixed(node: Partial<INode>): Promise<{ run: Run; batch: Batch }> {
		const batch = emails(5);
		const path = (n: number) => new RegExp(batch.items[n]?.id ?? '');
		service.faults.inject({
			match: { path: path(1) },
			fault: { kind: 'status', status: 409, code: 'busy' },
		});
		service.faults.inject({ match: { path: path(2) }, fault: { kind: 'reset', when: 'after' } });
		const items = batch.items.map((item, n) => (n === 3 ? { ...item, id: 'no id' } : item));
		return {
			run: await act(engine, service, { ...batch, items, node }),
			batch: { ...batch, items },
		};
	}

	const MAYBE = expect.stringMatching(/^This may have been sent, and was not repeated\. /);
	const NO_ID = expect.stringContaining('no id');
	/** What to do about each, as the node would say it if it stopped there. */
	const CONFLICT = expect.stringContaining('Get the record to see its status.');
	const ASK = expect.stringContaining('ask the recipient, before you send it again.');
	const NOT_SENT = 'Nothing was sent for this row.';

	it.each<Partial<INode>>([{ continueOnFail: true }, { onError: 'continueRegularOutput' }])(
		'each failed item says why, in its place: %p',
		async (node) => {
			const { run } = await mixed(node);

			expect(run.status).toBe('success');
			expect(run.outputs).toHaveLength(1);
			expect(run.items.map(({ json }) => json)).toEqual([
				expect.objectContaining({ recipient_email: 'person.0@example.com' }),
				{
					error: 'A fault with status 409.',
					hint: CONFLICT,
					code: 'busy',
					status: 409,
					maybeDone: false,
				},
				{ error: MAYBE, hint: ASK, maybeDone: true },
				{ error: NO_ID, hint: NOT_SENT },
				expect.objectContaining({ recipient_email: 'person.4@example.com' }),
			]);
			expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(5));
			expect(mailed(service)).toEqual([0, 2, 4].map((n) => `person.${n}@example.com`));
		},
	);

	it('the failed items go to the error output, with what came in', async () => {
		const { run, batch } = await mixed({ onError: 'continueErrorOutput' });

		expect(run.status).toBe('success');
		expect(run.outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
			[{ item: 0 }, { item: 4 }],
			[{ item: 1 }, { item: 2 }, { item: 3 }],
		]);
		expect(run.outputs[1]?.map(({ json }) => json)).toEqual([
			{
				...batch.items[1],
				error: 'A fault with status 409.',
				details: { hint: CONFLICT, code: 'busy', status: 409, maybeDone: false },
			},
			{ ...batch.items[2], error: MAYBE, details: { hint: ASK, maybeDone: true } },
			{ ...batch.items[3], error: NO_ID, details: { hint: NOT_SENT } },
		]);
	});

	it.each<Partial<INode>>([
		{ continueOnFail: true },
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput' },
	])(
		'a credential that cannot be used fails every item, and hands none on as done: %p',
		async (node) => {
			const batch = emails(2);
			const run = await act(engine, service, { ...batch, node, token: 'a tokén' });
			const failed = run.outputs.at(-1) ?? [];

			expect(service.log).toEqual([]);
			expect(failed.map(({ json }) => json.error)).toEqual([
				expect.stringContaining('Token contains a character'),
				expect.stringContaining('Token contains a character'),
			]);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(pairs(2));
		},
	);

	it('an expression that fails for one item fails that item', async () => {
		const batch = emails(3);
		const invitationId = byId(
			'={{ $json.email.startsWith("person.1") ? nothing.there : $json.id }}',
		);
		const run = await act(engine, service, {
			...batch,
			parameters: { invitationId },
			node: { onError: 'continueRegularOutput' },
		});

		expect(run.items.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
		expect(mailed(service)).toEqual(['person.0@example.com', 'person.2@example.com']);
	});
});
