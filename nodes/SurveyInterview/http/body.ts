/** Reading the body of an answer while it arrives: a list slice by slice, anything else whole. */
import { isObject, isTooDeep, MAX_RECORD_DEPTH } from '../records/json';
import { ListCutter, type ListSlice } from '../records/listCutter';
import { DAMAGED, readBody, type ReadBody } from './outcome';
import type { Redact } from './redact';

/** Takes the records of a list as they arrive. */
export interface ListIntake {
	/** An answer begins. What was taken before is of a try that broke off, and counts no more. */
	begin(): void;
	/** How many of the records so far it keeps. */
	readonly kept: number;
	/** @returns whether that is enough, so that the rest of the list need not be read */
	take(slice: TakenSlice): boolean;
}

/** Some records of a list, in their order. */
export interface TakenSlice {
	records: unknown[];
	/** Whether the list with these records is nested too deep to be walked. */
	isTooDeep: boolean;
	/** Whether no other record follows. */
	isLast: boolean;
}

/** The largest answer that is read whole, and the largest record of a list, in bytes once unpacked. */
const MAX_WHOLE_BYTES = 200_000_000;
/** The same of all that is kept of a list, with what the objects in it take up in memory beside their text. */
const MAX_LIST_BYTES = 1_000_000_000;
const BYTES_OF_OBJECT = 100;

const tooLarge = (bytes: number): ReadBody => ({
	kind: 'unreadable',
	reason: `more than ${bytes / 1_000_000} MB, which is too much to read`,
	isTooLarge: true,
});

/** How an answer is read. */
export interface BodyReading {
	redact: Redact;
	/** Who takes the records, where the answer is a list; without, they are the value of the body. */
	intake?: ListIntake;
	/**
	 * Closes the connection when the rest is not wanted. To end the iteration is not enough: n8n's helper may
	 * put a stream of its own before the connection, which then stays open.
	 */
	leave?: () => void;
	/** How many bytes of a list are parsed at once. */
	sliceBytes?: number;
}

/**
 * Reads a body: a text, or its bytes as they arrive. When the intake has enough, the connection is closed.
 *
 * @throws what the stream throws when it breaks off
 */
export async function readArriving(body: unknown, reading: BodyReading): Promise<ReadBody> {
	const reader = new BodyReader(reading);
	for await (const chunk of chunksOf(body)) {
		if (!reader.add(bytesOf(chunk))) continue;
		reading.leave?.();
		break;
	}
	return reader.end();
}

type Chunks = AsyncIterable<unknown> | Iterable<unknown>;

function chunksOf(body: unknown): Chunks {
	if (body === undefined || body === null) return [];
	if (typeof body === 'string' || body instanceof Uint8Array) return [body];
	if (isObject(body) && Symbol.asyncIterator in body) return body as AsyncIterable<unknown>;
	return [JSON.stringify(body)];
}

function bytesOf(chunk: unknown): Uint8Array {
	return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
}

class BodyReader {
	private readonly cutter: ListCutter;
	/** What is to be read whole, or stands before a list. */
	private parts: Uint8Array[] = [];
	private partBytes = 0;
	private keptBytes = 0;
	private readonly all: unknown[] = [];
	private verdict?: ReadBody;
	private hasBegun = false;
	private hasRecords = false;
	/** For the bytes of one slice after the other: new memory for each would pile up. */
	private scratch = Buffer.alloc(0);

	constructor(private readonly reading: BodyReading) {
		this.cutter = new ListCutter(reading.sliceBytes);
		// Also where this answer is no list: one that broke off before may have been.
		reading.intake?.begin();
	}

	/** @returns whether nothing more need be read */
	add(chunk: Uint8Array): boolean {
		const { cutter } = this;
		const slices = cutter.push(chunk);
		if (cutter.state === 'start' || cutter.state === 'other') {
			this.parts.push(chunk);
			this.partBytes += chunk.length;
		} else if (!this.hasBegun) this.begin();
		for (const slice of slices) if (this.take(slice)) return true;
		if (cutter.state === 'damaged') this.verdict = DAMAGED;
		const bytesAtOnce = this.partBytes + cutter.pendingBytes;
		if (bytesAtOnce > MAX_WHOLE_BYTES) this.verdict = tooLarge(MAX_WHOLE_BYTES);
		else if (this.keptBytes > MAX_LIST_BYTES) this.verdict = tooLarge(MAX_LIST_BYTES);
		return this.verdict !== undefined;
	}

	end(): ReadBody {
		if (this.verdict) return this.verdict;
		if (!this.hasBegun) return readBody(this.reading.redact(Buffer.concat(this.parts).toString()));
		this.cutter.finish();
		return this.cutter.state === 'damaged' ? DAMAGED : this.whole();
	}

	private begin(): void {
		this.hasBegun = true;
		this.parts = [];
		this.partBytes = 0;
	}

	private whole(): ReadBody {
		return this.reading.intake ? { kind: 'taken' } : { kind: 'json', value: this.all };
	}

	/** @returns whether nothing more need be read */
	private take({ pieces, depth, openings, isLast }: ListSlice): boolean {
		const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
		const records = parsed(this.reading.redact(this.textOf(pieces, bytes)));
		// Between two commas stands a record; only an empty list has none.
		if (!records || (records.length === 0 && (this.hasRecords || !isLast))) {
			this.verdict = DAMAGED;
			return true;
		}
		this.hasRecords ||= records.length > 0;
		const before = this.kept;
		const isEnough = this.handOn(records, { depth, isLast });
		const share = (this.kept - before) / Math.max(1, records.length);
		this.keptBytes += share * (bytes + openings * BYTES_OF_OBJECT);
		if (isEnough) this.verdict = { kind: 'taken' };
		return isEnough;
	}

	private textOf(pieces: Uint8Array[], bytes: number): string {
		if (this.scratch.length < bytes) this.scratch = Buffer.allocUnsafe(bytes + 2 ** 16);
		let place = 0;
		for (const piece of pieces) {
			this.scratch.set(piece, place);
			place += piece.length;
		}
		return this.scratch.toString('utf8', 0, bytes);
	}

	private get kept(): number {
		return this.reading.intake?.kept ?? this.all.length;
	}

	/** @returns whether that is enough */
	private handOn(records: unknown[], slice: Pick<ListSlice, 'depth' | 'isLast'>): boolean {
		const { intake } = this.reading;
		if (intake) {
			const isDeep = slice.depth > MAX_RECORD_DEPTH && isTooDeep(records);
			return intake.take({ records, isTooDeep: isDeep, isLast: slice.isLast });
		}
		for (const record of records) this.all.push(record);
		return false;
	}
}

function parsed(text: string): unknown[] | undefined {
	try {
		return JSON.parse(text) as unknown[];
	} catch {
		return undefined;
	}
}
