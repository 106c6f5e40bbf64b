/** The option Not Invited Within (Days): people whom another survey has invited lately get no invitation. */
import { SURVEY } from '../service/surveys';
import { listIn } from '../service/lists';
import { read } from '../http/read';
import { isNotFound, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { inOrder, inTurns } from '../http/timing';
import { DAY_MS } from '../input/dates';
import { isUuid } from '../records/identifiers';
import { millis, oneLine } from '../records/scalars';
import { clockIn } from '../records/timeZone';
import type { PersonKeys } from './contact';
import { recipientsOf } from './match';
import { listInvitations } from './surveyPlans';

export interface InvitedLately {
	/** Who must not be invited to this survey, the latest first, each with one sentence that says why. */
	to(surveyId: string): Array<{ keys: PersonKeys; reason: string }>;
	/** Adds whom a survey of the run is to invite, so that the next surveys of the list leave them out. */
	add(surveyId: string, invited: readonly PersonKeys[]): void;
}

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
	if (days === undefined) return { to: () => [], add() {} };
	const since = Date.now() - days * DAY_MS;
	const dayAndMonth = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
	const day = new Intl.DateTimeFormat('en-GB', dayAndMonth);
	// A run about several surveys needs the invitations of each of them for the others.
	const isOther = ({ id }: { id: string }) => surveyIds.some((one) => one !== id);
	const others = (await surveysOfToken(session)).filter(isOther);
	const late: Array<{ keys: PersonKeys; surveyId: string; at: number; reason: string }> = [];
	await inOrder(others.length, concurrency, async (place) => {
		const { id: surveyId = '', name = '' } = others[place] ?? {};
		const invitations = await listInvitations(session, surveyId).catch((error: unknown) => {
			if (!(error instanceof SurveyInterviewError)) throw error;
			if (isNotFound(error.facts)) return [];
			throw unread(session, `The invitations of “${name}” could not be read`, error);
		});
		const { recipients } = await inTurns(recipientsOf(invitations));
		for (const { facts, email, externalId } of recipients) {
			const at = millis(facts.created_at);
			if (at === undefined || at < since) continue;
			const reason = `Invited to “${name}” on ${day.format(clockIn(session.timeZone, at))}.`;
			late.push({ keys: { email, externalId }, surveyId, at, reason });
		}
		return true;
	});
	late.sort((a, b) => b.at - a.at);
	return {
		to: (surveyId) => late.filter((one) => one.surveyId !== surveyId),
		add(surveyId, invited) {
			const { name = surveyId } = others.find(({ id }) => id === surveyId) ?? {};
			const reason = `Invited to “${name}” by this list.`;
			for (const keys of invited) late.push({ keys, surveyId, at: since, reason });
		},
	};
}

function unread(session: Session, what: string, { facts, message: why }: SurveyInterviewError) {
	const message = `${what}, so nobody knows who was invited lately: ${why}`;
	const hint = `Nothing was changed. ${facts.hint ?? ''} Or remove the option Not Invited Within (Days).`;
	return new SurveyInterviewError(session.node, { ...facts, message, hint });
}

async function surveysOfToken(session: Session): Promise<Array<{ id: string; name: string }>> {
	const answer = await read(session, '/surveys').catch((error: unknown) => {
		if (!(error instanceof SurveyInterviewError)) throw error;
		throw unread(session, 'The list of surveys could not be read', error);
	});
	const found = listIn(answer, ['surveys']);
	if (found.kind !== 'list' || found.isPartial) {
		throw new SurveyInterviewError(session.node, {
			message:
				'The service’s answer has no whole list of surveys, so nobody knows who was invited lately',
			hint: 'Nothing was changed. Remove the option Not Invited Within (Days), or check the Base URL in the credential.',
		});
	}
	const readSurvey = SURVEY.reader();
	return found.records.flatMap((record) => {
		const { id, name } = readSurvey(record, {});
		if (!isUuid(id)) return [];
		return [{ id, name: typeof name === 'string' ? oneLine(name, 80) : id }];
	});
}
