/** The identities of a survey's known completions, and which of them a list has. */
import { Pauses } from '../http/pauses';
import { HASH_LENGTH } from '../service/scalars';

/**
 * The identities of known completions, as numbers in ascending order. As texts, those of 100,000 respondents would take
 * ten times the memory. An identity is eight digits of Base64, which are 48 bits, so it is a whole number that
 * JavaScript can hold exactly.
 */
export class KnownIdentities {
	/** How many of them are in the list that is being read, each counted once. */
	listedCount = 0;
	/** By the index in `numbers`: 1 if that list has it, otherwise 0. */
	private readonly isListed: Uint8Array;

	private constructor(private readonly numbers: Float64Array) {
		this.isListed = new Uint8Array(numbers.length);
	}

	/** @param known the identities, one after the other; n8n can do other work while they are read */
	static async from(known: string): Promise<KnownIdentities> {
		const numbers = new Float64Array(Math.floor(known.length / HASH_LENGTH));
		const pauses = new Pauses();
		for (let index = 0; index < numbers.length; index++) {
			// Asking first saves an `await` for each identity.
			if (pauses.isDue) await pauses.takeIfDue();
			numbers[index] = numberAt(known, index * HASH_LENGTH);
		}
		return new KnownIdentities(numbers.sort());
	}

	has(identity: string): boolean {
		return this.indexOf(identity) !== undefined;
	}

	/** Notes that the list has this identity, if it is a known one. @returns whether it is */
	markListed(identity: string): boolean {
		const index = this.indexOf(identity);
		if (index === undefined) return false;
		if (!this.isListed[index]) this.listedCount++;
		this.isListed[index] = 1;
		return true;
	}

	/** By binary search; undefined if it is not known. */
	private indexOf(identity: string): number | undefined {
		const { numbers } = this;
		const number = numberAt(identity, 0);
		let first = 0;
		let last = numbers.length - 1;
		while (first <= last) {
			const middle = (first + last) >>> 1;
			const found = numbers[middle] as number;
			if (found === number) return middle;
			if (found < number) first = middle + 1;
			else last = middle - 1;
		}
		return undefined;
	}
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of each digit of Base64, by its character code. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

/** The number of the identity at a position of a text. */
function numberAt(text: string, start: number): number {
	let number = 0;
	for (let index = start; index < start + HASH_LENGTH; index++)
		number = number * 64 + (VALUES[text.charCodeAt(index)] as number);
	return number;
}
