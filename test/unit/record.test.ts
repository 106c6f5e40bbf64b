import { recordId } from '../../nodes/SurveyInterview/records/record';

it.each([
	[{ id: 'a', respondent_id: 'b' }, 'a'],
	[{ respondent_id: 'b' }, 'b'],
	[{ uuid: 'c' }, 'c'],
	[{ id: 17 }, '17'],
	[{ id: '', uuid: 'c' }, 'c'],
	// Digits are lost when such a number is read: the next one would be the same.
	[{ id: 2 ** 53 + 2 }, undefined],
	[{ id: 2 ** 60, uuid: 'c' }, 'c'],
	[{ id: null }, undefined],
	[{ survey_id: 's', invitation_id: 'i', name: 'Ada' }, undefined],
])('the id of %j is %p', (record, expected) => {
	expect(recordId(record)).toBe(expected);
});
