/** Reads the body of an answer while it arrives: lists in slices, everything around them as one text. */
import {
	noteFieldNames,
	type FieldNames,
	isObject,
	isTooDeep,
	MAX_RECORD_DEPTH,
	shallowAnswers,
	type JsonObject,
} from '../records/json';
import { ListCutter, MAX_VALUES, type ListSlice } from '../records/listCutter';
import { DAMAGED, readBody, type ReadBody } from './outcome';
import type { Redact } from './redact';
import { pause } from './timing';

/** Takes the records of a list as they arrive. */
export interface ListIntake {
	/** A new answer begins: records taken before came from a try that broke off, and do not count. */
	begin(): void;
	/** How many records it keeps so far. */
	readonly kept: number;
	/** @returns whether that is enough, so that the rest of the list need not be read */
	take(slice: TakenSlice): boolean;
}

export interface TakenSlice {
	records: unknown[];
	/** Whether the list with these records is nested too deep to be walked. */
	isTooDeep: boolean;
	/** Whether no other record follows. */
	isLast: boolean;
}

/**
 * The most unpacked bytes of one record, and of everything around the lists. n8n stands still while JSON.parse or a
 * walk over a record runs; this and MAX_VALUES limit that time.
 */
const MAX_BYTES = 4_000_000;
/** Limits the memory for all records that are kept: their text, and BYTES_OF_OBJECT more for each object. */
const MAX_LIST_BYTES = 1_000_000_000;
const BYTES_OF_OBJECT = 100;
/** Decoding or redacting a larger text takes milliseconds, so n8n gets a turn after each. */
const LARGE_BYTES = 1_000_000;

const tooLarge = (what: string): ReadBody => ({
	kind: 'unreadable',
	reason: `${what}, which is too much to read`,
	isTooLarge: true,
});

export interface BodyReading {
	redact: Redact;
	/** The credential's Field Names, which are noted on every record. */
	names?: FieldNames;
	/** Takes the records of a list; without it, the value of the body holds them. */
	intake?: ListIntake;
	/**
	 * Closes the connection when the rest is not wanted. Ending the iteration is not enough: n8n's helper may put its
	 * own stream in front of the connection, which then stays open.
	 */
	leave?: () => void;
	/** The answer is one record, so its limits include the lists in it. */
	isOneRecord?: boolean;
	sliceBytes?: number;
}

/** Reads a body, given as text or as a stream of bytes; it closes the connection when the intake has enough. */
export async function readArriving(body: unknown, reading: BodyReading): Promise<ReadBody> {
	const reader = new BodyReader(reading);
	for await (const chunk of chunksOf(body)) {
		const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
		if (!(await reader.add(bytes))) continue;
		reading.leave?.();
		break;
	}
	return await reader.end();
}

function chunksOf(body: unknown): AsyncIterable<unknown> | Iterable<unknown> {
	if (body === undefined || body === null) return [];
	if (typeof body === 'string' || body instanceof Uint8Array) return [body];
	if (isObject(body) && Symbol.asyncIterator in body) return body as AsyncIterable<unknown>;
	return [JSON.stringify(body)];
}

class BodyReader {
	private readonly cutter: ListCutter;
	private keptBytes = 0;
	/** Bytes of all lists, and the number of their values. */
	private listedBytes = 0;
	private listed = 0;
	/** The kept values of each list, by the number that the frame has in its place. */
	private readonly lists: unknown[][] = [];
	private hasValues = false;
	private verdict?: ReadBody;
	/** Used again for every slice, because a new buffer for each would pile up in memory. */
	private scratch = Buffer.alloc(0);

	constructor(private readonly reading: BodyReading) {
		this.cutter = new ListCutter(reading.sliceBytes);
		// Even if this answer is no list: an earlier try that broke off may have left records.
		reading.intake?.begin();
	}

