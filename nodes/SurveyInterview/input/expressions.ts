/**
 * Paths of keys in expressions, such as `{{ $json.person["first name"] }}`. An expression that is nothing else is read
 * here, because n8n takes some tenths of a millisecond for each one. Sync also finds out from the paths in an
 * expression which columns it needs.
 */
import { isPlainObject } from '../service/json';

/** Stands for a value that only n8n can tell. */
export const LEFT_TO_N8N = Symbol('by n8n');

/** An expression that is only a path. Keys with quotes, braces or backslashes are left to n8n. */
const WHOLE_PATH = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}]+"\]|\['[^'\\{}]+'\])+)\s*\}\}$/;
/** One key of a path: `.person`, `["first name"]` or `['first name']`. */
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/** The keys in an expression that is only a path; undefined for any other expression. */
export function pathIn(expression: string): string[] | undefined {
	const [, steps] = WHOLE_PATH.exec(expression) ?? [];
	return steps === undefined ? undefined : keysIn(steps);
}

const keysIn = (steps: string): string[] =>
	[...steps.matchAll(STEP)].map(([, plain, double, single]) => plain ?? double ?? single ?? '');

/** The expressions in a parameter. */
export function expressionsIn(parameter: unknown): string[] {
	if (typeof parameter === 'string') return parameter.startsWith('=') ? [parameter] : [];
	if (typeof parameter !== 'object' || parameter === null) return [];
	return Object.values(parameter).flatMap(expressionsIn);
}

/** A path anywhere in an expression, also into another node's item; a question mark may stand before a key. */
const ANY_PATH = /\bjson((?:\??\.\w+|(?:\?\.)?\[(?:"[^"\]]+"|'[^'\]]+')\])+)/g;

/** The paths of keys in an expression, of this item or another node's: `$json.first + $json["last name"]` has two. */
export const pathsIn = (expression: string): string[][] =>
	[...expression.matchAll(ANY_PATH)].map(([, steps = '']) => keysIn(steps));

/** The value at a path, or `LEFT_TO_N8N` for dates, lists, objects, and properties that all objects inherit. */
export function valueAt(path: readonly string[], json: unknown): unknown {
	let value = json;
	for (const key of path) {
		if (value === undefined || value === null) return undefined;
		if (!isPlainObject(value) || key in Object.prototype) return LEFT_TO_N8N;
		value = value[key];
	}
	return typeof value === 'object' && value !== null ? LEFT_TO_N8N : value;
}
