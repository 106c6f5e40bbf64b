import { read } from '../http/call';
import { SurveyInterviewError, TOO_DEEP } from '../http/errors';
import type { Session } from '../http/session';
import { inTurns } from '../http/turns';
import { fillPath } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { listFrom } from '../records/lists';
import { inOrder } from '../run/inOrder';
import { onlyApproved } from './approval';
import { planSync, type PlanOptions } from './plan';
import type { ListEntry } from './readContacts';
import type { SurveyPlan } from './steps';

/** Reads the invitations of each survey and plans what to do about them. Most lists are about one survey. */
export async function plansOf(
	session: Session,
	entries: ListEntry[],
	options: PlanOptions,
	approved: ReadonlySet<string> | undefined,
	concurrency: number,
): Promise<SurveyPlan[]> {
	const bySurvey = new Map<string, ListEntry[]>();
	for (const entry of entries) {
		const others = bySurvey.get(entry.surveyId);
		if (others) others.push(entry);
		else bySurvey.set(entry.surveyId, [entry]);
	}
	const surveys = [...bySurvey];
	const plans: SurveyPlan[] = [];
	await inOrder(surveys.length, concurrency, async (place) => {
		const [surveyId, own] = surveys[place] as [string, ListEntry[]];
		const invitations = await listInvitations(session, surveyId);
		const contacts = own.map(({ contact }) => contact);
		const fullPlan = await inTurns(planSync(contacts, invitations, options));
		const plan = await inTurns(onlyApproved(fullPlan, surveyId, approved));
		plans[place] = { surveyId, ...(await inTurns(factsOfList(invitations))), ...plan };
		return true;
	});
	return plans;
}

function* factsOfList(
	invitations: JsonObject[],
): Generator<void, Pick<SurveyPlan, 'knownIds' | 'newestMs'>> {
	let newestMs = -Infinity;
	for (const { created_at: created } of invitations) {
		yield;
		newestMs = Math.max(newestMs, Date.parse(String(created)) || -Infinity);
	}
	return { knownIds: new Set(invitations.map(({ id }) => id)), newestMs };
}

/** All invitations of a survey, in one request (docs/interface.md, Invitations). */
async function listInvitations(session: Session, surveyId: string): Promise<JsonObject[]> {
	const path = fillPath('/surveys/{survey_id}/invitations', { survey_id: surveyId });
	const found = listFrom(await read(session, path), ['invitations']);
	const refuse = (message: string, hint: string) =>
		new SurveyInterviewError(session.node, { message, hint: `${hint} Nothing was changed.` });
	if (found.kind === 'tooDeep') throw new SurveyInterviewError(session.node, TOO_DEEP);
	if (found.kind !== 'list') {
		throw refuse(
			'The service’s answer has no list of invitations',
			'The service may have changed: please report this.',
		);
	}
	if (found.isPartial) {
		throw refuse(
			`The service returned only part of the list (${found.records.length} invitations)`,
			'A part of the list does not show who is missing. The service may have changed: please report this.',
		);
	}
	return found.records;
}
