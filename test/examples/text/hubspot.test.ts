import type { IDataObject } from 'n8n-workflow';
import { get } from 'lodash';
import { play } from './player';

const file = 'completions-to-hubspot.json';

/** What "Write the score" sends of a completion, by the property's name. */
async function writtenOf(completion: IDataObject): Promise<IDataObject> {
	const given = {
		'One at a time': [completion],
		'By ID, then by email': [{ contact_email: 'ada@example.com' }],
	};
	const [sent] = await play({ file, given, played: ['Write the score'] });
	const values = get(sent, 'additionalFields.customPropertiesUi.customPropertiesValues') as Array<{
		property: string;
		value: IDataObject[string];
	}>;
	return Object.fromEntries(values.map(({ property, value }) => [property, value]));
}

describe('what is written into the HubSpot contact', () => {
	it('is the score, the group, and the time in milliseconds', async () => {
		const completed_at = '2026-03-02T09:00:00.000Z';
		expect(await writtenOf({ score: 0, nps_group: 'detractor', completed_at })).toEqual({
			survey_interview_score: 0,
			survey_interview_group: 'detractor',
			survey_interview_date: Date.parse(completed_at),
		});
	});

	it('is empty where the service does not say, so that nothing of an earlier interview stays', async () => {
		expect(await writtenOf({ score: null, nps_group: null, completed_at: null })).toEqual({
			survey_interview_score: '',
			survey_interview_group: '',
			survey_interview_date: '',
		});
	});
});

describe('what HubSpot is asked for', () => {
	const filtersOf = async (completion: IDataObject) => {
		const given = { 'One at a time': [completion] };
		const [sent] = await play({ file, given, played: ['Find the contact'] });
		const groups = get(sent, 'filterGroupsUi.filterGroupsValues') as object[];
		return groups.map((group) => get(group, 'filtersUi.filterValues[0].value') as unknown);
	};

	it('is the ID, then the address', async () => {
		const both = { external_id: '4711', email: 'ada@example.com' };
		expect(await filtersOf(both)).toEqual(['4711', 'ada@example.com', 'ada@example.com']);
	});

	it.each([null, 'emp-42', ''])('is an ID that nobody has where there is none: %j', async (id) => {
		// HubSpot refuses a search for a number that is none, and one without a value.
		expect(await filtersOf({ external_id: id, email: null })).toEqual([0, 'nobody', 'nobody']);
	});
});
