/** In a survey that may be anonymous, no number of too few people shows, or follows from those that show. */

/** The minimum for such surveys, even if the option allows smaller groups. */
export const FEWEST = 5;

/** Whether two totals of the same people differ by so few that the score of these could be calculated. */
export const leavesFew = (one: number, other: number, fewest: number): boolean =>
	one !== other && Math.abs(one - other) < fewest;

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
