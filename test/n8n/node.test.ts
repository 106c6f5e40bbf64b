/** The package in n8n, asked as the editor and an agent ask it: the credential's test, the lists, the tool. */
import { PICKERS as RECORD_PICKERS } from '../../nodes/SurveyInterview/form/recordPickers';
import type { RecordName } from '../../nodes/SurveyInterview/service/identifiers';
import { startMailbox, type Mailbox } from '../examples/destinations/mailbox';
import { buttonIn, open } from '../examples/n8n/letters';
import { ACTION, CREDENTIAL, TRIGGER } from '../harness/support/names';
import { chosen, full } from '../operations/case';
import { askAgent, beginToAsk } from './agent';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import { errorOf, until, type Json } from './rest/n8nRest';
import { startModel, type Model } from './servers/model';
import { START, useStand } from './stand';

interface Entry {
	name: string;
	value: string;
}

/** An operation whose form shows the picker of a kind, the picker's name, and where the records are. */
const PICKERS = {
	mailing: ['mailing', 'get', 'mailingId', 'mailings'],
	invitation: ['invitation', 'get', 'invitationId', 'invitations'],
	respondent: ['respondent', 'erase', 'respondentId', 'respondents'],
	theme: ['theme', 'archive', 'categoryId', 'themes'],
	property: ['property', 'delete', 'propertyId', 'properties'],
	topic: ['result', 'getTopic', 'topicId', 'topics'],
} as const satisfies Partial<Record<RecordName, unknown>>;
const DEPENDENT = Object.keys(PICKERS) as Array<keyof typeof PICKERS>;
const SURVEYS = ['survey', 'get', 'surveyId'] as const;
const TEMPLATES = ['mailing', 'create', 'template_id'] as const;

const filledIn = { __rl: true, mode: 'id', value: "={{ $fromAI('id') }}" };

const stand = useStand();

describe('the credential, as n8n tests it when a person saves it', () => {
	const test = async (change: Record<string, unknown> = {}) => {
		const { rest, service } = stand();
		return await rest.testCredential(CREDENTIAL, { ...credentialFor(service), ...change });
	};

	it('a right one says whose token it is, and what it may do', async () => {
		const { status, message } = await test();
		expect(status).toBe('OK');
		expect(message).toMatch(
			/^The token is for the workspace Example Workspace; scopes: surveys:read, /,
		);
	});

	it.each([
		['a wrong token', { token: 'wrong' }, /^The token is not known\. Check the token in the cred/],
		['no token', { token: '' }, /^Token is empty: paste the API token into the credential\.$/],
		[
			'an address at which nothing answers',
			{ baseUrl: 'http://127.0.0.1:1' },
			/^The service could not be reached: nothing answers .* Check the Base URL in the credential/,
		],
		['an unprotected public address', { baseUrl: 'http://example.com' }, /turn on Allow HTTP/],
	])('%s is told in a sentence', async (_what, change, sentence) => {
		expect(await test(change)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(sentence) as string,
		});
	});

	it.each([undefined, false, true])(
		'a setting counts where More Settings is %s, and is still there after saving',
		async (moreSettings) => {
			const wrong = { moreSettings, respondentPage: 'https://survey.example.com' };
			expect((await test(wrong)).message).toMatch(/^Respondent Page must be an http or https addr/);
			const { rest, service } = stand();
			const respondentPage = 'https://survey.example.com/{respondent_id}';
			const data = { ...credentialFor(service), moreSettings, respondentPage };
			const id = await rest.saveCredential(CREDENTIAL, 'With a page', data);
			const saved = await rest.call('GET', `/rest/credentials/${id}?includeData=true`);
			expect(saved).toMatchObject({ data: { respondentPage } });
		},
	);

	it('a saved one is not handed out again, and works in a workflow', async () => {
		const { rest, credentialId, service } = stand();
		const saved = await rest.call('GET', `/rest/credentials/${credentialId}?includeData=true`);
		expect(saved).toMatchObject({ name: CREDENTIAL_NAME, type: CREDENTIAL });
		expect(JSON.stringify(saved)).not.toContain(service.token);
		const list = { resource: 'survey', operation: 'getAll', returnAll: true };
		const id = await rest.saveWorkflow({ nodes: [START, stand().action(list)] });
		const execution = await rest.run(id, START.name);
		expect(execution.status).toBe('success');
		expect(JSON.stringify(execution)).not.toContain(service.token);
	});
});

