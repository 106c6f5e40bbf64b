/** What a person or an expression enters wrongly is refused before anything is sent, in one sentence. */
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { byId, CREDENTIAL, given, useEngine, useService } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { credentialWith, refusalOf } from './refusal';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

const wording = new Wording();
/** The sentence, which begins with the field that it is about. */
const refused = async (parameters: INodeParameters, field: string) => {
	const sentence = await refusalOf(engine, service, parameters);
	wording.note(sentence);
	expect(sentence).toMatch(new RegExp(`^${field} `));
};

const update = (updateFields: INodeParameters, more: INodeParameters = {}) => ({
	resource: 'invitation',
	operation: 'update',
	invitationId: byId(ID),
	updateFields,
	...more,
});
const getInvitation = (id: unknown) => ({
	resource: 'invitation',
	operation: 'get',
	invitationId: byId(given(id)),
});
const mailing = (filters: INodeParameters, more: INodeParameters = {}) => ({
	resource: 'mailing',
	operation: 'create',
	surveyId: byId(ID),
	template_id: ID,
	audience: 'filtered',
	filters,
	...more,
});

describe('an identifier', () => {
	it.each([
		['no UUID', 'abc'],
		['a path', '../'],
		['a UUID with more', `${ID}/../x`],
		['a line break after it', `${ID}\n/x`],
		['a number', 42],
	])('%s', async (_name, id) => {
		expect(await refusalOf(engine, service, getInvitation(id))).toMatch(
			/^Invitation is not an ID: .*; choose from the list, or enter a UUID/,
		);
	});

	it('nothing chosen', async () => {
		await refused(getInvitation(''), 'Invitation');
	});

	it('of a body field', async () => {
		expect(await refusalOf(engine, service, mailing({}, { template_id: 'abc' }))).toContain(
			'Template ID is not an ID: "abc"',
		);
	});
});

describe('a field', () => {
	it.each<[string, INodeParameters, string]>([
		['121 characters of label', update({ label: 'x'.repeat(121) }), 'Label'],
		['max_uses 0', update({ max_uses: 0 }), 'Max Uses'],
		['a date that is none', update({ expires_at: 'tomorrow' }), 'Expires At'],
		['an address that is none', update({ recipient_email: 'ann' }), 'Recipient Email'],
		['a value and null at once', update({ label: 'a', clearFields: ['label'] }), 'Label'],
		['nothing to update', update({}), 'There is nothing'],
		['no channel', mailing({ channels: [] }), 'Channels'],
		[
			'a metric type that is none',
			{
				resource: 'survey',
				operation: 'create',
				name: 'A',
				metric_type: 'stars',
				interview_locale: 'en',
			},
			'Metric Type',
		],
		[
			'a range without an end',
			{
				resource: 'result',
				operation: 'getScores',
				surveyId: byId(ID),
				period: 'custom',
				range_start: '2026-01-01',
				range_end: given(''),
			},
			'Range End',
		],
		[
			'a limit of 0',
			{ resource: 'survey', operation: 'getAll', returnAll: false, limit: 0 },
			'Limit',
		],
		[
			'__proto__ as a property',
			update({ properties: { values: [{ key: '__proto__', value: 'x' }] } }),
			'Properties by Key',
		],
	])('%s', async (_name, parameters, field) => {
		await refused(parameters, field);
	});

	it.each<[string, INodeParameters, string]>([
		[
			'Other without its text',
			{
				resource: 'invitation',
				operation: 'create',
				surveyId: byId(ID),
				recipient_name: 'Ann',
				additionalFields: { on_duplicate: 'other' },
			},
			'On Duplicate',
		],
		[
			'an invitation for nobody',
			{
				resource: 'invitation',
				operation: 'createPersonal',
				surveyId: byId(ID),
				recipient_email: '={{ $json.nothing }}',
			},
			'There is nothing',
		],
		[
			'null for what the service does not empty',
			update({ clearFields: ['status'] }),
			'Clear Fields:',
		],
	])('%s', async (_name, parameters, field) => {
		await refused(parameters, field);
	});

	it.each<[string, INodeParameters[string], string]>([
		['an array', '[1]', 'must be a JSON object such as {"key": "value"}, but it is [1].'],
		['JSON that breaks off', '{"a":', 'must be a JSON object'],
	])('Additional Fields (JSON): %s', async (_name, additionalFieldsJson, sentence) => {
		const options = { additionalFieldsJson };
		const said = await refusalOf(engine, service, update({}, { options }));
		wording.note(said);
		expect(said).toContain(sentence);
	});
});

describe('the credential', () => {
	const list = { resource: 'survey', operation: 'getAll' };

	it.each([
		[
			'http to a public host',
			{ baseUrl: 'http://survey.example.com' },
			'use https, or turn on Allow HTTP',
		],
		['a company with a line break', { companyId: 'a\r\nX: y' }, 'Company ID contains a line break'],
	])('%s', async (_name, change, sentence) => {
		expect(await refusalOf(engine, service, list, change)).toContain(sentence);
		const tested = await engine.testCredential(credentialWith(service, change)[CREDENTIAL]);
		expect(tested).toMatchObject({ status: 'Error', message: expect.stringContaining(sentence) });
		expect(service.log).toEqual([]);
	});
});

it('a bad item keeps the whole batch from starting, and says which item', async () => {
	service.clearLog();
	const items = [{ email: 'a@example.com' }, { email: 'nonsense' }, { email: 'c@example.com' }];
	const parameters = {
		resource: 'invitation',
		operation: 'createPersonal',
		surveyId: byId(service.world.survey('Customer').id),
		recipient_email: '={{ $json.email }}',
	};
	const stopped = await engine.runNode({ parameters, items, credentials: credentialWith(service) });
	expect(stopped.error?.description).toContain('This is row 2.');
	expect(service.log).toEqual([]);

	const goingOn = await engine.runNode({
		parameters,
		items,
		node: { onError: 'continueRegularOutput' },
		credentials: credentialWith(service),
	});
	expect(goingOn.items).toHaveLength(3);
	expect(goingOn.items[1]?.json).toMatchObject({
		error: expect.stringContaining('not an email address'),
	});
	expect(service.effects.created('invitation')).toHaveLength(2);
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
