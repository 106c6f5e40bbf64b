import { propertyValues } from '../../nodes/SurveyInterview/records/properties';
import { NESTED, PLAIN } from './respondents';

it.each([
	[PLAIN, 'department', 'Sales'],
	[PLAIN, ' Department ', 'Sales'],
	[PLAIN, 'location', undefined],
	[NESTED, 'DEPARTMENT', 'Support'],
	[NESTED, 'p1', 'Support'],
	[NESTED, 'location', undefined],
	[NESTED, 'undefined', undefined],
	[{ attributes: { team: 4 } }, 'team', '4'],
	[{ attributes: { member: false } }, 'member', 'false'],
	[{ tags: [{ name: 'Team', value: 'Blue' }] }, 'team', 'Blue'],
	[{ properties: [{ label: 'Team', property_value: 'Blue' }] }, 'team', 'Blue'],
	[{ properties: null, department: 'Top' }, 'department', 'Top'],
	// A property may bear the name of a field: the property is meant.
	[{ status: 'completed', properties: { status: 'tenured' } }, 'status', 'tenured'],
	[{ properties: { team: { id: 1 } } }, 'team', undefined],
	[{ participant_properties: { team: { label: 'Team', value: 'Blue' } } }, 'TEAM', 'Blue'],
	[{ properties: { team: { label: 'Team', value: null } } }, 'team', undefined],
	[{ properties: { team: ['Red', 4, null, {}] } }, 'team', ['Red', '4']],
])('%j: the property %p is %p', (record, key, expected) => {
	expect(propertyValues(record, key)).toEqual(expected === undefined ? [] : [expected].flat());
});
