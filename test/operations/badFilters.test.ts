/** Filters that the node applies, and Find: a bad one is refused before anything is sent. */
import type { INodeParameters } from 'n8n-workflow';

import type { Engine } from '../harness/engine';
import type { Service } from '../harness/service';
import { byId, given, useEngine, useService } from '../harness/support';
import { Wording } from '../harness/support/wording';
import { refusalOf } from './refusal';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';

let engine: Engine;
let service: Service;
useEngine((started) => (engine = started));
useService((started) => (service = started));

const wording = new Wording();
/** The sentence, which begins with the filter that it is about. */
const refused = async (parameters: INodeParameters, filter: string) => {
	const sentence = await refusalOf(engine, service, parameters);
	wording.note(sentence);
	expect(sentence).toMatch(new RegExp(`^${filter} `));
};

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
			'Score From',
		],
		['a score below all', getAll('respondent', { scoreFrom: -1 }), 'Score From'],
		[
			'a score below all at the other end',
			getAll('respondent', { scoreFrom: 0, scoreTo: given('-0.5') }),
			'Score To',
		],
		['no score', getAll('respondent', { scoreFrom: given('') }), 'Score From'],
		['a score that is none', getAll('respondent', { scoreTo: given('high') }), 'Score To'],
		[
			'a score whose expression gives nothing',
			getAll('respondent', { scoreTo: '={{ $json.nothing }}' }),
			'Score To',
		],
		[
			'times the wrong way round',
			getAll('respondent', {
				completedAfter: '2026-02-01T00:00:00Z',
				completedBefore: '2026-01-01T00:00:00Z',
			}),
			'Completed After',
		],
		[
			'no time between',
			getAll('respondent', {
				completedAfter: '2026-01-01T01:00:00+01:00',
				completedBefore: '2026-01-01T00:00:00Z',
			}),
			'Completed After',
		],
		[
			'a time that is none',
			getAll('respondent', { completedAfter: 'yesterday' }),
			'Completed After',
		],
		['no time', getAll('invitation', { expiresBefore: '' }), 'Expires Before'],
		['no status', getAll('mailing', { statuses: [] }), 'Statuses'],
		['an empty status', getAll('respondent', { statuses: [' '] }), 'Statuses'],
		[
			'a property without a value',
			getAll('respondent', { propertyFilter: property('department', ' ') }),
			'Property Filter',
		],
		[
			'a property without a key',
			getAll('respondent', { propertyFilter: property(' ', 'Sales') }),
			'Property Filter',
		],
		['no property', getAll('respondent', { propertyFilter: {} }), 'Property Filter'],
		['a word for Used that is none', getAll('invitation', { used: given('maybe') }), 'Used'],
		['a type that is no text', getAll('invitation', { type: given([5]) }), 'Type'],
		['a batch that is no ID', getAll('invitation', { batch_id: 'spring' }), 'Batch ID'],
		['no address', getAll('invitation', { recipientEmail: '' }), 'Recipient Email'],
		[
			'an address with something behind it',
			getAll('invitation', { recipientEmail: 'ann@example.com/x' }),
			'Recipient Email',
		],
		[
			'together with Raw Answer',
			getAll('mailing', { statuses: ['sent'] }, { rawAnswer: true }),
			'Statuses',
		],
	])('%s', async (_name, parameters, filter) => {
		await refused(parameters, filter);
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
		['no address', find({ findBy: 'email', email: given(' ') }), 'Email'],
		[
			'an expression that gives nothing',
			find({ findBy: 'email', email: '={{ $json.nothing }}' }),
			'Email',
		],
		['an address that is none', find({ findBy: 'email', email: 'ann' }), 'Email'],
		[
			'two addresses',
			find({ findBy: 'email', email: 'ann@example.com, bob@example.com' }),
			'Email',
		],
		['no external ID', find({ findBy: 'externalId', externalId: given('') }), 'External ID'],
		[
			'a number whose last digits are lost',
			find({ findBy: 'externalId', externalId: '={{ 2 ** 60 }}' }),
			'External ID',
		],
		[
			'one of two',
			find({ findBy: 'either', email: 'ann@example.com', externalId: given('') }),
			'External ID',
		],
		['the other of two', find({ findBy: 'either', email: given(''), externalId: 'A-1' }), 'Email'],
		[
			'another way to find',
			find({ findBy: given('name'), email: 'ann@example.com', externalId: 'A-1' }),
			'Find By',
		],
	])('%s', async (_name, parameters, filter) => {
		await refused(parameters, filter);
	});
});

it('is refused in these words', () => expect(wording.page).toMatchSnapshot());
