import { isPlainObject } from '../records/json';

/** The place of a value in an item: `$json.person["first name"]` is `['person', 'first name']`. */
export type PlainPath = readonly string[];

/** An expression that is nothing but a path into the item; a key with quotes, braces or backslashes is left to n8n. */
const PLAIN =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}\p{C}]+"\]|\['[^'\\{}\p{C}]+'\]|\[(?:0|[1-9]\d{0,8})\])+)\s*\}\}$/u;

/** One step of such a path. */
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]|\[(\d+)\]/gu;

/** The path that an expression is; undefined where it is anything else. */
export function plainPathIn(expression: string): PlainPath | undefined {
	const steps = PLAIN.exec(expression)?.[1];
	if (steps === undefined) return undefined;
	return [...steps.matchAll(STEP)].map(
		(step) => step.slice(1).find((name) => name !== undefined) ?? '',
	);
}

/** Where only n8n can tell what an expression gives. */
export const UNSURE = Symbol('unsure');

/** What n8n's engines, one of which has its own memory, may take over differently: no characters, or too many. */
const ODD_TEXT = /[\0\p{Cs}]/u;
const MAX_TEXT = 100_000;

/**
 * What the path finds in an item, where this is surely what n8n finds: text, finite numbers, booleans, null, or
 * undefined, at keys and indices of plain objects and lists. A date, an object, what is inherited and what has
 * a getter are left to n8n.
 */
export function valueAt(path: PlainPath, json: unknown): unknown {
	let value = json;
	for (const name of path) {
		// n8n gives nothing, too, where what should hold the value is missing.
		if (value === undefined || value === null) return undefined;
		if (!(Array.isArray(value) ? isIndex(name) : isPlainObject(value) && isOnlyData(name)))
			return UNSURE;
		const property = Object.getOwnPropertyDescriptor(value, name);
		if (property && !('value' in property)) return UNSURE;
		value = property?.value as unknown;
	}
	return isSimple(value) ? value : UNSURE;
}

const isIndex = (name: string) => /^(0|[1-9]\d{0,8})$/.test(name);

/** Whether a name means nothing unless the data has it. */
const isOnlyData = (name: string) => !(name in Object.prototype) && !name.startsWith('__');

function isSimple(value: unknown): boolean {
	switch (typeof value) {
		case 'string':
			return value.length <= MAX_TEXT && !ODD_TEXT.test(value);
		case 'number':
			return Number.isFinite(value) && !Object.is(value, -0);
		case 'boolean':
		case 'undefined':
			return true;
		default:
			return value === null;
	}
}
