/** All that a report tells of, and what follows from it for several of its sections. */
import { rounded } from '../service/scalars';
import { harmless } from '../service/harmless';
import type { Words } from './words';
import type { Group } from './groups';
import { scaleOf } from './metricScore';
import type { ReportParts } from './parts';
import type { ReportPeriods } from './periods';
import { Phrases } from './phrases';
import type { Brand } from './reportRequest';
import type { ReportSurvey } from './reportSurvey';

export interface ReportFacts
	extends Pick<ReportSurvey, 'name' | 'metric' | 'scaleEnds' | 'mayBeAnonymous'>,
		ReportPeriods {
	words: Words;
	brand: Brand;
	/** The names of the parts that the report shows. */
	wanted: ReadonlySet<string>;
	/** The name of the property whose groups are compared. */
	property?: string;
}

/**
 * What a section is written from. `words` has the phrases of the language; `phrases` fills names and numbers into them.
 */
export type Report = ReturnType<typeof reportOf>;

/** The most characters of a name that others gave to a topic or a group. */
const MAX_LABEL = 45;

export function reportOf(facts: ReportFacts, parts: ReportParts) {
	const { words, metric } = facts;
	const phrases = new Phrases(words, metric);
	const scores = parts.scores.value;
	const previousScores = parts.previous_scores.value;
	const groups = lowestFirst(parts.groups?.value?.groups ?? []);
	// With the period before: a week of low scores does not make a scale of 1 to 10 one of 1 to 5.
	const distributions = [scores, previousScores].flatMap((part) => part?.distribution ?? []);
	const shownScores = [...distributions, ...groups].map(({ score }) => score);
	return {
		...facts,
		parts,
		phrases,
		groups,
		/** If no group has a name, all people are gathered in one group, and there is nothing to compare. */
		hasNamedGroup: groups.some(({ name }) => name !== undefined),
		scale: scaleOf(metric, facts.scaleEnds, shownScores),
		change: changeBetween(previousScores?.score, scores?.score),
		/** The answers of this period, or those of the one before if they are fewer; Infinity if neither has a score. */
		answersOfSmallerPeriod: Math.min(
			scores?.answers ?? Infinity,
			previousScores?.answers ?? Infinity,
		),
		/** In words, such as `the four weeks before`. */
		periodBefore: phrases.periodBefore(facts.lengthBefore),
		/**
		 * The period of topics, quotes and the conclusion in words, such as `this month`, because the service has them only
		 * by month and year. Empty if it is that of the report.
		 */
		servicePeriodText: facts.isServicePeriod ? '' : words.when[facts.servicePeriod],
		/** The name of a topic or a group, or the word for others: the group of the gathered people has no name. */
		nameOf: ({ name }: { name?: string }) =>
			name === undefined ? words.others : harmless(name, MAX_LABEL),
	};
}

/** The groups, the lowest score first; the group of the gathered people is last. */
function lowestFirst(groups: readonly Group[]) {
	const orderOf = ({ name, score }: Group) => (name === undefined ? Infinity : score);
	return groups.toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** How the score has changed; undefined without a score in both periods. */
function changeBetween(before: number | null | undefined, now: number | null | undefined) {
	if (before == null || now == null) return undefined;
	const by = rounded(now - before, 1);
	return { by, size: Math.abs(by), direction: by === 0 ? 'same' : by > 0 ? 'up' : 'down' } as const;
}
