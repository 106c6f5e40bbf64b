import axios from 'axios';
import { outputsOf, until, type NodeDraft } from './rest/n8nRest';
import { START, useStand } from './stand';

const EMAILS = 12;
/** By itself n8n notices after a minute that a worker is gone. */
const NOTICES_SOON = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

describe('queue mode: one main, two workers, a webhook process', () => {
	const stand = useStand({ queue: true, env: NOTICES_SOON });
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });

	/** A workflow that makes one item of each of these and hands it to a node. */
	const withItems = (items: object[], node: NodeDraft): NodeDraft[] => [
		START,
		{
			name: 'Items',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(items.map((json) => ({ json })))}` },
		},
		node,
	];
	const start = async (workflowId: string) => await stand().rest.begin(workflowId, 'Start');
	/** Which worker took an execution up. */
	const workerOf = (executionId: string) =>
		stand().workers.findIndex(({ output }) =>
			output.includes(`Worker started execution ${executionId} `),
		);

	it('main polls, workers run what it found, and each completion comes once', async () => {
		const { rest, service, n8n } = stand();
		const survey = service.world.survey('Customer');
		const id = await rest.saveWorkflow({
			nodes: [stand().trigger({}), { name: 'End', type: 'n8n-nodes-base.noOp' }],
		});
		expect(await rest.publish(id)).toBe('published');
		const names = ['Ada', 'Bob', 'Cid'];
		for (const name of names) service.world.interview({ surveyId: survey.id }, { name });
		const polled = async (executions: number) =>
			await until('the completions', async () =>
				(await rest.executions(id)).length >= executions ? true : undefined,
			);
		await polled(1);
		// When somebody else completes, the list is read again, and those before do not come again.
		service.world.interview({ surveyId: survey.id }, { name: 'Dan' });
		await polled((await rest.executions(id)).length + 1);
		service.clearLog();
		await until('two polls', async () => (service.log.length >= 2 ? true : undefined));
		const came: unknown[] = [];
		for (const execution of await rest.executions(id)) {
			const finished = await rest.finished(execution.id);
			expect(workerOf(execution.id)).toBeGreaterThanOrEqual(0);
			expect(n8n.output).not.toContain(`Worker started execution ${execution.id} `);
			came.push(...(outputsOf(finished, 'End')[0] ?? []).map(({ json }) => json.name));
		}
		expect(came.sort()).toEqual([...names, 'Dan']);
		await rest.unpublish(id);
	});

	it('a webhook process takes a call, and a worker runs the node behind it', async () => {
		const { rest, service, queued } = stand();
		const survey = service.world.survey('Customer');
		const id = await rest.saveWorkflow({
			nodes: [
				{
					name: 'Webhook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: 'a-call',
					parameters: { httpMethod: 'POST', path: 'a-call', responseMode: 'lastNode' },
				},
				stand().action({ resource: 'survey', operation: 'get', surveyId: byId(survey.id) }),
			],
		});
		expect(await rest.publish(id)).toBe('published');
		const webhook = await queued?.startWebhook();
		const { data } = await axios.post(`${webhook?.url}/webhook/a-call`, {});
		expect(data).toMatchObject({ id: survey.id });
		const [execution] = await rest.executions(id);
		expect(workerOf(execution?.id ?? '')).toBeGreaterThanOrEqual(0);
		expect(webhook?.output).not.toMatch(/unrecognized node/i);
		await rest.unpublish(id);
	});

	it('the limit of a token is kept by each process for itself, and both wait', async () => {
		const { rest, service } = stand();
		const survey = service.world.survey('Customer');
		// Equal reads of a run are one request, so each item reads an invitation of its own.
		const items = Array.from({ length: 20 }, () => {
			const { id } = service.world.createInvitation(survey.id, 'personal', {});
			return { id };
		});
		service.clearLog();
		service.rateLimit.set({ requests: 8, perSeconds: 2 });
		const node = stand().action({
			resource: 'invitation',
			operation: 'get',
			surveyId: byId(survey.id),
			invitationId: byId('={{ $json.id }}'),
		});
		const id = await rest.saveWorkflow({ nodes: withItems(items, node) });
		const executions = await Promise.all([start(id), start(id), start(id), start(id)]);
		for (const executionId of executions) {
			const finished = await rest.finished(executionId);
			expect(finished.status).toBe('success');
			expect(outputsOf(finished, node.name)[0]).toHaveLength(items.length);
		}
		service.rateLimit.set(null);
		expect(new Set(executions.map(workerOf))).toEqual(new Set([0, 1]));
		expect(service.requests({ status: 200 })).toHaveLength(4 * items.length);
		// Neither knows what the other sends; each learns it from the service's refusals.
		expect(service.requests({ status: 429 }).length).toBeGreaterThan(0);
	});

	it('a worker that is killed in the middle of a batch: no email twice, and it is seen', async () => {
		const { rest, service, workers } = stand();
		const survey = service.world.survey('Customer');
		const invitations = Array.from({ length: EMAILS }, (_, nth) =>
			service.world.createInvitation(survey.id, 'personal', {
				recipientEmail: `person-${nth}@example.com`,
			}),
		);
		service.faults.inject({
			match: { operation: 'invitation.sendEmail' },
			fault: { kind: 'slow', ms: 400 },
			times: Infinity,
		});
		const node = stand().action(
			{
				resource: 'invitation',
				operation: 'sendEmail',
				surveyId: byId(survey.id),
				invitationId: byId('={{ $json.id }}'),
			},
			{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
		);
		const ids = invitations.map(({ id }) => ({ id }));
		const id = await rest.saveWorkflow({ nodes: withItems(ids, node) });
		const sent = () => service.effects.emails.map(({ recipient }) => recipient);
		const before = sent().length;
		const executionId = await start(id);
		await until('some emails', async () => (sent().length >= before + 3 ? true : undefined));
		const killed = workers[workerOf(executionId)];
		await killed?.stop('SIGKILL');
		const { status } = await rest.finished(executionId);
		expect(['crashed', 'error']).toContain(status);
		const mine = sent().slice(before);
		expect(mine.length).toBeLessThan(EMAILS);
		expect(new Set(mine).size).toBe(mine.length);

		// The other worker goes on with what comes next.
		const next = await start(await rest.saveWorkflow({ nodes: [START] }));
		expect((await rest.finished(next)).status).toBe('success');
		await killed?.start();
	});
});
