import { plainPathIn, UNSURE, valueAt, type PlainPath } from './plainPath';

/** A path in a parameter, and whether n8n was seen to find the same value at it. */
interface Leaf {
	path: PlainPath;
	isProven: boolean;
}

/** A parameter as a workflow holds it, with its expressions read: they are all plain paths. */
type Tree = Leaf | { constant: unknown } | { list: Tree[] } | { entries: Array<[string, Tree]> };

/**
 * A parameter whose expressions are all plain paths. The node finds the values itself, because n8n takes some
 * tenths of a millisecond for each; but only what n8n was seen to find in this run, too: for the first value of each path it
 * is asked as well. Whatever it refuses or sees in another way, by its own rules, is left to it.
 */
export class PlainParameter {
	private isCompared = false;
	private isDifferent = false;

	private constructor(private readonly tree: Tree) {}

	/** @returns undefined where an expression is more than a path */
	static of(parameter: unknown): PlainParameter | undefined {
		const tree = treeOf(parameter);
		return tree && new PlainParameter(tree);
	}

	/**
	 * The value of the parameter for an item.
	 *
	 * @param ask gives n8n's value
	 */
	read(json: unknown, ask: () => unknown): unknown {
		if (this.isDifferent) return ask();
		const unproven = new Set<Leaf>();
		const own = resolved(this.tree, json, unproven);
		if (own === UNSURE) return ask();
		if (this.isCompared && unproven.size === 0) return own;
		const given = ask();
		this.isDifferent = !isSame(own, given);
		this.isCompared = true;
		for (const leaf of unproven) leaf.isProven = true;
		return given;
	}
}

function treeOf(parameter: unknown): Tree | undefined {
	if (typeof parameter === 'string' && parameter.startsWith('=')) {
		const path = plainPathIn(parameter);
		return path && { path, isProven: false };
	}
	if (typeof parameter !== 'object' || parameter === null) return { constant: parameter };
	const keys = Object.keys(parameter);
	const trees = Object.values(parameter).map(treeOf);
	if (!trees.every((tree) => tree !== undefined) || keys.includes('__proto__')) return undefined;
	if (Array.isArray(parameter)) return { list: trees };
	return { entries: keys.map((key, place) => [key, trees[place] as Tree]) };
}

/** @param unproven takes the paths with a value that n8n was not yet asked for */
function resolved(tree: Tree, json: unknown, unproven: Set<Leaf>): unknown {
	if ('constant' in tree) return tree.constant;
	if ('path' in tree) {
		const value = valueAt(tree.path, json);
		if (!tree.isProven && value !== undefined) unproven.add(tree);
		return value;
	}
	if ('list' in tree) {
		const values = tree.list.map((one) => resolved(one, json, unproven));
		return values.includes(UNSURE) ? UNSURE : values;
	}
	const values: Record<string, unknown> = {};
	for (const [key, one] of tree.entries) {
		const value = resolved(one, json, unproven);
		if (value === UNSURE) return UNSURE;
		values[key] = value;
	}
	return values;
}

/** Whether two values of a parameter are the same, which hold nothing but text, numbers, booleans and the like. */
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
