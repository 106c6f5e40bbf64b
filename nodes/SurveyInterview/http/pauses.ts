/** Long work in pieces, between which n8n can do other work. */
import { pause } from './timing';

/** The longest piece of work, in milliseconds, before n8n may do something else. */
const PIECE_MS = 15;

/**
 * Interrupts long work with short pauses in which n8n can do other work. A pause costs about a millisecond, so it is
 * due after a certain time, and not after a certain amount of work.
 */
export class Pauses {
	private since = performance.now();

	/** Whether the next pause is due. Asking this takes a tenth of the time of `await takeIfDue()`. */
	get isDue(): boolean {
		return performance.now() - this.since >= PIECE_MS;
	}

	/** Pauses if a pause is due; resolves to whether it did. */
	async takeIfDue(): Promise<boolean> {
		if (!this.isDue) return false;
		await pause(0);
		this.since = performance.now();
		return true;
	}
}

/**
 * Maps a list with pauses.
 *
 * @param keepGoing asked after each pause; false ends the work
 * @returns what is mapped so far: fewer values than the list has, if `keepGoing` has ended the work
 */
export async function mapWithPauses<From, To>(
	list: readonly From[],
	map: (value: From, index: number) => To,
	keepGoing: () => boolean = () => true,
): Promise<To[]> {
	const pauses = new Pauses();
	const mapped: To[] = [];
	for (const [index, value] of list.entries()) {
		if (pauses.isDue) {
			await pauses.takeIfDue();
			if (!keepGoing()) break;
		}
		mapped.push(map(value, index));
	}
	return mapped;
}

/** Does work with pauses; the generator yields wherever there may be one. */
export async function runWithPauses<Result>(work: Generator<void, Result>): Promise<Result> {
	const pauses = new Pauses();
	for (let step = work.next(); ; step = work.next()) {
		if (step.done) return step.value;
		if (pauses.isDue) await pauses.takeIfDue();
	}
}
