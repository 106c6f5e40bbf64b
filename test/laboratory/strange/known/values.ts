/** Values of facts: as a service may write them, with what they mean in the output (docs/facts.md). */
import type { Random } from '../foreign/random';

/** A value as it is written, and what it says. */
export interface Said {
	written: unknown;
	value: unknown;
}

/** How one service writes its values. */
export interface Style {
	time: 'isoZ' | 'isoMs' | 'offset' | 'noZone' | 'spaced' | 'seconds' | 'millis';
	numbersAsText: boolean;
	idsAreNumbers: boolean;
	words: 'lower' | 'upper' | 'title';
	properties: 'map' | 'labelled' | 'list' | 'longList';
}

export const pickStyle = (random: Random): Style => ({
	time: random.pick([
		...(['isoZ', 'isoZ', 'isoMs', 'offset', 'noZone', 'spaced', 'seconds', 'millis'] as const),
	]),
	numbersAsText: random.chance(0.2),
	idsAreNumbers: random.chance(0.15),
	words: random.pick(['lower', 'lower', 'upper', 'title'] as const),
	properties: random.pick(['map', 'map', 'labelled', 'list', 'longList'] as const),
});

/** What may be taken for what: a text is a name, and a number of seconds is a number. */
export type Family =
	| 'text'
	| 'email'
	| 'id'
	| 'number'
	| 'time'
	| 'word'
	| 'metric'
	| 'flag'
	| 'map'
	| 'texts'
	| 'records'
	| 'rows';

/** By family, the families whose values may be read as one of it. */
const TAKES: Record<Family, readonly Family[]> = {
	text: ['text', 'email', 'id', 'number', 'time', 'word', 'metric'],
	email: ['email'],
	id: ['text', 'email', 'id', 'number', 'time', 'word', 'metric'],
	number: ['number', 'time', 'id'],
	time: ['time'],
	word: ['text', 'email', 'id', 'number', 'time', 'word', 'metric', 'flag'],
	metric: ['metric'],
	flag: ['flag', 'time', 'word'],
	map: ['map'],
	texts: ['texts'],
	records: ['records', 'rows'],
	rows: ['rows'],
};

/** Whether a value of one family may be read where another is looked for. */
export const mayBe = (one: Family, other: Family) => TAKES[other].includes(one);

/** One kind of value. */
export interface ValueType {
	family: Family;
	say: (random: Random, style: Style) => Said;
	/** Values that are not of this kind, so that another place counts. */
	misfits?: readonly unknown[];
}

const as =
	(family: Family, misfits: readonly unknown[], say: ValueType['say']) => (): ValueType => ({
		family,
		misfits,
		say,
	});
const same = (value: unknown): Said => ({ written: value, value });

/** Unique in what a person may meet, so that nobody is taken for somebody else. */
const distinct = (random: Random) => random.int(1, 2 ** 40).toString(36);

export const text = as('text', ['', '  ', 7, true], (random) =>
	same(`${random.pick(['Crew', 'Office', 'Move', 'Été', 'Desk'])} ${distinct(random)}`),
);

export const email = as('email', ['', 'not given', 'anonymous', true], (random) =>
	same(
		`${random.pick(['Ada', 'bo', 'Chi.di', 'd+x'])}-${distinct(random)}@${random.pick(['example.com', 'Example.org'])}`,
	),
);

export const id = as('id', ['', true, 1.5], (random, { idsAreNumbers }) => {
	if (!idsAreNumbers) return same(random.uuid());
	const written = random.int(1, 2 ** 40);
	return { written, value: String(written) };
});

/** The workspace's own number of a person. */
export const externalId = as('id', ['', true], (random, { idsAreNumbers }) => {
	const number = random.int(1, 2 ** 40);
	return idsAreNumbers ? { written: number, value: String(number) } : same(`crm-${number}`);
});

export const uuid = as('id', ['', 'none', 7], (random) => same(random.uuid()));

/** A number as the service writes it. */
export const numberIn = (number: number, { numbersAsText }: Style): number | string =>
	numbersAsText ? String(number) : number;

export const inStyle = (number: number, style: Style): Said => ({
	written: numberIn(number, style),
	value: number,
});

