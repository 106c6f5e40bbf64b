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
		[
			'times the wrong way round',
			getAll('respondent', {
				completedAfter: '2026-02-01T00:00:00Z',
				completedBefore: '2026-01-01T00:00:00Z',
			}),
			'Completed After',
		],
		[
			'a time that is none',
			getAll('respondent', { completedAfter: 'yesterday' }),
			'Completed After',
		],
		['no status', getAll('mailing', { statuses: [] }), 'Statuses'],
		[
			'a property without a value',
			getAll('respondent', { propertyFilter: property('department', ' ') }),
			'Property Filter',
		],
		['a word for Used that is none', getAll('invitation', { used: given('maybe') }), 'Used'],
		['a type that is no text', getAll('invitation', { type: given([5]) }), 'Type'],
		['a batch that is no ID', getAll('invitation', { batch_id: 'spring' }), 'Batch ID'],
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
