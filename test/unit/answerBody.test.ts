/** A list that is read while it arrives is the list that JSON.parse reads, wherever its bytes are cut. */
import fc from 'fast-check';

import { parseBody, readArriving, type BodyReading } from '../../nodes/SurveyInterview/http/body';
import { extent } from '../extent';

const asItIs = (text: string) => text;

/** Texts that look like the structure of JSON, and take several bytes. */
const sign = fc.constantFrom(
	'"',
	'\\',
	'[',
	']',
	'{',
	'}',
	',',
	' ',
	'a',
	'ä',
	'€',
	'😀',
	'\u2028',
);
const json = fc.jsonValue({ maxDepth: 3, stringUnit: sign });
const written = fc
	.tuple(
		fc.oneof(fc.array(json), fc.dictionary(fc.string({ unit: sign }), fc.array(json)), json),
		fc.constantFrom(undefined, 1, '\t'),
		fc.constantFrom('', ' ', '\n\r', '\ufeff', '\u00a0', 'é'),
	)
	.map(([value, space, before]) => `${before}${JSON.stringify(value, null, space)}\n`);
const damaged = fc
	.tuple(
		written,
		fc.nat(),
		fc.constantFrom('', ',', ']', '[', '}', '"', '\\', '],[', 'x'),
		fc.nat(2),
	)
	.map(([text, at, put, gone]) => {
		const place = at % (text.length + 1);
		return text.slice(0, place) + put + text.slice(place + gone);
	});
/** Text that is not UTF-8, too. */
const bytes = fc
	.tuple(fc.oneof({ weight: 3, arbitrary: written }, damaged), fc.nat(), fc.option(fc.nat(255)))
	.map(([text, at, byte]) => {
		const all = Buffer.from(text);
		if (byte !== null && byte > 200) all[at % all.length] = byte;
		return all;
	});

