/** A list that is read slice by slice is the list that JSON.parse reads, wherever its bytes are cut. */
import fc from 'fast-check';

import {
	readArriving,
	type ListIntake,
	type TakenSlice,
} from '../../nodes/SurveyInterview/http/body';
import { readBody } from '../../nodes/SurveyInterview/http/outcome';
import { ListCutter } from '../../nodes/SurveyInterview/records/listCutter';

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
		fc.constantFrom(
			'',
			',',
			']',
			'[',
			'}',
			'{',
			'"',
			'\\',
			',,',
			'],[',
			'1',
			'\u00a0',
			'\ufeff',
			'x',
		),
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

/** Reads with slices of so few bytes that most lists have several. */
async function readInSlices(bytes: Buffer, places: number[], sliceBytes: number) {
	return await readArriving(arriving(chunksOf(bytes, places)), { redact: asItIs, sliceBytes });
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
		fc.asyncProperty(
			bytesOf,
			cuts,
			fc.integer({ min: 1, max: 40 }),
			async (bytes, places, size) => {
				const expected = readBody(bytes.toString());
				const read = await readInSlices(bytes, places, size);
				expect(read).toStrictEqual(expected);
				// toStrictEqual takes -0 and key order for what they are not.
				if (read.kind === 'json' && expected.kind === 'json') {
					expect(JSON.stringify(read.value)).toBe(JSON.stringify(expected.value));
					if (Array.isArray(read.value)) lists++;
					else if (bytes.includes('[')) containers++;
				}
			},
		),
		{ numRuns: 5_000 },
	);
	expect(Math.min(lists, containers)).toBeGreaterThan(500);
});

it('hands an intake the same records in the same order, and says when the list is too deep', async () => {
	await fc.assert(
		fc.asyncProperty(
			listText,
			cuts,
			fc.integer({ min: 1, max: 40 }),
			async (text, places, size) => {
				const taken: unknown[] = [];
				const intake: ListIntake = {
					kept: 0,
					begin: () => void taken.splice(0),
					take: ({ records, isTooDeep }) => {
						expect(isTooDeep).toBe(false);
						taken.push(...records);
						return false;
					},
				};
				const chunks = arriving(chunksOf(Buffer.from(text), places));
				const read = await readArriving(chunks, { redact: asItIs, intake, sliceBytes: size });
				expect(read).toEqual({ kind: 'taken' });
				expect(taken).toStrictEqual(JSON.parse(text));
			},
		),
	);
});

it('cuts at the same records wherever the chunks end', () => {
	const list = Array.from({ length: 50 }, (_unused, id) => ({ id, a: [{}, '],['] }));
	const text = JSON.stringify({ list, data: { list, none: [] } });
	const slicesOf = (places: number[]) => {
		const cutter = new ListCutter(100);
		return chunksOf(Buffer.from(text), places)
			.flatMap((chunk) => cutter.push(chunk))
			.map(({ pieces, ...slice }) => ({ ...slice, text: Buffer.concat(pieces).toString() }))
			.concat({ frame: Buffer.concat(cutter.frame).toString() } as never);
	};
	const whole = slicesOf([]);
	expect(whole.length).toBeGreaterThan(20);
	expect(whole[0]).toMatchObject({ list: 0, isRoot: false, openings: 15, isLast: false });
	expect(whole.at(-2)).toMatchObject({ list: 2, text: '[]', openings: 0, isLast: true });
	expect(whole.at(-1)).toEqual({ frame: '{"list":[0],"data":{"list":[1],"none":[2]}}' });
	fc.assert(fc.property(cuts, (places) => expect(slicesOf(places)).toEqual(whole)));
});

it.each([
	['a list', (list: object[]) => list],
	['a list in an object', (list: object[]) => ({ data: { items: list }, total: 1 })],
	['two of them', (list: object[]) => ({ items: list, related: { items: list } })],
])('never parses much at once of %s', async (_name, around) => {
	const list = Array.from({ length: 20_000 }, (_unused, id) => ({ id, name: `Name ${id}` }));
	const bytes = Buffer.from(JSON.stringify(around(list)));
	const parse = jest.spyOn(JSON, 'parse');
	const read = await readArriving(bytes, { redact: asItIs });
	const lengths = parse.mock.calls.map(([text]) => text.length);
	parse.mockRestore();
	expect(read).toEqual({ kind: 'json', value: around(list) });
	expect(bytes.length).toBeGreaterThan(600_000);
	expect(Math.max(...lengths)).toBeLessThan(70_000);
});

