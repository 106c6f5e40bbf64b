/** Columns that the form names and the list lacks, and columns of the list that the form does not use. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import { hasAnyColumn, refuseColumn } from '../input/columns';
import { expressionsIn, pathsIn } from '../input/expressions';
import { display, isEmpty, mapEntries } from '../input/problem';
import { fieldsFor, isAutomatic } from '../input/propertyMapper';
import { CONTACT_KEYS, ALL_CONTACT_FIELDS, invitationSync } from '../operations/invitationSync';
import { type JsonObject, objectIn } from '../service/json';
import { plainKey } from '../service/reader';
import type { PropertiesOfItem } from './contact';

/** A field of the form with what a person entered: a value, or an expression. */
interface FormField {
	/** Its name in the set of fields that have a value in some row. */
	id: string;
	label: string;
	value: unknown;
}

/** The fields of the form that fill a contact: those of the person, and one for each property. */
function formFields(parameters: JsonObject): FormField[] {
	const { [invitationSync.collection.name]: added, [PROPERTY_MAPPER.name]: mapper } = parameters;
	const values = { ...parameters, ...objectIn(added) };
	const contactFields = ALL_CONTACT_FIELDS.map(({ name, label }) => ({
		id: name,
		label,
		value: values[name],
	}));
	const mapped = Object.entries(objectIn(objectIn(mapper).value));
	const byKey = mapEntries(objectIn(objectIn(added)[PROPERTIES_BY_KEY.name]));
	const propertyFields = (group: string, entries: unknown[][]) =>
		entries.map(([key, value], index) => ({
			id: propertyId(group, key, index),
			label: `${group} → ${display(key)}`,
			value,
		}));
	return [
		...contactFields,
		...propertyFields(PROPERTY_MAPPER.label, mapped),
		...propertyFields(PROPERTIES_BY_KEY.label, byKey),
	];
}

/**
 * The ID of a property's field: its key, or its index if it was added by key, because an expression may give each row
 * another key.
 */
export const propertyId = (group: string, key: unknown, index: number): string =>
	`${group} ${group === PROPERTIES_BY_KEY.label ? index : String(key)}`;

/**
 * Refuses a list if the expression of a field gives no value in any row, because its column probably has another name.
 *
 * @param filledFields the IDs of the fields that have a value in some row
 * @throws {InputError} for the first such field
 */
export function refuseMissingColumns(
	context: IExecuteFunctions,
	filledFields: ReadonlySet<string>,
	hasSeveralRows: boolean,
): void {
	const input = context.getInputData().map(({ json }) => json as JsonObject);
	const fields = formFields(context.getNode().parameters);
	const empty = fields.filter(({ id }) => !filledFields.has(id));
	const missing = empty.find((field) => lacksItsColumn(field, input, hasSeveralRows));
	if (!missing) return;
	refuseColumn(missing.label, input);
}

/** Whether a field that has no value in any row has an expression whose column is probably called something else. */
function lacksItsColumn(
	{ id, value }: FormField,
	input: readonly JsonObject[],
	hasSeveralRows: boolean,
): boolean {
	if (typeof value !== 'string' || !value.startsWith('=')) return false;
	const [address] = CONTACT_KEYS;
	const isAddress = id === address.name;
	// A single row may leave any field empty. It is refused only for `Email` where the expression says `email`.
	if (!hasSeveralRows)
		return isAddress && pathsIn(value).some(([key = '']) => hasSimilarColumn(input, key));
	// A list without any address is refused even if it has the column. Other fields may be empty in every row.
	if (isAddress) return true;
	return !hasAnyColumn(value, input);
}

/** Whether an item lacks a column, and has one with nearly the same name. */
function hasSimilarColumn(input: readonly JsonObject[], key: string): boolean {
	const isSimilar = (name: string) => plainKey(name) === plainKey(key);
	return input.some((json) => !Object.hasOwn(json, key) && Object.keys(json).some(isSimilar));
}

/** The first rows of a list are enough to know its columns. */
const MAX_ROWS = 200;

/**
 * The columns of a list that nothing uses: no expression of the form mentions them and, where properties are mapped
 * automatically, no property has their name.
 */
export function unusedColumns(
	context: IExecuteFunctions,
	propertiesOf: PropertiesOfItem,
): string[] {
	const { parameters } = context.getNode();
	const isAutoMapped = isAutomatic(parameters[PROPERTY_MAPPER.name]);
	const filledColumns = new Set<string>();
	// Google Sheets adds this column to each row.
	const usedColumns = new Set(['row_number']);
	for (const [item, { json }] of context.getInputData().slice(0, MAX_ROWS).entries()) {
		const properties = isAutoMapped ? propertiesOf(item) : [];
		// If the survey's properties are not known, any column may be one.
		if (typeof properties === 'string') return [];
		const names = Object.keys(json);
		for (const name of names) if (!isEmpty(json[name])) filledColumns.add(name);
		for (const [, name] of fieldsFor(properties, names)) usedColumns.add(name);
	}
	const expressions = expressionsIn(parameters).join('\n');
	/** As a whole word: `name` is not mentioned in `$json.lastname`. */
	const isMentioned = (name: string) =>
		new RegExp(`(?<![\\p{L}\\p{N}_])${asPattern(name)}(?![\\p{L}\\p{N}_])`, 'u').test(expressions);
	return [...filledColumns].filter((name) => !usedColumns.has(name) && !isMentioned(name));
}

/** A text as a part of a regular expression that matches just this text. */
function asPattern(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
