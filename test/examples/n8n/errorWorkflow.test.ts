import { until, type WorkflowDraft } from '../../n8n/rest/n8nRest';
import { startService, type Service } from '../../harness/service';
import { CREDENTIAL, NEW_TRIGGER, TRIGGER } from '../../harness/support/names';
import { credentialFor } from '../../n8n/furnish';
import { READINGS } from './readings';
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

	describe.each(READINGS)(
		'when a trigger fails, with a service that speaks $name',
		({ name, dialect }) => {
			let service: Service;
			let published = '';
			const watch = async (what: string) => {
				const account = await stage().rest.saveCredential(CREDENTIAL, what, credentialFor(service));
				const credentials = { [CREDENTIAL]: { id: account, name: what } };
				const trigger = { name: 'Watch', type: TRIGGER, parameters: NEW_TRIGGER, credentials };
				published = await begin({ name: what, nodes: [trigger] });
			};
			/** What everybody reads of it: what happened, then what to do, and nothing to press. */
			const readAbout = async (what: string) => {
				const { text } = await told(what);
				expect(text).not.toMatch(/undefined|null|choose Retry/);
				expect(text).toContain('It was the trigger that failed, so there is nothing to retry.');
				return text.split('\n\n');
			};

			beforeEach(async () => void (service = await startService({ dialect })));
			afterEach(async () => {
				await stage().rest.unpublish(published);
				await service.stop();
				expect(stage().destinations.strange).toEqual([]);
			});

			it('because the service is down, it says that this passes by itself', async () => {
				await watch(`Down, ${name}`);
				await service.goDown();
				const [, what, then] = await readAbout(`Down, ${name}`);
				expect(what).toContain('The service could not be reached');
				expect(then).toMatch(/^Check .*Base URL.* The trigger tries again by itself\.$/);
			});

			it('because the token was revoked, it says what a person must do', async () => {
				await watch(`Revoked, ${name}`);
				service.revokeToken(service.token);
				const [, what, then] = await readAbout(`Revoked, ${name}`);
				expect(what).toMatch(/\.$/);
				expect(then).toContain('Check the token in the credential');
				expect(then).not.toContain('by itself');
			});
		},
	);
});
