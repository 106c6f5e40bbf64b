/** Rules for surveys that may be anonymous: no result of fewer people than a minimum is shown. */

/** The minimum for such a survey, even if Minimum Group Size allows fewer. */
export const MIN_PEOPLE = 5;

/**
 * The rule for counts that make a total, such as the groups of everyone: the smallest are left out until those left out
 * are together at least the minimum. With fewer, the total minus the other counts would tell of those who are left out.
 * Of 1, 2, 11 and 26 people and a minimum of 5, the first three are left out, because 1 and 2 are only three people.
 *
 * @param inNone how many people of the total are in none of the counts; they are left out already
 * @returns how many of the counts to leave out, from the smallest on
 */
export function countLeftOut(
	smallestFirst: readonly number[],
	inNone: number,
	minPeople: number,
): number {
	let peopleLeftOut = inNone;
	let leftOut = 0;
	for (const count of smallestFirst) {
		if (count >= minPeople && (peopleLeftOut === 0 || peopleLeftOut >= minPeople)) break;
		peopleLeftOut += count;
		leftOut++;
	}
	return leftOut;
}

/**
 * The buckets of a trend; those that the rule leaves out have neither score nor answers. A bucket whose number of answers
 * is not known counts as one of nobody, so it is always left out.
 */
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
