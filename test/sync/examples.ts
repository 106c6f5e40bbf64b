import { readOptions } from '../../nodes/SurveyInterview/input/options';
import { FieldChecker } from '../../nodes/SurveyInterview/input/fieldChecker';
import {
	contactOf,
	indexedByPerson,
	type ContactFields,
} from '../../nodes/SurveyInterview/sync/contact';
import { SYNC_FIELDS, type SyncOptions } from '../../nodes/SurveyInterview/sync/syncOptions';
import { surveyOf } from '../../nodes/SurveyInterview/sync/invitations';
import { planSync } from '../../nodes/SurveyInterview/sync/plan';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';
import { ACTION_OF, type Step } from '../../nodes/SurveyInterview/sync/step';

/** Who a contact or an invitation is about, as short as an example needs it. */
export interface Who {
	email?: string;
	id?: string;
	name?: string;
	notes?: string;
	label?: string;
	properties?: Record<string, string>;
}

/** What counts when no option was added. */
export const DEFAULTS: SyncOptions = readOptions(SYNC_FIELDS, {}, new FieldChecker('UTC'));

/** The defaults of all options, but for the guard on revocations. */
export const OPTIONS: SyncOptions = { ...DEFAULTS, maxRevokePercent: 100 };

export function fieldsOf({ email, id, name, notes, label, properties }: Who): ContactFields {
	const fields = {
		recipient_email: email,
		recipient_external_id: id,
		recipient_name: name,
		recipient_notes: notes,
		label,
		properties,
	};
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** An invitation as the service lists it. */
export function invitation(id: string, who: Who, more: Record<string, unknown> = {}) {
	return {
		id,
		type: 'api',
		status: 'open',
		created_at: '2026-01-01T00:00:00Z',
		recipient_email: null,
		recipient_external_id: null,
		recipient_name: null,
		recipient_notes: null,
		label: null,
		properties: {},
		...fieldsOf(who),
		...more,
	};
}

export interface Plan {
	steps: Step[];
}

/** A plan without the turns that it gives to n8n. */
export function planAtOnce(
	contacts: Parameters<typeof planSync>[1],
	invitations: JsonObject[],
	options: SyncOptions,
	invitedLately: Parameters<typeof planSync>[3] = [],
	list = contacts,
): Plan {
	const survey = atOnce(surveyOf('survey', invitations));
	const everybody = atOnce(indexedByPerson(list));
	return { steps: atOnce(planSync(survey, contacts, options, invitedLately, everybody)) };
}

/** The result of work that gives turns to n8n. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
	}
}

/** The plan for a list of contacts; a contact without a key cannot be used. */
export function planFor(
	contacts: Who[],
	invitations: JsonObject[],
	options: Partial<SyncOptions> = {},
): Plan {
	const all = { ...OPTIONS, ...options };
	return planAtOnce(
		contacts.map((who, item) => contactOf(item, fieldsOf(who), all.matchBy)),
		invitations,
		all,
	);
}

/** The steps of a plan as in the output: `updated I1 recipient_name`, `created`, `duplicate of 1`. */
export function inShort({ steps }: Plan): string[] {
	return steps.map((step) => {
		const { fate, recipient, duplicateOf, changes = [], otherInvitationIds: others = [] } = step;
		const parts: unknown[] = [ACTION_OF[fate]];
		if (recipient) parts.push(recipient.id);
		if (duplicateOf !== undefined) parts.push(`of ${duplicateOf}`);
		if (fate === 'updated') parts.push(...changes.map(({ key }) => key));
		if (others.length > 0) parts.push(`beside ${others.join(' ')}`);
		return parts.join(' ');
	});
}

/** The steps of a plan about people who are not in the list. */
export const revocationsIn = ({ steps }: Plan) => steps.filter(({ contact }) => !contact);
