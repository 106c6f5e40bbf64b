import {
	choice,
	choicesOf,
	integer,
	list,
	number,
	toggle,
} from '../../nodes/SurveyInterview/operations/field';
import { offersSelection } from '../../nodes/SurveyInterview/operations/nodeFields';
import type { OutputFields } from '../../nodes/SurveyInterview/service/outputFields';
import { readOptions } from '../../nodes/SurveyInterview/input/options';
import { InputError } from '../../nodes/SurveyInterview/input/problem';
import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import { Wording } from '../harness/support/wording';

const FIELDS = [
	integer('pages', '', { min: 1, default: 7 }),
	integer('atOnce', '', { min: 1, max: 10, clamped: true, default: 5 }),
	integer('limit', '', { min: 0, default: 100, defaultOnlyProposed: true }),
	number('seconds', '', { min: 0, default: 300 }),
	choice('order', '', choicesOf('up', 'down'), { default: 'down' }),
	list('names', '', { default: ['completed'] }),
	list('ids', '', { label: 'IDs' }),
	toggle('loud', '', true),
];

const read = (given: unknown) =>
	readOptions<{ atOnce: number }>(FIELDS, given, new FieldChecker('Europe/Berlin'));
const refusal = (given: unknown) => {
	try {
		read(given);
	} catch (error) {
		if (error instanceof InputError) return error.message;
		throw error;
	}
	throw new Error('It was not refused.');
};

it.each([
	...[
		[5, 5],
		['5', 5],
		[' +5 ', 5],
		['5.', 5],
		['.5', 0.5],
		['2.50', 2.5],
		['1e2', 100],
	],
	...[
		['1E+2', 100],
		['5e-1', 0.5],
		['0', 0],
	],
])('the number %j is %d', (given, seconds) => {
	expect(read({ seconds: given })).toMatchObject({ seconds });
});

it.each(['.', '5,5', '1e', 'e2', '5s', '0x10', '-1', '--1', 'Infinity'])(
	'%j is no number of at least 0',
	(given) => expect(refusal({ seconds: given })).toMatch(/^Seconds /),
);

const wording = new Wording();

const DEFAULTS = {
	pages: 7,
	atOnce: 5,
	limit: undefined,
	seconds: 300,
	order: 'down',
	names: ['completed'],
	ids: undefined,
	loud: true,
};

it.each([[{}], [undefined], [null], ['text'], [{ unknown: 3, alsoUnknown: '' }]])(
	'options are their defaults where %j was given',
	(given) => {
		expect(read(given)).toEqual(DEFAULTS);
	},
);

it.each([[null], [undefined], [''], ['  ']])(
	'options that are %j are as if they were not added',
	(empty) => {
		const { limit, ids, ...withDefault } = DEFAULTS;
		const given = Object.fromEntries(Object.keys(withDefault).map((name) => [name, empty]));
		expect(read(given)).toEqual({ ...withDefault, limit, ids });
	},
);

it.each([
	['limit', null, 'Limit is null'],
	['limit', '', 'Limit is empty'],
	['ids', [], 'IDs is empty'],
	['ids', undefined, 'IDs is undefined'],
])(
	'options without a default are refused where they are empty: %s %j',
	(name, empty, beginning) => {
		const sentence = refusal({ [name]: empty });
		expect(sentence).toMatch(new RegExp(`^${beginning}: `));
		wording.note(sentence);
	},
);

it('options are what was given', () => {
	const given = {
		pages: 3,
		atOnce: 4,
		limit: 0,
		seconds: 1.5,
		order: 'up',
		names: ['a'],
		ids: ['b'],
	};
	expect(read({ ...given, loud: false })).toEqual({ ...given, loud: false });
});

it('options may be text from an expression', () => {
	const given = { pages: '3', seconds: '1.5', loud: 'false', limit: '0', names: 'a' };
	expect(read(given)).toMatchObject({
		pages: 3,
		seconds: 1.5,
		loud: false,
		limit: 0,
		names: ['a'],
	});
});

it('options that say how many at once are at most what the operation allows', () => {
	expect(read({ atOnce: 20 }).atOnce).toBe(10);
});

it.each([
	[{ pages: 3.7 }, 'Pages'],
	[{ pages: '3.7' }, 'Pages'],
	[{ pages: 0 }, 'Pages'],
	[{ atOnce: 0 }, 'At Once'],
	[{ seconds: -1 }, 'Seconds'],
	[{ seconds: 'soon' }, 'Seconds'],
	[{ loud: 'yes' }, 'Loud'],
	[{ loud: 1 }, 'Loud'],
	[{ loud: 'constructor' }, 'Loud'],
	[{ order: 'left' }, 'Order'],
])('options are refused in a sentence: %j', (given, label) => {
	const sentence = refusal(given);
	expect(sentence).toMatch(new RegExp(`^${label} `));
	wording.note(sentence);
});

it('options are refused in these words', () => expect(wording.page).toMatchSnapshot());

it('Selected Fields is offered for more than five fields', () => {
	const fields = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 'text']));
	expect([5, 6].map((count) => offersSelection({ fields: fields(count) } as OutputFields))).toEqual(
		[false, true],
	);
});
