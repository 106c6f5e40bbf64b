import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { InputError, display } from '../input/problem';
import { uuidIn, notUuid } from '../input/identifier';
import { mustBeText } from '../input/unfit';
import type { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import type { Field } from '../fields/field';
import { IDENTIFIERS } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { emailKey, isAddressAlone, INVISIBLE } from '../records/person';
import {
	contactOf,
	recipientOf,
	type Contact,
	type ContactFields,
	type UnusableContact,
} from './contact';
import { hasExpression, type MatchBy } from './options';

/** What one input item says. */
export interface ListEntry {
	surveyId: string;
	contact: Contact | UnusableContact;
}

/** Reads all contacts. What is wrong with one does not stop the others; a wrong survey does. */
export function readEntries(
	context: IExecuteFunctions,
	checker: FieldChecker,
	count: number,
	matchBy: MatchBy,
): ListEntry[] {
	const surveyOf = surveyReader(context);
	return Array.from({ length: count }, (_unused, item) => {
		const surveyId = surveyOf(item);
		let filled: JsonObject = {};
		try {
			filled = filledIn(context, item);
			return { surveyId, contact: contactOf(item, checkedFields(checker, filled), matchBy) };
		} catch (error) {
			const problem = (error as Error).message;
			return { surveyId, contact: { item, recipient: recipientOf(filled, item), problem } };
		}
	});
}

/** The survey of an item. One that was chosen is the same for all, and read once. */
function surveyReader(context: IExecuteFunctions): (item: number) => string {
	const { parameter, label } = IDENTIFIERS.survey_id;
	const read = (item: number) => {
		const given: unknown = context.getNodeParameter(parameter, item, '');
		const surveyId = uuidIn(given);
		if (surveyId !== undefined) return surveyId;
		throw new NodeOperationError(context.getNode(), notUuid(label, given), {
			itemIndex: item,
			description: `It is the survey of item ${item}. Nothing was changed.`,
		});
	};
	if (hasExpression(context.getNode().parameters[parameter])) return read;
	const chosen = read(0);
	return () => chosen;
}

const KEYS = ['recipient_email', 'recipient_external_id'];
const FIELDS = [
	...invitationSync.parameters.filter(({ name }) => KEYS.includes(name)),
	...invitationSync.collection.fields,
];

/** What the item fills in, by the fields' names. */
function filledIn(context: IExecuteFunctions, item: number): JsonObject {
	const added: unknown = context.getNodeParameter(invitationSync.collection.name, item, {});
	const given: JsonObject = { ...(isObject(added) ? added : {}) };
	for (const key of KEYS) given[key] = context.getNodeParameter(key, item, '');
	return Object.fromEntries(
		FIELDS.map((field) => [field.name, trimmed(field, given[field.name])]).filter(
			([, value]) => value !== undefined,
		),
	) as JsonObject;
}

function checkedFields(checker: FieldChecker, filled: JsonObject): ContactFields {
	for (const field of FIELDS) refuseBoolean(field, filled[field.name]);
	const kind = 'additionalFields';
	const checked = checker.optional({ given: filled, fields: FIELDS, kind });
	refuseUnseen(checked.recipient_external_id);
	if (checked.recipient_email === undefined) return checked;
	return { ...checked, recipient_email: addressToSend(checked.recipient_email) };
}

/**
 * A text of a list is never `true` or `false`: some programs write that for an empty field, and nobody looks
 * at each of ten thousand contacts.
 */
function refuseBoolean({ kind, label }: Field, value: unknown): void {
	if (kind !== 'text' || typeof value !== 'boolean') return;
	throw new InputError(`${label} ${mustBeText(value)}`);
}

/** Dots where the field's format has none, so that a dry run would promise what the service refuses. */
const ODD_DOTS = /^\.|\.\.|\.@/;

/** An address with its domain as DNS knows it: the field is "email format", which has no other letters. */
function addressToSend(email: unknown): string {
	const key = emailKey(email);
	if (
		typeof email === 'string' &&
		key !== undefined &&
		isAddressAlone(email) &&
		!ODD_DOTS.test(email)
	) {
		const at = email.lastIndexOf('@');
		const domain = email.slice(at + 1);
		const isPlain = /^[\x21-\x7e]+$/.test(domain) && !domain.endsWith('.');
		return isPlain ? email : email.slice(0, at) + key.slice(key.lastIndexOf('@'));
	}
	throw new InputError(
		`Recipient Email is not an e-mail address: ${display(email)}. Correct it in the list.`,
	);
}

/** Signs that say how letters of some scripts, or parts of an emoji, are drawn: there they are seen. */
const JOINERS = /(?<=[^\0-\x7f])[\u200c\u200d](?=[^\0-\x7f])/g;

/** Two IDs that look the same would be two people. */
function refuseUnseen(externalId: unknown): void {
	if (typeof externalId !== 'string' || !INVISIBLE.test(externalId.replace(JOINERS, ''))) return;
	throw new InputError(
		`Recipient External ID holds a character that nobody sees: ${display(externalId)}. Remove it from the list.`,
	);
}

/** A value without the spaces around it; undefined where a list leaves it empty, as CRMs do. */
function trimmed(field: Field, value: unknown): unknown {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'string') return value.trim();
	return field.kind === 'map' ? withoutEmptyValues(value) : value;
}

function isEmpty(value: unknown): boolean {
	return typeof value === 'string' ? value.trim() === '' : value === undefined || value === null;
}

function withoutEmptyValues(given: unknown): unknown {
	if (!isObject(given)) return given;
	const rows: unknown = given.values;
	if (Array.isArray(rows)) {
		const filled = rows.filter((row: unknown) => !isObject(row) || !isEmpty(row.value));
		return filled.length === 0 ? undefined : { values: filled };
	}
	const entries = Object.entries(given).filter(([, value]) => !isEmpty(value));
	return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
