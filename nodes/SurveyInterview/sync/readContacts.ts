import type { SurveyProperty } from '../service/surveys';
import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import type { Field } from '../fields/field';
import { PROPERTY_MAPPER } from '../fields/nodeFields';
import { mapInTurns } from '../http/timing';
import { parametersOf, type Parameter } from '../input/parameters';
import {
	display,
	InputError,
	mustBeText,
	notUuid,
	uuidIn,
	isNothing,
	keyIn,
	mapEntries,
	textProblem,
} from '../input/problem';
import { readPropertyMapper } from '../input/propertyMapper';
import { withoutLimit, type FieldChecker } from '../input/fieldChecker';
import {
	CONTACT_DETAILS,
	CONTACT_EXPIRY,
	FIELDS_OF_CONTACT,
	CONTACT_KEYS,
	invitationSync,
} from '../operations/invitationSync';
import { IDENTIFIERS } from '../records/identifiers';
import { FORBIDDEN_KEYS, isObject, type JsonObject } from '../records/json';
import { emailKey, isAddressAlone, INVISIBLE } from '../records/person';
import { rowOf } from '../run/rows';
import {
	contactOf,
	isUnusable,
	withoutAnyKey,
	type Contact,
	type ContactFields,
	type UnusableContact,
} from './contact';
import type { MatchBy } from './syncOptions';

/** Gives the properties of the survey of an item, or a sentence why they are not known. */
export type KnownProperties = (item: number) => readonly SurveyProperty[] | string;

/**
 * Reads the contact of each item. One that cannot be used does not stop the others; when the execution is cancelled,
 * the rest is not read.
 */
export async function readContacts(
	context: IExecuteFunctions,
	checker: FieldChecker,
	signal: AbortSignal | undefined,
	matchBy: MatchBy,
	propertiesOf: KnownProperties,
): Promise<Array<Contact | UnusableContact>> {
	const parameter = parametersOf(context);
	const items = context.getInputData();
	const contactOfItem = ({ json }: INodeExecutionData, item: number): Contact | UnusableContact => {
		let values: JsonObject = {};
		try {
			values = valuesOf(parameter(item), json as JsonObject, propertiesOf(item));
			const contact = contactOf(item, checkedFields(checker, values), matchBy, rowOf(items, item));
			const isWithoutExpiry = CONTACT_EXPIRY.name in values && !values[CONTACT_EXPIRY.name];
			return isWithoutExpiry
				? { ...contact, problemIfNew: withoutLimit(CONTACT_EXPIRY.label) }
				: contact;
		} catch (error) {
			const problem = (error as Error).message;
			const fields = { ...values, properties: readableProperties(values.properties) };
			return { item, row: rowOf(items, item), fields, problem };
		}
	};
	const contacts = await mapInTurns(items, contactOfItem, () => !signal?.aborted);
	const isWithoutAny = contacts.every((contact) => isUnusable(contact) && contact.lacksKeys);
	// Of a single one, more likely the contact is at fault than the form.
	if (contacts.length < 2 || !isWithoutAny) return contacts;
	const problem = withoutAnyKey(matchBy);
	return contacts.map((contact) => ({ ...contact, problem }));
}

export async function readSurveyIds(
	context: IExecuteFunctions,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const { parameter: control, label } = IDENTIFIERS.survey_id;
	const parameter = parametersOf(context);
	const surveyOf = (_unused: unknown, item: number) => {
		const given = parameter(item)(control);
		const surveyId = uuidIn(given);
		if (surveyId !== undefined) return surveyId;
		throw new NodeOperationError(context.getNode(), notUuid(label, given), {
			itemIndex: item,
			description: `This is the survey of row ${rowOf(context.getInputData(), item)}. Nothing was changed.`,
		});
	};
	return await mapInTurns(context.getInputData(), surveyOf, () => !signal?.aborted);
}

const FIELDS: readonly Field[] = FIELDS_OF_CONTACT;

