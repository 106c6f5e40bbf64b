import type { JsonObject } from '../records/json';
import {
	type PersonIdentity,
	type IdentityValues,
	emailKey,
	externalIdKey,
} from '../records/person';
import type { Shape } from '../records/shapes';
import type { Field } from '../fields/field';
import { choice, text } from '../fields/makeField';
import type { SearchKeys } from './personIndex';
import { InputError, display } from '../input/problem';
import { unfitNumber } from '../input/unfit';
import { emptinessOf } from '../input/widening';

/**
 * Looks for a person in a list, because the service cannot be asked for one: it does not show what `q`
 * searches, and has nothing of the kind for respondents. One item comes out, whatever is found.
 */
export interface Find {
	/** Names that the array of records may have. */
	likely: string[];
	/** Whom a record is about. */
	personOf: (record: JsonObject) => PersonIdentity;
	/** All that a record says of it, to compare the records that were found. */
	identityOf: (record: JsonObject) => IdentityValues;
	/** What a record carries, as far as the specification shows it. */
	record: Shape;
	/** Whether to count the records about which it cannot be told. */
	countsUnreadable?: true;
}

/** By what a person is looked for, each with the form in which it compares. */
export const SEARCH_KEYS = {
	email: {
		field: text(
			'email',
			'Email',
			'The person’s e-mail address. Case does not matter, and a domain may be written either way: münchen.de is xn--mnchen-3ya.de.',
			{ placeholder: 'name@email.com', shownFor: { findBy: ['email', 'either'] } },
		),
		keyOf: emailKey,
		mustBe: 'an e-mail address',
	},
	externalId: {
		field: text(
			'externalId',
			'External ID',
			'Your own identifier of the person, for example the contact’s ID in the CRM. Case matters.',
			{ shownFor: { findBy: ['externalId', 'either'] } },
		),
		keyOf: externalIdKey,
		mustBe: 'text or a number',
	},
} as const;

export type SearchKey = keyof typeof SEARCH_KEYS;

const FIND_BY: Record<string, readonly SearchKey[]> = {
	email: ['email'],
	externalId: ['externalId'],
	either: ['email', 'externalId'],
};

/** What the output says beside each match, in the same order: whose record it is, as far as can be told. */
export const MATCH_KEYS: [Shape] = [
	{
		id: 'string?',
		agrees: 'strings',
		differs: 'strings',
		emails: 'strings',
		external_ids: 'strings',
	},
];

/** The keys that a choice of Find By stands for; undefined where there is no such choice. */
export function searchKeysFor(findBy: unknown): readonly SearchKey[] | undefined {
	return typeof findBy === 'string' && Object.hasOwn(FIND_BY, findBy) ? FIND_BY[findBy] : undefined;
}

/** What a Find asks for; none of it is sent. */
export const FIND_FIELDS: Field[] = [
	choice(
		'findBy',
		'Find By',
		'What to compare. Either needs both, and one of them must be the same; in the output, Keys says for each record which agrees and which differs.',
		[
			{ value: 'email', label: 'Email' },
			{ value: 'externalId', label: 'External ID' },
			{ value: 'either', label: 'Either' },
		],
	),
	SEARCH_KEYS.email.field,
	SEARCH_KEYS.externalId.field,
];

/**
 * Whom an item looks for.
 *
 * @throws {InputError} one sentence for a person: a blank value would find nobody, or everybody
 */
export function readSearchKeys(parameter: (name: string) => unknown): SearchKeys {
	const findBy = parameter('findBy');
	const names = searchKeysFor(findBy);
	if (!names) {
		throw new InputError(
			`Find By must be one of email, externalId, either, but it is ${display(findBy)}.`,
		);
	}
	const sought: SearchKeys = {};
	for (const name of names) {
		const { field, keyOf, mustBe } = SEARCH_KEYS[name];
		const given = parameter(field.name);
		if (emptinessOf(given) !== undefined) {
			throw new InputError(
				`${field.label} is empty, so there is nothing to look for: enter a value, or choose another Find By.`,
			);
		}
		const unfit = typeof given === 'number' ? unfitNumber(given) : undefined;
		if (unfit !== undefined) throw new InputError(`${field.label} ${unfit}`);
		const key = keyOf(given);
		if (key === undefined) {
			throw new InputError(
				`${field.label} must be ${mustBe}, but it is ${display(given)}: correct it.`,
			);
		}
		sought[name] = key;
	}
	return sought;
}
