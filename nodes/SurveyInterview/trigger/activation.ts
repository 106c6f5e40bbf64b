import { asSentence } from '../http/errors';
import { InputError } from '../input/problem';
import {
	affectsAllRequests,
	isRateLimited,
	KEEPS_NOTHING,
	needsPerson,
	refusesToken,
	outcomeOf,
	readSurvey,
	readSurveys,
} from './reading';
import { Round } from './round';
import { isSameState, type State } from './state';
import { problemOfChoice } from './metricOfSurvey';
import { planPoll, type Task } from './pollPlan';
import { isShownToPerson, lostLock, warn, warnIfLost, type Work } from './pollWork';

/**
 * The poll of an activation: it takes the baseline, and tells a person at once what would make every poll fail. It
 * delivers nothing, because the workflow may not be published yet.
 *
 * @throws {SurveyInterviewError} why it cannot work; the caller knows whether n8n shows that to a person
 */
export async function activate(work: Work): Promise<null> {
	const { context, session, settings, storage, empty, before } = work;
	const reading = await outcomeOf(readSurveys(session));
	if ('error' in reading) {
		const { error } = reading;
		// When surveys were added to the choice is known, although the service cannot be reached.
		if (before && before !== 'not yet' && settings.watch === 'chosen') {
			const { state } = planPoll(before, empty, [], settings);
			if (!isSameState(before, state)) handOver(work, state);
		}
		if (!isRateLimited(error)) throw error;
		const unlisted = settings.emitExisting ? undefined : true;
		if (!before) handOver(work, { ...empty, unlisted });
		warn(context, [`the next polls take up the surveys: ${asSentence(error.message)}`]);
		return null;
	}
	if (before === 'not yet') return null;
	const problem = isShownToPerson(context, true) && problemOfChoice(settings, reading.body);
	if (problem) throw new InputError(problem);
	const { state, tasks, watched } = planPoll(before, empty, reading.body, settings);
	const round = new Round(work.trigger, session, { ...settings, maxEvents: 0 }, state);
	const added = tasks.filter(({ known }) => known.pending && known.oldUpTo === empty.since - 1);
	// Whether the token may read surveys shows only when one is read, so one is read in any case.
	const failure = await (added.length > 0
		? round.run(added, watched.length)
		: activationRefusal(work, watched));
	warn(context, round.logLines);
	const isForLater = failure !== undefined && isRateLimited(failure);
	if (failure && !isForLater && (!before || needsPerson(failure))) throw failure;
	warnIfLost(work, false);
	// With Emit Existing, the first scheduled poll must find a state that knows no survey.
	const next = !before && settings.emitExisting ? empty : round.state;
	const isKept = before && !storage.mustBeSaved && isSameState(before, next);
	if (!isKept) handOver(work, next);
	// Thrown only now, because the state had to be saved: it says when surveys were added to the choice.
	if (failure && !isForLater) throw failure;
	return null;
}

function handOver(work: Work, state: State): void {
	if (!lostLock(work)) work.storage.handOver(state);
}

/**
 * Reads one survey to find the error with which every poll would fail. A workflow that has worked before is stopped
 * only if the token is refused.
 */
async function activationRefusal({ context, session, settings, before }: Work, watched: Task[]) {
	const [task] = watched;
	if (!task || !isShownToPerson(context, true)) return undefined;
	const read = await outcomeOf(readSurvey(session, settings.event, task.survey, KEEPS_NOTHING));
	if ('body' in read) return undefined;
	const { error } = read;
	if (before && !isShownToPerson(context, false)) return refusesToken(error) ? error : undefined;
	return watched.length === 1 || affectsAllRequests(error) ? error : undefined;
}
