import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../engine';
import type { Service } from '../service';
import { byId, useEngine, useService } from '../support';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

const credential = (change: object = {}) => ({
	surveyInterviewApi: {
		baseUrl: service.url,
		token: service.token,
		companyId: '',
		allowHttp: false,
		...change,
	},
});

/**
 * A value as it comes from an expression. n8n itself refuses some bad values that are typed in; what
 * comes from another node's data reaches the node as it is.
 */
const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

/** The sentence that a person reads; fails unless it is one, and unless nothing was sent. */
async function refusal(parameters: INodeParameters, change: object = {}): Promise<string> {
	service.clearLog();
	const run = await engine.runNode({ parameters, credentials: credential(change) });
	expect(service.log).toEqual([]);
	expect(run.status).toBe('error');
	const message = run.error?.message ?? '';
	expect(message).toMatch(/^[A-Z].*\.$/);
	expect(run.error?.description).toMatch(/^Nothing was sent/);
	return message;
}

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
	filters,
	...more,
});

describe('an identifier', () => {
	it.each([
		['no UUID', 'abc'],
		['a path', '../'],
		['an encoded path', '..%2F..%2Fsurveys'],
		['a UUID with more', `${ID}/../x`],
		['a line break after it', `${ID}\n/x`],
		['a number', 42],
	])('%s', async (_name, id) => {
		expect(await refusal(getInvitation(id))).toMatch(
			/^Invitation is not an ID: .*; choose from the list, or enter a UUID/,
		);
	});

	it('nothing chosen', async () => {
		expect(await refusal(getInvitation(''))).toBe(
			'Invitation is empty: choose one from the list or enter its ID.',
		);
	});

	it('of a body field', async () => {
		expect(await refusal(mailing({}, { template_id: 'abc' }))).toContain(
			'Template ID is not an ID: "abc"',
		);
	});
});

describe('a field', () => {
	it.each<[string, INodeParameters, string]>([
		[
			'121 characters of label',
			update({ label: 'x'.repeat(121) }),
			'Label has 121 characters, and the service takes at most 120: shorten it.',
		],
		[
			'max_uses 0',
			update({ max_uses: 0 }),
			'Max Uses must be a whole number from 1 to 10000000, but it is 0.',
		],
		[
			'max_uses 10000001',
			update({ max_uses: 10_000_001 }),
			'Max Uses must be a whole number from 1 to 10000000, but it is 10000001.',
		],
		['max_uses 1.5', update({ max_uses: 1.5 }), 'Max Uses must be a whole number'],
		[
			'a date that is none',
			update({ expires_at: 'tomorrow' }),
			'Expires At is not a date: "tomorrow". Use ISO 8601',
		],
		[
			'a date left empty',
			update({ expires_at: '' }),
			'Expires At is empty: pick a date or remove the field, or choose it under Send as Null.',
		],
		[
			'an address that is none',
			update({ recipient_email: 'ann' }),
			'Recipient Email is not an e-mail address: "ann". Correct it or remove the field.',
		],
		[
			'a value and null at once',
			update({ label: 'a', sendAsNull: ['label'] }),
			'Label has a value and is also chosen under Send as Null: keep one of them.',
		],
		[
			'nothing to update',
			update({}),
			'There is nothing to change: add at least one field to update.',
		],
		[
			'256 characters of subject',
			mailing({}, { additionalFields: { subject_override: 'x'.repeat(256) } }),
			'Subject Override has 256 characters',
		],
		[
			'no channel',
			mailing({ channels: [] }),
			'Channels is empty, and an empty filter would let everything through: enter a value or correct its expression, or remove the filter.',
		],
		[
			'a channel that is none',
			mailing({ channels: ['fax'] }),
			'Channels must be one of api, csv, personal, but it is "fax".',
		],
		[
			'a metric type that is none',
			{
				resource: 'survey',
				operation: 'create',
				name: 'A',
				metric_type: 'stars',
				interview_locale: 'en',
			},
			'Metric Type must be one of',
		],
		[
			'an empty name',
			{
				resource: 'survey',
				operation: 'create',
				name: given(''),
				metric_type: 'nps',
				interview_locale: 'en',
			},
			'Name is empty: enter a value, the service requires it.',
		],
		[
			'another locale left empty',
			{
				resource: 'survey',
				operation: 'create',
				name: 'A',
				metric_type: 'nps',
				interview_locale: 'other',
				interview_locale_other: '',
			},
			'Interview Locale is "": choose one, or enter a value under Other.',
		],
		[
			'a range without an end',
			{
				resource: 'result',
				operation: 'getScores',
				surveyId: byId(ID),
				range_start: '2026-01-01',
				range_end: given(''),
			},
			'Range End is empty',
		],
		[
			'a limit of 0',
			{ resource: 'survey', operation: 'getAll', returnAll: false, limit: 0 },
			'Limit must be a whole number of at least 1, but it is 0.',
		],
		[
			'__proto__ as a property',
			update({ properties: { values: [{ key: '__proto__', value: 'x' }] } }),
			'Properties has the key __proto__, which no property may have: rename it.',
		],
	])('%s', async (_name, parameters, sentence) => {
		expect(await refusal(parameters)).toContain(sentence);
	});

	it.each<[string, INodeParameters, string]>([
		[
			'an audience whose expression gives nothing',
			mailing({ channels: '={{ $json.nothing }}' }),
			'Channels is undefined, and an empty filter would let everything through',
		],
		[
			'a filter whose expression gives nothing',
			{
				resource: 'result',
				operation: 'getOverview',
				surveyId: byId(ID),
				filters: { property_filter: '={{ $json.nothing }}' },
			},
			'Property Filter is undefined, and an empty filter',
		],
		[
			'Other without its text',
			{
				resource: 'invitation',
				operation: 'create',
				surveyId: byId(ID),
				additionalFields: { recipient_name: 'Ann', on_duplicate: 'other' },
			},
			'On Duplicate is "": choose one, or enter a value under Other.',
		],
		[
			'an invitation for nobody',
			{
				resource: 'invitation',
				operation: 'createPersonal',
				surveyId: byId(ID),
				additionalFields: { recipient_email: '={{ $json.nothing }}' },
			},
			'There is nothing to create',
		],
		[
			'null for what the service does not empty',
			update({ sendAsNull: ['status'] }),
			'does not take null for "status"',
		],
		[
			'an empty entry in a list',
			update({ allowed_origins: [''] }),
			'Allowed Origins has an empty entry',
		],
		['no property', update({ properties: {} }), 'Properties is empty: add a value'],
	])('%s', async (_name, parameters, sentence) => {
		expect(await refusal(parameters)).toContain(sentence);
	});

	it.each<[string, INodeParameters[string], string]>([
		['an array', '[1]', 'must be a JSON object such as {"key": "value"}, but it is [1].'],
		['text', 'hello', 'must be a JSON object'],
		['JSON that breaks off', '{"a":', 'must be a JSON object'],
		['__proto__', '{"__proto__": {"a": 1}}', 'must not contain the key "__proto__": remove it.'],
		[
			'constructor, deep inside',
			'{"a": [{"constructor": 1}]}',
			'must not contain the key "constructor"',
		],
	])('Additional Fields (JSON): %s', async (_name, additionalFieldsJson, sentence) => {
		expect(await refusal(update({}, { additionalFieldsJson }))).toContain(sentence);
	});
});

