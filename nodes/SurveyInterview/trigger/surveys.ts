/** Which surveys a poll reads. */
import { idKey } from '../service/identifiers';
import { millis } from '../service/scalars';
import type { ListedSurvey, SurveyList } from './reading';
import type { TriggerSettings } from './settings';
import type { State, SurveyMemory } from './state';
import { newBaseline } from './whatIsNew';

/** Which surveys a person watches, and how. */
export type WatchSettings = Pick<
	TriggerSettings,
	'watch' | 'surveyIds' | 'emitExisting' | 'fullCheckMs'
> & { event: { readsEverySurvey?: true } };

export interface PollPlan {
	/** What to save; it has a memory of every watched survey. */
	state: State;
	/** In the order in which to read them. */
	due: ListedSurvey[];
	watched: readonly ListedSurvey[];
	/** All watched surveys are due, whether their entry in the list has changed or not. */
	isCheck: boolean;
	/** Surveys that this poll sees for the first time, or again after they were not chosen. */
	firstListed: ListedSurvey[];
}

/**
 * Decides which surveys to read: those whose entry in the list has changed, or whose last reading left something over.
 *
 * @param before the saved state, or that of a new watch, which has no `listedAt`
 */
export function planPoll(
	before: State,
	{ surveys: list, readAt: now }: SurveyList,
	{ watch, surveyIds, emitExisting, fullCheckMs, event }: WatchSettings,
): PollPlan {
	// A time of the last check that is in the future comes from a clock that was wrong.
	const isCheck = now - before.checkedAt >= fullCheckMs || now < before.checkedAt;
	const listed = new Map(list.map((survey) => [idKey(survey.id), survey]));
	const notListed = (id: string): ListedSurvey => ({ id, name: null, entryHash: '', facts: {} });
	const chosen = surveyIds.map((id) => listed.get(idKey(id)) ?? notListed(id));
	const watched = watch === 'all' ? list : chosen;

	const lastListedAt = before.listedAt ?? before.begunAt;
	const surveys: Record<string, SurveyMemory> = { ...before.surveys };
	const firstListed: ListedSurvey[] = [];
	for (const survey of watched) {
		const memory = before.surveys[survey.id];
		if (memory && !memory.isOut) continue;
		firstListed.push(survey);
		// It begins anew, with a baseline, but keeps what came already, so that nothing comes twice.
		const { known = '', statuses, numbers, mailings } = memory ?? {};
		const pendingBaseline = newBaseline(
			lastListedAt,
			millis(survey.facts.created_at),
			emitExisting,
		);
		surveys[survey.id] = { entryHash: '', known, statuses, numbers, mailings, pendingBaseline };
	}
	// A survey that is missing in the list keeps its memory as it is. One that a person no longer chooses is marked, so
	// that it begins anew when it is chosen again.
	const ids = new Set(watched.map(({ id }) => id));
	const isNotChosen = (id: string) => watch === 'chosen' && !ids.has(id);
	for (const [id, memory] of Object.entries(surveys))
		if (isNotChosen(id)) surveys[id] = { ...memory, isOut: true };

	const fromNext = startingAt(before.next, watched);
	// Its hash is empty in the list if the list lacks it, and in the memory if the last reading left something over.
	const isChanged = ({ id, entryHash }: ListedSurvey) =>
		event.readsEverySurvey === true || entryHash === '' || surveys[id]?.entryHash !== entryHash;
	const changed = fromNext.filter(isChanged);
	const unchanged = fromNext.filter((survey) => !isChanged(survey));
	const checkedAt = isCheck ? now : before.checkedAt;
	return {
		state: { ...before, listedAt: now, checkedAt, next: '', surveys },
		due: isCheck ? [...changed, ...unchanged] : changed,
		watched,
		isCheck,
		firstListed,
	};
}

/**
 * The surveys in their order, beginning with the one at which the last poll stopped, so that a large survey does not
 * keep others from being read. If it is no longer watched, they begin with the first one.
 */
function startingAt(id: string, watched: readonly ListedSurvey[]): ListedSurvey[] {
	const index = watched.findIndex((survey) => survey.id === id);
	const first = Math.max(0, index);
	return [...watched.slice(first), ...watched.slice(0, first)];
}
