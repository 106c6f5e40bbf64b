/** What goes out is what was given: a value that would be changed on its way is refused, and why is said. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, useEngine, useService } from '../harness/support';
import { Wording } from '../harness/support/wording';
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
const wording = new Wording();
/** Nothing was sent, and the sentence begins with the field that it is about. */
const refused = async (operation: string, parameters: INodeParameters, field: string) => {
	const failure = failureOf(await run(operation, parameters));
	expect(service.log).toEqual([]);
	wording.note(failure?.message);
	expect(failure?.message).toMatch(new RegExp(`^${field} `));
};

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
			'Recipient External ID',
		],
		['in a value of a map', 'invitation.create', fields(rows('level', HUGE)), 'Properties by Key'],
		[
			'in an entry of a list',
			'result.getOverview',
			{ filters: { property_filter: [HUGE] } },
			'Property Filter',
		],
		['in a whole number', 'invitation.createSharedLink', fields({ max_uses: NONE }), 'Max Uses'],
		['in a filter', 'respondent.getAll', { filters: { scoreFrom: HUGE } }, 'Score From'],
		[
			'in what is looked for',
			'invitation.find',
			{ findBy: 'externalId', externalId: HUGE },
			'External ID',
		],
		['as an ID', 'survey.get', { surveyId: byId(HUGE) }, 'Survey'],
	])('%s', async (_name, operation, parameters, field) => {
		await refused(operation, parameters, field);
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
		['a key twice', twice, 'Properties by Key'],
		['a key of the prototype', rows('__proto__', 'x').properties, 'Properties by Key'],
		['an object', rows('a', '={{ ({ b: 1 }) }}').properties, 'Properties by Key'],
	])('%s', async (_name, properties, field) => {
		await refused('invitation.create', { additionalFields: { properties } }, field);
	});
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
