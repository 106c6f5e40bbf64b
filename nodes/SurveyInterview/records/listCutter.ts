/**
 * Cuts a JSON text into slices while its bytes arrive. A list is an array that is the root, or that only objects
 * enclose: it is cut between its values. The text around the lists is the frame, in which the number of each list
 * replaces its values. The cutter only finds where a value ends. `JSON.parse` says later whether a slice is JSON:
 * it is faster with many values than with one at a time.
 */

/** Some consecutive values of a list as the text of an array, which need not be valid JSON. */
export interface ListSlice {
	/** The bytes, in pieces as they arrived, with brackets around them. */
	pieces: Uint8Array[];
	/** The number of the list. */
	list: number;
	isRoot: boolean;
	/** How many objects and arrays the slice has, at any depth. */
	openings: number;
	isLast: boolean;
}

/** What the text is: not known yet; one that is cut; one without lists; or, in two ways, not to be parsed. */
type CutterState = 'start' | 'cut' | 'other' | 'damaged' | 'manyValues';

/** JSON.parse takes less than a millisecond for so many bytes, and V8 frees larger texts late. */
const SLICE_BYTES = 2 ** 16;

/** The most values inside one value of a list, or in the frame: objects with many keys are slow to make and walk. */
export const MAX_VALUES = 10_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const;
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const OPEN = Uint8Array.of(ARRAY);
const CLOSE = Uint8Array.of(ARRAY_END);

/** Bytes at the start that JSON does not take for blanks and people do, such as a byte order mark. */
const MAX_HEAD = 64;

/** Cuts one text. The slices are the same wherever the chunks end. */
export class ListCutter {
	state: CutterState = 'start';
	/** The text around the lists; the whole text, where it is not cut. */
	readonly frame: Uint8Array[] = [];
	/** Bytes of the frame and of the unfinished slice. */
	heldBytes = 0;
	/** How deep the text is nested so far. */
	deepest = 0;
	private pending: Uint8Array[] = [];
	private pendingBytes = 0;
	private head: number[] = [];
	private depth = 0;
	/** The depth of the list's values; 0 outside of lists. */
	private listDepth = 0;
	private lists = 0;
	private openings = 0;
	/** Values counted inside the current value of the list, or in the frame. */
	private values = 0;
	private valuesOfFrame = 0;
	private inString = false;
	/** Bytes at the start of the next chunk that belong to an escape in this one. */
	private skip = 0;

	constructor(private readonly sliceBytes = SLICE_BYTES) {}

	/** The slices that end in this chunk. */
	push(chunk: Uint8Array): ListSlice[] {
		if (this.state === 'start') this.findRoot(chunk);
		if (this.state === 'cut') return this.cut(chunk);
		this.keep(chunk);
		return [];
	}

	private findRoot(chunk: Uint8Array): void {
		for (const byte of chunk) {
			if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue;
			if (byte >= 0x80 && this.head.length < MAX_HEAD) {
				this.head.push(byte);
				continue;
			}
			const isBlank = Buffer.from(this.head).toString().trim() === '';
			this.state = isBlank && (byte === ARRAY || byte === OBJECT) ? 'cut' : 'other';
			return;
		}
	}

	private cut(chunk: Uint8Array): ListSlice[] {
		const slices: ListSlice[] = [];
		const { length } = chunk;
		let { inString, depth, values } = this;
		let from = 0;
		let place = this.skip;
		// Most bytes need no decision. Two inner loops pass over them in half the time that one would take.
		while (this.state === 'cut') {
			if (inString) {
				while (place < length && chunk[place] !== QUOTE && chunk[place] !== BACKSLASH) place++;
				if (place >= length) break;
				inString = chunk[place] !== QUOTE;
				place += inString ? 2 : 1;
				continue;
			}
			let byte: number | undefined;
			while (place < length && isPlain((byte = chunk[place]))) place++;
			if (place >= length) break;
			place++;
			if (depth === 0 && this.deepest > 0) {
				// Something follows the end of the answer.
				this.state = 'damaged';
			} else if (byte === QUOTE) {
				inString = true;
			} else if (byte === COMMA && depth > 0 && depth === this.listDepth) {
				values = 0;
				if (this.pendingBytes + place - from <= this.sliceBytes) continue;
				slices.push(this.slice(chunk.subarray(from, place - 1)));
				from = place;
			} else if (byte === OBJECT_END || byte === ARRAY_END) {
				depth--;
				if (depth >= this.listDepth && depth >= 0) continue;
				if (byte === OBJECT_END || depth < 0) {
					this.state = 'damaged';
				} else {
					slices.push(this.slice(chunk.subarray(from, place - 1), true));
					from = place - 1;
					values = this.valuesOfFrame;
				}
			} else if (byte === ARRAY && this.listDepth === 0) {
				this.keep(chunk.subarray(from, place));
				this.keep(Buffer.from(String(this.lists)));
				from = place;
				this.valuesOfFrame = values;
				values = this.openings = 0;
				this.listDepth = ++depth;
				this.deepest = Math.max(this.deepest, depth);
			} else {
				if (++values > MAX_VALUES) this.state = 'manyValues';
				if (byte === COMMA) continue;
				this.openings++;
				this.deepest = Math.max(this.deepest, ++depth);
			}
		}
		this.skip = Math.max(0, place - length);
		if (from < length) this.keep(chunk.subarray(from));
		Object.assign(this, { inString, depth, values });
		return slices;
	}

	private keep(piece: Uint8Array): void {
		this.heldBytes += piece.length;
		if (this.listDepth === 0) {
			// A copy, because a few bytes of a chunk would keep the whole chunk in memory.
			this.frame.push(this.state === 'cut' ? Uint8Array.from(piece) : piece);
		} else {
			this.pending.push(piece);
			this.pendingBytes += piece.length;
		}
	}

	private slice(last: Uint8Array, isLast = false): ListSlice {
		const { lists: list, openings } = this;
		const isRoot = this.listDepth === 1;
		const pieces = [OPEN, ...this.pending, last, CLOSE];
		this.heldBytes -= this.pendingBytes;
		this.pending = [];
		this.pendingBytes = this.openings = 0;
		if (isLast) {
			this.lists++;
			this.listDepth = 0;
		}
		return { pieces, list, isRoot, openings, isLast };
	}
}

/** Whether a byte outside of strings does not change the structure. */
function isPlain(byte: number | undefined): boolean {
	if (byte === QUOTE || byte === COMMA || byte === OBJECT || byte === OBJECT_END) return false;
	return byte !== ARRAY && byte !== ARRAY_END;
}