/** Endless bytes, until nobody reads on. */
async function* endless(start: string, fill: string, seen: { bytes: number }) {
	const chunk = Buffer.from(fill.repeat(1_200_000 / fill.length));
	for (let next = Buffer.from(start); ; next = chunk) {
		seen.bytes += next.length;
		yield await Promise.resolve(next);
	}
}

const VALUES = 'a record of more than 10,000 values';
const BYTES = 'a record of more than 4 MB';
const KEPT = 'more than 1000 MB of records';

it.each([
	['an object', '{"a":1', ',"b":2', VALUES, 1],
	['an object of objects', '', '{"b":', VALUES, 1],
	['an object with a large text', '{"a":"', 'x', BYTES, 16],
	['an object of small lists', '{"a":[]', ',"b":[]', VALUES, 1],
	['one record of a list', '[[', '[],', VALUES, 1],
	['one record of a list in an object', '{"a":[{"b":[1', ',23', VALUES, 1],
	['one text', '["', 'x', BYTES, 16],
	['blanks', '', ' ', BYTES, 16],
	['blanks in a list', '[', ' ', BYTES, 16],
	['what is no JSON', 'x', '[{}]', BYTES, 16],
	['a list of large records', `["${'x'.repeat(999)}"`, `,"${'x'.repeat(997)}"`, KEPT, 1000],
	// The text is small, and its objects are not.
	['a list of small records', '[{}', ',{}', KEPT, 40],
	['a list of small records in an object', '{"a":{"b":[{}', ',{}', KEPT, 40],
])('%s without an end is left in time', async (_name, start, fill, said, megabytes) => {
	const seen = { bytes: 0 };
	let left = 0;
	const intake = {
		kept: 0,
		begin: () => {},
		take: ({ records }: TakenSlice) => {
			intake.kept += records.length;
			return false;
		},
	};
	const reading = { redact: asItIs, intake, leave: () => left++ };
	expect(await readArriving(endless(start, fill, seen), reading)).toEqual({
		kind: 'unreadable',
		reason: `${said}, which is too much to read`,
		isTooLarge: true,
	});
	expect(left).toBe(1);
	expect(seen.bytes / 1e6).toBeGreaterThan(megabytes / 5);
	expect(seen.bytes / 1e6).toBeLessThan(megabytes + 3);
});

it.each([
	['large', `{"a":["${'x'.repeat(999)}"`, `,"${'x'.repeat(997)}"`, BYTES, 7],
	['small', '{"a":[1', ',2', 'a record with more than 10,000 entries', 3],
])(
	'%s entries of its lists count as parts of one record',
	async (_size, start, fill, said, most) => {
		const seen = { bytes: 0 };
		const texts = endless(start, fill, seen);
		const read = await readArriving(texts, { redact: asItIs, isOneRecord: true });
		expect(read).toMatchObject({ reason: expect.stringContaining(said), isTooLarge: true });
		expect(seen.bytes / 1e6).toBeLessThan(most);
	},
);

it('a list behind a letter is no list, however little of it is wanted', async () => {
	const intake = { kept: 0, begin: () => {}, take: jest.fn(() => true) };
	const read = await readArriving('é[{},{}]', { redact: asItIs, intake });
	expect([read.kind, intake.take.mock.calls]).toEqual(['unreadable', []]);
});

it('a list of which nothing is kept may have any length', async () => {
	const seen = { bytes: 0 };
	const intake: ListIntake = { kept: 0, begin: () => {}, take: () => seen.bytes > 10_000_000 };
	const read = await readArriving(endless('[{}', ',{}', seen), { redact: asItIs, intake });
	expect(read).toEqual({ kind: 'taken' });
});
