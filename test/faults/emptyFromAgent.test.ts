/** A model must fill in every parameter that it may define, and writes a word for nothing where it has no value. */
import type { INodeParameters } from 'n8n-workflow';

import { full } from '../operations/case';
import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { act, byId, failureOf, smallService, useEngine, useForEach } from '../harness/support';
import { callTool } from './callTool';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useForEach((started) => (service = started), smallService);

const NOTHING = ['', '  ', 'null', 'undefined', 'None', 'N/A', '={{ null }}', '={{ $json.no }}'];
const IN_SIGNS = [
	'""',
	'"null"',
	'`null`',
	'(none)',
	'<unknown>',
	'["null"]',
	'not provided',
	'none specified',
];

const surveyId = () => byId(full(service).id);
const asTool = async (parameters: INodeParameters) => {
	service.clearLog();
	return await callTool(engine, service, { surveyId: surveyId(), ...parameters });
};
const bodies = () => service.log.map(({ body }) => body);

const personal = (nothing: INodeParameters[string]) => ({
	...{ resource: 'invitation', operation: 'createPersonal' },
	...{ recipient_name: 'Ann', recipient_email: nothing, recipient_external_id: 'Nullmeyer' },
	additionalFields: {
		...{ expires_at: nothing, label: nothing, recipient_notes: 'null and void' },
		properties: {
			values: [
				{ key: 'team', value: nothing },
				{ key: 'city', value: 'Gent' },
			],
		},
	},
	options: { maxWait: nothing, timeout: nothing },
});

describe.each([...NOTHING, ...IN_SIGNS])('%j of a model', (nothing) => {
	it('in an optional field is not given', async () => {
		await asTool(personal(nothing));
		expect(bodies()).toEqual([
			{
				recipient_name: 'Ann',
				recipient_external_id: 'Nullmeyer',
				recipient_notes: 'null and void',
				properties: { city: 'Gent' },
			},
		]);
	});

	it('in a filter is no filter', async () => {
		const list = { resource: 'respondent', operation: 'getAll', returnAll: true };
		const all = await asTool(list);
		const heard = await asTool({
			...list,
			filters: {
				...{ statuses: [nothing], completedBefore: nothing, scoreFrom: nothing },
			},
		});
		expect(heard).toBe(all);
		expect(heard).toContain('score');
	});

	it('in the limit is the usual one', async () => {
		const list = { resource: 'respondent', operation: 'getAll', returnAll: false };
		const usual = await asTool({ ...list, limit: 50 });
		expect(await asTool({ ...list, limit: nothing })).toBe(usual);
	});

	it('in a required field, and in all fields of an update, is refused', async () => {
		const survey = { resource: 'survey', metric_type: 'nps', interview_locale: 'en' };
		expect(await asTool({ ...survey, operation: 'create', name: nothing })).toContain(
			'Name is empty: enter a value, because the service requires it.',
		);
		expect(
			await asTool({ resource: 'survey', operation: 'get', surveyId: byId(nothing) }),
		).toContain('Survey is empty');
		const update = { ...survey, operation: 'update', updateFields: { name: nothing } };
		expect(await asTool(update)).toContain('There is nothing to change');
		expect(service.log).toEqual([]);
	});
});

it('the word unknown is no label, but may be the value of a property', async () => {
	await asTool(personal('Unknown'));
	expect(bodies()).toEqual([
		{
			recipient_name: 'Ann',
			recipient_external_id: 'Nullmeyer',
			recipient_notes: 'null and void',
			properties: { team: 'Unknown', city: 'Gent' },
		},
	]);
});

it('null in an object of JSON is what the author of the workflow wrote', async () => {
	const json = '={{ ({ kind: null, batch: "null" }) }}';
	await asTool({ ...personal(''), additionalFields: {}, options: { additionalFieldsJson: json } });
	expect(bodies()).toMatchObject([{ kind: null, batch: 'null' }]);
});

it('what a person enters in the editor stays, but for a name that is none; an empty filter is refused there', async () => {
	service.clearLog();
	const create = {
		surveyId: surveyId(),
		recipient_name: 'None',
		recipient_external_id: 'A-1',
		additionalFields: { label: 'null' },
	};
	await act(engine, service, { operation: 'invitation.createPersonal', parameters: create });
	expect(bodies()).toEqual([{ recipient_external_id: 'A-1', label: 'null' }]);
	const parameters = { surveyId: surveyId(), filters: { completedBefore: '' } };
	const refused = await act(engine, service, { operation: 'respondent.getAll', parameters });
	expect(failureOf(refused)?.message).toContain('an empty filter would match everything');
});

it('a limit without a value is refused in the editor', async () => {
	const parameters = { surveyId: surveyId(), returnAll: false, limit: '={{ $json.no }}' };
	const run = await act(engine, service, { operation: 'respondent.getAll', parameters });
	expect(failureOf(run)?.message).toMatch(/^Limit must be a whole number/);
});
