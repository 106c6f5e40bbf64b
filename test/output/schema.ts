/** Whether items are as an output schema of the build says, and have no key outside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const FOLDER = join(__dirname, '../../dist/nodes/SurveyInterview/__schema__/v1.0.0');

/** @param name as `survey/get` */
export function schemaOf(name: string): Schema {
	return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Schema;
}

/** What contradicts the schema, as lines; an object without properties in its schema is a free one. */
export function contradictions(value: unknown, schema: Schema, path = '$'): string[] {
	const types = [schema.type].flat();
	if (!types.some((type) => isOf(value, type))) {
		return [`${path} is ${JSON.stringify(value)}, not ${types.join(' or ')}`];
	}
	if (Array.isArray(value)) {
		const { items } = schema;
		if (!items) return [`${path} has no schema of its items`];
		return value.flatMap((one, place) => contradictions(one, items, `${path}[${place}]`));
	}
	if (typeof value !== 'object' || value === null || !schema.properties) return [];
	const { properties } = schema;
	return Object.entries(value).flatMap(([key, inner]) => {
		const of = properties[key];
		return of ? contradictions(inner, of, `${path}.${key}`) : [`${path}.${key} is not in it`];
	});
}

function isOf(value: unknown, type: string): boolean {
	switch (type) {
		case 'null':
			return value === null;
		case 'array':
			return Array.isArray(value);
		case 'object':
			return typeof value === 'object' && value !== null && !Array.isArray(value);
		case 'integer':
			return Number.isInteger(value);
		default:
			return typeof value === type;
	}
}
