import { isObject, type JsonObject } from './json';
import { emailKey, externalIdKey, hasNoRecipient } from './recipient';
import { RespondentReader } from './respondent';

/** All that a record says of whom it is about, as it is written there, under whatever names. */
export interface Said {
	emails: unknown[];
	externalIds: unknown[];
}

/** By what a record says whom it is about, as keys that compare. */
export interface Person {
	emails: string[];
	externalIds: string[];
	/** Who it was is taken out or made unreadable, as far as the record says. */
	erased?: true;
}

/** What an invitation says of its recipient. Shared links, popups and tests have none (interface-spec, Invitation). */
export function saidByInvitation(invitation: JsonObject): Said {
	if (hasNoRecipient(invitation.type)) return { emails: [], externalIds: [] };
	const { recipient_email: email, recipient_external_id: externalId } = invitation;
	return { emails: [email], externalIds: [externalId] };
}

/** Whom an invitation is for. */
export function personInvited(invitation: JsonObject): Person {
	return keysIn(saidByInvitation(invitation));
}

/** Before the name of a key that is the respondent's own; `created_by_email`, say, is somebody else's. */
const WHOSE = '(recipient|participant|respondent|contact|person|invitee)';
const EMAIL = new RegExp(`^${WHOSE}?(e?mail(address)?)$`);
const EXTERNAL_ID = new RegExp(`^${WHOSE}?external(id|identifier|ref|reference|key)$`);
/** Objects that say who the respondent is. */
const HOLDER = new RegExp(`^(${WHOSE}|identity|profile|details)$`);
/** In the invitation only what is named as the recipient's: `email` might be the sender's. */
const INVITATION = /^invitation$/;
const RECIPIENTS = /^recipient/;

/** So deep may an object stand that says who it is: `{person: {contact: {email}}}` is two. */
const DEEPEST = 2;

/**
 * What a respondent says of who it is. RespondentRead is not shown, so keys of these names are looked for,
 * at its top and in objects such as `person`, in any spelling. Nothing is taken from its properties, which
 * are tags.
 */
export function saidByRespondent(respondent: JsonObject): Said {
	return valuesIn(respondent, DEEPEST);
}

/** Who a respondent is. */
export function personAnswering(respondent: JsonObject): Person {
	const { erased } = new RespondentReader().read(respondent);
	return { ...keysIn(saidByRespondent(respondent)), ...(erased ? { erased } : {}) };
}

function valuesIn(holder: JsonObject, depth: number, only?: RegExp): Said {
	const found: Said = { emails: [], externalIds: [] };
	for (const [key, value] of Object.entries(holder)) {
		const name = key.replace(/[_-]/g, '').toLowerCase();
		if (only === undefined || only.test(name)) {
			if (EMAIL.test(name)) found.emails.push(value);
			if (EXTERNAL_ID.test(name)) found.externalIds.push(value);
		}
		if (depth === 0 || !isObject(value)) continue;
		const isInvitation = INVITATION.test(name);
		if (!isInvitation && !HOLDER.test(name)) continue;
		const inner = valuesIn(value, depth - 1, isInvitation ? RECIPIENTS : only);
		found.emails.push(...inner.emails);
		found.externalIds.push(...inner.externalIds);
	}
	return found;
}

function keysIn({ emails, externalIds }: Said): Person {
	return { emails: keysOf(emails, emailKey), externalIds: keysOf(externalIds, externalIdKey) };
}

function keysOf(values: unknown[], keyOf: (value: unknown) => string | undefined): string[] {
	return values.map(keyOf).filter((key) => key !== undefined);
}
