/** What a value in a workflow may be, as far as its text says. */
export type Shape =
	/** Made by others than this package: anything may be read of it. */
	| { kind: 'free' }
	/** A text, a number, a time. */
	| { kind: 'plain' }
	/** Null or undefined. */
	| { kind: 'none' }
	| Fields
	| List
	| { kind: 'function'; call: (args: Shape[]) => Shape }
	| { kind: 'either'; of: Shape[] }
	/** What `JSON.stringify` made. */
	| { kind: 'json'; of: Shape };

/** An object whose keys are known. */
export interface Fields {
	kind: 'fields';
	fields: Map<string, Shape>;
	/** Whose it is, as a message says it. */
	of: string;
	/** Whether it is an item of one of this package's nodes, or a part of one. */
	isOurs: boolean;
	/** Whether it may have other keys, made by others. */
	isOpen?: boolean;
}

/** A list; where it was written as one, its places are known. */
export interface List {
	kind: 'list';
	of: Shape;
	items?: Shape[];
}

export const FREE: Shape = { kind: 'free' };
export const PLAIN: Shape = { kind: 'plain' };
export const NONE: Shape = { kind: 'none' };

export const list = (of: Shape, items?: Shape[]): List => ({ kind: 'list', of, items });

export const madeOf = (fields: Record<string, Shape>, of = 'the object'): Fields => ({
	kind: 'fields',
	fields: new Map(Object.entries(fields)),
	of,
	isOurs: false,
});

/** What is one of those. */
export function either(shapes: readonly Shape[]): Shape {
	const all = shapes.flatMap((one) => (one.kind === 'either' ? one.of : [one]));
	const simple = (['free', 'plain', 'none'] as const).flatMap((kind) =>
		all.some((one) => one.kind === kind) ? [{ kind } as Shape] : [],
	);
	const lists = all.filter((one) => one.kind === 'list');
	const others = all.filter((one) => !['free', 'plain', 'none', 'list'].includes(one.kind));
	const of = [...simple, ...joined(lists), ...new Set(others)];
	const [only = NONE] = of;
	return of.length <= 1 ? only : { kind: 'either', of };
}

function joined(lists: List[]): Shape[] {
	const [first] = lists;
	if (!first || lists.length === 1) return lists;
	const size = first.items?.length;
	const isTuple = size !== undefined && lists.every(({ items }) => items?.length === size);
	const at = (place: number) => either(lists.map(({ items }) => items?.[place] ?? NONE));
	const items = isTuple ? first.items?.map((_, place) => at(place)) : undefined;
	return [list(either(lists.map(({ of }) => of)), items)];
}

/** Whether an item of this package's, or a part of it, is in there as a whole. */
export function holdsOurs(shape: Shape): boolean {
	switch (shape.kind) {
		case 'fields':
			return shape.isOurs || [...shape.fields.values()].some(holdsOurs);
		case 'list':
		case 'json':
			return holdsOurs(shape.of);
		case 'either':
			return shape.of.some(holdsOurs);
		default:
			return false;
	}
}

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The shape that an output schema of the build describes. Objects without properties have keys of the workspace's. */
export function shapeOfSchema(schema: Schema, of: string): Shape {
	const types = [schema.type].flat();
	if (types.includes('array')) return list(shapeOfSchema(schema.items ?? { type: 'object' }, of));
	if (!types.includes('object')) return PLAIN;
	if (!schema.properties) return FREE;
	const fields = Object.entries(schema.properties).map(
		([name, one]) => [name, shapeOfSchema(one, `${of}, ${name}`)] as const,
	);
	return { kind: 'fields', fields: new Map(fields), of, isOurs: true };
}