/** The values of an item, without empty ones; but an expiry that was added and is empty is there, as undefined. */
function valuesOf(
	parameter: Parameter,
	json: JsonObject,
	properties: readonly SurveyProperty[] | string,
): JsonObject {
	const added = parameter(invitationSync.collection.name, {});
	const given: JsonObject = { ...(isObject(added) ? added : {}) };
	for (const { name } of [...CONTACT_KEYS, ...CONTACT_DETAILS]) given[name] = parameter(name);
	const mapped = readPropertyMapper(parameter(PROPERTY_MAPPER.name), () => json, properties);
	given.properties = propertyRows(mapped, given.properties);
	const values: JsonObject = {};
	for (const { name } of FIELDS) {
		const value = given[name];
		if (!isNothing(value)) values[name] = typeof value === 'string' ? value.trim() : value;
		else if (name === CONTACT_EXPIRY.name && name in given) values[name] = undefined;
	}
	return values;
}

/**
 * Properties from the resource mapper and those that were added by key, as rows by key. A property that was added by
 * key wins. Empty values are left out, because CRMs write empty text where there is no value.
 */
function propertyRows(mapped: Record<string, string>, byKey: unknown): unknown {
	// Returned as it is, so that the check of the field says what is wrong with it.
	if (!isNothing(byKey) && !isObject(byKey)) return byKey;
	const asRows = (map: object) => Object.entries(map).map(([key, value]) => ({ key, value }));
	const given = isObject(byKey) ? byKey : {};
	const rows: unknown[] = Array.isArray(given.values) ? given.values : asRows(given);
	const byHand = rows.filter((row) => !isObject(row) || !isNothing(row.value));
	const keys = byHand.map((row) => (isObject(row) ? String(keyIn(row)) : undefined));
	const values = [...asRows(mapped).filter(({ key }) => !keys.includes(key)), ...byHand];
	return values.length > 0 ? { values } : undefined;
}

/** Of the properties of an unusable contact, those that could be sent. */
function readableProperties(rows: unknown): JsonObject {
	const entries = isObject(rows) ? mapEntries(rows) : [];
	const isReadable = ([key, value]: unknown[]) =>
		typeof key === 'string' &&
		!isNothing(key) &&
		!FORBIDDEN_KEYS.includes(key) &&
		textProblem(value) === undefined;
	return Object.fromEntries(
		entries.filter(isReadable).map(([key, value]) => [String(key), String(value)]),
	);
}

function checkedFields(checker: FieldChecker, values: JsonObject): ContactFields {
	for (const { kind, label, name } of FIELDS) {
		const value = values[name];
		// Some programs write true and false for an empty field of a list.
		if (kind === 'text' && typeof value === 'boolean')
			throw new InputError(`${label} ${mustBeText(value)}`);
	}
	const kind = 'additionalFields';
	const fields: ContactFields = checker.optional({ values, fields: FIELDS, kind });
	refuseInvisible(fields.recipient_external_id);
	if (fields.recipient_email === undefined) return fields;
	return { ...fields, recipient_email: addressToSend(fields.recipient_email) };
}

/** Dots where no address may have one. The service would refuse them, and a dry run must tell before. */
const MISPLACED_DOTS = /^\.|\.\.|\.@/;

/** A domain of the Internet: `example` alone or `example,com` is a typing mistake. */
const DOMAIN = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;

/** An address with its domain in ASCII, because the service's format allows no other letters. */
function addressToSend(email: string): string {
	const [local, domain = ''] = email.split('@');
	const [, host = ''] = emailKey(email)?.split('@') ?? [];
	if (!isAddressAlone(email) || MISPLACED_DOTS.test(email) || !DOMAIN.test(host)) {
		throw new InputError(
			`Recipient Email ${display(email)} is not an email address: correct it in the list.`,
		);
	}
	const isAscii = /^[\x21-\x7e]+$/.test(domain) && !domain.endsWith('.');
	return isAscii ? email : `${local}@${host}`;
}

/** Zero-width joiners between letters that are not ASCII change how these are drawn, so people see them. */
const VISIBLE_JOINERS = /(?<=[^\0-\x7f])[\u200c\u200d](?=[^\0-\x7f])/g;

/** Refuses invisible characters: two IDs that look the same would be two people. */
function refuseInvisible(externalId = ''): void {
	if (!INVISIBLE.test(externalId.replace(VISIBLE_JOINERS, ''))) return;
	throw new InputError(
		`Recipient External ID contains an invisible character: ${display(externalId)}. Remove it from the list.`,
	);
}
