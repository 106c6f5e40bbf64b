import type { IExecuteFunctions } from 'n8n-workflow';

import { LEFT_TO_N8N, pathIn, valueAt } from './expressions';
import { withoutPlaceholders } from './modelValues';

/** Reads the parameter with a name; a workflow without it gives the fallback. */
export type Parameter = (name: string, fallback?: object | number | null) => unknown;

/** How an expression begins in the JSON of a node's parameters. */
const EXPRESSION_START = '"=';

/**
 * Reads the parameters of each item of a run. n8n takes some tenths of a millisecond for each expression, so a parameter
 * without one is read once for all items, and a path of keys into the item (`{{ $json.person["first name"] }}`) is read
 * without n8n. The values are shared by items: do not modify them.
 */
export function parameterReader(context: IExecuteFunctions): (item: number) => Parameter {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const finders = new Map(
		Object.entries(parameters)
			.filter(([, value]) => JSON.stringify(value)?.includes(EXPRESSION_START))
			.map(([name, value]) => [name, finderOf(value)]),
	);
	/** Values of parameters without expressions. */
	const sharedValues = new Map<string, unknown>();
	const read =
		(item: number): Parameter =>
		(name, fallback = null) => {
			const find = finders.get(name);
			if (find) {
				const found = find(items[item]?.json);
				return found === LEFT_TO_N8N ? context.getNodeParameter(name, item, fallback) : found;
			}
			if (!sharedValues.has(name))
				sharedValues.set(name, context.getNodeParameter(name, item, null));
			return sharedValues.get(name) ?? fallback;
		};
	if (!isTool(context)) return read;
	// A model must fill in every parameter, and writes `null` or `n/a` where it has no value.
	return (item) => (name, fallback) => withoutPlaceholders(read(item)(name, fallback)) ?? fallback;
}

/** n8n gives a node that is a tool of an AI agent its own type, which ends in `Tool`. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** Finds the value of a parameter in an item, or gives `LEFT_TO_N8N` if only n8n can evaluate it. */
type Finder = (json: unknown) => unknown;

function finderOf(parameter: unknown): Finder {
	if (typeof parameter === 'string' && parameter.startsWith('=')) {
		const path = pathIn(parameter);
		return path ? (json) => valueAt(path, json) : () => LEFT_TO_N8N;
	}
	if (typeof parameter !== 'object' || parameter === null) return () => parameter;
	const keys = Object.keys(parameter);
	const finders = Object.values(parameter).map(finderOf);
	return (json) => {
		const values = finders.map((find) => find(json));
		if (values.includes(LEFT_TO_N8N)) return LEFT_TO_N8N;
		if (Array.isArray(parameter)) return values;
		return Object.fromEntries(keys.map((key, index) => [key, values[index]]));
	};
}
