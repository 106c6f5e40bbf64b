/** The option Not Invited Within (Days): whom other surveys have invited lately. */
import { mapInOrder } from '../http/concurrency';
import { isNotFound, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { DAY_MS } from '../input/dates';
import { isUuid } from '../service/identifiers';
import { oneLine } from '../service/scalars';
import { SURVEY } from '../service/surveys';
import { clockIn } from '../service/timeZone';
import type { PersonKeys } from './contact';
import { NOTHING_CHANGED, readInvitations, readWholeList } from './invitations';

/** Somebody who gets no new invitation because another survey has invited them, with a sentence that says so. */
export interface Invited extends PersonKeys {
	reason: string;
}

/** Whom the surveys have invited lately, and what the run adds to that. */
export interface InvitedLately {
	/** Who must not be invited to this survey, the latest first. */
	excludedFrom(surveyId: string): Invited[];
	/** Adds whom a survey of the run is to invite, so that the next surveys of the list leave them out. */
	add(surveyId: string, invited: readonly PersonKeys[]): void;
}

/** As UTC, because `clockIn` has moved the time to that of the time zone. */
const DAY_AND_MONTH = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;

/**
 * Reads the invitations of the token's other surveys. Where those of one cannot be read, the run stops before its
 * first write, because nobody knows whom that survey has invited. A survey that was deleted has invited nobody.
 *
 * @param days undefined where the option was not added
 */
export async function readInvitedLately(
	session: Session,
	surveyIds: readonly string[],
	days: number | undefined,
	concurrency: number,
): Promise<InvitedLately> {
	if (days === undefined) return { excludedFrom: () => [], add() {} };
	const since = Date.now() - days * DAY_MS;
	const dayFormat = new Intl.DateTimeFormat('en-GB', DAY_AND_MONTH);
	const names = await surveyNames(session);
	// A survey does not exclude its own people, so nobody asks for those of the only survey of a run.
	const isOnlySurveyOfRun = (id: string) => surveyIds.every((surveyId) => surveyId === id);
	const surveysToRead = [...names].filter(([id]) => !isOnlySurveyOfRun(id));
	const allInvited: Array<Invited & { surveyId: string; at: number }> = [];
	await mapInOrder(surveysToRead, concurrency, async ([surveyId, name]) => {
		const survey = await readInvitations(session, surveyId).catch((error: unknown) => {
			if (error instanceof SurveyInterviewError && isNotFound(error.facts)) return undefined;
			throw withConsequence(session, `The invitations of “${name}” could not be read`, error);
		});
		for (const { createdMs: at, email, externalId } of survey?.recipients ?? []) {
			if (at < since) continue;
			const reason = `Invited to “${name}” on ${dayFormat.format(clockIn(session.timeZone, at))}.`;
			allInvited.push({ email, externalId, surveyId, at, reason });
		}
	});
	allInvited.sort((a, b) => b.at - a.at);
	return {
		excludedFrom: (surveyId) => allInvited.filter((person) => person.surveyId !== surveyId),
		add(surveyId, people) {
			const reason = `Invited to “${names.get(surveyId) ?? surveyId}” by this list.`;
			// The list is sorted already, so their time only has to be one that counts as recent.
			for (const { email, externalId } of people)
				allInvited.push({ email, externalId, surveyId, at: since, reason });
		},
	};
}

/** The names of the token's surveys, by ID. */
async function surveyNames(session: Session): Promise<Map<string, string>> {
	const records = await readWholeList(session, '/surveys', 'surveys').catch((error: unknown) => {
		throw withConsequence(session, 'The list of surveys could not be read', error);
	});
	const readFacts = SURVEY.read;
	const names = new Map<string, string>();
	for (const record of records) {
		const { id, name } = readFacts(record);
		if (isUuid(id)) names.set(id, typeof name === 'string' ? oneLine(name, 80) : id);
	}
	return names;
}

/** The error of a read, with what follows from it for the option. */
function withConsequence(session: Session, problem: string, error: unknown): unknown {
	if (!(error instanceof SurveyInterviewError)) return error;
	const { facts, message: why } = error;
	const message = `${problem}, so nobody knows who was invited lately: ${why}`;
	// `readWholeList` may have said it already.
	const remedy = (facts.hint ?? '').replace(NOTHING_CHANGED, '').trim();
	const hint = `${NOTHING_CHANGED} ${remedy} Or remove the option Not Invited Within (Days).`;
	return new SurveyInterviewError(session.node, { ...facts, message, hint });
}
