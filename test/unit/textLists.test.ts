/** A list that an expression or an agent gives as one text, in every field that takes a list. */
import { LIST_READERS } from '../../nodes/SurveyInterview/input/readLists';
import type { Field, FieldOf } from '../../nodes/SurveyInterview/operations/field';
import { FieldChecker, namesToClear } from '../../nodes/SurveyInterview/input/fieldChecker';
import { RESOURCES } from '../../nodes/SurveyInterview/operations';
import {
	COMPLETION_FILTERS,
	COMPLETION_OPTIONS,
} from '../../nodes/SurveyInterview/trigger/completionOptions';

/** The fields of the entries and of the trigger, wherever they are, by their labels. */
const FIELDS = new Map<object, Field>();
const visited = new Set<unknown>();
const visit = (value: unknown): void => {
	if (typeof value !== 'object' || value === null || visited.has(value)) return;
	visited.add(value);
	if ('kind' in value && 'label' in value) FIELDS.set(value, value as Field);
	Object.values(value).forEach(visit);
};
visit([RESOURCES, COMPLETION_OPTIONS, COMPLETION_FILTERS]);
const all = [...FIELDS.values()].map((field): [string, Field] => [field.label, field]);
const choices = all.filter((one): one is [string, FieldOf<'choices'>] => one[1].kind === 'choices');
const lists = all.filter(
	(one): one is [string, FieldOf<'list'>] => one[1].kind === 'list' && !one[1].reader,
);
const typed = lists.filter(([, { mayHaveCommas }]) => mayHaveCommas);
const split = lists.filter((one) => !typed.includes(one));

/** Two entries as people write them, and as programs print them. */
const textsOf = (one: string, other: string): string[] => [
	...[`${one}, ${other},`, `\n${one}\r\n${other}`, `${one}; ${other}`, `${one}|${other}`],
	...[JSON.stringify([one, other]), `['${one}', '${other}']`, `"${one}","${other}"`],
];

const checker = new FieldChecker('UTC');

it.each(choices)('%s takes several choices in a text', (_, field) => {
	const [one = '', other = one] = field.choices.map(({ value }) => value);
	for (const text of textsOf(one, other)) {
		expect(checker.check(field, text)).toEqual([one, other]);
		expect(checker.check(field, [text])).toEqual([one, other]);
	}
	expect(() => checker.check(field, ', ,')).toThrow(/is empty/);
});

it.each(split)('%s takes several entries in a text', (_, field) => {
	for (const text of [
		...textsOf('a', 'b c'),
		...['- a\n- b c', '• a\n– b c', '* a\n* b c', '9. a\n10) b c', '{a,b c}', '[a,\nb c]'],
		...[
			'a and b c',
			'a or b c',
			'a / b c',
			'a & b c',
			'a + b c',
			'a AND b c',
			'a und b c',
			'a\tb c',
			'a、b c',
			'a，b c',
			'a；b c',
		],
		...['“a”, „b c“', '‘a’, ’b c`', '\u200ba, b c\u200b'],
	]) {
		expect(checker.check(field, text)).toEqual(['a', 'b c']);
		expect(checker.check(field, [text])).toEqual(['a', 'b c']);
	}
	// Brackets at the end of an entry, and a dash behind a word, belong to it.
	expect(checker.check(field, 'a [z], x- y')).toEqual(['a [z]', 'x- y']);
	// An empty list could mean to empty the field.
	expect(() => checker.check(field, ', ,')).toThrow(/empty/);
	expect(() => checker.check(field, [''])).toThrow(/empty/);
});

it('keeps signs inside an entry, and brackets that are its own', () => {
	const origins = 'http://[::1]; https://a.example:8080|it’s "so" said|-1 {x}|2.5';
	expect(split.map(([, field]) => checker.check(field, origins))).toContainEqual([
		'http://[::1]',
		'https://a.example:8080',
		'it’s "so" said',
		'-1 {x}',
		'2.5',
	]);
});

