/** Random items and random expressions, to compare how the node and n8n read them. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

/** Values that may stand in an item's data besides what JSON has; n8n hands on what a node gave. */
export type Foreign = (kind: number) => unknown;

/** An instance, with a getter that its prototype has. */
export class Person {
	name = 'Ada';
	get length() {
		return 3;
	}
}

/** Names that people have, and those that mean something to JavaScript or to n8n. */
const NAMES = [
	...['a', 'b', 'c', 'first name', 'E-Mail', 'größe', '_x', '$', '$json', 'a.b', '.', ' ', ''],
	...['0', '1', '00', '-1', '1.5', '9999999999', 'NaN'],
	...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON'],
	...['length', 'first', 'isEmpty', 'at', 'name', 'year', 'then', 'class', 'arguments', 'caller'],
	...[
		'__isObject',
		'__isError',
		'__isArray',
		'__data',
		'isProxy',
		'mainModule',
		'binding',
		'_load',
	],
	...[
		'json',
		'data',
		'item',
		'a"b',
		"a'b",
		'a\\b',
		'{{',
		'}}',
		'a]b',
		'a\nb',
		'a.constructor',
		'\u2028',
	],
];

const name = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c') },
	fc.constantFrom(...NAMES),
);

const ODD = [
	...[
		undefined,
		null,
		true,
		false,
		'',
		' ',
		'text',
		'={{ 1 }}',
		'{{ $json.a }}',
		'\0',
		'a\0b',
		'\ud800',
		'😀',
	],
	...[0, -0, 1, 1.5, -1, 1e21, 2 ** 53, NaN, Infinity, -Infinity, 'x'.repeat(200_000)],
];

/** Data of an item: JSON with odd names and odd leaves. */
function anyValue(foreign: Foreign): fc.Arbitrary<unknown> {
	const leaf = fc.oneof(
		fc.constantFrom(...ODD),
		fc.string({ unit: 'binary', maxLength: 4 }),
		fc.double(),
		fc.nat(9).map(foreign),
	);
	const { value } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 4, depthSize: 'medium' },
			leaf,
			fc.array(tie('value'), { maxLength: 3 }),
			tie('record'),
		),
		record: fc.array(fc.tuple(name, tie('value')), { maxLength: 6 }).map(recordOf),
	}));
	return value;
}

/** An object with exactly these keys as its own, `__proto__` too. */
function recordOf(entries: Array<[string, unknown]>): object {
	const record = {};
	for (const [key, value] of entries) {
		Object.defineProperty(record, key, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return record;
}

export const anyItem = (foreign: Foreign): fc.Arbitrary<object> =>
	fc.array(fc.tuple(name, anyValue(foreign)), { minLength: 1, maxLength: 8 }).map(recordOf);

/** Other objects and lists with the same in them: n8n changes dates in those that it hands out. */
export function copied(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copied);
	if (typeof value !== 'object' || value === null) return value;
	if (Object.getPrototypeOf(value) !== Object.prototype) return value;
	const properties = Object.entries(Object.getOwnPropertyDescriptors(value));
	const copy = {};
	for (const [key, one] of properties) {
		Object.defineProperty(copy, key, 'value' in one ? { ...one, value: copied(one.value) } : one);
	}
	return copy;
}

const step = fc.oneof(
	{ weight: 4, arbitrary: name.map((key) => `.${key}`) },
	{ weight: 2, arbitrary: name.map((key) => `["${key}"]`) },
	{ weight: 2, arbitrary: name.map((key) => `['${key}']`) },
	{
		weight: 1,
		arbitrary: fc.constantFrom('[0]', '[1]', '[00]', '[-1]', '[1.5]', '["a"', '.first()', '?.a'),
	},
);

const space = fc.constantFrom('', ' ', '  ', '\n', '\t');

/** An expression that is a path, or nearly one. */
export const anyPath: fc.Arbitrary<string> = fc
	.tuple(fc.array(step, { maxLength: 4 }), space, space)
	.map(([steps, before, after]) => `={{${before}$json${steps.join('')}${after}}}`);

const NEARLY = [
	...[
		'={{ $json.a }} ',
		'= {{ $json.a }}',
		'={{ $json.a }}{{ $json.b }}',
		'=$json.a',
		'={{ $json.a + 1 }}',
	],
	...[
		'={{ $json . a }}',
		'={{ $JSON.a }}',
		'={{ $json.a; }}',
		'={{ $json.a /* */ }}',
		'={{ $json }}',
		'=',
	],
	...[
		'={{ $itemIndex }}',
		'={{ $json.a.length }}',
		'={{ $json.a.isEmpty() }}',
		'{{ $json.a }}',
		'plain',
	],
	...[
		'={{ $input.item.json.a }}',
		'={{ $binary.a }}',
		'={{ $json["a"]["b"].c[0] }}',
		'={{ $json.a?.b }}',
	],
];

/** A parameter with such expressions in it, as a workflow holds it. */
export const anyParameter: fc.Arbitrary<INodeParameters[string]> = fc.letrec<{
	value: INodeParameters[string];
}>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 2, depthSize: 'small' },
		{ weight: 6, arbitrary: anyPath },
		{ weight: 2, arbitrary: fc.constantFrom(...NEARLY) },
		fc.constantFrom(0, true, false, ''),
		fc.array(tie('value'), { maxLength: 3 }) as fc.Arbitrary<INodeParameters[string]>,
		fc.dictionary(
			fc.constantFrom('key', 'value', 'values', '__rl', 'mode', 'toString'),
			tie('value'),
			{
				maxKeys: 3,
			},
		) as fc.Arbitrary<INodeParameters[string]>,
	),
})).value;
