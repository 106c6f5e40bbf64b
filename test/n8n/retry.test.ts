/**
 * n8n's button "Retry" runs a failed node again with all its items. What the node has sent, or may have sent,
 * is not sent again: after any failure, by any retry, in main and in queue mode.
 */
import type { Fault } from '../harness/service';
import { byId } from '../harness/support/actionNode';
import { ACTION_NAME } from '../harness/support/names';
import { errorOf, outputsOf, type Execution, type Json, type NodeDraft } from './rest/n8nRest';
import { START, useStand } from './stand';

const FAULTY = 3;
const SEND = {
	resource: 'invitation',
	operation: 'sendEmail',
	invitationId: byId('={{ $json.id }}'),
};

/** What strikes the fourth of eight emails, and whether it is certain then that it was not sent. */
const FAULTS: Array<[string, Fault, { isSent: boolean; isCertain?: true }]> = [
	['a 500 before the work', { kind: 'status', status: 500 }, { isSent: false }],
	['a 500 after the work', { kind: 'status', status: 500, when: 'after' }, { isSent: true }],
	['a lost answer', { kind: 'reset', when: 'after' }, { isSent: true }],
	['a 503 before the work', { kind: 'status', status: 503 }, { isSent: false }],
	['a refusal', { kind: 'status', status: 409, code: 'busy' }, { isSent: false, isCertain: true }],
];

