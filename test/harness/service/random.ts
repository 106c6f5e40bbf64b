const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Numbers and identifiers from a seed: the same seed gives the same world, so a failure can be repeated. */
export class Random {
	private a = 0x9e3779b9;
	private b = 0x243f6a88;
	private c = 0xb7e15162;
	private d: number;

	constructor(seed: number) {
		this.d = seed ^ 0xdeadbeef;
		for (let round = 0; round < 16; round++) this.next();
	}

	/** An unsigned 32-bit number (sfc32). */
	next(): number {
		const sum = (this.a + this.b + this.d) | 0;
		this.d = (this.d + 1) | 0;
		this.a = this.b ^ (this.b >>> 9);
		this.b = (this.c + (this.c << 3)) | 0;
		this.c = (this.c << 21) | (this.c >>> 11);
		this.c = (this.c + sum) | 0;
		return sum >>> 0;
	}

	/** A whole number from 0 up to, not including, `limit`. */
	below(limit: number): number {
		return Math.floor((this.next() / 4294967296) * limit);
	}

	/** One of a list that is not empty. */
	pick<T>(list: readonly T[]): T {
		return list[this.below(list.length)] as T;
	}

	/** A version 4 UUID. */
	uuid(): string {
		const [w, x, y, z] = [this.next(), this.next(), this.next(), this.next()];
		return (
			hex(w, 0) +
			hex(w, 1) +
			hex(w, 2) +
			hex(w, 3) +
			'-' +
			hex(x, 0) +
			hex(x, 1) +
			'-' +
			HEX[0x40 | ((x >>> 16) & 0x0f)] +
			hex(x, 3) +
			'-' +
			HEX[0x80 | (y & 0x3f)] +
			hex(y, 1) +
			'-' +
			hex(y, 2) +
			hex(y, 3) +
			hex(z, 0) +
			hex(z, 1) +
			hex(z, 2) +
			hex(z, 3)
		);
	}

	/** A secret of 2 × `bytes` hexadecimal characters. */
	secret(bytes: number): string {
		let text = '';
		for (let index = 0; index < bytes; index++) text += HEX[this.next() & 0xff];
		return text;
	}

	/** The list in a random order; the given list stays as it is. */
	shuffled<T>(list: readonly T[]): T[] {
		const mixed = [...list];
		for (let index = mixed.length - 1; index > 0; index--) {
			const other = this.below(index + 1);
			[mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
		}
		return mixed;
	}
}

function hex(word: number, byte: number): string {
	return HEX[(word >>> (byte * 8)) & 0xff] as string;
}
