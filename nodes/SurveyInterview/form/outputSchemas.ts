import { RESOURCES } from '../operations';
import { effectKey, type Operation } from '../operations/operation';
import { MATCHED_KEYS_OUTPUT } from '../run/matchKeys';
import type { JsonObject } from '../service/json';
import { type Shape, type Type, simplifiedFields } from '../service/outputFields';

/** The output schemas that n8n serves to its editor, by `resource/operation`, for the output Simplified. */
export function outputSchemas(): Record<string, JsonObject> {
	return Object.fromEntries(
		RESOURCES.flatMap(({ value, operations }) =>
			operations.map((operation) => [
				`${value}/${operation.value}`,
				schemaOf(outputShapeOf(operation)),
			]),
		),
	);
}

/**
 * The shape of an output item, unless the output is Everything.
 *
 * @param selectFields says which fields of a record are in the output; by default those of Simplified
 */
export function outputShapeOf(operation: Operation, selectFields = simplifiedFields): Shape {
	// Sync, whose entry itself has the fields.
	if (operation.kind === 'sync') return selectFields(operation);
	// Get Report, Compare Groups and Check Service.
	if ('output' in operation) return operation.output;
	if (operation.kind === 'endpoint') {
		return operation.simplified
			? selectFields(operation.simplified)
			: { [effectKey(operation)]: 'boolean', id: 'string' };
	}
	// Only Find is left.
	const { simplified, countsUnreadable } = operation;
	const fields = selectFields(simplified);
	return {
		survey_id: 'string',
		count: 'integer',
		...(countsUnreadable ? { unreadable: 'integer' } : {}),
		match: { object: fields, nullable: true },
		matches: { list: fields },
		keys: { list: MATCHED_KEYS_OUTPUT },
	};
}

/** The JSON schema of a shape, with which people can map the next node before a run. */
export function schemaOf(shape: Shape): JsonObject {
	return { ...objectSchema(shape), version: 1 };
}

function objectSchema(shape: Shape): JsonObject {
	const properties = Object.fromEntries(
		Object.entries(shape).map(([key, type]) => [key, valueSchema(type)]),
	);
	return { type: 'object', properties };
}

function valueSchema(type: Shape[string]): JsonObject {
	if (typeof type === 'string') {
		const nullable = type.endsWith('?');
		const schema = SCHEMA_OF_TYPE[(nullable ? type.slice(0, -1) : type) as Type];
		return nullable ? orNull(schema) : schema;
	}
	const schema =
		'list' in type ? { type: 'array', items: objectSchema(type.list) } : objectSchema(type.object);
	return type.nullable ? orNull(schema) : schema;
}

/** Adds null to the type of a schema, or to its list of types. */
const orNull = (schema: JsonObject): JsonObject => ({
	...schema,
	type: [schema.type, 'null'].flat(),
});

const SCHEMA_OF_TYPE: Record<Type, JsonObject> = {
	string: { type: 'string' },
	integer: { type: 'integer' },
	number: { type: 'number' },
	scalar: { type: ['string', 'number'] },
	boolean: { type: 'boolean' },
	object: { type: 'object' },
	strings: { type: 'array', items: { type: 'string' } },
	records: { type: 'array', items: { type: 'object' } },
};
