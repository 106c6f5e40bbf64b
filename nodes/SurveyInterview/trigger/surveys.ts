/** Which surveys a poll reads. */
import { idKey } from '../service/identifiers';
import { millis } from '../service/scalars';
import type { ListedSurvey, SurveyList } from './reading';
import type { State, SurveyMemory } from './state';
import { meet } from './whatIsNew';

/** Which surveys a person watches, and how. */
export interface WatchSettings {
	watch: 'all' | 'chosen';
	surveyIds: readonly string[];
	emitExisting: boolean;
	/** After so many milliseconds every survey is read. */
	fullCheckMs: number;
	event: { readsEverySurvey?: true };
}

export interface PollPlan {
	/** What to save; it has a memory of every watched survey. */
	state: State;
	/** In the order in which to read them. */
	due: ListedSurvey[];
	watched: readonly ListedSurvey[];
	/** All watched surveys are due, whether their entry has changed or not. */
	isCheck: boolean;
	/** Surveys that this poll meets for the first time. */
	met: ListedSurvey[];
}

/**
 * Decides which surveys to read: those whose entry in the list has changed, or whose last reading left something over.
 *
 * @param before the saved state, or that of a new watch, which has no time of a list
 */
export function planPoll(
	before: State,
	{ surveys: list, readAt: now }: SurveyList,
	{ watch, surveyIds, emitExisting, fullCheckMs, event }: WatchSettings,
): PollPlan {
	const isCheck = now - before.checkedAt >= fullCheckMs || now < before.checkedAt;
	const listed = new Map(list.map((survey) => [idKey(survey.id), survey]));
	const notListed = (id: string): ListedSurvey => ({ id, name: null, entry: '', facts: {} });
	const chosen = surveyIds.map((id) => listed.get(idKey(id)) ?? notListed(id));
	const watched = watch === 'all' ? list : chosen;

	const pollBefore = before.listedAt ?? before.begunAt;
	const surveys: Record<string, SurveyMemory> = { ...before.surveys };
	const met: ListedSurvey[] = [];
	for (const survey of watched) {
		const memory = before.surveys[survey.id];
		if (memory && !memory.isOut) continue;
		met.push(survey);
		const { known = '', statuses, numbers, mailings } = memory ?? {};
		const baseline = meet(pollBefore, millis(survey.facts.created_at), emitExisting);
		surveys[survey.id] = { entry: '', known, statuses, numbers, mailings, met: baseline };
	}
	// What is not in the list is only absent. What is not in the choice is met anew when it comes back.
	const ids = new Set(watched.map(({ id }) => id));
	const isOut = (id: string) => watch === 'chosen' && !ids.has(id);
	for (const [id, memory] of Object.entries(surveys))
		if (isOut(id)) surveys[id] = { ...memory, isOut: true };

	// It begins where the last poll stopped, so that a large survey does not keep others from being read.
	const first = Math.max(
		0,
		watched.findIndex(({ id }) => id === before.next),
	);
	const inTurn = [...watched.slice(first), ...watched.slice(0, first)];
	const isChanged = ({ id, entry }: ListedSurvey) =>
		event.readsEverySurvey === true || entry === '' || surveys[id]?.entry !== entry;
	const changed = inTurn.filter(isChanged);
	const unchanged = inTurn.filter((survey) => !isChanged(survey));
	const checkedAt = isCheck ? now : before.checkedAt;
	return {
		state: { ...before, listedAt: now, checkedAt, next: '', surveys },
		due: isCheck ? [...changed, ...unchanged] : changed,
		watched,
		isCheck,
		met,
	};
}
