import { THEME_FACTS } from '../../nodes/SurveyInterview/facts/surveyFacts';
import {
	couldBe,
	dataIn,
	looksLikeField,
	shownPath,
	typesByPlace,
	unreadKeysOf,
	type IsRead,
} from '../../nodes/SurveyInterview/facts/unreadKeys';
import { judged } from '../../nodes/SurveyInterview/check/area';
import { looksLikeScope } from '../../nodes/SurveyInterview/check/report';

const nobody = () => false;

type Json = Record<string, unknown>;

const shown = (record: object, isRead: IsRead = nobody, isData = dataIn([record])) =>
	typesByPlace(unreadKeysOf('', [record as Json], () => isRead, isData));

it.each([
	['id', true],
	['ended_at', true],
	['endedAt', true],
	['_revision', true],
	['meta_v2', true],
	['line2', true],
	['ana@example.com', false],
	['Ana', false],
	['de Vries', false],
	['waiting-time', false],
	['7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12', false],
	['12345', false],
	['a1b2c3', false],
	['ünïcode', false],
	['', false],
	['__proto__', false],
	['sitfullabcdefghijklmnopqrstuvwxyz', false],
])('%s looks like the name of a field: %s', (key, expected) => {
	expect(looksLikeField(key)).toBe(expected);
});

it('a path is shown without keys that may be data', () => {
	expect(shownPath(['data', 'ana@example.com', 'quotes'])).toBe('data.{key}.quotes');
});

it.each<[string, object, object]>([
	['an address', { id: 1, 'ana@example.com': 'x' }, { '{key}': 'number or string' }],
	[
		'properties',
		{ properties: { department: 'Sales', a: 1 } },
		{ 'properties.{key}': 'number or string' },
	],
	['a map by id', { people: { '7d0f2a8c': { score: 1 } } }, { 'people.{key}.score': 'number' }],
	[
		'a map by a plain word',
		{ people: { ana: { score: 1 }, bram: { score: 2 } } },
		{ 'people.{key}.score': 'number' },
	],
	['a map of numbers', { counted: { ana: 1, bram: 2 } }, { 'counted.{key}': 'number' }],
	['a map by score', { histogram: { 9: 3, 10: 1 } }, { 'histogram.{key}': 'number' }],
	[
		'a property at the top',
		{ department: 'Sales', properties: [{ key: 'department' }] },
		{ '{key}': 'string', properties: 'list of object' },
	],
	[
		'a key that is a value in another place',
		{ ana: 3, name: 'Ana' },
		{ '{key}': 'number', name: 'string' },
	],
])('%s does not show', (_what, record, expected) => {
	expect(shown(record)).toEqual(expected);
});

it('keys of an object of values never show, even where nothing else tells that they are data', () => {
	const record = { attributes: { department: 'Sales', size: 3 }, by_team: { red: 1, blue: '2' } };
	expect(shown(record, nobody, nobody)).toEqual({
		'attributes.{key}': 'number or string',
		'by_team.{key}': 'number or string',
	});
});

it.each([
	['surveys:read', true],
	['studio.view', true],
	['invitations:write', true],
	['ana', false],
	['ana@example.com', false],
	['7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12', false],
	['sit_full_0123', false],
	['Survey:Read', false],
])('%s looks like a scope: %s', (word, expected) => {
	expect(looksLikeScope(word)).toBe(expected);
});

it('names of fields show, with types that say what they hold', () => {
	expect(
		shown({
			ended_at: '2026-03-02T09:00:00Z',
			owner: { id: '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12', is_admin: true },
			tried: [1, 2],
			none: null,
			mixed: [1, 'a'],
		}),
	).toEqual({
		ended_at: 'time',
		'owner.id': 'uuid',
		'owner.is_admin': 'boolean',
		tried: 'list of number',
		none: 'null',
		mixed: 'list',
	});
});

it('what is read is left out, and so is all that is inside of it where keys are free', () => {
	const isRead = (place: string) => ['name', 'properties'].includes(place);
	expect(shown({ name: 'Ana', properties: { department: 'Sales' }, other: 1 }, isRead)).toEqual({
		other: 'number',
	});
});

it.each<[string[], boolean]>([
	[['a'], true],
	[['a', 'b', 'c', 'd'], true],
	[['a', 'b', 'c', 'd', 'e'], false],
	[['a.b'], false],
	[['a', 'b.c'], false],
])('a fact may stand where Field Names can say it: %j, %s', (keys, can) => {
	const [name] = THEME_FACTS;
	const record = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), 'Delivery');
	expect(name && couldBe(name, keys, [record as Json])).toBe(can);
});

it('types of several records come together', () => {
	const records = [1, null, { id: 1 }].map((a_b) => ({ a_b }));
	const unread = unreadKeysOf('[]', records, () => nobody, nobody);
	expect(typesByPlace(unread)).toEqual({
		'[].a_b': 'null or number or object',
		'[].a_b.id': 'number',
	});
});

it('what is read in the form of JSON:API, or as a time in an object, is not unknown', () => {
	const id = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
	const attributes = { name: 'A', created_at: { $date: '2026-03-02T09:00:00Z' } };
	const survey = judged('survey', { type: 'survey', id, attributes }, {}, nobody);
	expect(survey.details.found).toHaveProperty('created_at');
	expect(survey.details.unknown_keys).toEqual({ type: 'string' });
});

it.each([
	['respondents', 'name', 'first_name', 'Ana'],
	['respondents', 'completed_at', 'ended_at', '2026-03-02T09:00:00Z'],
	['topics', 'mentions', 'frequency', 0.5],
] as const)('of %s, %s is not missed where there is %s', (area, fact, other, value) => {
	const record = { id: '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12', status: 'completed' };
	const misses = (more: Json) =>
		judged(area, [{ ...record, ...more }], {}, nobody).sentence.includes(` ${fact} (`);
	expect([misses({}), misses({ [other]: value })]).toEqual([true, false]);
});
