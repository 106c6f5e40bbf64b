/** The bytes of `"`, `\`, `,`, and of the brackets. */
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const;
const [ARRAY_START, ARRAY_END, OBJECT_START, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/**
 * Finds where the entries of a JSON array end, in bytes that arrive in pieces. It begins behind the opening bracket, and
 * looks only at quotes, commas and brackets: `JSON.parse` says later whether the entries are JSON, and is faster with
 * many of them than with one at a time.
 */
export class EntryScanner {
	/** The array has ended. */
	hasEnded = false;
	/** It cannot be JSON: another bracket ends the array, or something follows its end. */
	isDamaged = false;
	/** How deep the array is nested so far. */
	deepest = 1;
	private depth = 1;
	private inString = false;
	/** How many bytes at the start of the next piece belong to an escape, such as `\"`, that began in this one. */
	private skip = 0;

	/**
	 * Scans the next piece.
	 *
	 * @returns the index of the last comma between entries, or of the bracket that ends the array; undefined without one
	 */
	endOfEntries(piece: Uint8Array): number | undefined {
		if (this.hasEnded) {
			this.isDamaged ||= startOfText(piece) >= 0;
			return undefined;
		}
		const { length } = piece;
		let { inString, depth } = this;
		let lastComma: number | undefined;
		let index = this.skip;
		// Most bytes need no decision. Two inner loops pass over them in half the time that one would take.
		while (index < length) {
			if (inString) {
				while (index < length && piece[index] !== QUOTE && piece[index] !== BACKSLASH) index++;
				if (index >= length) break;
				if (piece[index] === QUOTE) {
					inString = false;
					index += 1;
				} else {
					// A backslash and the character that it escapes.
					index += 2;
				}
				continue;
			}
			while (index < length && isPlain(piece[index])) index++;
			if (index >= length) break;
			const byte = piece[index];
			if (byte === QUOTE) {
				inString = true;
			} else if (byte === COMMA) {
				if (depth === 1) lastComma = index;
			} else if (byte === ARRAY_START || byte === OBJECT_START) {
				depth++;
				this.deepest = Math.max(this.deepest, depth);
			} else {
				depth--;
				if (depth === 0) {
					this.hasEnded = true;
					this.isDamaged = byte !== ARRAY_END || startOfText(piece.subarray(index + 1)) >= 0;
					return index;
				}
			}
			index++;
		}
		this.skip = Math.max(0, index - length);
		this.inString = inString;
		this.depth = depth;
		return lastComma;
	}
}

/** Whether a byte outside of strings does not change the structure. */
function isPlain(byte: number | undefined): boolean {
	if (byte === QUOTE || byte === COMMA || byte === OBJECT_START || byte === OBJECT_END)
		return false;
	return byte !== ARRAY_START && byte !== ARRAY_END;
}

const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d];

/** The index of the first byte that is no blank; -1 if there is none. */
export const startOfText = (bytes: Uint8Array): number =>
	bytes.findIndex((byte) => !BLANKS.includes(byte));
