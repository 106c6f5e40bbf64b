/** Values of records, in the forms in which services write them. */
import { RESPONDENT_KIND } from '../../../nodes/SurveyInterview/service/kinds';
import { RecordReader } from '../../../nodes/SurveyInterview/service/reader';
import { propertiesByKey, wordFor } from '../../../nodes/SurveyInterview/service/values';

it.each<[unknown, object | undefined]>([
	[{ team: 'Sales' }, { team: 'Sales' }],
	[
		{ team: { label: 'Team', value: 'Sales' }, city: 'Rome' },
		{ team: 'Sales', city: 'Rome' },
	],
	[{ team: { label: 'Team' } }, { team: { label: 'Team' } }],
	[[], {}],
	[[{ key: 'team', value: 'Sales' }], { team: 'Sales' }],
	[[{ key: 7, name: 'team', property_value: 'Sales' }], { team: 'Sales' }],
	[
		[
			{ key: 'team', value: 'Sales' },
			{ key: 'team', value: 'Care' },
		],
		{ team: ['Sales', 'Care'] },
	],
	[[{ value: 'Sales' }], undefined],
	[[{ key: 'team' }], undefined],
	[['team'], undefined],
	['team', undefined],
])('properties %j are %j', (value, expected) => {
	expect(propertiesByKey(value)).toEqual(expected);
});

it.each<[unknown, boolean]>([
	[true, true],
	['Yes', true],
	['y', true],
	[1, true],
	['2026-01-01T00:00:00Z', true],
	[false, false],
	['no', false],
	['', false],
	['yesterday', false],
	['not true', false],
	[11, false],
	[null, false],
])('a mark that is %j is set: %s', (erased, isSet) => {
	const { erased: found } = new RecordReader(RESPONDENT_KIND).factsIn({ erased });
	expect(found === true).toBe(isSet);
});

it('a word means what the table says, with its spaces and signs as underscores, or itself', () => {
	const read = wordFor({ completed: 'done all_answered' });
	expect(['Done', 'all answered', 'all-answered', 'Other word', 7].map(read)).toEqual([
		...['completed', 'completed', 'completed', 'other word', undefined],
	]);
});
