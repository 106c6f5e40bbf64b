/** What stands for nodes and their items in a text. */
import { called } from './members';
import { FREE, list, madeOf, PLAIN, type Fields, type Shape } from './shape';

export const itemOf = (json: Shape): Shape =>
	madeOf({ json, binary: FREE, pairedItem: FREE }, 'an item');

/** What stands for the items of a node. */
export function references(json: Shape): Shape {
	const item = itemOf(json);
	return madeOf(
		{
			all: called(() => list(item)),
			...Object.fromEntries(
				['first', 'last', 'itemMatching'].map((name) => [name, called(() => item)]),
			),
			item,
			params: FREE,
			isExecuted: PLAIN,
			context: FREE,
		},
		'a node',
	);
}

/** Fields that are looked for when somebody reads one. */
export function lazily(shape: () => Shape): Shape {
	const made = madeOf({}, 'a node');
	const fields = () => (shape() as Fields).fields;
	made.fields = new Proxy(made.fields, {
		get: (_, key) => {
			const of = fields();
			const found = Reflect.get(of, key) as unknown;
			return typeof found === 'function' ? (found.bind(of) as unknown) : found;
		},
	});
	return made;
}

/** So that what a Code node adds to an item stays in that node. */
export function copied(shape: Shape): Shape {
	if (shape.kind === 'either') return { kind: 'either', of: shape.of.map(copied) };
	return shape.kind === 'fields' ? { ...shape, fields: new Map(shape.fields) } : shape;
}
