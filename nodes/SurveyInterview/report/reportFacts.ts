/** All that a report tells of, and what follows from it for several of its sections. */
import { rounded } from '../service/scalars';
import { harmless } from '../service/harmless';
import type { Words } from './english';
import type { Group, ReportSurvey } from './groups';
import { scaleOf } from './metricScore';
import type { ReportParts } from './parts';
import type { ReportPeriods } from './periods';
import { Phrases } from './phrases';
import type { Brand } from './reportRequest';

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

/** Characters of a name that others gave to a topic or a group. */
const MAX_LABEL = 45;

/** What a section is written from. */
export type Report = ReturnType<typeof reportOf>;

export function reportOf(facts: ReportFacts, parts: ReportParts) {
	const { words, metric } = facts;
	const phrases = new Phrases(words, metric);
	const groups = lowestFirst(parts.groups?.value?.groups ?? []);
	const distribution = parts.scores.value?.distribution ?? [];
	const scores = [...distribution, ...groups].map(({ score }) => score);
	return {
		...facts,
		parts,
		phrases,
		groups,
		scale: scaleOf(metric, facts.scaleEnds, scores),
		change: changeIn(parts),
		/** The name of a topic or a group; the gathered people have none of their own. */
		nameOf: ({ name }: { name?: string }) =>
			name === undefined ? words.others : harmless(name, MAX_LABEL),
		/** How many have answered: in this period or in the one before, whichever has fewer; Infinity without scores. */
		fewerAnswers: Math.min(
			...[parts.scores, parts.previous_scores].flatMap(({ value }) => value?.answers ?? []),
		),
		/** The period before, in words. */
		before: phrases.before(facts.lengthBefore),
		/** The service's period in words, if it is not that of the report; empty if it is. */
		when: facts.isServicePeriod ? '' : words.when[facts.servicePeriod],
	};
}

/** The groups, the lowest score first; the group of the gathered people is last. */
function lowestFirst(groups: readonly Group[]) {
	const orderOf = ({ name, score }: Group) => (name === undefined ? Infinity : score);
	return groups.toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** Whether any group has a name. If not, all people are gathered, and there is nothing to compare. */
export const hasNamedGroup = ({ groups }: Report) => groups.some(({ name }) => name !== undefined);

/** How the score has changed; undefined without a score in both periods. */
function changeIn({ scores, previous_scores: previous }: ReportParts) {
	const [now, then] = [scores.value?.score, previous.value?.score];
	if (now == null || then == null) return undefined;
	const by = rounded(now - then, 1);
	return { by, size: Math.abs(by), direction: by === 0 ? 'same' : by > 0 ? 'up' : 'down' } as const;
}
