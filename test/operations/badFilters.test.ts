/** Filters that the node applies, and Find: a bad one is refused before anything is sent. */
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { byId, given, useEngine, useService } from '../harness/support';
import { refusalOf } from './refusal';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

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
			'Score From (9) is above Score To (6.5), so no respondent can match: swap them.',
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
			'so no respondent can match: swap or correct them.',
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
			'Recipient Email is not an email address: "ann@example.com/x". Correct it or remove the filter.',
		],
		[
			'together with Raw Answer',
			getAll('mailing', { statuses: ['sent'] }, { rawAnswer: true }),
			'Statuses is applied by this node, and Raw Answer returns the service’s answer unchanged: remove the filter, or turn off Raw Answer.',
		],
	])('%s', async (_name, parameters, sentence) => {
		expect(await refusalOf(engine, service, parameters)).toContain(sentence);
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
			'Email must be an email address, but it is "ann": correct it.',
		],
		[
			'two addresses',
			find({ findBy: 'email', email: 'ann@example.com, bob@example.com' }),
			'Email must be an email address',
		],
		[
			'no external ID',
			find({ findBy: 'externalId', externalId: given('') }),
			'External ID is empty',
		],
		[
			'a number whose last digits are lost',
			find({ findBy: 'externalId', externalId: '={{ 2 ** 60 }}' }),
			'External ID is a number that is too large to be exact (1152921504606847000): pass it as text.',
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
		expect(await refusalOf(engine, service, parameters)).toContain(sentence);
	});
});
