import { pause } from './waiting';

/** Work of this many milliseconds is done in one piece; then n8n may do something else. */
const PIECE_MS = 15;

/**
 * The pieces of long work, because one long piece would hold up everything that n8n does. A turn of n8n costs
 * about a millisecond, so how many there are depends on the time and not on how much is worked on.
 */
export class Turns {
	private since = performance.now();

	/** Whether a piece is done. To ask takes a tenth of the time that it takes to await `next`. */
	get isDue(): boolean {
		return performance.now() - this.since >= PIECE_MS;
	}

	/** To be called between two parts of the work; resolves to whether n8n had a turn. */
	async next(): Promise<boolean> {
		if (!this.isDue) return false;
		await pause(0);
		this.since = performance.now();
		return true;
	}
}

/** Maps a list in pieces. `keepGoing` is asked after each turn of n8n: false ends the work with what is mapped. */
export async function mapInTurns<From, To>(
	list: readonly From[],
	map: (one: From, place: number) => To,
	keepGoing: () => boolean = () => true,
): Promise<To[]> {
	const turns = new Turns();
	const mapped: To[] = [];
	for (const [place, one] of list.entries()) {
		if (turns.isDue && (await turns.next()) && !keepGoing()) break;
		mapped.push(map(one, place));
	}
	return mapped;
}

/** Does work in pieces: it yields wherever n8n may do something else meanwhile. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
	const turns = new Turns();
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
		if (turns.isDue) await turns.next();
	}
}
