/** Columns of the input that an expression names, and that the input may not have. */
import { isObject, type JsonObject } from '../service/json';
import { firstOf } from '../service/scalars';
import { pathsIn } from './expressions';
import { display, refuse } from './problem';

/** Whether any item has a column that the expression names. */
export const hasAnyColumn = (expression: string, input: readonly JsonObject[]): boolean =>
	pathsIn(expression).some((path) => input.some((json) => hasColumn(json, path)));

/** Whether an item has the keys of a path. What comes after a text is a function, such as `trim`, and no key. */
function hasColumn(json: JsonObject, path: readonly string[]): boolean {
	let value: unknown = json;
	for (const key of path) {
		if (!isObject(value)) return true;
		if (!Object.hasOwn(value, key)) return false;
		value = value[key];
	}
	return true;
}

/** Refuses a field that has no value in any row, because its column probably has another name. */
export function refuseColumn(label: string, input: readonly JsonObject[]): never {
	const columns = [...new Set(input.flatMap((json) => Object.keys(json)))];
	const remedy = columns.some((name) => BYTE_ORDER_MARK.test(name))
		? 'The first one begins with an invisible mark: turn on Exclude Byte Order Mark (BOM) in Extract from File.'
		: 'Drag the right one onto the field, or remove its expression.';
	return refuse(
		`${label} has no value in any row, and the input has these columns: ${firstOf(columns.map(display), 15)}. ${remedy}`,
	);
}

/** A byte order mark, also as a program shows it that read the file in another encoding. */
const BYTE_ORDER_MARK = /^(?:\uFEFF|ï»¿)/;