describe('a filter that the node applies', () => {
	const getAll = (resource: string, filters: INodeParameters, options: INodeParameters = {}) => ({
		resource,
		operation: 'getAll',
		surveyId: byId(ID),
		filters,
		options,
	});
	const property = (key: string, value: string) => ({ values: [{ key, value }] });

	it.each<[string, INodeParameters, string]>([
		[
			'scores the wrong way round',
			getAll('respondent', { scoreFrom: 9, scoreTo: 6.5 }),
			'Score From (9) is above Score To (6.5), so no respondent could pass: exchange them.',
		],
		[
			'a score below all',
			getAll('respondent', { scoreFrom: -1 }),
			'Score From is -1: scores start at 0. Enter 0 or more, or remove the filter.',
		],
		[
			'a score below all at the other end',
			getAll('respondent', { scoreFrom: 0, scoreTo: given('-0.5') }),
			'Score To is -0.5: scores start at 0. Enter 0 or more, or remove the filter.',
		],
		[
			'no score',
			getAll('respondent', { scoreFrom: given('') }),
			'Score From is empty, and an empty filter',
		],
		[
			'a score that is none',
			getAll('respondent', { scoreTo: given('high') }),
			'Score To is not a number: "high". Enter one, or remove the field.',
		],
		[
			'a score whose expression gives nothing',
			getAll('respondent', { scoreTo: '={{ $json.nothing }}' }),
			'Score To is undefined, and an empty filter',
		],
		[
			'times the wrong way round',
			getAll('respondent', {
				completedAfter: '2026-02-01T00:00:00Z',
				completedBefore: '2026-01-01T00:00:00Z',
			}),
			'Completed After (2026-02-01T00:00:00Z) is not earlier than Completed Before (2026-01-01T00:00:00Z)',
		],
		[
			'no time between',
			getAll('respondent', {
				completedAfter: '2026-01-01T01:00:00+01:00',
				completedBefore: '2026-01-01T00:00:00Z',
			}),
			'so no respondent could pass: exchange or correct them.',
		],
		[
			'a time that is none',
			getAll('respondent', { completedAfter: 'yesterday' }),
			'Completed After is not a date: "yesterday". Use ISO 8601',
		],
		[
			'no time',
			getAll('invitation', { expiresBefore: '' }),
			'Expires Before is empty, and an empty filter',
		],
		['no status', getAll('mailing', { statuses: [] }), 'Statuses is empty, and an empty filter'],
		['an empty status', getAll('respondent', { statuses: [' '] }), 'Statuses has an empty entry'],
		[
			'a property without a value',
			getAll('respondent', { propertyFilter: property('department', ' ') }),
			'Property Filter has no value for "department": enter one, or remove the filter.',
		],
		[
			'a property without a key',
			getAll('respondent', { propertyFilter: property(' ', 'Sales') }),
			'Property Filter has a value without a key: enter the key of the property.',
		],
		[
			'no property',
			getAll('respondent', { propertyFilter: {} }),
			'Property Filter is empty, and an empty filter',
		],
		[
			'a word for Used that is none',
			getAll('invitation', { used: given('maybe') }),
			'Used must be one of yes, no, but it is "maybe".',
		],
		[
			'no address',
			getAll('invitation', { recipientEmail: '' }),
			'Recipient Email is empty, and an empty filter',
		],
		[
			'an address with something behind it',
			getAll('invitation', { recipientEmail: 'ann@example.com/x' }),
			'Recipient Email is not an e-mail address: "ann@example.com/x". Correct it or remove the filter.',
		],
		[
			'together with Raw Answer',
			getAll('mailing', { statuses: ['sent'] }, { rawAnswer: true }),
			'Statuses is applied by this node, and Raw Answer gives the service’s answer unchanged: remove the filter, or turn off Raw Answer.',
		],
	])('%s', async (_name, parameters, sentence) => {
		expect(await refusal(parameters)).toContain(sentence);
	});
});

