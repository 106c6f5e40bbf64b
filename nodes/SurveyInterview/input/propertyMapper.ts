import { PROPERTY_MAPPER } from '../fields/propertyFields';
import type { SurveyProperty } from '../facts/surveyDetail';
import { isObject, type JsonObject } from '../records/json';
import { readMap } from './map';
import { InputError } from './problem';
import { emptinessOf } from './widening';

/** Properties that the resource mapper fills from the input item. */
export interface AutomaticProperties {
	/** The survey's properties as the editor saved them with the mapper. */
	saved: SurveyProperty[];
	/** What the item has for some properties, by their keys. */
	valuesFor: (properties: readonly SurveyProperty[]) => Record<string, string>;
}

/** What the resource mapper Properties holds: values by key, or that they are found in the item. */
export type MappedProperties = { values: Record<string, string> } | AutomaticProperties;

/**
 * Reads the resource mapper Properties. Empty values are left out.
 *
 * @param item the input item
 * @throws {InputError} one sentence for a person
 */
export function readPropertyMapper(value: unknown, item: () => JsonObject): MappedProperties {
	if (!isObject(value)) return { values: {} };
	if (value.mappingMode !== 'autoMapInputData') {
		return { values: textsOf(isObject(value.value) ? Object.entries(value.value) : []) };
	}
	return {
		saved: savedProperties(value.schema),
		valuesFor(properties) {
			const json = item();
			return textsOf(properties.map(({ key, label }) => [key, valueFor(json, key, label)]));
		},
	};
}

/**
 * The values by key that a resource mapper gives, once it is known which properties the survey has. What the
 * editor saved is the best that is known where they could not be read.
 *
 * @param known the survey's properties, or why they are not known
 * @throws {InputError} where nobody knows what to map
 */
export function valuesOfMapper(
	mapped: MappedProperties,
	known: readonly SurveyProperty[] | string,
): Record<string, string> {
	if ('values' in mapped) return mapped.values;
	const { saved, valuesFor } = mapped;
	if (typeof known !== 'string') return valuesFor(known);
	if (saved.length > 0) return valuesFor(saved);
	throw new InputError(
		`${PROPERTY_MAPPER.label} are mapped automatically, but those of the survey are not known (${known}): map each one manually, or enter them under Properties by Key.`,
	);
}

function savedProperties(schema: unknown): SurveyProperty[] {
	const fields: unknown[] = Array.isArray(schema) ? schema : [];
	return fields.flatMap((field) => {
		const { id, displayName: label } = isObject(field) ? field : {};
		return typeof id === 'string' ? { key: id, label: typeof label === 'string' ? label : id } : [];
	});
}

function textsOf(entries: Array<[string, unknown]>): Record<string, string> {
	const filled = entries.filter(([, value]) => emptinessOf(value) === undefined);
	const map = readMap({ values: filled.map(([key, value]) => ({ key, value })) });
	if ('texts' in map) return map.texts;
	throw new InputError(`${PROPERTY_MAPPER.label} ${map.problem}`);
}

/** The value of an item for a property: under its key, else under its label, else under either in another case. */
function valueFor(item: JsonObject, key: string, label: string): unknown {
	const exact = [key, label].find((name) => Object.hasOwn(item, name));
	if (exact !== undefined) return item[exact];
	const plain = (text: string) => text.trim().toLowerCase();
	const wanted = [plain(key), plain(label)];
	const alike = Object.keys(item).filter((name) => wanted.includes(plain(name)));
	return alike.length === 1 ? item[alike[0] ?? ''] : undefined;
}
