/** Random numbers that are the same for the same seed. */
export class Dice {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** From 0 up to 1, which it never is (mulberry32). */
	roll(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = this.state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	chance(share: number): boolean {
		return this.roll() < share;
	}

	/** From `low` to `high`, both included. */
	whole(low: number, high: number): number {
		return low + Math.floor(this.roll() * (high - low + 1));
	}

	one<T>(of: readonly T[]): T {
		const chosen = of[Math.floor(this.roll() * of.length)];
		if (chosen === undefined) throw new Error('Nothing to choose from');
		return chosen;
	}

	/** One of the names, by their weights. */
	weighted<K extends string>(weights: Record<K, number>): K {
		const names = Object.keys(weights) as K[];
		let left = this.roll() * names.reduce((sum, name) => sum + weights[name], 0);
		for (const name of names) {
			left -= weights[name];
			if (left < 0) return name;
		}
		return this.one(names);
	}

	uuid(): string {
		const hex = () => Math.floor(this.roll() * 16).toString(16);
		return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, hex);
	}
}
