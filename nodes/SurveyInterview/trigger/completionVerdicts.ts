/** Which new completions pass the filters, and which wait because the service does not show yet what a filter needs. */
import type { RecordFilter } from '../operations/filter';
import type { CompletionList, Interview } from './completions';
import { type ListedSurvey, type SurveyFacts, surveyLabel } from './reading';

/** After so many polls without success, a completion is decided without its missing score or conversation. */
const MAX_TRIES = 3;

/** Counts in how many polls something was tried in vain. */
export class Tries {
	/** The counts to remember: of what the next polls try again. */
	readonly next: Record<string, number> = {};

	constructor(private readonly earlier: Record<string, number> = {}) {}

	/** How often it was tried in vain in earlier polls. */
	countOf(key: string): number {
		return this.earlier[key] ?? 0;
	}

	/** Counts a failed try. @returns whether the next polls may try again */
	mayTryAgain(key: string): boolean {
		const count = this.countOf(key) + 1;
		if (count < MAX_TRIES) this.next[key] = count;
		return count < MAX_TRIES;
	}
}

interface Verdicts {
	passing: Interview[];
	/** The identities of those that do not pass. All others wait. */
	settled: string[];
	/** For n8n's log. */
	remarks: string[];
}

export function applyFilters(
	fresh: readonly Interview[],
	filter: RecordFilter,
	context: { survey: ListedSurvey; facts: SurveyFacts; list: CompletionList; tries: Tries },
): Verdicts {
	const { survey, facts, list, tries } = context;
	const passing: Interview[] = [];
	const settled: string[] = [];
	let rejected = 0;
	let unscored = 0;
	let withoutMetric = 0;
	for (const interview of fresh) {
		const { hash, record } = interview;
		const verdict = filter.verdictOn(record, facts);
		if (verdict === 'passes') {
			passing.push(interview);
			continue;
		}
		if (verdict === 'rejected') {
			settled.push(hash);
			rejected++;
			continue;
		}
		// An anonymous survey shows scores only when enough people have answered: completions wait until its list changes.
		if (verdict === 'noScoreYet' && !list.isScored) {
			unscored++;
			continue;
		}
		if (tries.mayTryAgain(`score ${hash}`)) continue;
		// It was tried in enough polls, so it is left out for good.
		settled.push(hash);
		if (verdict === 'unknownMetric') withoutMetric++;
	}
	const label = `survey ${surveyLabel(survey)}`;
	const whyNothing = rejected > 0 && filter.whyNothingPasses(facts.metric_type);
	const remarks: string[] = [];
	if (whyNothing) remarks.push(`${label}: its completions start no workflow. ${whyNothing}`);
	else if (unscored > 0)
		remarks.push(
			`${label}: the service shows no scores of it yet, as in an anonymous survey until enough people have answered. Completions wait for their scores.`,
		);
	if (withoutMetric > 0)
		remarks.push(
			`${label}: its metric is unknown, so NPS Group and Metric Types cannot be applied. Completions that were left out: ${withoutMetric}.`,
		);
	return { passing, settled, remarks };
}
