import axios from 'axios';
import { byId } from '../harness/support/actionNode';
import { until } from './rest/n8nRest';
import { START, useStand } from './stand';
import { TriggerStage } from './triggerStage';

const EMAILS = 12;
/** By itself n8n notices after a minute that a worker is gone. */
const NOTICES_SOON = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

describe('queue mode: one main, two workers, a webhook process', () => {
	const stand = useStand({ queue: true, env: NOTICES_SOON });

	const start = async (workflowId: string) => await stand().rest.begin(workflowId, 'Start');
	/** Which worker took an execution up. */
	const workerOf = (executionId: string) =>
		stand().workers.findIndex(({ output }) =>
			output.includes(`Worker started execution ${executionId} `),
		);

	it('main polls, workers run what it found, and each completion comes once', async () => {
		const { n8n } = stand();
		const on = await TriggerStage.set(stand());
		for (const name of ['Ada', 'Bob', 'Cid']) await on.complete(name);
		await on.allArrive();
		// When somebody else completes, the list is read again, and those before do not come again.
		await on.complete('Dan');
		await on.allArrive();
		for (const { id } of await on.executions()) {
			expect(workerOf(id)).toBeGreaterThanOrEqual(0);
			expect(n8n.output).not.toContain(`Worker started execution ${id} `);
		}
		await on.unpublish();
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
		const items = {
			name: 'Items',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(ids.map((json) => ({ json })))}` },
		};
		const id = await rest.saveWorkflow({ nodes: [START, items, node] });
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
