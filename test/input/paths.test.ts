/** Parameters that are a path of keys into the item are read without n8n, and as n8n reads them. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parameterReader } from '../../nodes/SurveyInterview/input/parameters';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, smallService, useEngine, useForEach } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));
let service: Service;
useForEach((started) => (service = started), smallService);

/** What is read of each item, and for which items n8n was asked. */
function read(value: unknown, ...items: unknown[]) {
	const asked: number[] = [];
	const context = {
		getNode: () => ({ type: 'test', parameters: { p: value } }),
		getInputData: () => items.map((json) => ({ json })),
		getNodeParameter: (_name: string, item: number) => (asked.push(item), `by n8n ${item}`),
	} as unknown as IExecuteFunctions;
	const parameter = parameterReader(context);
	return { values: items.map((_item, index) => parameter(index)('p')), asked };
}

const PERSON = { a: { b: 'x' }, 'first name': 'Ada', n: 0, no: false, nothing: null };

it.each([
	['={{ $json.a.b }}', 'x'],
	['={{$json["first name"]}}', 'Ada'],
	["={{ $json['a'].b }}", 'x'],
	['={{ $json.n }}', 0],
	['={{ $json.no }}', false],
	['={{ $json.nothing }}', null],
	['={{ $json.missing }}', undefined],
	['={{ $json.missing.too }}', undefined],
	[{ rows: [{ key: 'k', value: '={{ $json.a.b }}' }] }, { rows: [{ key: 'k', value: 'x' }] }],
])('%j is read without n8n', (value, found) => {
	expect(read(value, PERSON, PERSON)).toEqual({ values: [found, found], asked: [] });
});

it.each([
	'={{ $json.a }}',
	'={{ $json.a.b + "" }}',
	'={{ $json.list[0] }}',
	'={{ $json.constructor }}',
	'={{ $json }}',
	'=text {{ $json.n }}',
	'={{ $json.a.b }} ',
	'={{ $("Other").item.json.a }}',
])('%s is left to n8n', (value) => {
	const found = ['by n8n 0', 'by n8n 1'];
	expect(read(value, PERSON, PERSON)).toEqual({ values: found, asked: [0, 1] });
	expect(read({ p: [value, '={{ $json.n }}'] }, PERSON).asked).toEqual([0]);
});

it('a value without an expression is asked for once', () => {
	expect(read('text', {}, {}, {})).toEqual({
		values: ['by n8n 0', 'by n8n 0', 'by n8n 0'],
		asked: [0],
	});
});

const VALUES = ['Ada', ' ', '{{ 1 }}', '=1', 'ü “x”\n', 7, 0, false];

it('what is sent is what n8n would have read', async () => {
	const surveyId = byId(service.world.survey('Customer').id);
	const items = VALUES.map((value) => ({ 'first name': value }) as IDataObject);
	const run = async (name: string) => {
		service.clearLog();
		const { error } = await act(engine, service, {
			operation: 'invitation.createPersonal',
			parameters: {
				surveyId,
				recipient_name: name,
				recipient_external_id: '={{ $itemIndex + 1 }}',
			},
			items,
		});
		expect(error).toBeUndefined();
		return service.log.filter(({ method }) => method === 'POST').map(({ body }) => body);
	};
	const own = await run('={{ $json["first name"] }}');
	expect(own).toHaveLength(VALUES.length);
	expect(own).toEqual(await run('={{ ($json["first name"]) }}'));
});
