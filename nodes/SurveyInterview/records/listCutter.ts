/**
 * Cutting a JSON text whose root is an array into slices of whole records, while its bytes arrive. It only
 * finds where a record ends; whether a slice is JSON is for `JSON.parse` to say, which is faster with many
 * records at once than with each by itself.
 */

/** Some neighbouring records as the text of an array, which may still be damaged. */
export interface ListSlice {
	/** The bytes, in pieces as they arrived, with brackets around them. */
	pieces: Uint8Array[];
	/** How deep the text is nested, with the array around the records. */
	depth: number;
	/** How many objects and arrays there are in it, at any depth. */
	openings: number;
	/** Whether the list ends with it. */
	isLast: boolean;
}

/**
 * Where the cutter is: before the root; in an array; behind it; in a text whose root is no array; or in one
 * that is damaged.
 */
export type CutterState = 'start' | 'list' | 'end' | 'other' | 'damaged';

/** Bytes of a slice: less than a millisecond of JSON.parse. V8 frees larger texts late. */
const SLICE_BYTES = 2 ** 16;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const;
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const OPEN = Uint8Array.of(ARRAY);
const CLOSE = Uint8Array.of(ARRAY_END);

/** The longest text behind a list that may be blank in another way than JSON's. */
const MAX_TAIL = 64;

/** Cuts one text. The slices are the same wherever the chunks end. */
export class ListCutter {
	state: CutterState = 'start';
	/** Bytes of the slice that is not complete. */
	pendingBytes = 0;
	private pending: Uint8Array[] = [];
	private depth = 0;
	private deepest = 0;
	private openings = 0;
	private inString = false;
	/** Bytes at the beginning of the next chunk that belong to an escape. */
	private skip = 0;
	private markBytes = 0;
	private tail: number[] = [];

	constructor(private readonly sliceBytes = SLICE_BYTES) {}

	/** The slices that end in this chunk. */
	push(chunk: Uint8Array): ListSlice[] {
		const from = this.state === 'start' ? this.rootIn(chunk) : 0;
		if (this.state === 'list') return this.cut(chunk, from);
		if (this.state === 'end') this.readTail(chunk, 0);
		return [];
	}

	/** Says that the text has ended; `state` is then the verdict on the text around the slices. */
	finish(): void {
		if (this.state === 'list') this.state = 'damaged';
		if (this.state !== 'end' || this.tail.length === 0) return;
		if (Buffer.from(this.tail).toString().trim() !== '') this.state = 'damaged';
	}

	/** @returns where the records begin, when the root is an array */
	private rootIn(chunk: Uint8Array): number {
		for (let place = 0; place < chunk.length; place++) {
			const byte = chunk[place] ?? 0;
			const isMark = byte === BYTE_ORDER_MARK[this.markBytes];
			if (this.markBytes % 3 === 0 && isBlank(byte)) {
				this.markBytes = 3;
			} else if (isMark) {
				this.markBytes++;
			} else {
				this.state = byte === ARRAY && this.markBytes % 3 === 0 ? 'list' : 'other';
				this.depth = this.deepest = 1;
				return place + 1;
			}
		}
		return 0;
	}

	private cut(chunk: Uint8Array, start: number): ListSlice[] {
		const slices: ListSlice[] = [];
		const { length } = chunk;
		let { depth, deepest, openings, inString } = this;
		let from = start;
		let place = start + this.skip;
		// Most bytes mean nothing here, and the two inner loops pass over them in half the time of one.
		for (;;) {
			if (inString) {
				while (place < length && chunk[place] !== QUOTE && chunk[place] !== BACKSLASH) place++;
				if (place >= length) break;
				inString = chunk[place] !== QUOTE;
				place += inString ? 2 : 1;
				continue;
			}
			let byte: number | undefined;
			while (place < length && isPlain((byte = chunk[place]), depth)) place++;
			if (place >= length) break;
			if (byte === QUOTE) inString = true;
			else if (byte === OBJECT || byte === ARRAY) {
				openings++;
				if (++depth > deepest) deepest = depth;
			} else if (byte !== COMMA) depth--;
			else if (this.pendingBytes + place - from >= this.sliceBytes) {
				slices.push(this.slice(chunk.subarray(from, place), deepest, openings));
				[from, deepest, openings] = [place + 1, 1, 0];
			}
			place++;
			if (depth > 0) continue;
			this.state = byte === ARRAY_END ? 'end' : 'damaged';
			slices.push(this.slice(chunk.subarray(from, place - 1), deepest, openings));
			if (this.state === 'end') this.readTail(chunk, place);
			return slices;
		}
		this.skip = Math.max(0, place - length);
		if (from < length) this.keep(chunk.subarray(from));
		Object.assign(this, { depth, deepest, openings, inString });
		return slices;
	}

	private keep(piece: Uint8Array): void {
		this.pending.push(piece);
		this.pendingBytes += piece.length;
	}

	private slice(last: Uint8Array, depth: number, openings: number): ListSlice {
		const pieces = [OPEN, ...this.pending, last, CLOSE];
		this.pending = [];
		this.pendingBytes = 0;
		return { pieces, depth, openings, isLast: this.state === 'end' };
	}

	private readTail(chunk: Uint8Array, start: number): void {
		for (let place = start; place < chunk.length; place++) {
			const byte = chunk[place] ?? 0;
			if (isBlank(byte)) continue;
			if (byte < 0x80 || this.tail.length === MAX_TAIL) this.state = 'damaged';
			else this.tail.push(byte);
		}
	}
}

/** Whether a byte is white space, of JSON or another that `trim` takes away. */
function isBlank(byte: number): boolean {
	return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Whether a byte outside of texts changes nothing at this depth. */
function isPlain(byte: number | undefined, depth: number): boolean {
	if (byte === QUOTE || byte === OBJECT || byte === OBJECT_END) return false;
	return byte !== ARRAY && byte !== ARRAY_END && (byte !== COMMA || depth !== 1);
}
