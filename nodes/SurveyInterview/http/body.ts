/** Reads the body of an answer while it arrives: a list in batches of its entries, anything else as one text. */
import { isObject } from '../service/json';
import { attachFieldNames, type FieldNames } from '../service/fieldNames';
import { EntryScanner, startOfText } from './entryScanner';
import type { Redact } from './redact';
import { Pauses } from './pauses';

/** The body of an answer, or why it cannot be read. */
export type ReadBody =
	| ParsedJson
	/** A list that the request's reader has read. */
	| { kind: 'readAsList' }
	| { kind: 'empty' }
	| Unreadable;

interface ParsedJson {
	kind: 'json';
	value: unknown;
}

interface Unreadable {
	kind: 'unreadable';
	/** What was received, as the end of a sentence: `a web page instead of JSON`. */
	reason: string;
	/** It begins as JSON, so another try may deliver the whole. */
	breaksOff?: true;
	/** It is a web page or plain text, so something else than the service may have written it. */
	isPage?: true;
	isTooLarge?: true;
}

/**
 * Reads the entries of a list with `for await`, and may leave it with `break`. It is called anew for each try of a
 * request, so that nothing is left of a list that broke off.
 */
export type ListReader<Result> = (entries: AsyncIterable<unknown[]>) => Promise<Result>;

export interface BodyReading {
	redact: Redact;
	/** The credential's Field Names, which are attached to every record of the answer (`attachFieldNames`). */
	fieldNames?: FieldNames;
	/** Reads the entries if the answer is a list. Without a reader, the list is returned as the value of the body. */
	readList?: ListReader<unknown>;
	/**
	 * Closes the connection when the rest is not wanted. Ending the iteration is not enough: n8n's helper may put its
	 * own stream in front of the connection, which then stays open.
	 */
	closeConnection?: () => void;
}

/**
 * The most unpacked bytes of one record in a list: n8n stands still while JSON.parse runs, and what is read takes up
 * several times its bytes in memory.
 */
const MAX_RECORD_BYTES = 4_000_000;
/** An answer that is read as a whole. */
const MAX_ANSWER_BYTES = 16_000_000;
/** A list that is read in batches. */
const MAX_LIST_BYTES = 1_000_000_000;
/** The most entries of a list: small ones take up far more memory than their bytes. */
const MAX_ENTRIES = 5_000_000;

/**
 * A body is read in pieces of at most this size, with pauses for n8n between them. JSON.parse takes less than a
 * millisecond for one, and V8 frees larger texts late.
 */
const PIECE_BYTES = 2 ** 16;

/** The byte `[`. */
const ARRAY_START = 0x5b;

/** Reads a body, given as text or as a stream of bytes. */
export async function readArriving(body: unknown, reading: BodyReading): Promise<ReadBody> {
	const pieces = piecesOf(body);
	let firstPiece: Uint8Array | undefined;
	while (firstPiece === undefined) {
		const next = await pieces.next();
		if (next.done) return { kind: 'empty' };
		// A piece of nothing but blanks is skipped.
		const start = startOfText(next.value);
		if (start >= 0) firstPiece = next.value.subarray(start);
	}
	const { readList } = reading;
	if (readList && firstPiece[0] === ARRAY_START)
		return await handToReader(readList, firstPiece.subarray(1), pieces, reading);
	return await readWhole(firstPiece, pieces, reading);
}

/** Reads a body as one text; a list, too, where the request has no reader. */
async function readWhole(
	first: Uint8Array,
	rest: AsyncIterable<Uint8Array>,
	{ redact, fieldNames, closeConnection }: BodyReading,
): Promise<ReadBody> {
	const pieces = [first];
	let bytes = first.length;
	for await (const piece of rest) {
		pieces.push(piece);
		bytes += piece.length;
		if (bytes <= MAX_ANSWER_BYTES) continue;
		closeConnection?.();
		return tooLarge(`more than ${inMegabytes(MAX_ANSWER_BYTES)}`);
	}
	const body = parseBody(redact(Buffer.concat(pieces).toString()));
	if (body.kind !== 'json') return body;
	if (isDeeperThan(body.value, MAX_RECORD_DEPTH)) return TOO_DEEP;
	attachFieldNames(body.value, fieldNames);
	return body;
}

/**
 * Hands the entries of a list to the reader of the request while they arrive. What the reader returns or throws is not
 * used here, because `callForList` keeps its promise. An error of the reader must not end this try of the request: it
 * would count as one of the connection, and the request would be sent again.
 */
async function handToReader(
	readList: ListReader<unknown>,
	first: Uint8Array,
	rest: AsyncIterable<Uint8Array>,
	reading: BodyReading,
): Promise<ReadBody> {
	let unreadable: Unreadable | undefined;
	let connectionError: unknown;
	let hasReadAll = false;
	// For the reader, a list that breaks off just ends. This function then throws, or returns why it cannot be read, and
	// nobody uses what the reader made of the part.
	async function* entries() {
		try {
			unreadable = yield* entriesIn(first, rest, reading);
			hasReadAll = unreadable === undefined;
		} catch (error) {
			connectionError = error;
		}
	}
	await readList(entries()).catch(() => {});
	if (!hasReadAll) reading.closeConnection?.();
	if (connectionError !== undefined) throw connectionError;
	return unreadable ?? { kind: 'readAsList' };
}

