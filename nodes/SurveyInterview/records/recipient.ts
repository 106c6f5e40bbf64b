import { isExact } from './exact';

/** Characters that a URL's host ends at or decodes, so that `a@b.com/x` would pass for `a@b.com`. */
const NO_DOMAIN = /[/?#:\\%[\]]/;

/** Characters that nobody sees, as they come along from a web page: the text is not what it seems. */
export const UNSEEN = /[\p{Cc}\p{Cf}]/u;

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
	if (UNSEEN.test(local + domain) || NO_DOMAIN.test(domain)) return undefined;
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
