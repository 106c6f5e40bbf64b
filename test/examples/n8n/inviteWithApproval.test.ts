import { RESOURCES } from '../../../nodes/SurveyInterview/operations';
import { TOOL } from '../../harness/support/names';
import { startService, type Service } from '../../harness/service';
import { startDestinations, type Destinations, type SlackMessage } from '../destinations';
import { openAccounts, type Accounts } from '../destinations/accounts';
import { errorOf, until, type Json } from '../../n8n/rest/n8nRest';
import { startScriptedModel, type Model, type ToolCall } from '../../n8n/servers/model';
import { useStand } from '../../n8n/stand';
import { withExtraFields } from './extraFields';
import { workflowIn } from './file';
import { expectImportable } from './importable';
import { Imported } from './imported';
import { open } from './letters';
import { READINGS, type Reading } from './readings';
import { Visitor } from './visitor';

const FILE = 'invite-with-approval.json';
const FORM = '/form/invite-with-approval';
const CHANNEL = { __rl: true, mode: 'list', value: 'C0FEEDBACK', cachedResultName: 'feedback' };
const REQUEST = 'Invite Ada Low, ada.low@example.com, to the customer survey and email her.';
const YES = 'Yes, do it';
const NO = 'No';

describe(FILE, () => {
	const workflow = workflowIn(FILE);
	const gate = workflow.nodes.find(({ type }) => type.endsWith('.slackHitlTool'));
	let destinations: Destinations;
	let accounts: Accounts;
	const stand = useStand(async () => {
		destinations = await startDestinations();
		return { env: destinations.env };
	});
	let visitor: Visitor;
	beforeAll(async () => {
		const { rest } = stand();
		accounts = await openAccounts(rest, destinations);
		visitor = new Visitor(rest.url);
		await visitor.signIn();
	});
	afterAll(async () => await destinations.stop());

	let service: Service;
	let model: Model;
	let imported: Imported;
	const begin = async (dialect: Reading['dialect'], calls: (on: Service) => ToolCall[]) => {
		service = await startService({ dialect });
		withExtraFields(service);
		model = await startScriptedModel(
			calls(service),
			'Done <!channel> ![x](https://evil.example/?q=1)',
		);
		const { rest } = stand();
		const id = await rest.saveCredential('openAiApi', 'Model', { apiKey: 'none', url: model.url });
		const all = { ...accounts, openAiApi: { id, name: 'Model' } };
		const settings = {
			'Ask a person': { channelId: CHANNEL },
			'Say what was done': { channelId: CHANNEL },
		};
		imported = await Imported.for({ rest, workflow, accounts: all }, service, settings);
		expect(await rest.publish(imported.id)).toBe('published');
		posted = messages().length;
	};
	afterEach(async () => {
		await stand().rest.unpublish(imported.id);
		await model.stop();
		await service.stop();
		expect(destinations.strange).toEqual([]);
	});

	let posted = 0;
	const messages = () => destinations.slack.messages;
	/** What is posted next. */
	const nextPost = async (): Promise<SlackMessage> => {
		const place = posted++;
		return await until(`message ${place + 1} in Slack`, async () => messages()[place]);
	};
	const fillIn = async () => {
		const page = await visitor.openForm(FORM);
		expect(await visitor.send(FORM, page, [REQUEST])).toBe(200);
	};
	const writes = () => service.log.filter(({ method }) => method !== 'GET');
	const press = async (question: SlackMessage, label: string) => {
		const link = buttonsOf(question).find((one) => one.text.text === label)?.url ?? '';
		await open(stand().rest, link);
	};

	/** What an agent does that obeys: it invites her, and sends the invitation that came of it. */
	const obedient = (on: Service): ToolCall[] => {
		const survey_id = on.world.survey('Customer').id;
		const email = 'ada.low@example.com';
		const hitlParameters = { reason: 'Ada Low <ada.low@example.com>, as asked' };
		return [
			{ tool: 'List_the_surveys', args: {} },
			{ tool: 'Find_invitations_of_a_person', args: { survey_id, email } },
			{
				tool: 'Invite_a_person',
				args: {
					toolParameters: { survey_id, recipient_email: email, recipient_name: 'Ada Low' },
					hitlParameters,
				},
			},
			{
				tool: 'Email_the_invitation',
				args: (heard) => {
					const [invitation] = heard[2] as Json[];
					return { toolParameters: { invitation_id: invitation?.id }, hitlParameters };
				},
			},
		];
	};

	it('imports without a warning', async () => {
		await begin('plain', () => []);
		await expectImportable({ rest: stand().rest, workflow }, ['Ask a person', 'Say what was done']);
	});

	it('has every tool that does not only read behind the question', () => {
		const ends = workflow.connections as Record<
			string,
			{ ai_tool?: Array<Array<{ node: string }>> }
		>;
		const behind = workflow.nodes
			.filter(({ type }) => type === TOOL)
			.map(({ name, parameters = {} }) => {
				const resource = RESOURCES.find(({ value }) => value === parameters.resource);
				const operation = resource?.operations.find(({ value }) => value === parameters.operation);
				const isRead = operation && 'retry' in operation && operation.retry === 'read';
				return [name, isRead, ends[name]?.ai_tool?.[0]?.[0]?.node];
			});
		expect(behind).toEqual([
			['List the surveys', true, 'Prepare and ask'],
			['Find invitations of a person', true, 'Prepare and ask'],
			['Invite a person', false, gate?.name],
			['Email the invitation', false, gate?.name],
		]);
	});

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		it('nothing is written before a person has approved it, and then once', async () => {
			await begin(dialect, obedient);
			await fillIn();
			const first = await nextPost();
			expect(textOf(first)).toMatch(/^\*May the agent make this invitation\?\* No email leaves/);
			expect(textOf(first)).toContain('recipient email: ada.low@example.com\n');
			expect(textOf(first)).toContain('recipient name: Ada Low\n');
			expect(textOf(first)).toContain(
				'In the words of the agent: Ada Low ‹ada.low@example.com›, as asked',
			);
			expect(buttonsOf(first).map(({ text }) => text.text)).toEqual([NO, YES]);
			expect(writes()).toEqual([]);

			await press(first, YES);
			const second = await nextPost();
			expect(textOf(second)).toMatch(
				/^\*May the agent send this invitation by email\?\* It leaves/,
			);
			expect(writes().map(({ operation }) => operation)).toEqual(['invitation.createPersonal']);
			expect(service.effects.emails).toEqual([]);

			await press(second, YES);
			const told = await nextPost();
			expect(told.text).toBe('Done ‹!channel› ！[x］((link removed))');
			expect(service.effects.emails).toMatchObject([{ recipient: 'ada.low@example.com' }]);
			expect(writes().map(({ operation }) => operation)).toEqual([
				'invitation.createPersonal',
				'invitation.sendEmail',
			]);
			const [execution] = await stand().rest.executions(imported.id);
			expect(errorOf(await stand().rest.execution(execution?.id ?? ''))).toBeUndefined();
		});
	});

	it('a refusal writes nothing, and the agent hears it', async () => {
		await begin('plain', (on) => obedient(on).slice(0, 3));
		await fillIn();
		await press(await nextPost(), NO);
		expect((await nextPost()).text).toContain('Done');
		expect(writes()).toEqual([]);
		expect(service.effects.emails).toEqual([]);
		expect(JSON.stringify(model.heard.at(-1))).toContain(
			'User rejected the tool call to Invite a person',
		);
	});

	it('the model reads which tools there are, what they need, and that a person is asked', async () => {
		await begin('plain', (on) => obedient(on).slice(0, 3));
		await fillIn();
		await press(await nextPost(), NO);
		await nextPost();
		const [{ messages: said, tools } = { messages: [], tools: [] }] = model.questions;
		expect(said[0]?.content).toContain('If the person refuses, stop');
		expect(said.at(-1)?.content).toBe(REQUEST);
		const offered = new Map(tools.map(({ function: one }) => [one.name, one]));
		expect([...offered.keys()].sort()).toEqual(
			[
				'List_the_surveys',
				'Find_invitations_of_a_person',
				'Invite_a_person',
				'Email_the_invitation',
			].sort(),
		);
		const properties = (name: string) =>
			offered.get(name)?.parameters?.properties as Record<string, Json> | undefined;
		expect(Object.keys(properties('Find_invitations_of_a_person') ?? {})).toEqual([
			'survey_id',
			'email',
		]);
		for (const [name, fields] of [
			['Invite_a_person', ['survey_id', 'recipient_email', 'recipient_name']],
			['Email_the_invitation', ['invitation_id']],
		] as const) {
			expect(offered.get(name)?.description).toContain('A person must approve it.');
			expect(Object.keys(properties(name)?.toolParameters?.properties ?? {}).sort()).toEqual(
				[...fields].sort(),
			);
			expect(Object.keys(properties(name)?.hitlParameters?.properties ?? {})).toEqual(['reason']);
		}
		expect(offered.get('Email_the_invitation')?.description).toContain('It cannot be recalled.');
		expect(JSON.stringify(model.questions).length).toBeLessThan(60_000);
	});
});

interface Button {
	text: { text: string };
	url: string;
}

type Block = { type: string; text?: { text: string }; elements?: Button[] };

const blocksOf = ({ blocks }: SlackMessage) =>
	(typeof blocks === 'string' ? JSON.parse(blocks) : blocks) as Block[];
const textOf = (message: SlackMessage) => blocksOf(message)[1]?.text?.text ?? '';
const buttonsOf = (message: SlackMessage) =>
	blocksOf(message).find(({ type }) => type === 'actions')?.elements ?? [];