	/** @returns whether nothing more need be read */
	async add(chunk: Uint8Array): Promise<boolean> {
		const { cutter } = this;
		const { isOneRecord } = this.reading;
		for (const slice of cutter.push(chunk)) {
			await this.take(slice);
			if (this.verdict) return true;
		}
		if (cutter.state === 'damaged') this.verdict = DAMAGED;
		else if (cutter.state === 'manyValues')
			this.verdict = tooLarge(`a record of more than ${MAX_VALUES.toLocaleString('en')} values`);
		else if (cutter.heldBytes + (isOneRecord ? this.listedBytes : 0) > MAX_BYTES)
			this.verdict = tooLarge(`a record of more than ${MAX_BYTES / 1e6} MB`);
		else if (isOneRecord && this.listed > MAX_VALUES)
			this.verdict = tooLarge(`a record with more than ${MAX_VALUES.toLocaleString('en')} entries`);
		else if (this.keptBytes > MAX_LIST_BYTES)
			this.verdict = tooLarge(`more than ${MAX_LIST_BYTES / 1e6} MB of records`);
		return this.verdict !== undefined;
	}

	async end(): Promise<ReadBody> {
		if (this.verdict) return this.verdict;
		const { cutter, lists, reading } = this;
		const frame = readBody(await this.textOf(cutter.frame));
		if (frame.kind === 'json') noteFieldNames(frame.value, reading.names);
		if (frame.kind !== 'json' || cutter.state !== 'cut') return frame;
		const value = filled(frame.value, lists);
		if (cutter.deepest <= MAX_RECORD_DEPTH) shallowAnswers.add(value as object);
		return reading.intake && Array.isArray(value) ? { kind: 'taken' } : { kind: 'json', value };
	}

	private async take(slice: ListSlice): Promise<void> {
		const { list, isLast } = slice;
		const text = await this.textOf(slice.pieces);
		const read = readBody(text);
		const values = read.kind === 'json' ? (read.value as unknown[]) : [];
		noteFieldNames(values, this.reading.names);
		// A comma without a value beside it is damaged JSON; only an empty list has no value.
		const isBlank = values.length === 0 && (this.hasValues || !isLast);
		// A slice is whole, so it never breaks off; but it may have a word that JSON does not have.
		const isWord = read.kind === 'unreadable' && !read.breaksOff;
		if (isWord) return void (this.verdict = read);
		if (read.kind !== 'json' || isBlank) return void (this.verdict = DAMAGED);
		this.hasValues = !isLast;
		this.listedBytes += text.length;
		this.listed += values.length;
		const kept = (this.lists[list] ??= []);
		const intake = slice.isRoot ? this.reading.intake : undefined;
		const before = intake?.kept ?? kept.length;
		if (!intake) for (const value of values) kept.push(value);
		const isDeep = this.cutter.deepest > MAX_RECORD_DEPTH && isTooDeep(values);
		const isEnough = intake?.take({ records: values, isTooDeep: isDeep, isLast });
		const share = ((intake?.kept ?? kept.length) - before) / Math.max(1, values.length);
		this.keptBytes += share * (text.length + slice.openings * BYTES_OF_OBJECT);
		if (isEnough) this.verdict = { kind: 'taken' };
	}

	/** The text of a slice or a frame, with the token taken out. */
	private async textOf(pieces: readonly Uint8Array[]): Promise<string> {
		const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
		if (this.scratch.length < bytes) this.scratch = Buffer.allocUnsafe(bytes + 2 ** 16);
		let place = 0;
		for (const piece of pieces) {
			this.scratch.set(piece, place);
			place += piece.length;
		}
		const text = this.scratch.toString('utf8', 0, bytes);
		if (bytes > LARGE_BYTES) await pause(0);
		const clean = this.reading.redact(text);
		if (bytes > LARGE_BYTES) await pause(0);
		return clean;
	}
}

/** Puts the lists back: each array in a frame holds only the number of the list that stood there. */
function filled(frame: unknown, lists: unknown[][]): unknown {
	const whole: JsonObject = { value: frame };
	const open = [whole];
	for (const one of open) {
		for (const [key, value] of Object.entries(one)) {
			if (Array.isArray(value)) one[key] = lists[Number(value[0])];
			else if (isObject(value)) open.push(value);
		}
	}
	return whole.value;
}