export const score = as('number', ['', 'high', true], (random, style) =>
	inStyle(random.chance(0.8) ? random.int(0, 10) : random.int(0, 1000) / 10, style),
);

export const number = as('number', ['', 'often', true], (random, style) =>
	inStyle(random.int(0, 1000) / 1000, style),
);

export const count = as('number', ['', 'many', -1, 1.5, true], (random, style) =>
	inStyle(random.int(0, 400), style),
);

const two = (part: number) => String(part).padStart(2, '0');

/**
 * A moment as the service writes it; only some forms have milliseconds.
 *
 * @param minutes between its time zone and UTC
 */
export function timeIn(at: number, { time: form }: Style, minutes: number): string | number {
	const iso = new Date(at).toISOString();
	const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19);
	const size = Math.abs(minutes);
	const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
	const forms: Record<Style['time'], string | number> = {
		isoZ: iso.replace('.000Z', 'Z'),
		isoMs: iso,
		offset: local + offset,
		noZone: iso.slice(0, 19),
		spaced: `${iso.slice(0, 10)} ${iso.slice(11, 19)}+00:00`,
		seconds: Math.floor(at / 1000),
		millis: at,
	};
	return forms[form];
}

/** Time zones of services, in minutes from UTC. */
export const ZONES = [60, -300, 330];

/** A moment of 2025 or 2026, on a whole second. */
export const time = as('time', ['', 'soon', '2025-02-30', true, 12], (random, style) => {
	const at = random.moment();
	const written = timeIn(at, style, random.pick(ZONES));
	return { written, value: new Date(at).toISOString() };
});

/** A word in the case of the service. */
export const wordIn = (word: string, { words: form }: Style): string =>
	({
		lower: word,
		upper: word.toUpperCase(),
		title: word.charAt(0).toUpperCase() + word.slice(1),
	})[form];

/** A word in the case of the service; in the output it is in lower case. */
export const words = (...known: string[]) =>
	as('word', ['', true], (random, style) => {
		const word = random.pick(known);
		return { written: wordIn(word, style), value: word };
	});

/** A text that the output has as it is written. */
export const oneOf = (...known: string[]) => as('word', [], (random) => same(random.pick(known)));

export const metric = as('metric', ['', 'stars', true, 5], (random, style) =>
	words('nps', 'enps', 'csat', 'ces', 'scale')().say(random, style),
);

export const flag = as('flag', ['', 7], (random) => same(random.chance(0.5)));

export const texts = as('texts', ['', true, [7]], (random, style) => {
	const all = random.many(0, 3, () => String(text().say(random, style).value));
	return random.chance(0.7) ? same(all) : { written: all.map((label) => ({ label })), value: all };
});

const PROPERTIES = {
	department: ['Sales', 'Support', 'R&D'],
	location: ['Utrecht', 'Köln'],
	shift: ['early', 'late'],
	level: [1, 2, 3],
};

/** Property values as the service writes them: an object by key, one with labels, or a list of keys and values. */
export function propertiesIn(value: object, { properties: form }: Style): unknown {
	const entries = Object.entries(value) as Array<[string, unknown]>;
	switch (form) {
		case 'map':
			return value;
		case 'labelled':
			return Object.fromEntries(entries.map(([label, held]) => [label, { label, value: held }]));
		case 'list':
			return entries.map(([key, held]) => ({ key, value: held }));
		case 'longList':
			return entries.map(([key, held]) => ({ property_key: key, property_value: held }));
	}
}

export const properties = as('map', ['', true, 'Sales'], (random, style) => {
	const value: Record<string, string | number> = Object.fromEntries(
		Object.entries(PROPERTIES).flatMap(([key, values]) =>
			random.chance(0.7) ? [[key, random.pick<string | number>(values)]] : [],
		),
	);
	// Properties are texts (docs/interface.md, Properties); attributes that are numbers alone are of something else.
	if (Object.keys(value).join() === 'level') value.shift = 'late';
	return { written: propertiesIn(value, style), value };
});

export const plainProperties = as('map', [true, 'Sales'], (random, style) =>
	properties().say(random, { ...style, properties: 'map' }),
);