it.each(typed)('%s, in which a comma may belong to an entry, guesses nothing', (_, field) => {
	expect(checker.check(field, ['a:b, c', ' d '])).toEqual(['a:b, c', ' d ']);
	expect(checker.check(field, '["a:b, c"]')).toEqual(['a:b, c']);
	expect(checker.check(field, 'a:b')).toEqual(['a:b']);
	expect(() => checker.check(field, 'a:b, c')).toThrow(/is one text.*give a list/);
});

it('finds the fields', () => {
	const labels = (of: Array<[string, unknown]>) => [...new Set(of.map(([label]) => label))];
	expect(labels(typed)).toEqual(['Property Filter', 'Themes']);
	expect(labels(split)).toEqual(expect.arrayContaining(['Statuses', 'Allowed Origins']));
	expect(labels(choices)).toEqual(expect.arrayContaining(['Channels', 'Status']));
});

it('Clear Fields takes several names in a text', () => {
	expect(namesToClear({ clearFields: 'label, expires_at' })).toEqual(['label', 'expires_at']);
});

it('leaves a value of a property whole', () => {
	const maps = [...FIELDS.values()].filter(({ kind }) => kind === 'map');
	expect(maps.length).toBeGreaterThan(0);
	const rows = { values: [{ key: 'team', value: 'Sales, EU' }] };
	for (const map of maps) expect(checker.check(map, rows)).toEqual({ team: 'Sales, EU' });
});

it.each([
	['["a@x.com","b@x.com"]', ['a@x.com', 'b@x.com']],
	["['a@x.com', 'b@x.com']", ['a@x.com', 'b@x.com']],
	['a@x.com、b@x.com', ['a@x.com', 'b@x.com']],
	['a@x.com\r\nb@x.com', ['a@x.com', 'b@x.com']],
	['"a@x.com"; "b@x.com"', ['a@x.com', 'b@x.com']],
	['[12,34]', ['12', '34']],
	['["12","34"]', ['12', '34']],
	['12、34', ['12', '34']],
	['a@x.com b@x.com', ['a@x.com', 'b@x.com']],
	['a@x.com and b@x.com', ['a@x.com', 'b@x.com']],
	['a@x.com / b@x.com', ['a@x.com', 'b@x.com']],
	['Ada <a@x.com> Bob <b@x.com>', ['a@x.com', 'b@x.com']],
	['A 7', ['A 7']],
	// An ID may have a sign that separates others.
	['A;1\nB,2', ['A;1', 'B,2', 'A', '1', 'B', '2']],
	['A,1; B|2', ['A,1', 'B|2']],
	['12\n34\r\n56', ['12', '34', '56']],
	['12\t34', ['12', '34']],
	['A,1\tB', ['A,1', 'A', '1', 'B']],
	['12，34；56', ['12', '34', '56']],
	['A；1', ['A；1']],
	[
		['["12","34"]', 56],
		['12', '34', '56'],
	],
])('of the opt-outs %j, %j hold', (value, expected) => {
	expect(LIST_READERS.optOuts(value, 'List')).toEqual(expect.arrayContaining(expected));
});

it('takes step IDs in one text', () => {
	expect(LIST_READERS.stepIds('a b; c', 'List')).toEqual(['a', 'b', 'c']);
});

it.each(['', ' ', ', ', 'N/A', 'none', '-', [], ['[]'], [''], ['', ''], ['NULL', '']])(
	'%j is a list of opt-outs without anybody',
	(value) => {
		expect(LIST_READERS.optOuts(value, 'List')).toEqual([]);
	},
);

it.each(['x', ['x', 'x'], [1, 0], ['1', '1', '1'], '✓;✓'])(
	'%j is no list of opt-outs, because it would stop nobody',
	(value) => {
		expect(() => LIST_READERS.optOuts(value, 'List')).toThrow(
			/contains only .* as text; correct it/,
		);
	},
);

it.each([' ', '[]', '""'])('opt-outs without anybody: %j', (value) => {
	expect(LIST_READERS.optOuts([value, 'a@x.com'], 'List')).toEqual(['a@x.com']);
});
