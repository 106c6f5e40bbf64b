/** Columns of the list that fields name and the list does not have, and those that it has and nothing uses. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import { expressionsIn, pathsIn } from '../input/expressions';
import { display, emptinessOf, mapEntries, refuse } from '../input/problem';
import { fieldsFor, isAutomatic } from '../input/propertyMapper';
import { CONTACT_KEYS, FIELDS_OF_CONTACT, invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject, objectIn } from '../service/json';
import { asPattern, firstOf } from '../service/scalars';
import { plainKey } from '../service/reader';
import type { KnownProperties } from './properties';

/** What stands in a field of the form. */
interface FormField {
	/** Its name among the fields that have a value. */
	id: string;
	label: string;
	value: unknown;
}

function formFields(parameters: JsonObject): FormField[] {
	const { [invitationSync.collection.name]: added, [PROPERTY_MAPPER.name]: mapper } = parameters;
	const values = { ...parameters, ...objectIn(added) };
	const ofForm = Object.entries(objectIn(objectIn(mapper).value));
	const byKey = mapEntries(objectIn(objectIn(added)[PROPERTIES_BY_KEY.name]));
	const properties = (group: string, entries: unknown[][]) =>
		entries.map(([key, value], place) => ({
			id: propertyId(group, key, place),
			label: `${group} → ${display(key)}`,
			value,
		}));
	return [
		...FIELDS_OF_CONTACT.map(({ name, label }) => ({ id: name, label, value: values[name] })),
		...properties(PROPERTY_MAPPER.label, ofForm),
		...properties(PROPERTIES_BY_KEY.label, byKey),
	];
}

/** A property of the form has its key in all rows; one that was added by key has its place, as its key may differ. */
export const propertyId = (group: string, key: unknown, place: number): string =>
	`${group} ${group === PROPERTIES_BY_KEY.label ? place : String(key)}`;

/**
 * Refuses a list in which a field is filled by an expression, and has no value in any row. A single row may just lack
 * the value; but not its address, where it has a column of nearly the same name, `Email` instead of `email`.
 *
 * @param filled the fields that have a value in some row
 * @throws {InputError} for the address, and where no row has the column that the expression names
 */
export function refuseMissingColumns(
	context: IExecuteFunctions,
	filled: ReadonlySet<string>,
	hasSeveralRows: boolean,
) {
	const input = context.getInputData().map(({ json }) => json as JsonObject);
	const missing = formFields(context.getNode().parameters).find(({ id, value }) => {
		if (typeof value !== 'string' || !value.startsWith('=') || filled.has(id)) return false;
		const isAddress = id === CONTACT_KEYS[0].name;
		if (!hasSeveralRows)
			return isAddress && pathsIn(value).some(([key = '']) => hasSimilarColumn(input, key));
		// Other fields may be empty in every row of a list, as long as the list has them.
		const isThere = pathsIn(value).some((path) => input.some((json) => hasColumn(json, path)));
		return isAddress || !isThere;
	});
	if (!missing) return;
	const columns = [...new Set(input.flatMap((json) => Object.keys(json)))];
	const remedy = columns.some((name) => MARK.test(name))
		? 'The first one begins with an invisible mark: turn on Exclude Byte Order Mark (BOM) in Extract from File.'
		: 'Drag the right one onto the field, or remove its expression.';
	refuse(
		`${missing.label} has no value in any row, and the input has these columns: ${firstOf(columns.map(display), 15)}. ${remedy}`,
	);
}

function hasSimilarColumn(input: readonly JsonObject[], key: string): boolean {
	const isSimilar = (name: string) => name !== key && plainKey(name) === plainKey(key);
	return input.some((json) => !Object.hasOwn(json, key) && Object.keys(json).some(isSimilar));
}

/** A byte order mark, or what a program reads it as in another encoding. */
const MARK = /^(?:\uFEFF|ï»¿)/;

/** Whether an item has the keys of a path; what follows a text is a function, such as `trim`. */
function hasColumn(json: JsonObject, path: readonly string[]): boolean {
	let value: unknown = json;
	for (const key of path) {
		if (!isObject(value)) return true;
		if (!Object.hasOwn(value, key)) return false;
		value = value[key];
	}
	return true;
}

/** The first rows of a list are enough to know its columns. */
const MAX_LOOKED_AT = 200;

/**
 * The columns of a list that nothing uses: no expression of the form mentions them and, where properties are mapped
 * automatically, no property has their name.
 */
export function columnsWithoutProperty(
	context: IExecuteFunctions,
	propertiesOf: KnownProperties,
): string[] {
	const { parameters } = context.getNode();
	const isMapped = isAutomatic(parameters[PROPERTY_MAPPER.name]);
	const filled = new Set<string>();
	// Google Sheets adds this column to each row.
	const taken = new Set(['row_number']);
	for (const [item, { json }] of context.getInputData().slice(0, MAX_LOOKED_AT).entries()) {
		const properties = isMapped ? propertiesOf(item) : [];
		if (typeof properties === 'string') return [];
		const names = Object.keys(json);
		for (const name of names) if (emptinessOf(json[name]) === undefined) filled.add(name);
		for (const [, name] of fieldsFor(properties, names)) taken.add(name);
	}
	const expressions = expressionsIn(parameters).join('\n');
	/** As a whole word. */
	const isMentioned = (name: string) =>
		new RegExp(`(?<![\\p{L}\\p{N}_])${asPattern(name)}(?![\\p{L}\\p{N}_])`, 'u').test(expressions);
	return [...filled].filter((name) => !taken.has(name) && !isMentioned(name));
}
