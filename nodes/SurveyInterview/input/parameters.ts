import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject, isPlainObject } from '../records/json';

/** Reads the parameter with a name; a workflow without it gives the fallback. */
export type Parameter = (name: string, fallback?: object | null) => unknown;

/** How an expression begins in the JSON of a node's parameters. */
const EXPRESSION = '"=';

/**
 * Reads the parameters of each item of a run. n8n is slow at expressions, so a parameter without one is read once for
 * all items, and a plain path into the item is read without n8n. Nobody may change what this gives.
 */
export function parametersOf(context: IExecuteFunctions): (item: number) => Parameter {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const ofAll = new Map<string, unknown>();
	const ofItem = new Map(
		Object.entries(parameters)
			.filter(([, value]) => JSON.stringify(value)?.includes(EXPRESSION))
			.map(([name, value]) => [name, PlainParameter.of(value)]),
	);
	return (item) =>
		(name, fallback = null) => {
			const ask = (): unknown => context.getNodeParameter(name, item, fallback);
			if (ofItem.has(name)) {
				const plain = ofItem.get(name);
				const json = items[item]?.json;
				return plain && isObject(json) ? plain.read(json, ask) : ask();
			}
			const key = fallback === null ? name : `${name} or else`;
			if (!ofAll.has(key)) ofAll.set(key, ask());
			return ofAll.get(key);
		};
}

interface Leaf {
	/** Whether n8n was seen to find the same value at this path. */
	isProven: boolean;
}

/** Finds a parameter's value in an item, and adds to `unproven` the paths that are not proven yet. */
type Finder = (json: unknown, unproven: Set<Leaf>) => unknown;

/**
 * A parameter whose expressions are all plain paths. The node finds the values itself, because n8n takes some tenths
 * of a millisecond for each. For the first value of each path, n8n is asked as well; once it differs, it is always
 * asked.
 */
export class PlainParameter {
	private isCompared = false;
	private isDifferent = false;

	private constructor(private readonly find: Finder) {}

	/** @returns undefined if an expression is more than a path */
	static of(parameter: unknown): PlainParameter | undefined {
		const find = finderOf(parameter);
		return find && new PlainParameter(find);
	}

	/** The value of the parameter for an item; `ask` gives n8n's. */
	read(json: unknown, ask: () => unknown): unknown {
		if (this.isDifferent) return ask();
		const unproven = new Set<Leaf>();
		const own = this.find(json, unproven);
		if (own === UNSURE) return ask();
		if (this.isCompared && unproven.size === 0) return own;
		const given = ask();
		this.isDifferent = !isSame(own, given);
		this.isCompared = true;
		for (const leaf of unproven) leaf.isProven = true;
		return given;
	}
}

function finderOf(parameter: unknown): Finder | undefined {
	if (typeof parameter === 'string' && parameter.startsWith('=')) {
		const path = plainPathIn(parameter);
		if (!path) return undefined;
		const leaf: Leaf = { isProven: false };
		return (json, unproven) => {
			const value = valueAt(path, json);
			if (!leaf.isProven && value !== undefined) unproven.add(leaf);
			return value;
		};
	}
	if (typeof parameter !== 'object' || parameter === null) return () => parameter;
	const keys = Object.keys(parameter);
	const finders = Object.values(parameter).map(finderOf);
	if (!finders.every((find) => find !== undefined) || keys.includes('__proto__')) return undefined;
	return (json, unproven) => {
		const values = finders.map((find) => find(json, unproven));
		if (values.includes(UNSURE)) return UNSURE;
		if (Array.isArray(parameter)) return values;
		return Object.fromEntries(keys.map((key, place) => [key, values[place]]));
	};
}

/** Whether two values of a parameter are equal, which are made of lists, objects and simple values. */
function isSame(one: unknown, other: unknown): boolean {
	if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
		return Object.is(one, other);
	}
	const entries = Object.entries(one);
	return (
		Array.isArray(one) === Array.isArray(other) &&
		entries.length === Object.keys(other).length &&
		entries.every(
			([key, value]) =>
				Object.hasOwn(other, key) && isSame(value, (other as Record<string, unknown>)[key]),
		)
	);
}

/** `$json.person["first name"]` is `['person', 'first name']`. */
type PlainPath = readonly string[];

/** An expression that is only a path into the item; keys with quotes, braces or backslashes are left to n8n. */
const PLAIN =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}\p{C}]+"\]|\['[^'\\{}\p{C}]+'\]|\[(?:0|[1-9]\d{0,8})\])+)\s*\}\}$/u;

/** One step of such a path. */
const STEP = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]|\[(\d+)\]/gu;

/** The path in an expression; undefined if the expression is more than a path. */
export function plainPathIn(expression: string): PlainPath | undefined {
	const steps = PLAIN.exec(expression)?.[1];
	if (steps === undefined) return undefined;
	return [...steps.matchAll(STEP)].map(
		(step) => step.slice(1).find((name) => name !== undefined) ?? '',
	);
}

/** Says that only n8n can tell what an expression gives. */
export const UNSURE = Symbol('unsure');

/** Texts that n8n's expression engines, one of which has its own memory, may change. */
const ODD_TEXT = /[\0\p{Cs}]/u;
const MAX_TEXT = 100_000;

/**
 * The value at a path, if n8n certainly finds the same: text, a finite number, a boolean, null or undefined, in plain
 * objects and lists. Dates, objects, and inherited or computed values are left to n8n.
 */
export function valueAt(path: PlainPath, json: unknown): unknown {
	let value = json;
	for (const name of path) {
		// n8n gives undefined as well if the object around the value is missing.
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

/** Whether no object has this name by itself. */
const isOnlyData = (name: string) => !(name in Object.prototype) && !name.startsWith('__');

function isSimple(value: unknown): boolean {
	if (typeof value === 'string') return value.length <= MAX_TEXT && !ODD_TEXT.test(value);
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
	return typeof value === 'boolean' || value === undefined || value === null;
}
