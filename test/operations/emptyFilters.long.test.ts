/** A filter or an audience without a value would reach more than was meant, so it is refused. */
import type { INodeParameters } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import type { Field } from '../../nodes/SurveyInterview/operations/field';
import { collectionOf } from '../../nodes/SurveyInterview/operations/operation';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useService } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

const run = async (operation: string, parameters: INodeParameters) =>
	await act(engine, service, {
		operation,
		parameters: {
			surveyId: byId(full(service).id),
			mailingId: byId(ID),
			topicId: byId(ID),
			template_id: ID,
			audience: 'filtered',
			period: 'custom',
			range_start: '2026-01-01',
			range_end: '2026-02-01',
			...parameters,
		},
	});
const refusal = async (operation: string, parameters: INodeParameters) => {
	const failure = failureOf(await run(operation, parameters));
	expect(service.log).toEqual([]);
	return failure?.message ?? '';
};
const wording = new Wording();

/** Every field of every filter and audience, with the name of its collection. */
const FILTERS = RESOURCES.flatMap(({ value, operations }) =>
	operations.flatMap((operation): Array<[string, string, Field]> => {
		if (operation.kind !== 'endpoint') return [];
		const { optional = [], nodeFilters = [], nested } = operation;
		const own = nodeFilters.flatMap(({ fields }) => fields);
		const filters = collectionOf(operation) === 'filters' ? [...optional, ...own] : [];
		const name = `${value}.${operation.value}`;
		return [
			...filters.map((field): [string, string, Field] => [name, 'filters', field]),
			...(nested?.fields ?? []).map((field): [string, string, Field] => [
				name,
				nested?.key ?? '',
				field,
			]),
		];
	}),
);

/** What the editor leaves in a control that was added and not filled, and what expressions give for nothing. */
const emptiesOf = ({ kind }: Field): Array<[INodeParameters[string], string]> => {
	const given: Array<[INodeParameters[string], string]> = [
		['={{ $json.nothing }}', 'undefined'],
		['={{ null }}', 'null'],
		["={{ '' }}", 'empty'],
		["={{ ' \\n' }}", 'empty'],
	];
	if (kind === 'list' || kind === 'choices')
		return [...given, [[], 'empty'], ['={{ [] }}', 'empty']];
	// An expression for a whole map or a picker is dropped by n8n.
	if (kind === 'map')
		return [
			[{}, 'empty'],
			[{ values: [] }, 'empty'],
		];
	if (kind === 'record')
		return [
			[byId(''), 'empty'],
			[byId('={{ $json.nothing }}'), 'undefined'],
			[byId("={{ ' ' }}"), 'empty'],
		];
	return [...given, ['', 'empty']];
};

it.each(FILTERS)('%s: %s $label', async (operation, collection, field) => {
	for (const [value, what] of emptiesOf(field)) {
		const message = await refusal(operation, { [collection]: { [field.name]: value } });
		const beginning = `${field.label} is ${what}, `;
		expect([value, message.slice(0, beginning.length)]).toEqual([value, beginning]);
		wording.note(message.replace(field.label, '<filter>'), `a filter that is ${what}`);
	}
});

describe('the choice of the audience of a new mailing', () => {
	const create = async (parameters: INodeParameters) => await run('mailing.create', parameters);

	it('must be made', async () => {
		for (const audience of ['', '={{ null }}', '={{ "" }}', '={{ $json.nothing }}', 'everyone']) {
			const failed = await create({ audience, filters: { channels: ['csv'] } });
			expect(service.log).toHaveLength(0);
			expect(failed.error?.message).toMatch(/Audience|issues/);
		}
	});

	it.each<[INodeParameters]>([[{}], [{ filters: {} }]])(
		'Filtered needs a filter: %j',
		async (parameters) => {
			expect(await refusal('mailing.create', parameters)).toMatch(
				/^Audience is Filtered, but no filter has a value/,
			);
		},
	);

	it('Without Filters sends none, and not those that the form hides', async () => {
		await create({ audience: 'unfiltered', filters: { channels: ['csv'] } });
		expect(service.log[0]?.body).toEqual({ template_id: ID });
	});
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
