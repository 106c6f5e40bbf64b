/** What goes out is what was given: a value that would be changed on its way is refused, and why is said. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useService } from '../harness/support';
import { full } from './case';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));
let surveyId: INodeParameters[string];
beforeAll(() => (surveyId = byId(full(service).id)));

const run = async (operation: string, parameters: INodeParameters, item: IDataObject = {}) =>
	await act(engine, service, { operation, items: [item], parameters: { surveyId, ...parameters } });
const sentBy = async (operation: string, parameters: INodeParameters) => {
	const { error } = await run(operation, parameters);
	expect(error?.message).toBeUndefined();
	return service.log.find(({ method }) => method !== 'GET')?.body;
};
const refusal = async (operation: string, parameters: INodeParameters) => {
	const failure = failureOf(await run(operation, parameters));
	expect(service.log).toEqual([]);
	return failure?.message;
};

const TOO_LARGE =
	'is a number that is too large to be exact (12345678901234567000): pass it as text.';
const NO_NUMBER = 'is not a number (NaN): correct the calculation.';
const HUGE = '={{ 12345678901234567890 }}';
const NONE = '={{ NaN }}';
const rows = (key: string, value: string) => ({ properties: { values: [{ key, value }] } });

describe('a number that is not exact is refused', () => {
	// Each where the form has it.
	const fields = (given: INodeParameters) => ({ ...given, additionalFields: given });
	it.each<[string, string, INodeParameters, string]>([
		[
			'in a text',
			'invitation.create',
			fields({ recipient_external_id: HUGE }),
			`Recipient External ID ${TOO_LARGE}`,
		],
		[
			'in a text, where it is none',
			'invitation.createPersonal',
			fields({ recipient_external_id: NONE }),
			`Recipient External ID ${NO_NUMBER}`,
		],
		[
			'in a text that is required',
			'survey.create',
			{ name: NONE, metric_type: 'nps', interview_locale: 'en' },
			`Name ${NO_NUMBER}`,
		],
		[
			'endless in a text',
			'invitation.create',
			fields({ recipient_name: '={{ 1 / 0 }}' }),
			'Recipient Name is not a number (Infinity): correct the calculation.',
		],
		[
			'in a value of a map',
			'invitation.create',
			fields(rows('level', HUGE)),
			`Properties by Key → "level" ${TOO_LARGE}`,
		],
		[
			'in a key of a map',
			'invitation.create',
			fields(rows(HUGE, 'x')),
			`Properties by Key has a key that ${TOO_LARGE}`,
		],
		[
			'in an entry of a list',
			'result.getOverview',
			{ filters: { property_filter: [HUGE] } },
			`Property Filter ${TOO_LARGE}`,
		],
		[
			'in a whole number',
			'invitation.createSharedLink',
			fields({ max_uses: NONE }),
			`Max Uses ${NO_NUMBER}`,
		],
		[
			'in a whole number without an upper bound',
			'invitation.createSharedLink',
			fields({ max_uses: HUGE }),
			'Max Uses is a number that is too large to be exact (12345678901234567000): enter one with fewer digits.',
		],
		[
			'in a whole number given as text',
			'invitation.createSharedLink',
			fields({ max_uses: '={{ "12345678901234567890" }}' }),
			'Max Uses is the number 12345678901234567890, which would become 12345678901234567000: enter one with fewer digits.',
		],
		[
			'in a filter',
			'respondent.getAll',
			{ filters: { scoreFrom: HUGE } },
			'Score From is a number that is too large to be exact (12345678901234567000): enter one with fewer digits.',
		],
		[
			'in a filter given as text',
			'respondent.getAll',
			{ filters: { scoreTo: '={{ "1e400" }}' } },
			'Score To is the number 1e400, which would become null: enter one with fewer digits.',
		],
		['in a text filter', 'invitation.getAll', { filters: { q: HUGE } }, `Search ${TOO_LARGE}`],
		[
			'in what is looked for',
			'invitation.find',
			{ findBy: 'externalId', externalId: HUGE },
			`External ID ${TOO_LARGE}`,
		],
		[
			'in what is looked for, where it is none',
			'invitation.find',
			{ findBy: 'externalId', externalId: NONE },
			`External ID ${NO_NUMBER}`,
		],
		[
			'as an ID',
			'survey.get',
			{ surveyId: byId(HUGE) },
			'Survey is not an ID: 12345678901234567000; choose from the list, or enter a UUID such as 7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12.',
		],
		[
			'as a limit',
			'survey.getAll',
			{ limit: NONE },
			'Limit is not a number (NaN): correct the calculation.',
		],
	])('%s', async (_name, operation, parameters, sentence) => {
		expect(await refusal(operation, parameters)).toBe(sentence);
	});

	it('and an exact one goes out as its digits', async () => {
		const sent = await sentBy('invitation.create', {
			recipient_external_id: '={{ 9007199254740991 }}',
			recipient_name: '={{ 0.1 }}',
			additionalFields: {
				label: '={{ "12345678901234567890" }}',
				...rows('={{ 7 }}', '={{ -3 }}'),
			},
		});
		expect(sent).toEqual({
			recipient_external_id: '9007199254740991',
			recipient_name: '0.1',
			label: '12345678901234567890',
			properties: { '7': '-3' },
		});
	});
});

describe('a map that cannot be sent says why', () => {
	const twice = {
		values: [
			{ key: 'a', value: '1' },
			{ key: 'a', value: '2' },
		],
	};
	it.each<[string, INodeParameters[string], string]>([
		['a key twice', twice, 'Properties by Key has the key "a" twice: keep one.'],
		[
			'a key of the prototype',
			rows('__proto__', 'x').properties,
			'Properties by Key has the key __proto__, which no property may have: rename it.',
		],
		[
			'no key',
			rows(' ', 'x').properties,
			'Properties by Key has a value without a key: enter the key of the property.',
		],
		[
			'a date object',
			rows('at', '={{ new Date(0) }}').properties,
			'Properties by Key → "at" must be text, but it is a Date: map it to the field that has the text.',
		],
		[
			'an object',
			rows('a', '={{ ({ b: 1 }) }}').properties,
			'Properties by Key → "a" must be text, but it is {"b":1}: map it to the field that has the text.',
		],
		[
			'a value whose expression gave nothing',
			rows('a', '={{ null }}').properties,
			'Properties by Key → "a" has no value, because its expression returned nothing: correct the expression, or remove the entry.',
		],
		[
			'half of an emoji',
			rows('a', '={{ "x\\ud83d" }}').properties,
			'Properties by Key → "a" contains a character that cannot be stored (a null byte, or half of an emoji): remove it.',
		],
	])('%s', async (_name, properties, sentence) => {
		expect(await refusal('invitation.create', { additionalFields: { properties } })).toBe(sentence);
	});
});

it.each([
	[
		'a required text',
		'survey.create',
		{ name: '={{ Object.assign(Object.create(null), { a: 1 }) }}', metric_type: 'nps' },
		'Name must be text, but it is {"a":1}',
	],
	[
		'a key of a person',
		'invitation.find',
		{ findBy: 'externalId', externalId: '={{ Object.assign(Object.create(null), { a: 1 }) }}' },
		'External ID must be text or a number, but it is {"a":1}',
	],
])('%s that has no text at all says so', async (_name, operation, parameters, sentence) => {
	expect(await refusal(operation, parameters)).toContain(sentence);
});

it('a text says what it is instead', async () => {
	const name = async (recipient_name: string) =>
		await refusal('invitation.create', { recipient_name });
	expect(await name('={{ BigInt("12345678901234567890") }}')).toBe(
		'Recipient Name must be text, but it is a BigInt: map it to the field that has the text.',
	);
	expect(await name('={{ [NaN] }}')).toMatch(/^Recipient Name must be text, but it is \[/);
});