async function* arriving(chunks: Array<Buffer | string>) {
	for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

/** The bytes in chunks that end at any bytes; a chunk may be empty. */
function chunksOf(all: Buffer, places: number[]): Buffer[] {
	const ends = [...places.map((place) => place % (all.length + 1)), all.length];
	ends.sort((a, b) => a - b);
	return ends.map((end, nth) => all.subarray(nth === 0 ? 0 : ends[nth - 1], end));
}

/** Reads a body, and puts the entries of a list back together. */
async function readTogether(body: unknown, more: Partial<BodyReading> = {}) {
	let entries: unknown[] = [];
	const readList = async (batches: AsyncIterable<unknown[]>) => {
		entries = [];
		for await (const batch of batches) entries.push(...batch);
	};
	const read = await readArriving(body, { redact: asItIs, readList, ...more });
	return read.kind === 'readAsList' ? { kind: 'json' as const, value: entries as unknown } : read;
}

it('reads any text cut at any bytes as JSON.parse does, or refuses it as it does', async () => {
	let lists = 0;
	await fc.assert(
		fc.asyncProperty(bytes, fc.array(fc.nat(), { maxLength: 30 }), async (all, places) => {
			const expected = parseBody(all.toString());
			const read = await readTogether(arriving(chunksOf(all, places)));
			expect(read).toStrictEqual(expected);
			if (read.kind === 'json' && Array.isArray(read.value)) lists++;
		}),
		{ numRuns: extent({ quick: 150, all: 1_500 }), seed: 7 },
	);
	expect(lists).toBeGreaterThan(20);
});

it('never parses much of a list at once', async () => {
	const list = Array.from({ length: 20_000 }, (_unused, id) => ({ id, name: `Name ${id}` }));
	const parse = jest.spyOn(JSON, 'parse');
	const read = await readTogether(Buffer.from(JSON.stringify(list)));
	const lengths = parse.mock.calls.map(([text]) => text.length);
	parse.mockRestore();
	expect(read).toEqual({ kind: 'json', value: list });
	expect(Math.max(...lengths)).toBeLessThan(70_000);
});

it.each(['[]', '[{}]', '[{"a":1}]'])('refuses what follows the end of %s', async (list) => {
	for (const rest of [']', ',', '{}', 'x']) {
		for (const chunks of [[list + rest], [list, rest], [list, ' ', rest]]) {
			const read = await readTogether(arriving(chunks));
			expect(read).toMatchObject({ kind: 'unreadable', breaksOff: true });
		}
	}
	expect(await readTogether(arriving([list, ' \n']))).toEqual({
		kind: 'json',
		value: JSON.parse(list),
	});
});

it.each(['[1,]', '[,1]', '[1,,2]', '[1 2]', '[{}', '[{}}', '["a]'])(
	'refuses %s, wherever it is cut',
	async (list) => {
		for (let at = 0; at <= list.length; at++) {
			const read = await readTogether(arriving([list.slice(0, at), list.slice(at)]));
			expect(read).toMatchObject({ kind: 'unreadable', breaksOff: true });
		}
	},
);

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

it.each([
	['a list', (record: string) => `[{},${record}]`],
	['a record', (record: string) => record],
	['a list in an object', (record: string) => `{"items":[${record}]}`],
])('refuses %s that is nested too deep, in linear time', async (_name, around) => {
	expect(await readTogether(around(nested(90)))).toMatchObject({ kind: 'json' });
	for (const levels of [104, extent({ quick: 100_000, all: 1_000_000 })])
		expect(await readTogether(around(nested(levels)))).toMatchObject({
			reason: expect.stringContaining('deep'),
		});
});

/** Endless bytes, until nobody reads on. */
async function* endless(start: string, fill: string, seen: { bytes: number }) {
	const chunk = Buffer.from(fill.repeat(1_200_000 / fill.length));
	for (let next = Buffer.from(start); ; next = chunk) {
		seen.bytes += next.length;
		yield await Promise.resolve(next);
	}
}

const RECORD = 'a record of more than 4 MB';
const ANSWER = 'more than 16 MB';
type Endless = [what: string, start: string, fill: string, said: string, megabytes: number];
/** They take a second each. */
const HUGE: Endless[] = [
	[
		'large records',
		`["${'x'.repeat(999)}"`,
		`,"${'x'.repeat(997)}"`,
		'a list of more than 1000 MB',
		1000,
	],
	['small records', '[{}', ',{}', 'a list of more than 5 million records', 15],
];

it.each<Endless>([
	['a container', '{"a":1', ',"b":2', ANSWER, 16],
	['one record of a list', '[{"a":1', ',"b":[]', RECORD, 4],
	['one text of a list', '["', 'x', RECORD, 4],
	['what is no JSON', 'x', '[{}]', ANSWER, 16],
	...extent({ quick: [], all: HUGE }),
])('%s without an end is left in time', async (_what, start, fill, said, megabytes) => {
	const seen = { bytes: 0 };
	const closeConnection = jest.fn();
	const readList = async (batches: AsyncIterable<unknown[]>) => {
		for await (const batch of batches) expect(batch.length).toBeGreaterThan(0);
	};
	const reading = { redact: asItIs, readList, closeConnection };
	const read = await readArriving(endless(start, fill, seen), reading);
	const reason = `${said}, which is too much to read`;
	expect(read).toEqual({ kind: 'unreadable', reason, isTooLarge: true });
	expect(closeConnection).toHaveBeenCalledTimes(1);
	expect(seen.bytes / 1e6).toBeGreaterThan(megabytes - 1);
	expect(seen.bytes / 1e6).toBeLessThan(megabytes + 3);
});

it.each<[string, (batches: AsyncIterable<unknown[]>) => Promise<void>]>([
	[
		'breaks off',
		async (batches) => {
			for await (const batch of batches) if (batch.length > 0) break;
		},
	],
	[
		'throws',
		async (batches) => {
			for await (const batch of batches) throw new Error(String(batch.length));
		},
	],
	['does not begin', async () => await Promise.resolve()],
])(
	'a reader that %s leaves an endless list, and that is no failure of the request',
	async (_how, readList) => {
		const seen = { bytes: 0 };
		const closeConnection = jest.fn();
		const reading = { redact: asItIs, readList, closeConnection };
		expect(await readArriving(endless('[{}', ',{}', seen), reading)).toEqual({
			kind: 'readAsList',
		});
		expect(closeConnection).toHaveBeenCalledTimes(1);
		expect(seen.bytes).toBeLessThan(3_000_000);
	},
);

it('a connection that breaks is a failure of the request, and not of the reader', async () => {
	async function* breaking() {
		yield await Promise.resolve(Buffer.from('[{},'));
		throw new Error('socket hang up');
	}
	await expect(readTogether(breaking())).rejects.toThrow('socket hang up');
});

it('a list behind a letter is no list, and one without a reader is read as a whole', async () => {
	expect(await readTogether('é[{},{}]')).toMatchObject({ kind: 'unreadable' });
	const read = await readArriving('[{"a":[1]}]', { redact: asItIs });
	expect(read).toEqual({ kind: 'json', value: [{ a: [1] }] });
});
