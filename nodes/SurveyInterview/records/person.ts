import { idKey } from './identifiers';
import { isExact } from './scalars';

/** Characters that end the host of a URL or that a URL decodes: they would make `a@b.com` of `a@b.com/x`. */
const NOT_IN_DOMAIN = /[/?#:\\%[\]]/;

/** Invisible characters, which a text copied from a web page may contain. */
export const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

/**
 * An email address for comparison: addresses that probably reach the same mailbox become equal. It is trimmed, in
 * lower case, and has the domain as in DNS (`münchen.de` is `xn--mnchen-3ya.de`).
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

/** Characters around an address that a program has written with a name, as a link or as JSON. */
const SURROUNDING = /[\s<>"`*|={}!\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|^'|'$|^[a-z-]+:/iu;

/** Whether a text is an email address with nothing around it. */
export function isAddressAlone(text: string): boolean {
	return emailKey(text) !== undefined && !SURROUNDING.test(text.trim());
}

function hostOf(domain: string): string | undefined {
	try {
		// A dot at the end means the root of all domains and is the same domain.
		const hostname = new URL(`http://${domain}`).hostname.replace(/\.$/, '');
		// A URL reads `1.2` as the IP address 1.0.0.2, which receives no mail in either form.
		return /^[\d.]+$/.test(hostname) ? undefined : hostname;
	} catch {
		return undefined;
	}
}

/**
 * An external id for comparison: trimmed, in the same case, with accents in one form. Numbers become text, because
 * programs write such ids as numbers or as text.
 *
 * @returns undefined when the value is not an external id
 */
export function externalIdKey(value: unknown): string | undefined {
	const text = typeof value === 'number' && isExact(value) ? String(value) : value;
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	return idKey(text.trim().normalize('NFC'));
}

/** Whether an invitation of this type never has a recipient (docs/interface.md, Invitations). */
export function hasNoRecipient(type: unknown): boolean {
	return type === 'shared_link' || type === 'popup' || type === 'test';
}

/** All keys of a person in a record, as they are written there, whatever their names. */
export interface IdentityValues {
	emails: unknown[];
	externalIds: unknown[];
}

/** The same keys for comparison. */
export interface PersonIdentity {
	emails: string[];
	externalIds: string[];
	/** The record says that the person was erased. */
	erased?: true;
}

export const identityKeys = ({ emails, externalIds }: IdentityValues): PersonIdentity => ({
	emails: emails.flatMap((email) => emailKey(email) ?? []),
	externalIds: externalIds.flatMap((id) => externalIdKey(id) ?? []),
});

/** Whether an address or ID has signs in place of letters, as in `a***@example.com`, so that it identifies nobody. */
export const isMasked = (key: string): boolean => /\*\*|[•…█]/.test(key);