it('a token that is looked up by index is each row’s own, also where only one in the middle differs', async () => {
	const { rest, service } = stand();
	const { full: token, readOnly } = service.tokens;
	const tokens = [token, token, readOnly, token];
	const source = {
		name: 'Tokens',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ tokens }) },
	};
	const rows = {
		name: 'Rows',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'tokens' },
	};
	const id = await rest.saveCredential(CREDENTIAL, 'By index', {
		...credentialFor(service),
		token: '={{ $("Rows").all()[$itemIndex].json.tokens }}',
	});
	const node = stand().action(
		{ resource: 'token', operation: 'get' },
		{ credentials: { [CREDENTIAL]: { id, name: 'By index' } } },
	);
	service.clearLog();
	const workflow = await rest.saveWorkflow({ nodes: [START, source, rows, node] });
	expect((await rest.run(workflow, START.name)).status).toBe('success');
	const sent = service.log.map(({ headers }) => headers.authorization);
	expect(sent).toEqual([`Bearer ${token}`, `Bearer ${readOnly}`]);
});

/** What is in the lists, test/operations/pickers.test.ts shows. */
describe('the pickers, as the editor asks for their lists', () => {
	const path = '/rest/dynamic-node-parameters';

	/** What n8n answers for one page of a picker's list. */
	const asked = async (kind: RecordName, more: Json = {}) => {
		const all = { ...PICKERS, survey: SURVEYS, template: TEMPLATES };
		const [resource, operation, parameter] = all[kind];
		const surveyId = chosen(full(stand().service).id);
		const { data } = await stand().rest.raw('POST', `${path}/resource-locator-results`, {
			path: `parameters.${parameter}`,
			methodName: RECORD_PICKERS[kind].method,
			nodeTypeAndVersion: { name: ACTION, version: 1 },
			currentNodeParameters: { resource, operation, surveyId },
			credentials: stand().credentials,
			...more,
		});
		return data as Json;
	};
	/** The whole list, as it comes while somebody scrolls. */
	const wholeList = async (kind: RecordName, more: Json = {}): Promise<Entry[]> => {
		const entries: Entry[] = [];
		for (let paginationToken: string | undefined; ; ) {
			const { data } = (await asked(kind, { ...more, paginationToken })) as {
				data: { results: Entry[]; paginationToken?: string };
			};
			entries.push(...data.results);
			paginationToken = data.paginationToken;
			if (paginationToken === undefined) return entries;
		}
	};
	const ofTrigger = async (credentials: Json) =>
		await stand().rest.raw('POST', `${path}/options`, {
			path: 'parameters.surveyIds',
			methodName: 'loadSurveys',
			nodeTypeAndVersion: { name: TRIGGER, version: 1 },
			currentNodeParameters: { event: 'interviewCompleted', surveys: 'chosen' },
			credentials,
		});
	const withWrongToken = async (): Promise<Json> => {
		const { rest, service } = stand();
		const data = { ...credentialFor(service), token: 'sit_wrong' };
		const id = await rest.saveCredential(CREDENTIAL, 'Wrong', data);
		return { [CREDENTIAL]: { id, name: 'Wrong' } };
	};

	it('each picker in the form is one of these', async () => {
		const methods = new Set<string>();
		const types = await stand().rest.call<Json[]>('GET', '/types/nodes.json');
		const own = types.filter(({ name }) => name === ACTION || name === TRIGGER);
		JSON.stringify(own, (key, value: unknown) => {
			if (key === 'searchListMethod') methods.add(String(value));
			return value;
		});
		// The keys of a survey's properties are chosen in a row of key and value, and are no records.
		const known = [
			...Object.values(RECORD_PICKERS).map(({ method }) => method),
			'searchPropertyKeys',
		];
		expect([...methods].sort()).toEqual(known.sort());
		expect(Object.keys(RECORD_PICKERS).sort()).toEqual(['survey', 'template', ...DEPENDENT].sort());
	});

	it('surveys, the newest first, searched for, and the same for the trigger', async () => {
		const surveys = stand().service.world.surveys().reverse();
		const entries = await wholeList('survey');
		expect(entries.map(({ value }) => value)).toEqual(surveys.map(({ id }) => id));
		const found = await wholeList('survey', { filter: 'customer RELATION' });
		expect(found.map(({ value }) => value)).toEqual([full(stand().service).id]);
		expect((await ofTrigger(stand().credentials)).data).toMatchObject({ data: entries });
	});

	it.each(DEPENDENT)('%s: all of the chosen survey, also for the tool', async (kind) => {
		const entries = await wholeList(kind);
		const { records } = stand().service.world;
		const due = records[PICKERS[kind][3]].of(full(stand().service).id).map(({ id }) => id);
		expect(due.length).toBeGreaterThan(1);
		expect(entries.map(({ value }) => value).sort()).toEqual(due.sort());
		const nodeTypeAndVersion = { name: `${ACTION}Tool`, version: 1 };
		expect(await wholeList(kind, { nodeTypeAndVersion })).toEqual(entries);
	});

	it('templates, of the mailings of the survey', async () => {
		const { mailings } = stand().service.world.records;
		const due = mailings.of(full(stand().service).id).map(({ templateId }) => templateId);
		const entries = await wholeList('template');
		expect(entries.map(({ value }) => value).sort()).toEqual([...new Set(due)].sort());
	});

	it('says what to do about a wrong token, in the way in which the editor shows that', async () => {
		const credentials = await withWrongToken();
		expect(await asked('survey', { credentials })).toMatchObject({
			name: 'NodeApiError',
			message: 'The token is not known.',
			description: expect.stringContaining('Check the token in the credential') as string,
		});
		expect((await ofTrigger(credentials)).data).toMatchObject({
			message: expect.stringMatching(/^The token is not known\. Check the token in the/) as string,
		});
	});

	it('asks for a credential where none is chosen', async () => {
		expect(await asked('survey', { credentials: {} })).toMatchObject({
			message: 'No credential is chosen: choose one in this node, or create one.',
		});
	});
});

