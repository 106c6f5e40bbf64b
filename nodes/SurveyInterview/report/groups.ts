/** The scores of groups side by side, so that no small group of an anonymous survey can be told from them. */
import { isScoreOf, summaryOf, type ScoreSummary } from './metricScore';

/** One completed interview, as far as a comparison needs it. */
export interface ScoredPerson {
	score: unknown;
	/** The values of the property: several where a person has several. */
	values: readonly string[];
}

export interface Group extends ScoreSummary {
	/** Undefined for those that are gathered. */
	name?: string;
	/** Its score less that of all. */
	difference: number | null;
}

export interface Comparison {
	/** The highest score first, and those that are gathered last. */
	groups: Group[];
	all: ScoreSummary;
	/** How many groups are gathered, because they are smaller than the minimum. */
	gathered: number;
}

/**
 * Every value of a property with the score of those who have it. Groups below the minimum are gathered.
 *
 * In an anonymous survey no group below it can be had by subtraction either: each person is in one group (with
 * several values, in the gathered ones), and while the gathered ones are fewer than the minimum, the smallest group
 * joins them. So all less any of the groups that are shown is never fewer people than that, or nobody. Fewer people than
 * the minimum are not compared at all.
 */
export function compare(
	metric: unknown,
	people: readonly ScoredPerson[],
	minimum: number,
	isAnonymous: boolean,
): Comparison {
	const scored = people.filter(({ score }) => isScoreOf(metric, score));
	const byValue = new Map<string, unknown[]>();
	const gathered: unknown[] = [];
	for (const { score, values } of scored) {
		const own = isAnonymous && values.length !== 1 ? [] : values;
		if (own.length === 0) gathered.push(score);
		for (const value of new Set(own)) {
			if (!byValue.get(value)?.push(score)) byValue.set(value, [score]);
		}
	}
	const smallestFirst = [...byValue].sort(([, one], [, other]) => one.length - other.length);
	let count = 0;
	for (const [, scores] of smallestFirst) {
		const isOpen = isAnonymous && gathered.length > 0 && gathered.length < minimum;
		if (scores.length >= minimum && !isOpen) break;
		for (const score of scores) gathered.push(score);
		count++;
	}
	const all = summaryOf(
		metric,
		isAnonymous && scored.length < minimum ? [] : scored.map(({ score }) => score),
	);
	const groupOf = (scores: readonly unknown[], name?: string): Group => {
		const summary = summaryOf(metric, scores);
		const difference =
			summary.score === null || all.score === null
				? null
				: Math.round(10 * (summary.score - all.score)) / 10;
		return { name, ...summary, difference };
	};
	const shown = smallestFirst.slice(count).map(([name, scores]) => groupOf(scores, name));
	shown.sort((one, other) => Number(other.score) - Number(one.score));
	const isGatheredShown = gathered.length > 0 && !(isAnonymous && gathered.length < minimum);
	return {
		groups: [...shown, ...(isGatheredShown ? [groupOf(gathered)] : [])],
		all,
		gathered: count,
	};
}
