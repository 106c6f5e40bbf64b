import { RESOURCES } from '../operations';
import type { Resource } from '../operations/operation';
import type { JsonObject } from '../records/json';
import type { Shape, Type } from '../records/shapes';

/**
 * The output schemas that n8n serves to its editor, by `resource/operation`. Only what the specification
 * shows is in them; an operation whose record is not shown has none.
 */
export function outputSchemas(resources: Resource[] = RESOURCES): Record<string, JsonObject> {
	return Object.fromEntries(
		resources.flatMap(({ value, operations }) =>
			operations
				.filter(({ output }) => Object.keys(output).length > 0)
				.map((operation) => [
					`${value}/${operation.value}`,
					{ ...schemaOf(operation.output), version: 1 },
				]),
		),
	);
}

/** A shape as the JSON schema that n8n serves, so that the next node can be mapped before a run. */
function schemaOf(shape: Shape): JsonObject {
	const properties = Object.fromEntries(
		Object.entries(shape).map(([key, type]) => [key, valueSchema(type)]),
	);
	return { type: 'object', properties };
}

function valueSchema(type: Shape[string]): JsonObject {
	if (typeof type === 'string') return typeSchema(type);
	return Array.isArray(type) ? { type: 'array', items: schemaOf(type[0]) } : schemaOf(type);
}

const SIMPLE: Record<Type, JsonObject> = {
	string: { type: 'string' },
	integer: { type: 'integer' },
	number: { type: 'number' },
	boolean: { type: 'boolean' },
	object: { type: 'object' },
	strings: { type: 'array', items: { type: 'string' } },
	records: { type: 'array', items: { type: 'object' } },
};

function typeSchema(type: string): JsonObject {
	const nullable = type.endsWith('?');
	const schema = SIMPLE[(nullable ? type.slice(0, -1) : type) as Type];
	return nullable ? { ...schema, type: [schema.type, 'null'] } : schema;
}