/**
 * The entries of a list, whose opening bracket has been read, in batches.
 *
 * @returns why it cannot be read to its end; undefined if it has been
 */
async function* entriesIn(
	first: Uint8Array,
	rest: AsyncIterable<Uint8Array>,
	{ redact, fieldNames }: BodyReading,
): AsyncGenerator<unknown[], Unreadable | undefined> {
	const scanner = new EntryScanner();
	/** The beginning of an entry that has not ended. */
	let pending: Uint8Array[] = [];
	let pendingBytes = 0;
	let bytes = 0;
	let count = 0;
	for await (const piece of firstThenRest(first, rest)) {
		const end = scanner.endOfEntries(piece);
		if (scanner.isDamaged) return DAMAGED;
		if (scanner.deepest > MAX_RECORD_DEPTH) return TOO_DEEP;
		// What follows the last complete entry of the piece.
		let remainder = piece;
		if (end !== undefined) {
			const text = Buffer.concat([...pending, piece.subarray(0, end)]).toString();
			const body = parseJson(redact(`[${text}]`));
			if (body.kind === 'unreadable') return body;
			const values = body.value as unknown[];
			// A comma without a value beside it is damaged JSON; only an empty list has no value.
			const isEmptyList = count === 0 && scanner.hasEnded;
			if (values.length === 0 && !isEmptyList) return DAMAGED;
			attachFieldNames(values, fieldNames);
			yield values;
			count += values.length;
			pending = [];
			pendingBytes = 0;
			remainder = piece.subarray(end + 1);
		}
		pending.push(remainder);
		pendingBytes += remainder.length;
		bytes += piece.length;
		if (pendingBytes > MAX_RECORD_BYTES)
			return tooLarge(`a record of more than ${inMegabytes(MAX_RECORD_BYTES)}`);
		if (bytes > MAX_LIST_BYTES)
			return tooLarge(`a list of more than ${inMegabytes(MAX_LIST_BYTES)}`);
		if (count > MAX_ENTRIES)
			return tooLarge(`a list of more than ${MAX_ENTRIES / 1e6} million records`);
	}
	return scanner.hasEnded ? undefined : DAMAGED;
}

async function* firstThenRest(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
	yield first;
	yield* rest;
}

/** The bytes of a body in small pieces, between which n8n can do other work. */
async function* piecesOf(body: unknown): AsyncGenerator<Uint8Array> {
	const pauses = new Pauses();
	for await (const chunk of chunksOf(body)) {
		const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
		for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
			yield bytes.subarray(start, start + PIECE_BYTES);
			await pauses.takeIfDue();
		}
	}
}

function chunksOf(body: unknown): AsyncIterable<unknown> | Iterable<unknown> {
	if (body === undefined || body === null) return [];
	if (typeof body === 'string' || body instanceof Uint8Array) return [body];
	if (isObject(body) && Symbol.asyncIterator in body) return body as AsyncIterable<unknown>;
	return [JSON.stringify(body)];
}

const tooLarge = (size: string): Unreadable => ({
	kind: 'unreadable',
	reason: `${size}, which is too much to read`,
	isTooLarge: true,
});

const inMegabytes = (bytes: number) => `${bytes / 1e6} MB`;

/** More levels than any record has, and few enough for n8n and for every function that walks a record. */
const MAX_RECORD_DEPTH = 100;

const TOO_DEEP: Unreadable = {
	kind: 'unreadable',
	reason: `a record that is nested more than ${MAX_RECORD_DEPTH} levels deep, which n8n cannot handle`,
};

const DAMAGED: Unreadable = {
	kind: 'unreadable',
	reason: 'incomplete or damaged JSON',
	breaksOff: true,
};

/** Reads the text of an answer as JSON, or says what it is instead. */
export function parseBody(text: string): ReadBody {
	const trimmed = text.trim();
	return trimmed === '' ? { kind: 'empty' } : parseJson(trimmed);
}

function parseJson(text: string): ParsedJson | Unreadable {
	try {
		return { kind: 'json', value: JSON.parse(text) as unknown };
	} catch {
		if (/^[[{"]/.test(text)) return describeDamage(text);
		const isWebPage = /^<(!doctype|html|\?xml|head|body)/i.test(text);
		// A few words are shown, such as “Bad Gateway”. A longer text may be about people.
		const textInWords = /^[A-Za-z][A-Za-z .,!'-]{0,40}$/.test(text) ? `the text “${text}”` : 'text';
		return {
			kind: 'unreadable',
			reason: `${isWebPage ? 'a web page' : textInWords} instead of JSON`,
			isPage: true,
		};
	}
}

/** Words that programs write although JSON has none of them. Other words are not shown: they may be somebody's data. */
const NOT_IN_JSON = /[:,[]\s*(NaN|-?Infinity|undefined|None|True|False)\b/;

function describeDamage(text: string): Unreadable {
	// Without escaped characters, every second piece between quotation marks is outside of the texts of the JSON.
	const pieces = text.replace(/\\[^]/g, '').split('"');
	const outsideOfTexts = pieces.filter((_piece, index) => index % 2 === 0).join('""');
	const [, word] = NOT_IN_JSON.exec(outsideOfTexts) ?? [];
	return word === undefined
		? DAMAGED
		: { kind: 'unreadable', reason: `${word} in its JSON, which JSON does not have` };
}

/** Whether a JSON value is nested deeper than `levels`; it ends for a circular value as well. */
function isDeeperThan(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
