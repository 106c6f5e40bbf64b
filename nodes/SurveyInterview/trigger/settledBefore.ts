import { isOfBaseline, wasSettledAt } from './baseline';
import { SeenSet } from './seen';
import type { State } from './state';
import type { Task } from './surveys';
import { isOldByTime, LatestTimes, mayBeForgotten } from './window';

/** What is known of a survey's completions before its list is read. */
export interface SettledBefore {
	/** The identities of those that are settled. */
	seen: Pick<SeenSet, 'has'>;
	/** The identities that several had. */
	shared: Pick<SeenSet, 'has'>;
	/** Whether a completion at this time is old, whatever its identity. */
	isOldAt(completedAt: number | undefined): boolean;
	/** Whether one at this time may not be remembered any more, once the list is read. */
	mayBeForgottenAt(completedAt: number | undefined): boolean;
	/** Whether one at this time belongs to the baseline, which this poll takes. */
	isOfBaselineAt(completedAt: number | undefined): boolean;
	/** Whether a completion at this time, if there was one, is settled. */
	wasSettledAt(completedAt: number | undefined): boolean;
	/** No times yet, for those of settled completions. */
	noTimes(): LatestTimes;
}

/** What the state says of a survey. */
export function settledBefore({ seen }: Pick<State, 'seen'>, task: Task): SettledBefore {
	const { known, survey } = task;
	return {
		seen: seen.of(survey.id),
		shared: new SeenSet(known.shared ?? ''),
		isOldAt: (at) => isOldByTime(known.oldBefore, at),
		mayBeForgottenAt: (at) => mayBeForgotten(task, at),
		isOfBaselineAt: (at) => isOfBaseline(task, at),
		wasSettledAt: (at) => wasSettledAt(known, at),
		noTimes: () => new LatestTimes(task.now),
	};
}
