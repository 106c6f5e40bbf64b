import { pause } from './waiting';

/** Work of this many milliseconds is done in one piece; then n8n may do something else. */
const PIECE_MS = 15;

/**
 * Maps a list, and lets n8n do other things in between, because one long piece of work would hold up everything
 * that it does. A turn costs about a millisecond, so it depends on the time and not on the number of entries.
 *
 * @param keepGoing asked after each turn; false ends the work, with what has been mapped so far
 */
export async function mapInTurns<From, To>(
	list: readonly From[],
	map: (one: From, place: number) => To,
	keepGoing: () => boolean = () => true,
): Promise<To[]> {
	const mapped: To[] = [];
	let since = performance.now();
	for (const [place, one] of list.entries()) {
		if (performance.now() - since >= PIECE_MS) {
			await pause(0);
			if (!keepGoing()) break;
			since = performance.now();
		}
		mapped.push(map(one, place));
	}
	return mapped;
}
