/** The controls of the form that fill a contact, for each item and as expressions. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { FieldOf } from '../fields/field';
import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../fields/nodeFields';
import { expressionsIn, pathsIn } from '../input/parameters';
import { display, isNothing, refuse } from '../input/problem';
import { mappedEntries } from '../input/propertyMapper';
import { entriesOfMap } from '../input/readField';
import {
	CONTACT_EXPIRY,
	CONTACT_KEYS,
	FIELDS_OF_CONTACT,
	invitationSync,
} from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';
import { firstOf } from '../records/scalars';

interface Filled {
	/** The same for all items. */
	id: string;
	label: string;
	/** An expression, or what it gave for an item. */
	value: unknown;
}

export interface FieldControl extends Filled {
	field: FieldOf<'text'> | FieldOf<'dateTime'>;
}

export interface PropertyControl extends Filled {
	key: unknown;
	/** The label of the part of the form in which it stands. */
	group: string;
}

/** Reads something that may throw. */
type Attempt = <Value>(read: () => Value) => Value | undefined;

const COLLECTION = invitationSync.collection;
const TEXTS = FIELDS_OF_CONTACT.filter((one): one is FieldOf<'text'> => one.kind === 'text');

/**
 * The controls in the order of the form.
 *
 * @param read gives a parameter of the node
 * @param readMapper gives the keys and values of the survey's properties in the form
 */
export function* controlsOf(
	read: (name: string) => unknown,
	readMapper: (mapper: unknown) => unknown[][],
	attempt: Attempt,
): Generator<FieldControl | PropertyControl> {
	const collection = attempt(() => read(COLLECTION.name));
	const added = isObject(collection) ? collection : {};
	for (const field of TEXTS) {
		const { name, label } = field;
		const isAdded = COLLECTION.fields.some((one) => one.name === name);
		const value = isAdded ? added[name] : attempt(() => read(name));
		yield { id: name, label, value, field };
	}
	const { name, label } = CONTACT_EXPIRY;
	if (name in added) yield { id: name, label, value: added[name], field: CONTACT_EXPIRY };
	const ofForm = attempt(() => readMapper(read(PROPERTY_MAPPER.name))) ?? [];
	const { [PROPERTIES_BY_KEY.name]: byKey } = added;
	const ofRows = isNothing(byKey)
		? []
		: (attempt(() => entriesOfMap(PROPERTIES_BY_KEY.label, byKey)) ?? []);
	for (const [key, value] of ofForm) yield propertyControl(PROPERTY_MAPPER.label, key, key, value);
	for (const [place, [key, value]] of ofRows.entries())
		yield propertyControl(PROPERTIES_BY_KEY.label, place, key, value);
}

const propertyControl = (group: string, id: unknown, key: unknown, value: unknown) => ({
	id: `${group} ${String(id)}`,
	label: `${group} → ${display(key)}`,
	value,
	key,
	group,
});

/**
 * Refuses a list in which a control names a column that no row has: its header may be written otherwise.
 *
 * @param filled the controls that have a value in some row
 * @throws {InputError} for one without a value in any row: for the address, and where no row has its column
 */
export function refuseMissingColumns(context: IExecuteFunctions, filled: ReadonlySet<string>) {
	const { parameters } = context.getNode();
	const input = context.getInputData().map(({ json }) => json as JsonObject);
	const inForm = controlsOf(
		(name) => parameters[name],
		(mapper) => mappedEntries(mapper, () => ({}), []),
		(read) => read(),
	);
	const missing = [...inForm].find(({ id, value }) => {
		const [expression] = typeof value === 'string' ? expressionsIn(value) : [];
		if (expression === undefined || filled.has(id)) return false;
		// Other fields may be empty in every row of a list, as long as the list has them.
		const isFound = pathsIn(expression).some((path) => input.some((json) => hasColumn(json, path)));
		return id === CONTACT_KEYS[0].name || !isFound;
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
