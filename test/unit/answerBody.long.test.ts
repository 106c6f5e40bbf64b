/** A list that is read while it arrives is the list that JSON.parse reads, wherever its bytes are cut. */
import fc from 'fast-check';

import { readArriving, type BodyReading } from '../../nodes/SurveyInterview/http/body';
import { readBody } from '../../nodes/SurveyInterview/http/outcome';

const asItIs = (text: string) => text;

/** Every value that JSON has, with texts that look like its structure, and keys of a prototype. */
const json = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.constantFrom(null, true, false, 0, -0, 1e21, -1.5e-7, Number.MAX_VALUE),
		fc.integer(),
		fc.string({ unit: 'grapheme' }),
		fc.string({
			unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'ä', '€', '😀', '\u2028'),
		}),
		fc.array(tie('value'), { maxLength: 4 }),
		fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a')), tie('value'), {
			maxKeys: 4,
		}),
	),
})).value;

const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });
const written = (value: unknown) =>
	fc.oneof(
		fc.constantFrom(...[undefined, 1, '\t'].map((space) => JSON.stringify(value, null, space))),
		// The same with every sign as an escape.
		fc.constant(
			JSON.stringify(value).replace(
				/[^\x20-\x7e]/g,
				(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
			),
		),
	);

const listText = fc
	.tuple(blank, fc.array(json, { maxLength: 12 }).chain(written), blank)
	.map((parts) => parts.join(''));

/** Lists in objects, some under one key, among objects in lists and blanks of any kind. */
const container = fc.letrec((tie) => ({
	object: fc
		.array(
			fc.tuple(
				fc
					.oneof(fc.string(), fc.constantFrom('__proto__', 'a', 'items'))
					.map((key) => JSON.stringify(key)),
				fc.oneof(
					{ maxDepth: 4 },
					listText,
					json.map((value) => JSON.stringify(value)),
					tie('object') as fc.Arbitrary<string>,
				),
			),
			{ maxLength: 4 },
		)
		.map((entries) => `{${entries.map((entry) => entry.join(' : ')).join(' ,')}}`),
})).object;
const containerText = fc.tuple(blank, container, blank).map((parts) => parts.join(''));

/** Bytes that begin as a list or as an object, and may be no JSON. */
const damagedText = fc
	.tuple(
		fc.oneof(listText, containerText),
		fc.nat(),
		fc.constantFrom('', ',', ']', '[', '}', '{', '"', '\\', ',,', '],[', '1', 'x'),
		fc.nat(2),
	)
	.map(([text, at, put, gone]) => {
		const place = at % (text.length + 1);
		return text.slice(0, place) + put + text.slice(place + gone);
	});

const cuts = fc.array(fc.nat(), { maxLength: 30 });

/** The bytes in chunks that end at any bytes; a chunk may be empty. */
function chunksOf(bytes: Buffer, places: number[]): Buffer[] {
	const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
		(a, b) => a - b,
	);
	return ends.map((end, nth) => bytes.subarray(nth === 0 ? 0 : ends[nth - 1], end));
}

async function* arriving(chunks: Buffer[]) {
	for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

/** Reads a body, and puts the entries of a list back together. */
async function readTogether(body: unknown, more: Partial<BodyReading> = {}) {
	let entries: unknown[] = [];
	const readList = async (batches: AsyncIterable<unknown[]>) => {
		entries = [];
		for await (const batch of batches) entries.push(...batch);
	};
	const read = await readArriving(body, { redact: asItIs, readList, ...more });
	return read.kind === 'taken' ? { kind: 'json' as const, value: entries as unknown } : read;
}

const bytesOf = fc.oneof(
	listText.map((text) => Buffer.from(text)),
	containerText.map((text) => Buffer.from(text)),
	fc
		.tuple(
			fc.constantFrom('\ufeff', '\u00a0', '\ufeff\u2003', 'é'),
			fc.oneof(listText, containerText),
		)
		.map((parts) => Buffer.from(parts.join(''))),
	damagedText.map((text) => Buffer.from(text)),
	json.map((value) => Buffer.from(JSON.stringify(value))),
	// Text that is not UTF-8, too.
	fc.tuple(listText, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
		const bytes = Buffer.from(text);
		bytes[at % bytes.length] = byte;
		return bytes;
	}),
);

it('reads any text cut at any bytes as JSON.parse does, or refuses it as it does', async () => {
	let [lists, containers] = [0, 0];
	await fc.assert(
		fc.asyncProperty(bytesOf, cuts, async (bytes, places) => {
			const expected = readBody(bytes.toString());
			const read = await readTogether(arriving(chunksOf(bytes, places)));
			expect(read).toStrictEqual(expected);
			// toStrictEqual takes -0 and key order for what they are not.
			if (read.kind === 'json' && expected.kind === 'json') {
				expect(JSON.stringify(read.value)).toBe(JSON.stringify(expected.value));
				if (Array.isArray(read.value)) lists++;
				else if (bytes.includes('[')) containers++;
			}
		}),
		{ numRuns: 5_000 },
	);
	expect(Math.min(lists, containers)).toBeGreaterThan(500);
});

