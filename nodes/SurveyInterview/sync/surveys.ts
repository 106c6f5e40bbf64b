import { inOrder } from '../run/inOrder';
import type { Session } from '../http/session';
import type { JsonObject } from '../records/json';
import { onlyApproved } from './approval';
import type { SyncOptions } from './options';
import { planSync, type SyncPlan } from './plan';
import type { ListEntry } from './readContacts';
import { read } from '../http/call';
import { listFrom } from '../records/lists';
import { SurveyInterviewError, TOO_DEEP } from '../http/errors';
import { fillPath } from '../records/identifiers';

/** The plan of one survey's list. */
export interface SurveyPlan extends SyncPlan {
	surveyId: string;
	/** The ids of all invitations that the list held. */
	known: Set<unknown>;
	/** When the newest of them was created, in milliseconds since 1970. */
	newest: number;
}

/** One list and one plan a survey; most often the input is about one. */
export async function plansOf(
	session: Session,
	entries: ListEntry[],
	options: SyncOptions,
	concurrency: number,
): Promise<SurveyPlan[]> {
	const bySurvey = new Map<string, ListEntry[]>();
	for (const entry of entries) {
		const others = bySurvey.get(entry.surveyId);
		if (others) others.push(entry);
		else bySurvey.set(entry.surveyId, [entry]);
	}
	const lists = [...bySurvey];
	const plans: SurveyPlan[] = [];
	await inOrder(lists.length, concurrency, async (place) => {
		const [surveyId, own] = lists[place] as [string, ListEntry[]];
		const invitations = await listInvitations(session, surveyId);
		const contacts = own.map(({ contact }) => contact);
		const whole = planSync(contacts, invitations, options);
		const plan = onlyApproved(whole, surveyId, options.approvedSteps);
		plans[place] = { surveyId, ...shownIn(invitations), ...plan };
		return true;
	});
	return plans;
}

function shownIn(invitations: JsonObject[]): Pick<SurveyPlan, 'known' | 'newest'> {
	let newest = -Infinity;
	for (const { created_at: created } of invitations) {
		newest = Math.max(newest, Date.parse(String(created)) || -Infinity);
	}
	return { known: new Set(invitations.map(({ id }) => id)), newest };
}

/** All invitations of a survey, in one request (interface-spec, Invitations). */
export async function listInvitations(session: Session, surveyId: string): Promise<JsonObject[]> {
	const path = fillPath('/surveys/{survey_id}/invitations', { survey_id: surveyId });
	const found = listFrom(await read(session, path), ['invitations']);
	const refuse = (message: string, hint: string) =>
		new SurveyInterviewError(session.node, { message, hint: `${hint} Nothing was changed.` });
	if (found.kind === 'tooDeep') throw new SurveyInterviewError(session.node, TOO_DEEP);
	if (found.kind !== 'list') {
		throw refuse(
			'The service’s answer names no list of invitations',
			'The service may have changed: please report this.',
		);
	}
	if (found.isPartial) {
		throw refuse(
			`The service gave only a part of the list, ${found.records.length} invitations`,
			'A part of the list is not enough to tell who is missing. The service may have changed: please report this.',
		);
	}
	return found.records;
}
