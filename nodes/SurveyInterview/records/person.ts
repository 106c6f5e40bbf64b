import { isObject, type JsonObject } from './json';
import { emailKey, externalIdKey, hasNoRecipient } from './recipient';
import { RespondentReader } from './respondent';

/** By what a record says whom it is about, as keys that compare. */
export interface Person {
	emails: string[];
	externalIds: string[];
	/** Who it was is taken out or made unreadable, as far as the record says. */
	erased?: true;
}

/** Whom an invitation is for. Shared links, popups and tests are for nobody (interface-spec, Invitation). */
export function personInvited(invitation: JsonObject): Person {
	if (hasNoRecipient(invitation.type)) return { emails: [], externalIds: [] };
	return {
		emails: keysOf([invitation.recipient_email], emailKey),
		externalIds: keysOf([invitation.recipient_external_id], externalIdKey),
	};
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
 * Who a respondent is. RespondentRead is not shown, so keys of these names are looked for, at its top and
 * in objects such as `person`, in any spelling. Nothing is taken from its properties, which are tags.
 */
export function personAnswering(respondent: JsonObject): Person {
	const found = valuesIn(respondent, DEEPEST);
	const { erased } = new RespondentReader().read(respondent);
	return {
		emails: keysOf(found.emails, emailKey),
		externalIds: keysOf(found.externalIds, externalIdKey),
		...(erased ? { erased } : {}),
	};
}

interface Found {
	emails: unknown[];
	externalIds: unknown[];
}

function valuesIn(holder: JsonObject, depth: number, only?: RegExp): Found {
	const found: Found = { emails: [], externalIds: [] };
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

function keysOf(values: unknown[], keyOf: (value: unknown) => string | undefined): string[] {
	return values.map(keyOf).filter((key) => key !== undefined);
}
