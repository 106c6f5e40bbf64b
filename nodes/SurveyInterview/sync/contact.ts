import type { PropertiesOrReason } from '../input/propertyMapper';
import type { JsonObject } from '../service/json';
import { emailKey, externalIdKey } from '../service/person';
import type { MatchBy } from './syncOptions';

/** The keys that identify a person, spelled for comparison: equal keys are equal texts. */
export interface PersonKeys {
	email?: string;
	externalId?: string;
}
export type Key = keyof PersonKeys;

/** The names of the keys in a sentence. */
export const KEY_NAMES = { email: 'email address', externalId: 'external ID' };

/** The keys that each Match By compares, in the order in which sentences name them. `match.ts` has an order of its own. */
export const KEYS_OF_MATCH_BY: Record<MatchBy, Key[]> = {
	emailThenExternalId: ['externalId', 'email'],
	externalId: ['externalId'],
	email: ['email'],
};

/** A row of the input list. */
export interface Contact extends PersonKeys {
	/** The index of its input item. */
	item: number;
	/** Its number in sentences: that of the sheet, or the index counted from 1. */
	row: number;
	/** Only the values that are not empty. One that cannot be read is there as it was given, beside a `problem`. */
	fields: ContactFields;
	/** Why it cannot be used, in one sentence. */
	problem?: string;
	/** Why no invitation may be created for it, in one sentence. */
	problemIfNew?: string;
	/** The row names nobody, so it is no contact. */
	isEmptyRow?: true;
	/** An external ID that identifies nobody, such as `crm-`. It is not sent; only an opt-out may still name it. */
	unusedId?: string;
}

/** Values by the names of the service's fields. */
export type ContactFields = {
	recipient_email?: string;
	recipient_external_id?: string;
	recipient_name?: string;
	recipient_notes?: string;
	label?: string;
	properties?: Record<string, string>;
	expires_at?: string;
};

/** Gives the properties of the survey that an item is about, or a sentence why they are not known. */
export type PropertiesOfItem = (item: number) => PropertiesOrReason;

/** A contact with its keys. Without a key that Match By compares, it has a `problem`, as keys are never guessed. */
export function contactOf(
	item: number,
	fields: ContactFields,
	matchBy: MatchBy,
	row = item + 1,
): Contact {
	const contact: Contact = { item, row, fields, ...personKeys(fields) };
	const keys = KEYS_OF_MATCH_BY[matchBy];
	if (keys.some((key) => contact[key] !== undefined)) return contact;
	const names = keys.map((key) => KEY_NAMES[key]);
	const lacking = names.length > 1 ? `neither ${names.join(' nor ')}` : `no ${names.join('')}`;
	const problem = `The contact has ${lacking}, so its invitation cannot be found: fill it in, or choose another Match By.`;
	return { ...contact, problem };
}

export function personKeys(record: JsonObject): PersonKeys {
	return {
		email: emailKey(record.recipient_email),
		externalId: externalIdKey(record.recipient_external_id),
	};
}

/** Values by each key of a person, in the order in which they were added. */
export class ByPerson<Value> {
	private readonly values = {
		email: new Map<string | undefined, Value[]>(),
		externalId: new Map<string | undefined, Value[]>(),
	};

	add(person: PersonKeys, value: Value): void {
		for (const key of ['email', 'externalId'] as const) {
			const keyValue = person[key];
			if (keyValue === undefined) continue;
			const values = this.values[key].get(keyValue) ?? [];
			values.push(value);
			this.values[key].set(keyValue, values);
		}
	}

	/** The values of everybody who has this address or ID. */
	allWith(key: Key, keyValue: string | undefined): readonly Value[] {
		return this.values[key].get(keyValue) ?? [];
	}

	/** The first value of a person: the one under the external ID, or else under the address. */
	find({ externalId, email }: PersonKeys): Value | undefined {
		return this.allWith('externalId', externalId)[0] ?? this.allWith('email', email)[0];
	}
}

/** The people of a list by their keys. It yields, so that n8n can do other work meanwhile. */
export function* indexedByPerson<Person extends PersonKeys>(
	people: readonly Person[],
): Generator<void, ByPerson<Person>> {
	const byPerson = new ByPerson<Person>();
	for (const person of people) {
		yield;
		byPerson.add(person, person);
	}
	return byPerson;
}

/** The facts of an invitation, renamed to the service's fields, so that they compare with a contact's values. */
export const fieldsOfFacts = ({
	name,
	email,
	external_id,
	...otherFacts
}: JsonObject): JsonObject => ({
	...otherFacts,
	recipient_name: name,
	recipient_email: email,
	recipient_external_id: external_id,
});

/** The name that a field of the service has in the output: `recipient_email` is `email`. */
export const factOfField = (field: string): string => field.replace('recipient_', '');

/** `Ada Lovelace <ada@example.com>`, or as much of it as the record has. */
export function recipientLabel(record: JsonObject): string {
	const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 120) : '');
	const name = text(record.recipient_name);
	const email = text(record.recipient_email);
	if (name !== '' && email !== '') return `${name} <${email}>`;
	return name || email || (externalIdKey(record.recipient_external_id) ?? 'no name');
}

/** How a sentence names a contact: `Ada Lovelace <ada@example.com> (row 3)`. */
export const contactLabel = ({ fields, row }: Contact): string =>
	`${recipientLabel(fields)} (row ${row})`;
