import { HASH_LENGTH } from '../records/shortHash';

/** The value of each sign of a short hash, by its code. */
const VALUES = new Uint8Array(128);
for (const [value, sign] of [
	...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries()) {
	VALUES[sign.charCodeAt(0)] = value;
}

/**
 * A set of short hashes as numbers. A survey may have a million completions, of which a `Set` of texts takes
 * four times the memory and the time.
 */
export class HashSet {
	/** Open addressing; 0 is a free slot. */
	private slots: Float64Array;
	private size = 0;

	/** @param expected how many it will have; it grows where there are more */
	constructor(expected = 0) {
		this.slots = new Float64Array(2 ** Math.ceil(Math.log2(2 * expected + 16)));
	}

	/** @param at where the hash stands in the text */
	has(text: string, at = 0): boolean {
		return this.slots[this.placeOf(keyAt(text, at))] !== 0;
	}

	/** @returns whether it was not there */
	add(text: string, at = 0): boolean {
		const key = keyAt(text, at);
		const place = this.placeOf(key);
		if (this.slots[place] !== 0) return false;
		this.slots[place] = key;
		if (++this.size * 2 > this.slots.length) this.grow();
		return true;
	}

	/** Where a key stands, or would stand. */
	private placeOf(key: number): number {
		const { slots } = this;
		const last = slots.length - 1;
		// The lower 32 bits, which are as random as all of them.
		let place = key & last;
		for (;;) {
			const other = slots[place];
			if (other === key || other === 0) return place;
			place = (place + 1) & last;
		}
	}

	private grow(): void {
		const before = this.slots;
		this.slots = new Float64Array(2 * before.length);
		for (const key of before) if (key !== 0) this.slots[this.placeOf(key)] = key;
	}
}

/** The 48 bits of a hash as a number above 0. */
function keyAt(text: string, at: number): number {
	let [high, low] = [0, 0];
	for (let place = at; place < at + HASH_LENGTH / 2; place++) {
		high = (high << 6) | (VALUES[text.charCodeAt(place)] ?? 0);
		low = (low << 6) | (VALUES[text.charCodeAt(place + HASH_LENGTH / 2)] ?? 0);
	}
	return high * 2 ** 24 + low + 1;
}
