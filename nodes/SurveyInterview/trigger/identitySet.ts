/**
 * A set of identities. As texts in a Set, those of a survey with 100,000 respondents would cost the garbage collector
 * more time than it takes to look them up; here they are numbers in one table.
 */
import { Pauses } from '../http/pauses';
import { HASH_LENGTH } from '../service/scalars';

const MIN_SLOTS = 64;
/** In an empty slot of the table. */
const EMPTY = -1;

export class IdentitySet {
	/** Each identity stands in the slot that its number names, or in the next one that was empty. Half stay empty. */
	private slots = emptySlots(MIN_SLOTS);
	size = 0;

	/** @param count how many there will be, so that the table need not grow */
	constructor(count = 0) {
		while (this.slots.length < 2 * count) this.slots = emptySlots(2 * this.slots.length);
	}

	/** The identities in a text, one after the other. n8n gets turns in between. */
	static async from(text: string): Promise<IdentitySet> {
		const set = new IdentitySet(text.length / HASH_LENGTH);
		const pauses = new Pauses();
		for (let start = 0; start < text.length; start += HASH_LENGTH) {
			// Asking first saves an `await` for each identity.
			if (pauses.isDue) await pauses.takeIfDue();
			set.insert(numberAt(text, start));
		}
		return set;
	}

	get slotCount(): number {
		return this.slots.length;
	}

	/** Its slot; -1 if it is not there. */
	indexOf(identity: string): number {
		const number = numberAt(identity, 0);
		const slot = this.slotOf(number);
		return this.slots[slot] === number ? slot : -1;
	}

	has(identity: string): boolean {
		return this.indexOf(identity) >= 0;
	}

	/** @returns whether it is new here */
	add(identity: string): boolean {
		return this.insert(numberAt(identity, 0));
	}

	private insert(number: number): boolean {
		const slot = this.slotOf(number);
		if (this.slots[slot] === number) return false;
		this.slots[slot] = number;
		this.size++;
		if (2 * this.size > this.slots.length) this.grow();
		return true;
	}

	/** Where a number stands, or the empty slot where it would. */
	private slotOf(number: number): number {
		const last = this.slots.length - 1;
		let slot = number % this.slots.length;
		while (this.slots[slot] !== EMPTY && this.slots[slot] !== number)
			slot = slot === last ? 0 : slot + 1;
		return slot;
	}

	private grow(): void {
		const numbers = this.slots;
		this.slots = emptySlots(2 * numbers.length);
		for (const number of numbers) if (number !== EMPTY) this.slots[this.slotOf(number)] = number;
	}
}

/** The identities in one list. Most of them are known, so for those a byte is enough. */
export class ListedIdentities {
	/** Which slots of `known` have identities that the list has, too. */
	private readonly listedSlots: Uint8Array;
	private readonly unknown = new IdentitySet();
	private knownCount = 0;

	/** @param known nothing may be added to it meanwhile, because its slots would move */
	constructor(private readonly known: IdentitySet) {
		this.listedSlots = new Uint8Array(known.slotCount);
	}

	/** How many there are, each counted once. */
	get size(): number {
		return this.knownCount + this.unknown.size;
	}

	/** @returns `again` if the list has it twice */
	add(identity: string): 'known' | 'unknown' | 'again' {
		const slot = this.known.indexOf(identity);
		if (slot < 0) return this.unknown.add(identity) ? 'unknown' : 'again';
		if (this.listedSlots[slot]) return 'again';
		this.listedSlots[slot] = 1;
		this.knownCount++;
		return 'known';
	}
}

const emptySlots = (count: number) => new Float64Array(count).fill(EMPTY);

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The value of each digit of Base64, by its character code. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...DIGITS].entries()) VALUES[digit.charCodeAt(0)] = value;

/** The identity at a position of a text: eight digits of Base64 are a whole number of 48 bits. */
function numberAt(text: string, start: number): number {
	let number = 0;
	for (let index = start; index < start + HASH_LENGTH; index++)
		number = number * 64 + (VALUES[text.charCodeAt(index)] as number);
	return number;
}