describe('Find', () => {
	const find = (parameters: INodeParameters) => ({
		resource: 'respondent',
		operation: 'find',
		surveyId: byId(ID),
		...parameters,
	});

	it.each<[string, INodeParameters, string]>([
		[
			'no address',
			find({ findBy: 'email', email: given(' ') }),
			'Email is empty, so there is nothing to look for: enter a value, or choose another Find By.',
		],
		[
			'an expression that gives nothing',
			find({ findBy: 'email', email: '={{ $json.nothing }}' }),
			'Email is empty',
		],
		[
			'an address that is none',
			find({ findBy: 'email', email: 'ann' }),
			'Email must be an e-mail address, but it is "ann": correct it.',
		],
		[
			'two addresses',
			find({ findBy: 'email', email: 'ann@example.com, bob@example.com' }),
			'Email must be an e-mail address',
		],
		[
			'no external ID',
			find({ findBy: 'externalId', externalId: given('') }),
			'External ID is empty',
		],
		[
			'a number whose last digits are lost',
			find({ findBy: 'externalId', externalId: '={{ 2 ** 60 }}' }),
			'External ID is a number that is too large to be exact (1152921504606847000): hand it over as text.',
		],
		[
			'one of two',
			find({ findBy: 'either', email: 'ann@example.com', externalId: given('') }),
			'External ID is empty',
		],
		[
			'the other of two',
			find({ findBy: 'either', email: given(''), externalId: 'A-1' }),
			'Email is empty',
		],
		[
			'another way to find',
			find({ findBy: given('name'), email: 'ann@example.com', externalId: 'A-1' }),
			'Find By must be one of email, externalId, either, but it is "name".',
		],
	])('%s', async (_name, parameters, sentence) => {
		expect(await refusal(parameters)).toContain(sentence);
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
		['an empty token', { token: '' }, 'Token is empty'],
		['a token with a line break', { token: 'abc\ndef' }, 'a line break'],
		['an empty address', { baseUrl: '' }, 'Base URL is empty'],
		['an address without https', { baseUrl: 'survey.example.com' }, 'must start with https://'],
		['a company with a line break', { companyId: 'a\r\nX: y' }, 'Company ID contains a line break'],
	])('%s', async (_name, change, sentence) => {
		expect(await refusal(list, change)).toContain(sentence);
		const tested = await engine.testCredential(credential(change).surveyInterviewApi);
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
		additionalFields: { recipient_email: '={{ $json.email }}' },
	};
	const stopped = await engine.runNode({ parameters, items, credentials: credential() });
	expect(stopped.error).toMatchObject({ context: { itemIndex: 1 } });
	expect(service.log).toEqual([]);

	const goingOn = await engine.runNode({
		parameters,
		items,
		node: { onError: 'continueRegularOutput' },
		credentials: credential(),
	});
	expect(goingOn.items).toHaveLength(3);
	expect(goingOn.items[1]?.json).toMatchObject({
		error: expect.stringContaining('not an e-mail address'),
	});
	expect(service.effects.created('invitation')).toHaveLength(2);
});
