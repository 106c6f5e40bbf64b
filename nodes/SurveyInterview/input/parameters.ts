import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject, isPlainObject, type JsonObject } from '../service/json';
import { isNoName, isNoValue } from '../service/person';

/** Reads the parameter with a name; a workflow without it gives the fallback. */
export type Parameter = (name: string, fallback?: object | number | null) => unknown;

/** How an expression begins in the JSON of a node's parameters. */
const EXPRESSION = '"=';

/** Says that n8n must evaluate an expression. */
const BY_N8N = Symbol('by n8n');

/**
 * Reads the parameters of each item of a run. n8n takes some tenths of a millisecond for each expression, so a parameter
 * without one is read once for all items, and a path of keys into the item (`{{ $json.person["first name"] }}`) is read
 * without n8n. Nobody may change what this gives.
 */
export function parametersOf(context: IExecuteFunctions): (item: number) => Parameter {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const ofAll = new Map<string, unknown>();
	const ofItem = new Map(
		Object.entries(parameters)
			.filter(([, value]) => JSON.stringify(value)?.includes(EXPRESSION))
			.map(([name, value]) => [name, finderOf(value)]),
	);
	const read =
		(item: number): Parameter =>
		(name, fallback = null) => {
			const ask = (): unknown => context.getNodeParameter(name, item, fallback);
			const find = ofItem.get(name);
			if (find) {
				const found = find(items[item]?.json);
				return found === BY_N8N ? ask() : found;
			}
			const key = fallback === null ? name : `${name} or else`;
			if (!ofAll.has(key)) ofAll.set(key, ask());
			return ofAll.get(key);
		};
	if (!isTool(context)) return read;
	return (item) => (name, fallback) => withoutPlaceholders(read(item)(name, fallback)) ?? fallback;
}

/** n8n gives a node that is a tool of an AI agent its own type, which ends in `Tool`. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** What a model writes for nothing, beside the words of people: it must fill in every parameter that it may define. */
const PLACEHOLDER = /^(null|none|nil|undefined|n\/a)?$/i;

/**
 * A parameter without what has no value in it: texts, entries, rows of a key and fields; undefined if nothing is left.
 *
 * @param saysNothing whether a text only says that there is no value; as the value of a property, `unknown` may be one
 */
function withoutPlaceholders(value: unknown, saysNothing = isNoName): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string') {
		return PLACEHOLDER.test(value.trim()) || saysNothing(value) ? undefined : value;
	}
	if (Array.isArray(value)) {
		const entries = value.map((entry) => withoutPlaceholders(entry, saysNothing));
		const filled = entries.filter((entry) => entry !== undefined);
		return filled.length > 0 ? filled : undefined;
	}
	if (!isPlainObject(value)) return value;
	const isOfProperties = 'key' in value || 'mappingMode' in value;
	const saysNothingInside = isOfProperties ? isNoValue : saysNothing;
	// In an object of JSON, the author of the workflow decides what null means.
	const isKept = (key: string, one: unknown) => key === JSON_FIELD && isObject(one);
	const given = Object.entries(value)
		.map(([key, one]) => [
			key,
			isKept(key, one) ? one : withoutPlaceholders(one, saysNothingInside),
		])
		.filter(([, one]) => one !== undefined);
	const rest = Object.fromEntries(given) as JsonObject;
	const isEmptyRow = ('key' in value || '__rl' in value) && rest.value === undefined;
	return given.length > 0 && !isEmptyRow ? rest : undefined;
}

const JSON_FIELD = 'additionalFieldsJson';

/** Finds the value of a parameter in an item, or says that only n8n can. */
type Finder = (json: unknown) => unknown;

function finderOf(parameter: unknown): Finder {
	if (typeof parameter === 'string' && parameter.startsWith('=')) {
		const path = pathIn(parameter);
		return path ? (json) => valueAt(path, json) : () => BY_N8N;
	}
	if (typeof parameter !== 'object' || parameter === null) return () => parameter;
	const keys = Object.keys(parameter);
	const finders = Object.values(parameter).map(finderOf);
	return (json) => {
		const values = finders.map((find) => find(json));
		if (values.includes(BY_N8N)) return BY_N8N;
		if (Array.isArray(parameter)) return values;
		return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
	};
}

/** Keys with quotes, braces or backslashes are left to n8n. */
const PATH = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}]+"\]|\['[^'\\{}]+'\])+)\s*\}\}$/;
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/** The keys in an expression that is only a path. */
export function pathIn(expression: string): string[] | undefined {
	const [, steps] = PATH.exec(expression) ?? [];
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

/** A path anywhere in an expression; a question mark may stand before a key. */
const PATHS = /\bjson((?:\??\.\w+|(?:\?\.)?\[(?:"[^"\]]+"|'[^'\]]+')\])+)/g;

/** The paths of keys of the item in an expression: `$json.first + $json["last name"]` has two. */
export const pathsIn = (expression: string): string[][] =>
	[...expression.matchAll(PATHS)].map(([, steps = '']) => keysIn(steps));

/** The text, number, boolean or nothing at a path. Dates, lists, objects and what they inherit are left to n8n. */
function valueAt(path: readonly string[], json: unknown): unknown {
	let value = json;
	for (const key of path) {
		if (value === undefined || value === null) return undefined;
		if (!isPlainObject(value) || key in Object.prototype) return BY_N8N;
		value = value[key];
	}
	return typeof value === 'object' && value !== null ? BY_N8N : value;
}
