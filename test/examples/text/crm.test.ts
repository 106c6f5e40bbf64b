/** What the workflows send to a CRM, where the real n8n plays only what is usual (`*Loop.weekly.test.ts`). */
import type { IDataObject } from 'n8n-workflow';
import { get } from 'lodash';
import { parametersOf } from './playNode';

const LOOP = 'One at a time';
const NOTHING = { score: null, nps_group: null, completed_at: null };

describe('completions-to-hubspot.json', () => {
	const file = 'completions-to-hubspot.json';

	it.each([
		[
			'the score, the group, and the time in milliseconds',
			{ score: 0, nps_group: 'detractor', completed_at: '2026-03-02T09:00:00.000Z' },
			[0, 'detractor', Date.parse('2026-03-02T09:00:00.000Z')],
		],
		['nothing, so that nothing of an earlier interview stays', NOTHING, ['', '', '']],
	])('writes %s', async (_what, completion, due) => {
		const given = { [LOOP]: completion, 'By ID, then by email': { contact_email: 'a@b.example' } };
		const sent = await parametersOf(file, 'Write the score', given);
		const values = get(sent, 'additionalFields.customPropertiesUi.customPropertiesValues');
		expect(values).toMatchObject(due.map((value) => ({ value })));
	});

	// HubSpot refuses a search for a number that is none, and one without a value.
	it.each([
		[{ external_id: '4711', email: 'ada@example.com' }, ['4711', 'ada@example.com']],
		[{ external_id: null, email: null }, [0, 'nobody']],
		[{ external_id: 'emp-42', email: null }, [0, 'nobody']],
		[{ external_id: '', email: null }, [0, 'nobody']],
	])('looks for %j by the ID, then by the address', async (completion, [id, email]) => {
		const sent = await parametersOf(file, 'Find the contact', { [LOOP]: completion });
		const groups = get(sent, 'filterGroupsUi.filterGroupsValues') as object[];
		const asked = groups.map((group) => get(group, 'filtersUi.filterValues[0].value') as unknown);
		expect(asked).toEqual([id, email, email]);
	});
});

describe('completions-to-pipedrive.json', () => {
	const file = 'completions-to-pipedrive.json';

	it.each([
		[
			'the score, the group, and the day in the time zone of the workflow',
			{ score: 0, nps_group: 'detractor', completed_at: '2026-03-02T03:00:00.000Z' },
			[0, 'detractor', '2026-03-01'],
		],
		['nothing, so that nothing of an earlier interview stays', NOTHING, [null, null, null]],
	])('writes %s', async (_what, completion, due) => {
		const given = { [LOOP]: completion, 'By email': { id: 7 } };
		const sent = await parametersOf(file, 'Write the score', given);
		const values = get(sent, 'updateFields.customFields.property');
		expect(values).toMatchObject(due.map((value) => ({ value })));
	});

	it.each([
		[{ external_id: '4711', email: 'ada@example.com' }, '4711', 'ada@example.com'],
		[{ external_id: null, email: null }, 0, 'nobody'],
		[{ external_id: 'emp-42', email: null }, 0, 'nobody'],
		[{ external_id: '1e3', email: null }, 0, 'nobody'],
		[{ external_id: '../deals/7', email: null }, 0, 'nobody'],
	])('looks for %j by the ID, then by the address', async (completion, personId, term) => {
		const given = { [LOOP]: completion };
		expect(await parametersOf(file, 'Get the person by ID', given)).toMatchObject({ personId });
		expect(await parametersOf(file, 'Find by email', given)).toMatchObject({ term });
	});

	it.each<[string, IDataObject, string[]]>([
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
	])('goes on after %s', async (_what, answer, due) => {
		const given = { [LOOP]: {}, 'Get the person by ID': answer };
		const sent = await parametersOf(file, 'Was the person found?', given);
		const rules = get(sent, 'rules.values') as Array<{ outputKey: string }>;
		const taken = rules.filter((rule) => get(rule, 'conditions.conditions[0].leftValue') === true);
		expect(taken.map(({ outputKey }) => outputKey)).toEqual(due);
	});
});
