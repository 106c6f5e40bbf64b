import type { IDataObject } from 'n8n-workflow';
import { get } from 'lodash';
import { play } from './player';

const file = 'completions-to-pipedrive.json';

/** What "Write the score" sends of a completion, by the field's name. */
async function writtenOf(completion: IDataObject): Promise<IDataObject> {
	const given = { 'One at a time': [completion], 'By email': [{ id: 7 }] };
	const [sent] = await play({ file, given, played: ['Write the score'] });
	const values = get(sent, 'updateFields.customFields.property') as Array<{
		name: string;
		value: IDataObject[string];
	}>;
	return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}

describe('what is written into the Pipedrive person', () => {
	it('is the score, the group, and the day in the time zone of the workflow', async () => {
		const completed_at = '2026-03-02T03:00:00.000Z';
		expect(await writtenOf({ score: 0, nps_group: 'detractor', completed_at })).toEqual({
			'Survey score': 0,
			'Survey group': 'detractor',
			'Survey date': '2026-03-01',
		});
	});

	it('is nothing where the service does not say, so that nothing of an earlier interview stays', async () => {
		expect(await writtenOf({ score: null, nps_group: null, completed_at: null })).toEqual({
			'Survey score': null,
			'Survey group': null,
			'Survey date': null,
		});
	});
});

describe('whom Pipedrive is asked for', () => {
	const asked = async (node: string, completion: IDataObject) => {
		const given = { 'One at a time': [completion] };
		const [sent] = await play({ file, given, played: [node] });
		return sent;
	};

	it('is the ID, then the address', async () => {
		const both = { external_id: '4711', email: 'ada@example.com' };
		expect(await asked('Get the person by ID', both)).toMatchObject({ personId: '4711' });
		expect(await asked('Find by email', both)).toMatchObject({ term: 'ada@example.com' });
	});

	it.each([null, 'emp-42', '', '1e3', '../deals/7'])(
		'is an ID that nobody has where there is none: %j',
		async (external_id) => {
			const completion = { external_id, email: null };
			expect(await asked('Get the person by ID', completion)).toMatchObject({ personId: 0 });
			expect(await asked('Find by email', completion)).toMatchObject({ term: 'nobody' });
		},
	);
});

describe('what follows from what Pipedrive answers', () => {
	const outcomes = async (answer: IDataObject) => {
		const given = { 'Get the person by ID': [answer] };
		const [sent] = await play({ file, given, played: ['Was the person found?'] });
		const rules = get(sent, 'rules.values') as Array<{ outputKey: string }>;
		return rules
			.filter((rule) => get(rule, 'conditions.conditions[0].leftValue') === true)
			.map(({ outputKey }) => outputKey);
	};

	it.each([
		['a person', { id: 7, is_deleted: false }, ['Found']],
		['a person that was found by email', { id: 7, in_pipedrive: true }, ['Found']],
		['nobody at that address', { id: 0, in_pipedrive: false }, ['Not in Pipedrive']],
		['a person that is deleted', { id: 7, is_deleted: true }, []],
		['404', { error: 'The resource you are requesting could not be found' }, []],
		['400', { error: 'Bad request - please check your parameters' }, []],
		['403', { error: 'Forbidden - perhaps check your credentials?' }, []],
		['410', { error: 'Your request is invalid or could not be processed by the service' }, []],
		['429', { error: 'The service is receiving too many requests from you' }, ['No answer']],
		['401', { error: 'Authorization failed - please check your credentials' }, ['No answer']],
		['503', { error: 'Service unavailable - try again later' }, ['No answer']],
		['no connection', { error: 'connect ECONNREFUSED' }, ['No answer']],
	])('%s', async (_, answer, due) => {
		expect(await outcomes(answer)).toEqual(due);
	});
});
