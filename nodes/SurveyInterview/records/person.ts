import { isExact } from './scalars';

/** Characters at which a URL's host ends or that it decodes: with them `a@b.com/x` would be `a@b.com`. */
const NOT_IN_DOMAIN = /[/?#:\\%[\]]/;

/** Invisible characters, which a text copied from a web page may contain. */
export const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

/**
 * An email address in a form that compares: two that probably reach the same mailbox are equal. It is
 * trimmed, in lower case, and has the domain as DNS knows it (`münchen.de` is `xn--mnchen-3ya.de`).
 *
 * @returns undefined when the value is not an email address
 */
export function emailKey(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const [, local, domain] = /^([^\s@]+)@([^\s@]+)$/u.exec(value.trim().normalize('NFC')) ?? [];
	if (local === undefined || domain === undefined) return undefined;
	if (INVISIBLE.test(local + domain) || NOT_IN_DOMAIN.test(domain)) return undefined;
	const host = hostOf(domain);
	return host === undefined ? undefined : `${local.toLowerCase()}@${host}`;
}

/** Characters around an address that a program wrote with a name, as a link or as JSON. */
const SURROUNDING = /[\s<>"`*|={}!\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|^'|'$|^[a-z-]+:/iu;

/** Whether a text is an email address with nothing around it. */
export function isAddressAlone(text: string): boolean {
	return emailKey(text) !== undefined && !SURROUNDING.test(text.trim());
}

function hostOf(domain: string): string | undefined {
	try {
		// A dot at the end means the root of all domains and is the same domain.
		const hostname = new URL(`http://${domain}`).hostname.replace(/\.$/, '');
		// A URL reads `1.2` as the address 1.0.0.2, which does not receive mail by either name.
		return /^[\d.]+$/.test(hostname) ? undefined : hostname;
	} catch {
		return undefined;
	}
}

/**
 * An external id, the workspace's own identifier of a person, in a form that compares: trimmed, its case
 * kept, its accents in one form. A number is its digits, because programs write such ids as numbers or as text.
 *
 * @returns undefined when the value is not an external id
 */
export function externalIdKey(value: unknown): string | undefined {
	const text = typeof value === 'number' && isExact(value) ? String(value) : value;
	return typeof text === 'string' && text.trim() !== '' ? text.trim().normalize('NFC') : undefined;
}

/** Whether an invitation of this type never has a recipient (docs/interface.md, Invitations). */
export function hasNoRecipient(type: unknown): boolean {
	return type === 'shared_link' || type === 'popup' || type === 'test';
}

/** All that a record says of the person it is about, as it is written there, under any names. */
export interface IdentityValues {
	emails: unknown[];
	externalIds: unknown[];
}

/** The person that a record is about, as keys that compare. */
export interface PersonIdentity {
	emails: string[];
	externalIds: string[];
	/** The record says that the person was erased. */
	erased?: true;
}

/** The values as keys that compare. */
export const identityKeys = ({ emails, externalIds }: IdentityValues): PersonIdentity => ({
	emails: emails.flatMap((email) => emailKey(email) ?? []),
	externalIds: externalIds.flatMap((id) => externalIdKey(id) ?? []),
});
