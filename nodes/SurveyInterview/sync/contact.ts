import type { JsonObject } from '../records/json';
import { emailKey, externalIdKey } from '../records/person';
import { matchKeys, type MatchBy } from './options';

/** The keys by which a person is told from others. */
export interface PersonKeys {
	email?: string;
	externalId?: string;
}

/** What the keys are called in a sentence. */
export const KEY_NAMES = { email: 'e-mail address', externalId: 'external ID' };

/** A person of the input list, checked. */
export interface Contact extends PersonKeys {
	/** Place in the input, from 0. */
	item: number;
	/** What the contact says, by the specification's names; what is empty is absent. */
	fields: ContactFields;
}

export interface ContactFields {
	recipient_email?: string;
	recipient_name?: string;
	recipient_external_id?: string;
	recipient_notes?: string;
	label?: string;
	properties?: Record<string, string>;
	/** For a new invitation alone: one that counts from today would change at every run. */
	expires_at?: string;
}

/** A contact that cannot be used, and why, in one sentence. */
export interface UnusableContact {
	item: number;
	/** Whom it is about, as far as it says. */
	recipient: string;
	problem: string;
}

export function isUnusable(contact: Contact | UnusableContact): contact is UnusableContact {
	return 'problem' in contact;
}

/** A contact with its keys, or why it has none that the match could use: never guessed (design, Sync). */
export function contactOf(
	item: number,
	fields: ContactFields,
	matchBy: MatchBy,
): Contact | UnusableContact {
	const contact: Contact = { item, fields, ...personKeys({ ...fields }) };
	const keys = matchKeys(matchBy);
	if (keys.some((key) => contact[key] !== undefined)) return contact;
	const [only = 'email', other] = keys.map((key) => KEY_NAMES[key]);
	const lacking = other === undefined ? `no ${only}` : `neither ${only} nor ${other}`;
	return {
		item,
		recipient: recipientOf({ ...fields }, item),
		problem: `The contact has ${lacking}, so its invitation cannot be found: fill it in, or choose another Match By.`,
	};
}

/** The keys in an invitation or in the fields of a contact. */
export function personKeys(record: JsonObject): PersonKeys {
	return {
		email: emailKey(record.recipient_email),
		externalId: externalIdKey(record.recipient_external_id),
	};
}

/** Whom a record is about, as a person would say it: `Ada Lovelace <ada@example.com>`. */
export function recipientOf(record: JsonObject, item?: number): string {
	return nameIn(record) ?? (item === undefined ? 'no name' : `item ${item}, which has no name`);
}

/** A contact as a sentence about another one names it: `Ada Lovelace <ada@example.com> (item 3)`. */
export function contactNamed({ fields, item }: Contact): string {
	const name = nameIn({ ...fields });
	return name === undefined ? `item ${item}` : `${name} (item ${item})`;
}

function nameIn(record: JsonObject): string | undefined {
	const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 120) : '');
	const name = text(record.recipient_name);
	const email = text(record.recipient_email);
	if (name !== '' && email !== '') return `${name} <${email}>`;
	return [name, email].find(Boolean) ?? externalIdKey(record.recipient_external_id);
}
