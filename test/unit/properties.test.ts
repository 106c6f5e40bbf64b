import { propertyValues } from '../../nodes/SurveyInterview/records/properties';

type Json = Record<string, unknown>;

const PLAIN: Json = {
	id: 'r1',
	status: 'completed',
	score: 9,
	properties: { department: 'Sales' },
	started_at: '2026-01-01T10:00:00Z',
	completed_at: '2026-01-01T10:05:00Z',
};

const NESTED: Json = {
	id: 'r2',
	person: { name: 'Ada' },
	status: 'FINISHED',
	score: '7.5',
	property_values: [
		{ property_id: 'p1', key: 'department', value: 'Support' },
		{ property_id: 'p2', key: 'location', value: null },
	],
	started_at: '2026-01-01T09:55:00.000001+00:00',
	finished_at: '2026-01-01T10:00:00.123456+00:00',
};

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
	[{ properties: { team: ['Red', 4, null, {}] } }, 'team', ['Red', '4']],
])('%j: the property %p is %p', (record, key, expected) => {
	expect(propertyValues(record, key)).toEqual(expected === undefined ? [] : [expected].flat());
});
