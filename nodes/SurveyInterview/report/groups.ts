/** Compares the scores of groups, without revealing a small group of an anonymous survey. */
import { isScoreOf, summaryOf, type ScoreSummary } from './metricScore';

/** One completed interview. */
export interface ScoredPerson {
	score: unknown;
	/** The person's values of the property, of which there may be several. */
	values: readonly string[];
}

export interface Group extends ScoreSummary {
	/** Undefined for the people of the gathered groups. */
	name?: string;
	/** Its score minus that of all. */
	difference: number | null;
}

export interface Comparison {
	/** The highest score first, and the gathered people last. */
	groups: Group[];
	all: ScoreSummary;
	/** How many groups are gathered into one, because they are smaller than the minimum. */
	gathered: number;
}

/**
 * Groups people by their value of a property. Groups smaller than the minimum are gathered into one.
 *
 * In an anonymous survey, subtraction must not reveal fewer people than the minimum. So each person is in one group
 * only (those with several values are gathered), and while the gathered people are fewer than the minimum, the
 * smallest group joins them. If all people together are fewer, nothing is compared.
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
