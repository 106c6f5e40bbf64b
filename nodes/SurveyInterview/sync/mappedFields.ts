/** Refuses a list in which a field of the form names a column that no row has: the header may be written otherwise. */
import type { IExecuteFunctions } from 'n8n-workflow';

import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../fields/nodeFields';
import { display, keyIn, refuse } from '../input/problem';
import { CONTACT_DETAILS, CONTACT_KEYS, invitationSync } from '../operations/invitationSync';
import { isObject, type JsonObject } from '../records/json';
import { firstOf } from '../records/scalars';

/** A field that is filled by an expression; `id` is its name among those that have a value. */
interface MappedField {
	id: string;
	label: string;
	expression: string;
}

/**
 * @param filled the fields that have a value in some row
 * @throws {InputError} for a field without a value in any row: for the address, and where no row has its column
 */
export function refuseMissingColumns(context: IExecuteFunctions, filled: ReadonlySet<string>) {
	const input = context.getInputData().map(({ json }) => json as JsonObject);
	const missing = mappedFields(context.getNode().parameters).find(
		({ id, expression }) =>
			!filled.has(id) &&
			// Other fields may be empty in every row of a list, as long as the list has them.
			(id === CONTACT_KEYS[0].name ||
				!pathsIn(expression).some((path) => input.some((json) => hasColumn(json, path)))),
	);
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

function mappedFields(parameters: JsonObject): MappedField[] {
	const { [invitationSync.collection.name]: added, [PROPERTY_MAPPER.name]: mapper } = parameters;
	const inCollection = isObject(added) ? added : {};
	const fields = [
		...[...CONTACT_KEYS, ...CONTACT_DETAILS].map((field) => [field, parameters] as const),
		...invitationSync.collection.fields.map((field) => [field, inCollection] as const),
	].map(([{ name, label }, values]) => ({ id: name, label, expression: values[name] }));
	const mapped = isObject(mapper) && isObject(mapper.value) ? mapper.value : {};
	const ofForm = Object.entries(mapped).map(([key, expression]) =>
		propertyField(PROPERTY_MAPPER.label, key, key, expression),
	);
	const { [PROPERTIES_BY_KEY.name]: byKey } = inCollection;
	const rows: unknown[] = isObject(byKey) && Array.isArray(byKey.values) ? byKey.values : [];
	const ofRows = rows.map((row, place) => {
		const { key, value } = isObject(row) ? { key: keyIn(row), value: row.value } : {};
		return propertyField(PROPERTIES_BY_KEY.label, place, key, value);
	});
	return [...fields, ...ofForm, ...ofRows].filter(isMapped);
}

const propertyField = (label: string, id: unknown, key: unknown, expression: unknown) => ({
	id: `${label} ${String(id)}`,
	label: `${label} → ${display(key)}`,
	expression,
});

const isMapped = (field: { expression?: unknown }): field is MappedField =>
	typeof field.expression === 'string' && field.expression.startsWith('=');

const STEPS = /\bjson((?:\??\.\w+|(?:\?\.)?\[(?:"[^"\]]+"|'[^'\]]+')\])+)/g;
const STEP = /\.(\w+)|\["([^"\]]+)"|\['([^'\]]+)'/g;

/** The keys that an expression reads of an item: `$json.first + $json["last name"]` reads two. */
const pathsIn = (expression: string): string[][] =>
	[...expression.matchAll(STEPS)].map(([, steps = '']) =>
		[...steps.matchAll(STEP)].map(([, plain, double, single]) => plain ?? double ?? single ?? ''),
	);

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
