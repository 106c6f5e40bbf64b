/** Which field of an item each property of a survey takes where it is mapped automatically. */
import { surveyProperties } from '../../nodes/SurveyInterview/service/surveys';
import { readPropertyMapper } from '../../nodes/SurveyInterview/input/propertyMapper';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';
import { unknownAmong } from '../../nodes/SurveyInterview/run/surveyRecords';

const mapped = (properties: JsonObject[], item: JsonObject) => {
	const known = surveyProperties({ properties: properties.map((one) => ({ id: 1, ...one })) });
	return readPropertyMapper({ mappingMode: 'autoMapInputData' }, () => item, known ?? 'no list');
};
const property = (key: string, label = key) => ({ key, label });

it.each<[string, JsonObject[], JsonObject, Record<string, string>]>([
	[
		'two keys in different case',
		[property('Team'), property('team')],
		{ team: 'a' },
		{ team: 'a' },
	],
	[
		'a field that is both in another case is nobody’s',
		[property('Team'), property('team')],
		{ TEAM: 'a' },
		{},
	],
	[
		'a label that is another property’s key',
		[property('dept_code', 'department'), property('department', 'Department name')],
		{ department: 'Sales' },
		{ department: 'Sales' },
	],
	[
		'a label with other blanks',
		[property('job', 'Job title')],
		{ 'Job\u00a0 title': 'x' },
		{ job: 'x' },
	],
	['a label of two', [property('a', 'Team'), property('b', 'Team')], { Team: 'x' }, {}],
	['the key before the label', [property('team', 'Team')], { Team: 'x', team: 'y' }, { team: 'y' }],
	[
		'a key as the survey has it',
		[property('Gro\u0308ße ')],
		{ größe: 'L' },
		{ 'Gro\u0308ße ': 'L' },
	],
	['two fields in another case are ambiguous', [property('team')], { Team: 'x', TEAM: 'y' }, {}],
	['keys with signs', [property('a.b["c"]')], { 'a.b["c"]': 'x' }, { 'a.b["c"]': 'x' }],
	[
		'a key that every object has',
		[property('toString'), property('team')],
		{ team: 1 },
		{ team: '1' },
	],
	[
		'the same key twice in a list',
		[property('team'), property('team', 'Old')],
		{ team: 'a' },
		{ team: 'a' },
	],
	['a key that is a number', [{ key: 5, label: 'Five' }], { 5: 'a' }, { 5: 'a' }],
])('%s', (_, properties, item, expected) => {
	expect(mapped(properties, item)).toEqual(expected);
});

it('what the editor saved matches by label too', () => {
	const schema = [
		{ id: 'dept', displayName: 'Department (dept)' },
		{ id: 'city', displayName: 'Town' },
	];
	const mapper = { mappingMode: 'autoMapInputData', schema };
	const item = () => ({ Department: 'Sales', Town: 'Gent' });
	expect(readPropertyMapper(mapper, item, 'it cannot be read')).toEqual({
		dept: 'Sales',
		city: 'Gent',
	});
});

it('where a property names no key, none is called unknown', () => {
	const keys = (...properties: JsonObject[]) =>
		unknownAmong(['department'], surveyProperties({ properties }) ?? 'no list')?.unknown;
	expect(keys({ id: 1, label: 'Department' })).toBeUndefined();
	expect(keys({ id: 1, key: 'dept' })).toEqual(['department']);
	expect(keys({ id: 1, key: 'dept' }, { id: 2, label: 'Department' })).toBeUndefined();
});