it('never parses much of a list at once', async () => {
	const list = Array.from({ length: 20_000 }, (_unused, id) => ({ id, name: `Name ${id}` }));
	const bytes = Buffer.from(JSON.stringify(list));
	const parse = jest.spyOn(JSON, 'parse');
	const read = await readTogether(bytes);
	const lengths = parse.mock.calls.map(([text]) => text.length);
	parse.mockRestore();
	expect(read).toEqual({ kind: 'json', value: list });
	expect(bytes.length).toBeGreaterThan(600_000);
	expect(Math.max(...lengths)).toBeLessThan(70_000);
});

it.each(['[]', '[{}]', '[{"a":1}]'])('refuses what follows the end of %s', async (list) => {
	for (const rest of [']', ',', '{}', 'x']) {
		for (const chunks of [[list + rest], [list, rest], [list, ' ', rest]]) {
			const read = await readTogether(arriving(chunks.map((chunk) => Buffer.from(chunk))));
			expect(read).toMatchObject({ kind: 'unreadable', breaksOff: true });
		}
	}
	expect(await readTogether(arriving([Buffer.from(list), Buffer.from(' \n')]))).toEqual({
		kind: 'json',
		value: JSON.parse(list),
	});
});

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

it.each([
	['a list', (record: string) => `[{},${record}]`],
	['a record', (record: string) => record],
	['a list in an object', (record: string) => `{"items":[${record}]}`],
])('refuses %s that is nested too deep, in linear time', async (_name, around) => {
	expect(await readTogether(around(nested(90)))).toMatchObject({ kind: 'json' });
	for (const levels of [104, 1_000_000])
		expect(await readTogether(around(nested(levels)))).toMatchObject({ isTooDeep: true });
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

it.each([
	['a record', '{"a":1', ',"b":2', RECORD, 4, true],
	['a container', '{"a":1', ',"b":2', ANSWER, 16, false],
	['one record of a list', '[{"a":1', ',"b":[]', RECORD, 4, false],
	['one text of a list', '["', 'x', RECORD, 4, false],
	['what is no JSON', 'x', '[{}]', ANSWER, 16, false],
	[
		'a list of large records',
		`["${'x'.repeat(999)}"`,
		`,"${'x'.repeat(997)}"`,
		'a list of more than 1000 MB',
		1000,
		false,
	],
	['a list of small records', '[{}', ',{}', 'a list of more than 5 million records', 15, false],
] as const)(
	'%s without an end is left in time',
	async (_name, start, fill, said, megabytes, isOneRecord) => {
		const seen = { bytes: 0 };
		let left = 0;
		const readList = async (batches: AsyncIterable<unknown[]>) => {
			for await (const batch of batches) expect(batch.length).toBeGreaterThan(0);
		};
		const reading = { redact: asItIs, readList, leave: () => left++, isOneRecord };
		expect(await readArriving(endless(start, fill, seen), reading)).toEqual({
			kind: 'unreadable',
			reason: `${said}, which is too much to read`,
			isTooLarge: true,
		});
		expect(left).toBe(1);
		expect(seen.bytes / 1e6).toBeGreaterThan(megabytes - 1);
		expect(seen.bytes / 1e6).toBeLessThan(megabytes + 3);
	},
);

it.each([
	[
		'breaks off',
		async (batches: AsyncIterable<unknown[]>) => {
			for await (const batch of batches) if (batch.length > 0) break;
		},
	],
	[
		'throws',
		async (batches: AsyncIterable<unknown[]>) => {
			for await (const batch of batches) throw new Error(String(batch.length));
		},
	],
	['does not begin', async () => await Promise.resolve()],
])(
	'a reader that %s leaves an endless list, and that is no failure of the request',
	async (_how, readList) => {
		const seen = { bytes: 0 };
		let left = 0;
		const reading = { redact: asItIs, readList, leave: () => left++ };
		expect(await readArriving(endless('[{}', ',{}', seen), reading)).toEqual({ kind: 'taken' });
		expect([left, seen.bytes < 3_000_000]).toEqual([1, true]);
	},
);

it('a connection that breaks is a failure of the request, and not of the reader', async () => {
	async function* breaking() {
		yield await Promise.resolve(Buffer.from('[{},'));
		throw new Error('socket hang up');
	}
	const ends: number[] = [];
	const readList = async (batches: AsyncIterable<unknown[]>) => {
		for await (const batch of batches) ends.push(batch.length);
	};
	const reading = readArriving(breaking(), { redact: asItIs, readList });
	await expect(reading).rejects.toThrow('socket hang up');
	expect(ends).toEqual([1]);
});

it('a list behind a letter is no list', async () => {
	const readList = jest.fn();
	const read = await readArriving('é[{},{}]', { redact: asItIs, readList });
	expect([read.kind, readList.mock.calls]).toEqual(['unreadable', []]);
});

it('a list without a reader is read as a whole', async () => {
	const read = await readArriving('[{"a":[1]}]', { redact: asItIs });
	expect(read).toEqual({ kind: 'json', value: [{ a: [1] }] });
});
