import { until, type WorkflowDraft } from '../../n8n/rest/n8nRest';
import { CREDENTIAL, NEW_TRIGGER, TRIGGER } from '../../harness/support/names';
import { CREDENTIAL_NAME } from '../../n8n/furnish';
import { useWorkflowStage } from './workflowStage';

describe('error-workflow.json', () => {
	const stage = useWorkflowStage('error-workflow.json', {
		settings: () => ({
			'Tell a person': { fromEmail: 'n8n@example.com', toEmail: 'team@example.com' },
		}),
	});

	beforeAll(async () => await stage().publish());

	/** Publishes a workflow that names this one. */
	const begin = async (draft: WorkflowDraft) => {
		const settings = { executionOrder: 'v1', errorWorkflow: stage().workflowId };
		const id = await stage().rest.saveWorkflow({ ...draft, settings });
		expect(await stage().rest.publish(id)).toBe('published');
		return id;
	};
	const told = async (name: string) =>
		await until(`an email about ${name}`, async () =>
			stage().destinations.mailbox.mails.find(({ subject }) => subject === `Failed: ${name}`),
		);

	it('says which workflow failed, where, why, and at which address to retry it', async () => {
		const id = await begin({
			name: 'Print the report',
			nodes: [
				{
					name: 'Every minute',
					type: 'n8n-nodes-base.scheduleTrigger',
					typeVersion: 1.2,
					parameters: { rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] } },
				},
				{
					name: 'Print',
					type: 'n8n-nodes-base.stopAndError',
					parameters: { errorMessage: 'Out of paper' },
				},
			],
		});
		const { to, text } = await told('Print the report');
		await stage().rest.unpublish(id);
		expect(to).toEqual(['team@example.com']);
		for (const part of ['“Print the report”', '“Print”', 'Out of paper', 'choose Retry']) {
			expect(text).toContain(part);
		}
		const [, execution] = /\/workflow\/\w+\/executions\/(\d+)/.exec(text) ?? [];
		expect((await stage().rest.execution(String(execution))).status).toBe('error');
	});

	it('says that a trigger could not ask, without an address', async () => {
		const credentials = {
			[CREDENTIAL]: { id: stage().stand.credentialId, name: CREDENTIAL_NAME },
		};
		const trigger = { name: 'Watch', type: TRIGGER, parameters: NEW_TRIGGER, credentials };
		await begin({ name: 'Watch', nodes: [trigger] });
		const goUp = await stage().service.goDown();
		const { text } = await told('Watch');
		await goUp();
		expect(text).not.toMatch(/undefined|null|choose Retry/);
		expect(text).toContain('It tries again by itself.');
		expect(text.length).toBeGreaterThan(120);
		expect(stage().destinations.strange).toEqual([]);
	});
});
