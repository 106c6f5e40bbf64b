/** A small seeded source of choices; the same seed and index always give the same answer. */
import { nth } from './lookup';

const FIRST = ['Anna', 'Bram', 'Chidi', 'Daan', 'Elif', 'Femke', 'Gül', 'Hanna', 'Ivo', 'Jörg'];
const LAST = [
	'Bos',
	'de Vries',
	'Okafor',
	'Smit',
	'Yılmaz',
	'Jansen',
	'Müller',
	'Novák',
	'Peeters',
];
const HOSTS = ['example.com', 'example.org', 'acme.example', 'mail.example.net'];

export class Random {
	private state: number;

	constructor(seed: number, index: number) {
		this.state = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul((index | 0) + 1, 0x85ebca6b)) >>> 0;
		// Neighbouring seeds start close together; a few turns drive them apart.
		for (let turn = 0; turn < 4; turn++) this.next();
	}

	/** mulberry32: enough quality for choices, and short. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = this.state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	int(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	chance(share: number): boolean {
		return this.next() < share;
	}

	pick<T>(list: readonly T[]): T {
		return nth(list, this.int(0, list.length - 1));
	}

	shuffle<T>(list: readonly T[]): T[] {
		const copy = [...list];
		for (let i = copy.length - 1; i > 0; i--) {
			const j = this.int(0, i);
			[copy[i], copy[j]] = [nth(copy, j), nth(copy, i)];
		}
		return copy;
	}

	many<T>(low: number, high: number, make: (position: number) => T): T[] {
		return Array.from({ length: this.int(low, high) }, (_, position) => make(position));
	}

	uuid(): string {
		const hex = Array.from({ length: 32 }, () => this.int(0, 15).toString(16));
		hex[12] = '4';
		hex[16] = this.pick(['8', '9', 'a', 'b']);
		return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
	}

	person(): { first: string; last: string; name: string; email: string } {
		const first = this.pick(FIRST);
		const last = this.pick(LAST);
		return { first, last, name: `${first} ${last}`, email: this.email(first) };
	}

	email(first = this.pick(FIRST)): string {
		const local = first
			.normalize('NFD')
			.replace(/[^A-Za-z]/g, '')
			.toLowerCase();
		return `${local}${this.int(1, 999)}@${this.pick(HOSTS)}`;
	}

	/** A moment of the years 2025 and 2026 in milliseconds, on a whole second. */
	moment(): number {
		return Date.UTC(2025, 0, 1) + this.int(0, 700 * 86400) * 1000;
	}

	sentence(): string {
		const who = this.pick(['The team', 'My manager', 'Onboarding', 'The new office', 'Support']);
		const what = this.pick([
			'was slow',
			'helped me a lot',
			'needs more time',
			'is fine',
			'surprised me',
		]);
		const tail = this.pick([
			'this year',
			'since March',
			'in most weeks',
			'after the move',
			'so far',
		]);
		return `${who} ${what} ${tail} (${this.int(1, 999)}).`;
	}
}
