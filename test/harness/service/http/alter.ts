import { Random } from '../random';
import type { Answer } from './answer';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Altering = { kind: 'extra fields' | 'wrong types'; seed: number };

/** The real answer with its JSON altered; what has no JSON stays as it is. The seed decides how. */
export function alter(answer: Answer | null, { kind, seed }: Altering): Answer {
	if (!answer?.body) return answer ?? { status: 204, headers: {}, body: null };
	const random = new Random(seed);
	const value = JSON.parse(answer.body) as Json;
	const altered =
		kind === 'extra fields' ? withExtras(value, random) : withWrongType(value, random);
	return { ...answer, body: JSON.stringify(altered) };
}

/** Names that look as if they said something of the list, the record or an error. None is in the specification. */
const EXTRA_NAMES = [
	'x_count',
	'total_items',
	'other_name',
	'warnings',
	'errors',
	'error_rate',
	'id_hint',
	'previous_ids',
	'next_step',
	'item_type',
	'details_url',
	'related',
	'meta_v2',
	'ünïcode',
];

/** Adds fields to every object that is there, at every depth; changes and removes nothing. */
function withExtras(value: Json, random: Random): Json {
	if (Array.isArray(value)) return value.map((one) => withExtras(one, random));
	if (value === null || typeof value !== 'object') return value;
	const own = Object.entries(value).map(([key, one]): [string, Json] => [
		key,
		withExtras(one, random),
	]);
	const extras = random
		.shuffled(EXTRA_NAMES)
		.slice(0, random.below(5))
		.filter((name) => !Object.hasOwn(value, name))
		.map((name): [string, Json] => [name, extraValue(name, random)]);
	return Object.fromEntries(random.below(2) === 0 ? [...extras, ...own] : [...own, ...extras]);
}

function extraValue(name: string, random: Random): Json {
	if (name === 'warnings' || name === 'errors') return [];
	return random.pick(valuesOfEveryType(random));
}

function valuesOfEveryType(random: Random): Json[] {
	return [
		null,
		random.below(2) === 0,
		random.below(1000) - 500,
		0.5,
		'',
		'a text that nobody has named',
		[],
		[random.below(10), 'two'],
		[{ id: random.uuid() }],
		{},
		{ id: random.uuid(), items: [] },
	];
}

const DEEP = 500;

/** Replaces one value, chosen among all that are there, by one of another type. */
function withWrongType(value: Json, random: Random): Json {
	const places = countOf(value);
	// The outermost value is hit as often as everything inside it.
	let left = random.below(2) === 0 ? 0 : random.below(places);
	const replaced = (one: Json): Json => {
		if (left-- === 0) return otherType(one, random);
		if (Array.isArray(one)) return one.map(replaced);
		if (one === null || typeof one !== 'object') return one;
		return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, replaced(inner)]));
	};
	return replaced(value);
}

function countOf(value: Json): number {
	if (value === null || typeof value !== 'object') return 1;
	return Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 1);
}

function otherType(value: Json, random: Random): Json {
	let deep: Json = [];
	for (let depth = 0; depth < DEEP; depth++) deep = depth % 2 === 0 ? { deep } : [deep];
	const all: Json[] = [null, true, 17, -0.5, 'a text', '', [], [null], {}, { id: 7 }, deep];
	return random.pick(all.filter((one) => typeOf(one) !== typeOf(value)));
}

function typeOf(value: Json): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}