describe('the action node as a tool of an AI agent', () => {
	let model: Model;
	beforeEach(() => {
		stand().service.effects.clear();
		stand().service.clearLog();
	});
	afterEach(async () => await model.stop());

	it('reads what the model asks for', async () => {
		const { service } = stand();
		const { id, name } = service.world.survey('Customer');
		model = await startModel({ id });
		await askAgent(stand(), model, { resource: 'survey', operation: 'get', surveyId: filledIn });
		expect(service.log.map(({ path }) => path)).toEqual([`/api/surveys/${id}`]);
		expect(model.heard).toMatchObject([[{ id, name, metric_type: 'nps' }]]);
	});

	it('with Retry On Fail sends one email, and tells the model what it does not know', async () => {
		const { service } = stand();
		const { id: surveyId } = service.world.survey('Customer');
		const recipient = { recipientEmail: 'somebody@example.com' };
		const { id } = service.world.createInvitation(surveyId, 'personal', recipient);
		const heal = service.faults.inject({
			match: { operation: 'invitation.sendEmail' },
			fault: { kind: 'reset', when: 'after' },
			times: Infinity,
		});
		model = await startModel({ id });
		const send = { resource: 'invitation', operation: 'sendEmail', invitationId: filledIn };
		const tool = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
		await askAgent(stand(), model, send, { tool });
		heal();
		expect(service.effects.emails).toMatchObject([{ invitationId: id }]);
		expect(model.heard).toEqual([
			[
				{
					error: expect.stringMatching(
						/^This may have been sent, and was not repeated\./,
					) as string,
				},
			],
		]);
	});

	describe('behind n8n’s human review', () => {
		let mailbox: Mailbox;
		beforeEach(async () => (mailbox = await startMailbox()));
		afterEach(async () => await mailbox.stop());

		/** A node that asks somebody by email. */
		const review = async () => {
			const { port } = mailbox;
			const server = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
			const account: Json = { ...server, user: '', password: '' };
			const id = await stand().rest.saveCredential('smtp', 'Mail', account);
			return {
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
		};

		it.each([
			['Approve', 1],
			['Decline', 0],
		])('does nothing before somebody answers: %s', async (answer, deletions) => {
			const { rest, service } = stand();
			const { id } = service.world.createSurvey({ name: 'Old' });
			model = await startModel({ toolParameters: {}, hitlParameters: {} });
			const survey = { __rl: true, mode: 'id', value: id };
			const parameters = { resource: 'survey', operation: 'delete', surveyId: survey };
			const execution = await beginToAsk(stand(), model, parameters, { review: await review() });
			const mail = await until('a question', async () => mailbox.mails[0]);
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
});
