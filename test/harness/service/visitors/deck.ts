import type { Random } from '../random';

/** Cards that are drawn in a random order, and shuffled again when all are gone: each comes for certain. */
export class Deck<T> {
	private left: T[] = [];

	constructor(
		private readonly random: Random,
		private readonly cards: readonly T[],
	) {}

	draw(): T {
		if (this.left.length === 0) this.left = this.random.shuffled(this.cards);
		return this.left.pop() as T;
	}
}
