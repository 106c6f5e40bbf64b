import { IDENTIFIERS, type IdentifierName } from '../../nodes/SurveyInterview/service/identifiers';
import { contractRows } from '../contract/contract';
import { contradictions, schemaOf } from '../output/schema';
import { CREDENTIAL, EVERYTHING } from '../harness/support/names';
import { chosen, first, full, type Case } from '../operations/case';
import { CASES } from '../operations/cases';
import {
	startService,
	type LoggedRequest,
	type Service,
	type ServiceOptions,
} from '../harness/service';
import { askAgent } from './agent';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import { errorOf, outputsOf, type Execution, type Json } from './rest/n8nRest';
import { LAST_WORDS, startModel, type Model } from './servers/model';
import { START, useStand } from './stand';

const OPERATIONS = contractRows().map(({ resource, operation }) => `${resource}/${operation}`);

/** What the service answered, as it was written into its log. */
const answered = (request?: LoggedRequest) => JSON.parse(request?.answered ?? 'null') as Json;

describe('the action node in saved workflows', () => {
	const stand = useStand();
	let service: Service;

	/** Another service behind the same credential, so that no test finds what another one left. */
	const serve = async (options?: ServiceOptions) => {
		service = await startService(options);
		const { rest, credentialId } = stand();
		const data = credentialFor(service);
		await rest.changeCredential(credentialId, CREDENTIAL, CREDENTIAL_NAME, data);
	};
	afterEach(async () => await service.stop());

	/** The nodes one after the other, by their names; their output is Everything, unless it is said. */
	const run = async (nodes: Record<string, Json>): Promise<Execution> => {
		const actions = Object.entries(nodes).map(([name, parameters]) =>
			stand().action({ ...EVERYTHING, ...parameters }, { name }),
		);
		const id = await stand().rest.saveWorkflow({ nodes: [START, ...actions] });
		const execution = await stand().rest.run(id, START.name);
		const { message, description } = errorOf(execution) ?? {};
		expect({ message, description }).toEqual({});
		expect(execution.status).toBe('success');
		return execution;
	};
	const itemsOf = (execution: Execution, node: string) =>
		outputsOf(execution, node)[0]?.map(({ json }) => json) ?? [];

	it.each([
		['getReport', {}],
		['compareGroups', { property: chosen('department') }],
	])('%s, which is made of several reads', async (operation, own) => {
		await serve();
		const surveyId = chosen(full(service).id);
		const parameters = { resource: 'result', operation, surveyId, period: 'last90Days', ...own };
		const items = itemsOf(await run({ Action: parameters }), 'Action');
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) {
			expect(contradictions(item, schemaOf(`result/${operation}`))).toEqual([]);
			expect(Number(item.answers)).toBeGreaterThan(0);
		}
	});

	it.each(OPERATIONS)('%s', async (name) => {
		await serve();
		const given = CASES[name]?.(service) as Case;
		const [resource, operation] = name.split('/');
		const pickers = Object.entries(given.ids ?? {}).map(([id, value]) => [
			IDENTIFIERS[id as IdentifierName].parameter,
			chosen(value),
		]);
		const parameters = {
			resource,
			operation,
			...(Object.fromEntries(pickers) as Json),
			...given.parameters,
		};
		const execution = await run({ Action: parameters });

		const items = itemsOf(execution, 'Action');
		// What it reads for its hints comes after it.
		const request = service.log.find((one) => one.operation === `${resource}.${operation}`);
		expect(request).toMatchObject({ operation: `${resource}.${operation}`, done: true });
		if (given.output) (given.output as (all: Json[]) => void)(items);
		else expect(items).toEqual([answered(request)]);
		// A list's records come out as they came in.
		const said = service.log.map((request) => request.answered).join('\n');
		if (items.length > 1) for (const item of items) expect(said).toContain(JSON.stringify(item));
		given.effect?.(service);
		expect(JSON.stringify(execution)).not.toContain(service.token);
	});

	it.each([
		['all pages', { returnAll: true }],
		['as many as wanted', { limit: 150 }],
	])('a list that comes in pages: %s', async (_name, range) => {
		await serve();
		const topics = service.world.records.topics.of(full(service).id);
		const quotesOf = (id: string) => service.world.records.quotes.get(id)?.length ?? 0;
		const topic = first(topics, ({ id }) => quotesOf(id) > 250);
		const execution = await run({
			Quotes: {
				resource: 'result',
				operation: 'getQuotes',
				surveyId: chosen(full(service).id),
				topicId: chosen(topic.id),
				...range,
			},
		});

		const most = 'limit' in range ? range.limit : quotesOf(topic.id);
		const pages = service.log.map((request) => answered(request).items as Json[]);
		// Each page begins with the last record of the page before.
		expect(pages).toHaveLength(1 + Math.ceil((most - 100) / 99));
		const quotes = itemsOf(execution, 'Quotes');
		expect(quotes).toHaveLength(most);
		const [begin = [], ...others] = pages;
		expect(quotes).toEqual([...begin, ...others.flatMap((page) => page.slice(1))].slice(0, most));
	});

	it('a new node gives the fields that its schema shows before the first run', async () => {
		await serve();
		const node = {
			resource: 'respondent',
			operation: 'getAll',
			surveyId: chosen(full(service).id),
		};
		const execution = await run({ Action: { ...node, output: 'simplified', returnAll: true } });
		const items = itemsOf(execution, 'Action');
		const names = Object.keys(schemaOf('respondent/getAll').properties ?? {});
		expect(items.length).toBeGreaterThan(10);
		for (const item of items) {
			expect(Object.keys(item)).toEqual(names);
			expect(contradictions(item, schemaOf('respondent/getAll'))).toEqual([]);
		}
	});

	it('2,000 items, each read once, in their order', async () => {
		const count = 2000;
		await serve({ seed: { surveys: 1, respondents: 0, invitations: 0, mailings: false } });
		const surveyId = full(service).id;
		for (let n = 0; n < count; n++) {
			const recipientEmail = `person${n}@example.com`;
			service.world.createInvitation(surveyId, 'personal', { recipientEmail });
		}
		const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const execution = await run({
			All: {
				resource: 'invitation',
				operation: 'getAll',
				surveyId: chosen(surveyId),
				returnAll: true,
			},
			Each: { resource: 'invitation', operation: 'get', invitationId: byId },
		});

		const ids = itemsOf(execution, 'All').map(({ id }) => id as string);
		expect(new Set(ids).size).toBe(count);
		const read = service.requests({ operation: 'invitation.get' });
		expect(service.log).toHaveLength(count + 1);
		expect(read.map(({ path }) => path).sort()).toEqual(
			ids.map((id) => `/api/invitations/${id}`).sort(),
		);
		const answers = new Map(read.map((request) => [answered(request).id, answered(request)]));
		expect(itemsOf(execution, 'Each')).toEqual(ids.map((id) => answers.get(id)));
		const pairs = outputsOf(execution, 'Each')[0]?.map(({ pairedItem }) => pairedItem);
		expect(pairs).toEqual(ids.map((_id, item) => ({ item })));
	});

	describe('as a tool of an AI agent', () => {
		let model: Model;
		afterEach(async () => await model.stop());

		/** An agent whose model calls the tool once, with the id of a record. */
		const runAgent = async (id: string, parameters: Json, more: Json = {}) => {
			model = await startModel({ id });
			const execution = await askAgent(stand(), model, parameters, { tool: more });
			expect(itemsOf(execution, 'Agent')).toEqual([{ output: LAST_WORDS }]);
		};
		const filledIn = { __rl: true, mode: 'id', value: "={{ $fromAI('id') }}" };

		it('it reads what the model asks for', async () => {
			await serve();
			const { id } = full(service);
			await runAgent(id, { resource: 'survey', operation: 'get', surveyId: filledIn });
			expect(service.log.map(({ path }) => path)).toEqual([`/api/surveys/${id}`]);
			const [[heard] = []] = model.heard as unknown as Json[][];
			expect(heard).toMatchObject({ id, name: full(service).name, metric_type: 'nps' });
			expect(contradictions(heard, schemaOf('survey/get'))).toEqual([]);
		});

		it('with Retry On Fail it sends one email, and tells the model what it does not know', async () => {
			await serve();
			const recipientEmail = 'somebody@example.com';
			const survey = full(service).id;
			const { id } = service.world.createInvitation(survey, 'personal', { recipientEmail });
			service.faults.inject({ fault: { kind: 'reset', when: 'after' }, times: Infinity });
			const send = { resource: 'invitation', operation: 'sendEmail', invitationId: filledIn };
			await runAgent(id, send, { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 });
			expect(service.effects.emails).toMatchObject([{ invitationId: id }]);
			expect(model.heard).toEqual([
				[{ error: expect.stringMatching(/^This may have been sent, and was not repeated\./) }],
			]);
		});
	});
});
