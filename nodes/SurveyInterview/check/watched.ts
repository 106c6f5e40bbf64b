/** What the trigger sees of each survey, and why it sees nothing of some. */
import { interviewOf } from '../facts/respondent';
import { withoutAnswer, type Area } from './area';
import { listIn, MORE_THAN_GIVEN } from './areas';
import type { Asked } from './ask';
import { NONE_RECOGNISED } from './remarks';

/** A survey, and what the trigger takes for completed interviews in it. */
interface Watched {
	survey_id: string;
	survey_name: unknown;
	/** Null where nobody knows. */
	completed: number | null;
	problem: string | null;
}

/**
 * The area: how many interviews the trigger takes for completed in each survey, and what is in its way.
 *
 * @param surveys undefined where their list could not be read
 */
export function watchedArea(surveys: readonly Watched[] | undefined): Area {
	const area = 'trigger';
	if (!surveys?.length) {
		return surveys
			? { area, status: 'empty', sentence: 'There is no survey yet.', details: {} }
			: { area, status: 'notLookedAt', sentence: 'Not checked: no survey is known.', details: {} };
	}
	const problems = [...new Set(surveys.flatMap(({ problem }) => problem ?? []))];
	const about = problems.map(
		(one) => `In ${surveys.filter(({ problem }) => problem === one).length}: ${one}`,
	);
	const completed = surveys.reduce((sum, row) => sum + (row.completed ?? 0), 0);
	const isUnseen = surveys.every((row) => row.completed === null);
	return {
		area,
		status: problems.length === 0 ? 'fine' : isUnseen ? 'notLookedAt' : 'limited',
		sentence: [
			`The trigger sees completed interviews in the surveys that were read: ${completed}. Surveys: ${surveys.length}.`,
			...about,
		].join(' '),
		details: { surveys },
	};
}

/**
 * What the trigger sees in the respondents of a survey.
 *
 * @param counted how many have completed, as the list of surveys says
 */
export function seenIn(asked: Asked, counted: unknown): Pick<Watched, 'completed' | 'problem'> {
	const nothing = (problem: string) => ({ completed: null, problem });
	if (asked.kind !== 'answer')
		return nothing(withoutAnswer('', asked, 'respondent.getAll').sentence);
	const list = listIn('respondents', asked);
	if (!list) return nothing('No list of records was found in the answer.');
	if (list.isPartial) return nothing(MORE_THAN_GIVEN);
	const interviews = list.rows.map(interviewOf);
	const completed = interviews.filter((one) => one.completed && !one.erased).length;
	const erased = interviews.filter((one) => one.erased).length;
	const isUnrecognised = completed === 0 && Number(counted ?? 0) > erased;
	return { completed, problem: isUnrecognised ? NONE_RECOGNISED : null };
}
