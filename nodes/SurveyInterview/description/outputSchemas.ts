import { RESOURCES } from '../operations';
import type { Resource } from '../operations/operation';
import type { JsonObject } from '../records/json';
import { schemaOf } from '../records/shapes';

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
