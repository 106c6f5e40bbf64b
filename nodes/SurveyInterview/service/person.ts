/** Who a person is: email addresses and external IDs, in a form in which they can be compared. */
import { idKey } from './identifiers';
import type { JsonObject } from './json';
import { isNoExternalId } from './placeholders';
import { type Fact, type Kind, RecordReader } from './reader';
import { isExact, textKey, withoutEnds } from './scalars';

/** Characters that end the host of a URL or that a URL decodes: without this check, `a@b.com/x` would be `a@b.com`. */
const NOT_IN_EMAIL_DOMAIN = /[/?#:\\%[\]]/;

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
	if (INVISIBLE.test(local + domain) || NOT_IN_EMAIL_DOMAIN.test(domain)) return undefined;
	const host = hostOf(domain);
	return host === undefined ? undefined : `${local.toLowerCase()}@${host}`;
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
	if (typeof text !== 'string' || isNoExternalId(text)) return undefined;
	return idKey(plainExternalId(text).normalize('NFC'));
}

/** A whole number as pandas and some exports of Excel write it: `1001.0`, `1001,00`. */
const WHOLE_AS_DECIMAL = /^(\d{1,20})[.,]0{1,2}$/;

/** An external ID without quotes around it, or the apostrophe with which Excel marks a text: `'0012`. */
export const plainExternalId = (text: string): string =>
	withoutEnds(text, /[\s"'`‘’“”„]/).replace(WHOLE_AS_DECIMAL, '$1');

/** Whether two texts are the names of two people; who has no name may be anybody. */
export const areOtherNames = (name: unknown, other: unknown): boolean =>
	typeof name === 'string' && typeof other === 'string' && textKey(name) !== textKey(other);

/** Whether an invitation of this type never has a recipient (docs/interface.md, Invitations). */
export function hasNoRecipient(type: unknown): boolean {
	return type === 'shared_link' || type === 'popup' || type === 'test';
}

/** All email addresses and external IDs in a record, as they are written there, under whatever keys. */
export interface IdentityValues {
	emails: unknown[];
	externalIds: unknown[];
}

/** A kind of record that is about a person. */
type IdentifyingKind = Kind & { facts: { email: Fact; external_id: Fact } };

/**
 * Makes a function that gives all email addresses and external IDs in a record, as they are written; null where the
 * record has such a key without a value, which is not the same as no such key (`showsRecipient` in sync/write.ts).
 */
export function identityReader({ name, facts }: IdentifyingKind) {
	const asWritten = (fact: Fact): Fact => ({ ...fact, read: (value) => value });
	const { email, external_id } = facts;
	const reader = new RecordReader({
		name,
		facts: { email: asWritten(email), external_id: asWritten(external_id) },
	});
	return (record: JsonObject): IdentityValues => {
		const readings = reader.readingsIn(record);
		const valuesOf = (name: keyof IdentifyingKind['facts']) =>
			readings.filter(({ fact }) => fact === name).map(({ value }) => value);
		return { emails: valuesOf('email'), externalIds: valuesOf('external_id') };
	};
}
/** Who a record is about, in a form that can be compared: addresses as `emailKey`, IDs as `externalIdKey` give them. */
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

/** What services write in place of what they hide. */
const HIDDEN_WORD = /^\W*(?:redacted|hidden|anonym\w*|masked|private)\W*$/i;
const MASKED_ADDRESS = /\*|\.{3}|^x{3,}@|\.invalid$/i;

/** Whether an address or ID is hidden, as `a***@example.com` or `hidden`, so that it identifies nobody. */
export const isMasked = (key: string): boolean =>
	/\*\*|[•…█]/.test(key) ||
	HIDDEN_WORD.test(key) ||
	(key.includes('@') && MASKED_ADDRESS.test(key));
