import type { RecordFilter } from '../filters/filter';
import type { Judgement } from './event';
import type { Completion } from './completionList';
import { MAX_TRIES } from './settledEntry';
import type { State } from './state';
import { surveyFactsOf } from './surveyFacts';
import { surveyLabel, type Task } from './surveys';

/** What the filters make of new completions. */
export interface Filtered {
	ready: Completion[];
	/** Their score or metric may still be added. */
	undecided: Completion[];
	/** Their score does not show, like that of nobody in the survey: they stay unknown until the list changes. */
	unscored: Completion[];
	rejected: Completion[];
	/** Whether the service shows scores of this survey, now or before. */
	hasScores?: true;
	/** What the judgement says of it. */
	said: Pick<Judgement, 'remark' | 'remarkOfSurvey' | 'needsMetric'>;
}

/**
 * Applies the filters to what is new in a survey.
 *
 * @param isScored whether a completion in the list, new or not, shows a score
 */
export function filtered(
	fresh: readonly Completion[],
	{ passes, nothingOf }: RecordFilter,
	{ waiting }: State,
	task: Task,
	isScored: true | undefined,
): Filtered {
	const ofSurvey = surveyFactsOf(task);
	const ready: Completion[] = [];
	const undecided: Completion[] = [];
	const unscored: Completion[] = [];
	const rejected: Completion[] = [];
	// When the first score shows, those of others may come with the next poll.
	const hasScores = task.known.hasScores ?? isScored;
	let withoutMetric = 0;
	let needsMetric = false;
	for (const completion of fresh) {
		const verdict = passes(completion.record, ofSurvey);
		const tries = (waiting[scoreKey(completion.hash)] ?? 0) + 1;
		const isLastTry = tries >= MAX_TRIES && hasScores === task.known.hasScores;
		if (verdict === 'metric') {
			needsMetric = true;
			if (isLastTry) withoutMetric++;
		}
		if (verdict === true) ready.push(completion);
		else if (verdict !== false && !isLastTry) undecided.push(completion);
		else if (verdict === undefined && !hasScores) unscored.push(completion);
		else rejected.push(completion);
	}
	const { metric_type: metric } = ofSurvey;
	const nothing = rejected.length > 0 && metric !== null ? nothingOf(metric) : undefined;
	const why =
		nothing === undefined
			? unscored.length > 0 && NO_SCORES
			: `its completions start no workflow. ${nothing}`;
	const survey = `survey ${surveyLabel(task.survey)}`;
	const said: Filtered['said'] = {
		...(needsMetric && !task.ofRecord ? { needsMetric } : {}),
		...(why && { remarkOfSurvey: `${survey}: ${why}` }),
		...(withoutMetric === 0
			? {}
			: {
					remark: `${survey}: its metric is unknown, so Score Group and Metric Types cannot be applied. Completions that were left out: ${withoutMetric}.`,
				}),
	};
	return { ready, undecided, unscored, rejected, hasScores, said };
}

const NO_SCORES =
	'the service shows no scores of it yet, as in an anonymous survey until enough people have answered. Completions wait for their scores.';

/** The key under which the state counts the tries to decide about a completion. */
export const scoreKey = (hash: string | undefined): string => `score ${hash}`;
