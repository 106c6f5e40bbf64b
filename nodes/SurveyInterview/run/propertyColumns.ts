import { mapWithPauses } from '../http/pauses';
import { isObject, type JsonObject, objectIn } from '../service/json';

/**
 * Replaces `properties` by a column for each property, under its key. Every item that has properties gets all columns,
 * because n8n's table view shows a missing key as `undefined`. Items without properties, such as one that failed, stay as
 * they are.
 *
 * @param reserved names of fields; a property with such a key gets the prefix `property_`
 */
export async function withPropertyColumns<Item extends { json: JsonObject }>(
	items: readonly Item[],
	reserved: readonly string[],
): Promise<Item[]> {
	const takenNames = new Set(reserved);
	const keys = new Set<string>();
	await mapWithPauses(items, ({ json }) => {
		for (const name of Object.keys(json)) takenNames.add(name);
		for (const key of Object.keys(objectIn(json.properties))) keys.add(key);
	});
	const columns = new Map<string, string>();
	for (const key of keys) {
		let column = key;
		// A table cannot have a column without a name.
		while (takenNames.has(column) || column.trim() === '') column = `property_${column}`;
		takenNames.add(column);
		columns.set(key, column);
	}
	const withColumns = (json: JsonObject): JsonObject => {
		const properties = objectIn(json.properties);
		const cells = [...columns].map(
			([key, column]) => [column, Object.hasOwn(properties, key) ? properties[key] : null] as const,
		);
		return Object.fromEntries(
			Object.entries(json).flatMap(([name, value]) =>
				name === 'properties' && (value === null || isObject(value))
					? cells
					: [[name, value] as const],
			),
		);
	};
	return await mapWithPauses(items, (item) =>
		'properties' in item.json ? { ...item, json: withColumns(item.json) } : item,
	);
}
