import { inOrder } from '../api/inOrder';
import type { Session } from '../api/session';
import type { JsonObject } from '../records/json';
import { onlyApproved } from './approval';
import { listInvitations } from './list';
import type { SyncOptions } from './options';
import { planOf, type Plan } from './plan';
import type { ListEntry } from './reading';

/** The plan of one survey's list. */
export interface SurveyPlan extends Plan {
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
	width: number,
): Promise<SurveyPlan[]> {
	const bySurvey = new Map<string, ListEntry[]>();
	for (const entry of entries) {
		const others = bySurvey.get(entry.surveyId);
		if (others) others.push(entry);
		else bySurvey.set(entry.surveyId, [entry]);
	}
	const lists = [...bySurvey];
	const plans: SurveyPlan[] = [];
	await inOrder(lists.length, width, async (place) => {
		const [surveyId, own] = lists[place] as [string, ListEntry[]];
		const invitations = await listInvitations(session, surveyId);
		const contacts = own.map(({ contact }) => contact);
		const whole = planOf(contacts, invitations, options);
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
