/** Which new completions pass the filters, and which wait because the service does not show yet what a filter needs. */
import type { RecordFilter } from '../operations/filter';
import type { CompletionList, Interview } from './completions';
import { type ListedSurvey, type SurveyFacts, surveyLabel } from './reading';

/** After so many polls without success, a completion is decided without its conversation, or the survey's metric. */
const MAX_TRIES = 3;
/**
 * So long a completion waits for its score, and for `MAX_TRIES` reads of its list. Services that score an interview by
 * analysis take minutes, and more after an outage.
 */
const SCORE_WAIT_MS = 3_600_000;
/** So long every poll looks for it. Later, the survey's next change or full check shows it. */
const SCORE_LOOK_MS = 600_000;

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

/** When a completion was first read without its score, in milliseconds since 1970, and in how many reads it was so. */
export type ScoreWait = [since: number, reads: number];

/** Which completions wait for their scores. */
export class ScoreWaits {
	/** By identity, to remember: those that go on waiting. */
	readonly next: Record<string, ScoreWait> = {};

	constructor(
		private readonly now: number,
		private readonly earlier: Record<string, ScoreWait> = {},
	) {}

	/** Notes that a completion has no score. @returns whether it may wait */
	mayWait(identity: string): boolean {
		const [since, readsBefore] = this.earlier[identity] ?? [this.now, 0];
		const reads = readsBefore + 1;
		const isOver = reads >= MAX_TRIES && this.now - since >= SCORE_WAIT_MS;
		if (!isOver) this.next[identity] = [since, reads];
		return !isOver;
	}

	get isEmpty(): boolean {
		return Object.keys(this.next).length === 0;
	}

	/** Whether the next poll must look for a score. */
	get mustLook(): boolean {
		return Object.values(this.next).some(([since]) => this.now - since < SCORE_LOOK_MS);
	}
}

interface Verdicts {
	passing: Interview[];
	/** The identities of those that do not pass. */
	settled: string[];
	/** Those that wait for what the service does not show yet. */
	waiting: Interview[];
	/** For n8n's log. */
	remarks: string[];
}

export function applyFilters(
	fresh: readonly Interview[],
	filter: RecordFilter,
	context: {
		survey: ListedSurvey;
		facts: SurveyFacts;
		list: CompletionList;
		tries: Tries;
		waits: ScoreWaits;
	},
): Verdicts {
	const { survey, facts, list, tries, waits } = context;
	const passing: Interview[] = [];
	const settled: string[] = [];
	const waiting: Interview[] = [];
	let rejected = 0;
	let unscored = 0;
	let withoutMetric = 0;
	let withoutScore = 0;
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
		const isScoreMissing = verdict === 'noScoreYet';
		// An anonymous survey shows scores only when enough people have answered: completions wait until its list changes.
		const isUnscored = isScoreMissing && !list.isScored;
		if (isUnscored) unscored++;
		const mayWait = () =>
			isScoreMissing ? waits.mayWait(hash) : tries.mayTryAgain(`metric ${hash}`);
		if (isUnscored || mayWait()) {
			waiting.push(interview);
			continue;
		}
		// It has waited long enough, so it is left out for good.
		settled.push(hash);
		if (isScoreMissing) withoutScore++;
		else withoutMetric++;
	}
	const label = `survey ${surveyLabel(survey)}`;
	const whyNothing = rejected > 0 && filter.whyNothingPasses(facts.metric_type);
	const remarks: string[] = [];
	if (whyNothing) remarks.push(`${label}: its completions start no workflow. ${whyNothing}`);
	else if (unscored > 0)
		remarks.push(
			`${label}: the service shows no scores of it yet, as in an anonymous survey until enough people have answered. Completions wait for their scores.`,
		);
	if (withoutScore > 0)
		remarks.push(
			`${label}: completions that the score filter left out, because they had no score after an hour: ${withoutScore}.`,
		);
	if (withoutMetric > 0)
		remarks.push(
			`${label}: its metric is unknown, so NPS Group and Metric Types cannot be applied. Completions that were left out: ${withoutMetric}.`,
		);
	return { passing, settled, waiting, remarks };
}
