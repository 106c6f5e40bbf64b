/** Rules for surveys that may be anonymous: no result of fewer people than a minimum is shown. */

/** The minimum for such a survey, even if Minimum Group Size allows fewer. */
export const MIN_PEOPLE = 5;

/**
 * The one rule: the smallest counts are left out until those left out are together at least the minimum. With fewer,
 * the total and the other counts would show the score of those who are left out.
 *
 * @param uncounted the people of the total who are in none of the counts, so they are left out already
 * @returns how many of the counts to leave out, from the smallest on
 */
export function countLeftOut(
	smallestFirst: readonly number[],
	uncounted: number,
	minPeople: number,
): number {
	let peopleLeftOut = uncounted;
	let leftOut = 0;
	for (const count of smallestFirst) {
		if (count >= minPeople && (peopleLeftOut === 0 || peopleLeftOut >= minPeople)) break;
		peopleLeftOut += count;
		leftOut++;
	}
	return leftOut;
}

/** The buckets of a trend; those that the rule leaves out have neither score nor answers. */
export function withoutSmallBuckets<
	Bucket extends { score: number | null; answers: number | null },
>(buckets: readonly Bucket[], minPeople: number): Bucket[] {
	const smallestFirst = buckets.toSorted((a, b) => Number(a.answers) - Number(b.answers));
	const counts = smallestFirst.map(({ answers }) => Number(answers));
	const leftOut = new Set(smallestFirst.slice(0, countLeftOut(counts, 0, minPeople)));
	return buckets.map((bucket) =>
		leftOut.has(bucket) ? { ...bucket, score: null, answers: null } : bucket,
	);
}