describe.each([
	['in main mode', {}],
	['in queue mode', { queue: true }],
])('Retry %s', (_mode, options) => {
	const stand = useStand(options);
	/** What another retry of the same execution has sent is known in the same process (docs/faults.md, Retry). */
	const isOneProcess = !('queue' in options);
	const rest = () => stand().rest;
	const service = () => stand().service;
	beforeEach(() => {
		service().faults.clear();
		service().effects.clear();
		service().clearLog();
	});

	const survey = () => service().world.survey('Customer').id;
	const invite = (count: number) =>
		Array.from({ length: count }, (_, n) =>
			service().world.createInvitation(survey(), 'personal', {
				recipientEmail: `person-${n}@example.com`,
			}),
		);
	const strike = (id: string, fault: Fault, operation = 'invitation.sendEmail') =>
		service().faults.inject({ match: { path: new RegExp(id), operation }, fault, times: 1 });
	/** How often each of these has an email. */
	const mailed = (invitations: ReadonlyArray<{ id: string }>) =>
		invitations.map(
			({ id }) => service().effects.emails.filter((one) => one.invitationId === id).length,
		);

	/** A workflow that hands one item for each ID to a chain of nodes. */
	const save = async (ids: string[], nodes: NodeDraft[], more: Json = {}) =>
		await rest().saveWorkflow({
			nodes: [
				START,
				{
					name: 'Items',
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					parameters: { jsCode: `return ${JSON.stringify(ids.map((id) => ({ json: { id } })))}` },
				},
				...nodes,
			],
			...more,
		});
	const run = async (workflowId: string) => await rest().run(workflowId, START.name);
	const idsOf = (records: ReadonlyArray<{ id: string }>) => records.map(({ id }) => id);

	describe.each([
		['the workflow as it is saved now', true],
		['the original workflow', false],
	])('with %s', (_which, loadWorkflow) => {
		it.each(FAULTS)('eight emails, of which the fourth meets %s', async (_name, fault, fate) => {
			const people = invite(8);
			strike(people[FAULTY]?.id ?? '', fault);
			const first = await run(await save(idsOf(people), [stand().action(SEND)]));
			expect(first.status).toBe('error');
			expect(mailed(people)).toEqual([1, 1, 1, fate.isSent ? 1 : 0, 0, 0, 0, 0]);

			const again = await rest().retry(first.id, loadWorkflow);
			const all = people.map((_, n) => (n === FAULTY && !fate.isSent && !fate.isCertain ? 0 : 1));
			expect(mailed(people)).toEqual(all);
			// Everybody has one, or is named.
			expect(again.status).toBe(fate.isCertain ? 'success' : 'error');
			if (!fate.isCertain) expect(said(again)).toContain(`Row ${FAULTY + 1}: may have been done.`);
			else expect(outputsOf(again, ACTION_NAME)[0]).toHaveLength(8);

			// Neither a retry of the retry sends, nor a second one of the first execution.
			if (!fate.isCertain) await rest().retry(again.id, loadWorkflow);
			if (isOneProcess) await rest().retry(first.id, loadWorkflow);
			expect(mailed(people)).toEqual(all);
		});
	});

	it('after a restart, as a day later', async () => {
		const people = invite(4);
		strike(people[1]?.id ?? '', { kind: 'reset', when: 'after' });
		const first = await run(await save(idsOf(people), [stand().action(SEND)]));
		for (const n8n of [...stand().workers, stand().n8n]) {
			await n8n.stop();
			await n8n.start();
		}
		await rest().retry(first.id);
		expect(mailed(people)).toEqual([1, 1, 1, 1]);
	});

	it('what failed before the emails: two retries of it send them once', async () => {
		const people = invite(3);
		const id = people[1]?.id ?? '';
		strike(id, { kind: 'status', status: 404 }, 'invitation.get');
		const read = {
			resource: 'invitation',
			operation: 'get',
			invitationId: byId('={{ $json.id }}'),
		};
		const nodes = [stand().action(read, { name: 'Read' }), stand().action(SEND)];
		const first = await run(await save(idsOf(people), nodes));
		expect([first.status, mailed(people)]).toEqual(['error', [0, 0, 0]]);
		expect((await rest().retry(first.id)).status).toBe('success');
		if (isOneProcess) expect((await rest().retry(first.id)).status).toBe('success');
		expect(mailed(people)).toEqual([1, 1, 1]);
	});

	it('a node in a loop: the runs before and after stay apart', async () => {
		const people = invite(6);
		strike(people[4]?.id ?? '', { kind: 'status', status: 409, code: 'busy' });
		const loop: NodeDraft = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize: 2, options: {} },
		};
		const connections = {
			[START.name]: { main: [[{ node: 'Items', type: 'main', index: 0 }]] },
			Items: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
			Loop: { main: [[], [{ node: ACTION_NAME, type: 'main', index: 0 }]] },
			[ACTION_NAME]: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
		};
		const nodes = [loop, stand().action(SEND)];
		const first = await run(await save(idsOf(people), nodes, { connections }));
		expect([first.status, mailed(people)]).toEqual(['error', [1, 1, 1, 1, 0, 0]]);
		expect((await rest().retry(first.id)).status).toBe('success');
		expect(mailed(people)).toEqual([1, 1, 1, 1, 1, 1]);
	});

	const respondents = () =>
		['Ada', 'Bob', 'Cid'].map((name) =>
			service().world.interview({ surveyId: survey() }, { name }),
		);
	const respondentId = byId('={{ $json.id }}');
	it.each<[string, () => Array<{ id: string }>, Json, () => number, 'success' | 'error']>([
		[
			'respondent.erase',
			respondents,
			{ respondentId },
			() => service().effects.erasures.length,
			'error',
		],
		[
			'respondent.erase',
			respondents,
			{ respondentId, surveyId: 'of the list' },
			() => service().effects.erasures.length,
			'error',
		],
		[
			'respondent.delete',
			respondents,
			{ respondentId },
			() => service().effects.deleted('respondent').length,
			'success',
		],
		[
			'invitation.reissue',
			() => invite(3),
			{ invitationId: respondentId },
			() => service().effects.of('reissued').length,
			'error',
		],
		[
			'mailing.send',
			() => [1, 2, 3].map(() => service().world.mailings.create(survey(), {})),
			{ mailingId: respondentId },
			() => service().effects.of('mailing').length,
			'error',
		],
	])('%s of three, of which the second meets a 500 after the work: each once', async (...row) => {
		const [name, make, more, count, end] = row;
		const records = make();
		service().effects.clear();
		strike(records[1]?.id ?? '', { kind: 'status', status: 500, when: 'after' }, name);
		const [resource, operation] = name.split('.');
		const parameters = { resource, operation, ...more };
		if ('surveyId' in more) Object.assign(parameters, { surveyId: byId(survey()) });
		const first = await run(await save(idsOf(records), [stand().action(parameters)]));
		expect(first.status).toBe('error');
		const again = await rest().retry(first.id);
		expect([again.status, count()]).toEqual([end, 3]);
		if (isOneProcess) await rest().retry(first.id);
		if (again.status === 'error') await rest().retry(again.id);
		expect(count()).toBe(3);
	});

	function said(execution: Execution): string {
		const { message = '', description = '' } = errorOf(execution) ?? {};
		return `${String(message)} ${String(description)}`;
	}
});
