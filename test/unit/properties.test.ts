import { propertyValueFilter } from '../../nodes/SurveyInterview/operations/respondentFilters';
import { NESTED, PLAIN } from './respondents';

it.each([
	[PLAIN, 'department', 'Sales'],
	[PLAIN, ' Department ', 'Sales'],
	[PLAIN, 'location', undefined],
	[NESTED, 'DEPARTMENT', 'Support'],
	// A property is called what Simplified calls it.
	[NESTED, 'p1', undefined],
	[NESTED, 'location', undefined],
	[NESTED, 'undefined', undefined],
	[{ property_values: { team: 4, site: 'North' } }, 'team', '4'],
	// Tags are texts: numbers alone may be of anything.
	[{ property_values: { team: 4 } }, 'team', undefined],
	[{ property_values: { member: false } }, 'member', 'false'],
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
	const filter = propertyValueFilter('');
	const has = (value: string) =>
		filter.makeVerdict({ propertyFilter: { [key]: value } })({ ...record }) === 'passes';
	const expectedValues = [expected ?? []].flat();
	expect(expectedValues.map((value) => has(value))).toEqual(expectedValues.map(() => true));
	expect(has(`${String(expectedValues[0])} not`)).toBe(false);
	if (expected === undefined) expect([has('Support'), has('1'), has('null')]).not.toContain(true);
});

it('a property passes however the accents of its key and value are encoded; é is not e', () => {
	const filter = propertyValueFilter('');
	const passes = (properties: object, propertyFilter: Record<string, string>) =>
		filter.makeVerdict({ propertyFilter })({ properties }) === 'passes';
	const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301'];
	expect(passes({ [decomposed]: composed }, { [composed]: decomposed })).toBe(true);
	expect(passes({ [composed]: decomposed }, { [decomposed]: composed })).toBe(true);
	expect(passes({ team: 'Cafe' }, { team: composed })).toBe(false);
	expect(passes({ Cafe: 'Blue' }, { [composed]: 'Blue' })).toBe(false);
});
