import { startMailbox, type Mailbox } from '../examples/destinations/mailbox';
import { buttonIn, open } from '../examples/n8n/letters';
import { beginToAsk } from './agent';
import { errorOf, until } from './rest/n8nRest';
import { startModel, type Model } from './servers/model';
import { useStand } from './stand';

describe('a tool behind n8n’s human review', () => {
	const stand = useStand();
	let mailbox: Mailbox;
	let model: Model;
	beforeEach(async () => {
		mailbox = await startMailbox();
		model = await startModel({ toolParameters: {}, hitlParameters: {} });
	});
	afterEach(async () => {
		await model.stop();
		await mailbox.stop();
	});

	/** An agent that wants to delete a survey. @returns the email in which somebody is asked */
	const wantToDelete = async (surveyId: string) => {
		const { port } = mailbox;
		const server = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
		const id = await stand().rest.saveCredential('smtp', 'Mail', {
			...server,
			user: '',
			password: '',
		});
		const review = {
			name: 'Ask a person',
			type: 'n8n-nodes-base.emailSendHitlTool',
			typeVersion: 2.1,
			parameters: {
				fromEmail: 'n8n@example.com',
				toEmail: 'team@example.com',
				subject: 'May it?',
				message: '={{ $tool.name }}',
				approvalOptions: { values: { approvalType: 'double' } },
			},
			credentials: { smtp: { id, name: 'Mail' } },
		};
		const survey = { __rl: true, mode: 'id', value: surveyId };
		const parameters = { resource: 'survey', operation: 'delete', surveyId: survey };
		const execution = await beginToAsk(stand(), model, parameters, { review });
		const mail = await until('a question', async () => mailbox.mails[0]);
		return { execution, mail };
	};

	it.each([
		['Approve', 1],
		['Decline', 0],
	])('does nothing before somebody answers: %s', async (answer, deletions) => {
		const { rest, service } = stand();
		const { id } = service.world.createSurvey({ name: 'Old' });
		service.clearLog();
		const { execution, mail } = await wantToDelete(id);
		await until('the wait', async () => {
			const { status } = await rest.execution(execution);
			return status === 'waiting' || undefined;
		});
		expect(service.log).toEqual([]);
		expect(model.heard).toEqual([]);
		await open(rest, buttonIn(mail, answer));
		expect(errorOf(await rest.finished(execution))).toBeUndefined();
		expect(service.requests({ method: 'DELETE' })).toHaveLength(deletions);
		expect(service.world.surveys().some((one) => one.id === id)).toBe(deletions === 0);
		const refused = 'User rejected the tool call';
		expect(JSON.stringify(model.heard).includes(refused)).toBe(deletions === 0);
	});
});
