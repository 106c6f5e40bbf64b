/** In a survey that may be anonymous, no number of too few people shows. */

/** The minimum for such surveys, even if the option allows smaller groups. */
export const FEWEST = 5;

/**
 * The one rule: the smallest counts are left out until those left out are together at least the minimum.
 *
 * @param already the people of the total who are in none of the counts
 * @returns how many of the counts, which begin with the smallest
 */
export function countLeftOut(
	smallestFirst: readonly number[],
	already: number,
	fewest: number,
): number {
	let people = already;
	let left = 0;
	for (const count of smallestFirst) {
		if (count >= fewest && (people === 0 || people >= fewest)) break;
		people += count;
		left++;
	}
	return left;
}

/** The buckets of a trend, of which those that the rule leaves out are empty. */
export function withoutFew<Bucket extends { score: number | null; answers: number | null }>(
	buckets: readonly Bucket[],
	fewest: number,
): Bucket[] {
	const smallestFirst = buckets.toSorted((a, b) => Number(a.answers) - Number(b.answers));
	const counts = smallestFirst.map(({ answers }) => Number(answers));
	const leftOut = new Set(smallestFirst.slice(0, countLeftOut(counts, 0, fewest)));
	return buckets.map((one) => (leftOut.has(one) ? { ...one, score: null, answers: null } : one));
}
