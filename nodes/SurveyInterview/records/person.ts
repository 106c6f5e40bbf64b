import { isExact } from './scalars';
import { isObject, type JsonObject } from './json';
import { RespondentReader } from './respondent';

/** Characters that a URL's host ends at or decodes, so that `a@b.com/x` would pass for `a@b.com`. */
const NO_DOMAIN = /[/?#:\\%[\]]/;

/** Characters that nobody sees, as they come along from a web page: the text is not what it seems. */
export const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

/**
 * An e-mail address in the form in which two are the same when they reach the same mailbox as far as can
 * be told without asking: trimmed, in lower case, the domain as DNS knows it (`münchen.de` is
 * `xn--mnchen-3ya.de`).
 *
 * @returns undefined when it is no e-mail address
 */
export function emailKey(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const [, local, domain] = /^([^\s@]+)@([^\s@]+)$/u.exec(value.trim().normalize('NFC')) ?? [];
	if (local === undefined || domain === undefined) return undefined;
	if (INVISIBLE.test(local + domain) || NO_DOMAIN.test(domain)) return undefined;
	const host = hostOf(domain);
	return host === undefined ? undefined : `${local.toLowerCase()}@${host}`;
}

/** What stands around an address where programs write it with a name, as a link or as JSON. */
const AROUND = /[\s<>"`*|={}!\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|^'|'$|^[a-z-]+:/iu;

/** Whether a text is an e-mail address with nothing around it. */
export function isAddressAlone(text: string): boolean {
	return emailKey(text) !== undefined && !AROUND.test(text.trim());
}

function hostOf(domain: string): string | undefined {
	try {
		// A dot at the end is the root of all domains, which nobody writes.
		const hostname = new URL(`http://${domain}`).hostname.replace(/\.$/, '');
		// A URL takes `1.2` for the address 1.0.0.2; no mail goes there by either name.
		return /^[\d.]+$/.test(hostname) ? undefined : hostname;
	} catch {
		return undefined;
	}
}

/**
 * An external id, the workspace's own name for a person, in the form in which two compare: trimmed text,
 * in its own case, however its accents are written. A number is its digits, as programs write ids that
 * look like numbers either way.
 *
 * @returns undefined when there is none
 */
export function externalIdKey(value: unknown): string | undefined {
	const text = typeof value === 'number' && isExact(value) ? String(value) : value;
	return typeof text === 'string' && text.trim() !== '' ? text.trim().normalize('NFC') : undefined;
}

/** Whether an invitation of this type carries no recipient at all (interface-spec, Invitation). */
export function hasNoRecipient(type: unknown): boolean {
	return type === 'shared_link' || type === 'popup' || type === 'test';
}

/** All that a record says of whom it is about, as it is written there, under whatever names. */
export interface IdentityValues {
	emails: unknown[];
	externalIds: unknown[];
}

/** By what a record says whom it is about, as keys that compare. */
export interface PersonIdentity {
	emails: string[];
	externalIds: string[];
	/** Who it was is taken out or made unreadable, as far as the record says. */
	erased?: true;
}

/** What an invitation says of its recipient. Shared links, popups and tests have none (interface-spec, Invitation). */
export function identityInInvitation(invitation: JsonObject): IdentityValues {
	if (hasNoRecipient(invitation.type)) return { emails: [], externalIds: [] };
	const { recipient_email: email, recipient_external_id: externalId } = invitation;
	return { emails: [email], externalIds: [externalId] };
}

/** Whom an invitation is for. */
export function personOfInvitation(invitation: JsonObject): PersonIdentity {
	return identityKeys(identityInInvitation(invitation));
}

/** Before the name of a key that is the respondent's own; `created_by_email`, say, is somebody else's. */
const WHOSE = '(recipient|participant|respondent|contact|person|invitee)';
const EMAIL_NAME = new RegExp(`^${WHOSE}?(e?mail(address)?)$`);
const EXTERNAL_ID_NAME = new RegExp(`^${WHOSE}?external(id|identifier|ref|reference|key)$`);
/** Objects that say who the respondent is. */
const HOLDER = new RegExp(`^(${WHOSE}|identity|profile|details)$`);
/** In the invitation only what is named as the recipient's: `email` might be the sender's. */
const INVITATION = /^invitation$/;
const RECIPIENTS = /^recipient/;

/** So deep may an object stand that says who it is: `{person: {contact: {email}}}` is two. */
const MAX_DEPTH = 2;

/**
 * What a respondent says of who it is. RespondentRead is not shown, so keys of these names are looked for,
 * at its top and in objects such as `person`, in any spelling. Nothing is taken from its properties, which
 * are tags.
 */
export function identityInRespondent(respondent: JsonObject): IdentityValues {
	return valuesIn(respondent, MAX_DEPTH);
}

/** Who a respondent is. */
export function personOfRespondent(respondent: JsonObject): PersonIdentity {
	const { erased } = new RespondentReader().read(respondent);
	return { ...identityKeys(identityInRespondent(respondent)), ...(erased ? { erased } : {}) };
}

function valuesIn(holder: JsonObject, depth: number, only?: RegExp): IdentityValues {
	const found: IdentityValues = { emails: [], externalIds: [] };
	for (const [key, value] of Object.entries(holder)) {
		const name = key.replace(/[_-]/g, '').toLowerCase();
		if (only === undefined || only.test(name)) {
			if (EMAIL_NAME.test(name)) found.emails.push(value);
			if (EXTERNAL_ID_NAME.test(name)) found.externalIds.push(value);
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

function identityKeys({ emails, externalIds }: IdentityValues): PersonIdentity {
	return {
		emails: comparableKeys(emails, emailKey),
		externalIds: comparableKeys(externalIds, externalIdKey),
	};
}

function comparableKeys(
	values: unknown[],
	keyOf: (value: unknown) => string | undefined,
): string[] {
	return values.map(keyOf).filter((key) => key !== undefined);
}
