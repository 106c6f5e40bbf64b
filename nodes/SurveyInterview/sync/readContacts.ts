import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { SurveyProperty } from '../facts/surveyDetail';
import type { Field } from '../fields/field';
import { PROPERTY_MAPPER } from '../fields/propertyFields';
import { uuidIn, notUuid } from '../input/identifier';
import { keyIn } from '../input/map';
import { InputError, display } from '../input/problem';
import { readPropertyMapper, valuesOfMapper } from '../input/propertyMapper';
import { mustBeText } from '../input/unfit';
import type { FieldChecker } from '../input/values';
import {
	CONTACT_DETAILS,
	CONTACT_FIELDS,
	CONTACT_KEYS,
	invitationSync,
} from '../operations/invitationSync';
import { IDENTIFIERS } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { emailKey, isAddressAlone, INVISIBLE } from '../records/person';
import {
	contactOf,
	recipientLabel,
	type Contact,
	type ContactFields,
	type UnusableContact,
} from './contact';
import { hasExpression, type MatchBy } from './options';

/** The contact of one input item, and its survey. */
export interface ListEntry {
	surveyId: string;
	contact: Contact | UnusableContact;
}

/** The properties of a survey, or why they are not known. */
export type KnownProperties = (surveyId: string) => readonly SurveyProperty[] | string;

/** Reads all contacts, one a survey's id. A contact that cannot be used does not stop the others. */
export function readEntries(
	context: IExecuteFunctions,
	checker: FieldChecker,
	surveyIds: readonly string[],
	matchBy: MatchBy,
	propertiesOf: KnownProperties,
): ListEntry[] {
	return surveyIds.map((surveyId, item) => {
		let values: JsonObject = {};
		try {
			values = valuesOf(context, item, propertiesOf(surveyId));
			return { surveyId, contact: contactOf(item, checkedFields(checker, values), matchBy) };
		} catch (error) {
			const problem = (error as Error).message;
			return { surveyId, contact: { item, recipient: recipientLabel(values, item), problem } };
		}
	});
}

/**
 * The survey of each item.
 *
 * @throws {NodeOperationError} where one is not a survey's id
 */
export function readSurveyIds(context: IExecuteFunctions, count: number): string[] {
	const surveyOf = surveyReader(context);
	return Array.from({ length: count }, (_unused, item) => surveyOf(item));
}

/** Reads the survey of an item. Without an expression all items have the same, which is read once. */
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
	const surveyOfAll = read(0);
	return () => surveyOfAll;
}

const FIELDS: Field[] = [...CONTACT_KEYS, ...CONTACT_DETAILS, ...CONTACT_FIELDS];

/** The values of an item, by the fields' names. Empty ones are left out. */
function valuesOf(
	context: IExecuteFunctions,
	item: number,
	properties: readonly SurveyProperty[] | string,
): JsonObject {
	const added: unknown = context.getNodeParameter(invitationSync.collection.name, item, {});
	const given: JsonObject = { ...(isObject(added) ? added : {}) };
	for (const { name } of [...CONTACT_KEYS, ...CONTACT_DETAILS]) {
		given[name] = context.getNodeParameter(name, item, '');
	}
	const mapped = mappedProperties(context, item, properties);
	given.properties = withMapped(mapped, given.properties);
	return Object.fromEntries(
		FIELDS.map((field) => [field.name, trimmed(field, given[field.name])]).filter(
			([, value]) => value !== undefined,
		),
	) as JsonObject;
}

/** What the resource mapper has for the contact of an item, by key. */
function mappedProperties(
	context: IExecuteFunctions,
	item: number,
	properties: readonly SurveyProperty[] | string,
): Record<string, string> {
	const json = () => (context.getInputData()[item]?.json ?? {}) as JsonObject;
	const mapper = context.getNodeParameter(PROPERTY_MAPPER.name, item, null) as unknown;
	return valuesOfMapper(readPropertyMapper(mapper, json), properties);
}

/** Rows of values by key, to which those of the resource mapper are added. A row by hand wins. */
function withMapped(mapped: Record<string, string>, byKey: unknown): unknown {
	const rows: unknown = isObject(byKey) ? byKey.values : undefined;
	const byHand: unknown[] = Array.isArray(rows) ? rows : [];
	const keys = byHand.map((row) =>
		isObject(row) && !isEmpty(row.value) ? String(keyIn(row)) : undefined,
	);
	const others = Object.entries(mapped).filter(([key]) => !keys.includes(key));
	if (others.length === 0) return byKey;
	return { values: [...others.map(([key, value]) => ({ key, value })), ...byHand] };
}

function checkedFields(checker: FieldChecker, values: JsonObject): ContactFields {
	for (const field of FIELDS) refuseBoolean(field, values[field.name]);
	const kind = 'additionalFields';
	const fields: ContactFields = checker.optional({ values, fields: FIELDS, kind });
	refuseInvisible(fields.recipient_external_id);
	if (fields.recipient_email === undefined) return fields;
	return { ...fields, recipient_email: addressToSend(fields.recipient_email) };
}

/** Refuses `true` and `false` as a text: some programs write them for an empty field of a list. */
function refuseBoolean({ kind, label }: Field, value: unknown): void {
	if (kind !== 'text' || typeof value !== 'boolean') return;
	throw new InputError(`${label} ${mustBeText(value)}`);
}

/** Dots where an email address has none. The service would refuse them after a dry run that did not. */
const MISPLACED_DOTS = /^\.|\.\.|\.@/;

/** A domain of the Internet: `example` alone or `example,com` is a slip of the pen. */
const DOMAIN = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;

/** An address with its domain in ASCII, as DNS has it: the service's format allows no other letters. */
function addressToSend(email: unknown): string {
	const key = emailKey(email);
	if (
		typeof email === 'string' &&
		key !== undefined &&
		isAddressAlone(email) &&
		!MISPLACED_DOTS.test(email)
	) {
		const at = email.lastIndexOf('@');
		const domain = email.slice(at + 1);
		const isAscii = /^[\x21-\x7e]+$/.test(domain) && !domain.endsWith('.');
		const host = key.slice(key.lastIndexOf('@') + 1);
		if (DOMAIN.test(host)) return isAscii ? email : `${email.slice(0, at)}@${host}`;
	}
	throw new InputError(
		`Recipient Email ${display(email)} is not an email address: correct it in the list.`,
	);
}

/** Joiners inside text that is not ASCII: there they change how letters or emoji are drawn, so people see them. */
const VISIBLE_JOINERS = /(?<=[^\0-\x7f])[\u200c\u200d](?=[^\0-\x7f])/g;

/** Refuses invisible characters: two IDs that look the same would be two people. */
function refuseInvisible(externalId: unknown): void {
	if (typeof externalId !== 'string') return;
	if (!INVISIBLE.test(externalId.replace(VISIBLE_JOINERS, ''))) return;
	throw new InputError(
		`Recipient External ID holds a character that nobody sees: ${display(externalId)}. Remove it from the list.`,
	);
}

/** A value without the spaces around it; undefined where it is empty. CRMs fill missing values with empty text. */
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
