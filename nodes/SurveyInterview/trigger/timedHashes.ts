import { HASH_LENGTH } from '../records/shortHash';

/** How many hashes become one text. */
const PIECE = 1024;

/** Hashes with the times of their completions. They take 16 bytes each: a baseline may have a million. */
export class TimedHashes {
	private readonly texts: string[] = [];
	private last: string[] = [];
	private readonly times: number[] = [];

	/** How many there are. */
	get size(): number {
		return this.times.length;
	}

	/** @param at in milliseconds since 1970, where it is known */
	add(hash: string, at = NaN): void {
		this.times.push(at);
		if (this.last.push(hash) < PIECE) return;
		this.texts.push(this.last.join(''));
		this.last = [];
	}

	/** The hashes whose times pass, as texts of some each. */
	where(passes: (at: number | undefined) => boolean = () => true): string[] {
		const texts = [...this.texts, this.last.join('')];
		let place = 0;
		const passing = texts.map((text) => {
			let some = '';
			let from = 0;
			for (let to = 0; to < text.length; to += HASH_LENGTH) {
				const at = this.times[place++] ?? NaN;
				if (passes(Number.isNaN(at) ? undefined : at)) continue;
				some += text.slice(from, to);
				from = to + HASH_LENGTH;
			}
			return some + text.slice(from);
		});
		return passing.filter((text) => text !== '');
	}
}
