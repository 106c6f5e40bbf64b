/** Every option and filter that the forms offer is read by name in some code: none is offered and forgotten. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import type { NodeFilter } from '../../nodes/SurveyInterview/operations/filter';
import { formOf } from '../../nodes/SurveyInterview/form/sections';
import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import type * as Options from '../../nodes/SurveyInterview/input/options';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import { IDENTIFIERS, type IdentifierName } from '../../nodes/SurveyInterview/service/identifiers';
import { SurveyInterview } from '../../nodes/SurveyInterview/SurveyInterview.node';
import { SurveyInterviewTrigger } from '../../nodes/SurveyInterview/SurveyInterviewTrigger.node';
import { COMPLETION_FILTERS } from '../../nodes/SurveyInterview/trigger/completionOptions';
import { EVENTS } from '../../nodes/SurveyInterview/trigger/events/allEvents';
import { settingsFrom } from '../../nodes/SurveyInterview/trigger/settings';
import { createEngine, type Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { byId, CREDENTIAL, useEngine, useService } from '../harness/support';
import { full } from './case';
import { CASES } from './cases';

/** The names that were read of the values of options, since the test began. */
const mockRead = new Set<string>();
beforeEach(() => mockRead.clear());

function mockNoted<Values extends object>(values: Values): Values {
	return new Proxy(values, {
		get(target, name) {
			mockRead.add(String(name));
			return Reflect.get(target, name) as unknown;
		},
		ownKeys() {
			throw new Error('Read each option by its name, so that one that nobody reads is found.');
		},
	});
}

jest.mock('../../nodes/SurveyInterview/input/options', () => {
	const actual = jest.requireActual<typeof Options>('../../nodes/SurveyInterview/input/options');
	const readOptions: typeof actual.readOptions = (...given) =>
		mockNoted(actual.readOptions(...given));
	return { ...actual, readOptions };
});

const namesIn = (collection?: INodeProperties) =>
	((collection?.options ?? []) as INodeProperties[]).map(({ name }) => name);

describe('the action node', () => {
	/** n8n's name of a tool ends so; a tool has the options of the node, and one more. */
	const TYPE = 'test.fromSourceTool';
	let engine: Engine;
	let service: Service;
	useService((started) => (service = started));
	useEngine(
		(started) => (engine = started),
		async () => await createEngine({ extraNodes: { [TYPE]: new SurveyInterview() } }),
	);

	/** What an operation needs, so that it reads its options before it finds nobody at the address. */
	function parametersFor(name: string): INodeParameters {
		const { ids = { survey_id: full(service).id }, parameters } = CASES[name]?.(service) ?? {};
		const pickers = Object.entries(ids).map(([id, value]) => [
			IDENTIFIERS[id as IdentifierName].parameter,
			byId(value),
		]);
		const others = { property: 'department', recipient_email: 'ada@example.com' };
		return { ...others, ...parameters, ...(Object.fromEntries(pickers) as INodeParameters) };
	}

	const all = RESOURCES.flatMap(({ value: resource, operations }) =>
		operations.map((operation) => ({
			name: `${resource}/${operation.value}`,
			resource,
			operation,
		})),
	);

	/** Sync decides by its options only when it knows a contact's invitation, and who is no longer in the list. */
	function syncedParameters(): INodeParameters {
		const { id } = full(service);
		const known = service.world.invitations(id).find(({ recipientEmail }) => recipientEmail);
		return { surveyId: byId(id), recipient_email: String(known?.recipientEmail), dryRun: true };
	}

	it.each(all)('$name', async ({ name, resource, operation }) => {
		const isSync = operation.kind === 'sync';
		const options = { maxWait: 0, additionalFieldsJson: 'no JSON' };
		const { error } = await engine.runNode({
			type: TYPE,
			parameters: {
				...(isSync ? syncedParameters() : parametersFor(name)),
				resource,
				operation: operation.value,
				options: isSync ? { ...options, whenMissing: 'revoke' } : options,
			},
			credentials: {
				[CREDENTIAL]: {
					baseUrl: isSync ? service.url : 'http://127.0.0.1:1',
					token: isSync ? service.token : 'not-a-real-token',
				},
			},
		});
		const offered = formOf(operation).options?.flatMap(namesIn) ?? [];
		const hasFreeForm = offered.includes('additionalFieldsJson');
		if (hasFreeForm) expect(error?.message).toContain('Additional Fields (JSON)');
		const inNoCode = offered.filter((option) => !mockRead.has(option));
		expect(inNoCode).toEqual(hasFreeForm ? ['additionalFieldsJson'] : []);
	});
});

describe('the trigger', () => {
	const { properties } = new SurveyInterviewTrigger().description;
	const offeredIn = (collection: string) =>
		namesIn(properties.find(({ name }) => name === collection));

	it('reads the options and filters of each event', () => {
		const { readAdded: added } = FieldChecker.prototype;
		jest.spyOn(FieldChecker.prototype, 'readAdded').mockImplementation(function (
			this: FieldChecker,
			...given
		) {
			return mockNoted(added.apply(this, given));
		});
		for (const { value } of EVENTS) {
			const given: Record<string, unknown> = { event: value };
			settingsFrom((name, absent) => given[name] ?? absent, new FieldChecker('UTC'));
		}
		const offered = [...offeredIn('options'), ...offeredIn('filters')];
		expect(offered.length).toBeGreaterThan(15);
		expect(offered.filter((name) => !mockRead.has(name))).toEqual([]);
	});
});

describe('a filter that the node applies', () => {
	const filters = RESOURCES.flatMap(({ operations }) =>
		operations.flatMap((one) => (one.kind === 'endpoint' ? (one.nodeFilters ?? []) : [])),
	);
	const all = [...filters, ...COMPLETION_FILTERS].map((filter): [string, NodeFilter] => [
		filter.fields.map(({ label }) => label).join(', '),
		filter,
	]);

	it.each(all)('%s', (_labels, filter) => {
		filter.makeVerdict(mockNoted({}));
		expect(filter.fields.map(({ name }) => name).filter((name) => !mockRead.has(name))).toEqual([]);
	});
});
