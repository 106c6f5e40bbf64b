import type { Wired } from './paths';
import { Items, valueOf } from './items';
import { member, type Report } from './members';

/** Parameters that name a key of the items, by the kind of the node. */
const KEYS: Record<string, RegExp> = {
	sort: /fieldName$/,
	splitOut: /^fieldToSplitOut$/,
	removeDuplicates: /fieldsToCompare$/,
};

/**
 * What a workflow reads of the items of this package's nodes, and their output schemas do not have; and what
 * cannot be followed.
 */
export function problemsOf(workflow: Wired): string[] {
	const found = new Set<string>();
	const items = new Items(workflow, (problem) => found.add(problem));
	for (const node of workflow.nodes) {
		const kind = node.type.split('.').at(-1) ?? '';
		if (kind === 'stickyNote') continue;
		items.from(node.name);
		for (const [path, text] of textsIn(node.parameters)) {
			const about: Report = (problem) => found.add(`${node.name}, ${path}: ${problem}`);
			if (KEYS[kind]?.test(path)) {
				for (const key of text.split(',')) member(items.of(node.name), key.trim(), about);
			} else if (kind === 'sort' && path === 'code') {
				about('code that sorts is not followed');
			} else {
				valueOf(text, items.scopeOf(node, about), about);
			}
		}
	}
	return [...found];
}

/** All texts in a node's parameters, by their paths. */
function textsIn(value: unknown, path = ''): Array<[path: string, text: string]> {
	if (typeof value === 'string') return [[path, value]];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		textsIn(inner, path ? `${path}.${key}` : key),
	);
}
