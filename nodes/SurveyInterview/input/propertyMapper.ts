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
			return textsOf(
				fieldsFor(properties, Object.keys(json)).map(([key, name]) => [key, json[name]]),
			);
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
		const { id: key, displayName } = isObject(field) ? field : {};
		if (typeof key !== 'string') return [];
		// The editor shows `Department (department)`.
		const label = typeof displayName === 'string' ? displayName : key;
		return { key, label: label.endsWith(` (${key})`) ? label.slice(0, -key.length - 3) : label };
	});
}

function textsOf(entries: Array<[string, unknown]>): Record<string, string> {
	const filled = entries.filter(([, value]) => emptinessOf(value) === undefined);
	const map = readMap({ values: filled.map(([key, value]) => ({ key, value })) });
	if ('texts' in map) return map.texts;
	throw new InputError(`${PROPERTY_MAPPER.label} ${map.problem}`);
}

/**
 * Which field of an item each property takes: that of its key, else of its label, else of either in another
 * case. A field goes to one property, the surest; one that several could take is nobody's.
 */
function fieldsFor(
	properties: readonly SurveyProperty[],
	names: readonly string[],
): Array<[key: string, name: string]> {
	const taken = new Map<string, string>();
	for (const isFor of MATCHES) {
		const open = properties.filter(({ key }) => !taken.has(key));
		const free = names.filter((name) => ![...taken.values()].includes(name));
		for (const property of open) {
			const [name, ...others] = free.filter((one) => isFor(property, one));
			const isSole = open.filter((one) => name !== undefined && isFor(one, name)).length === 1;
			if (name !== undefined && others.length === 0 && isSole) taken.set(property.key, name);
		}
	}
	return [...taken];
}

const plain = (text: string) => text.trim().toLowerCase();

/** Whether the field of an item is meant for a property, the surest ways first. */
const MATCHES: ReadonlyArray<(property: SurveyProperty, name: string) => boolean> = [
	({ key }, name) => name === key,
	({ label }, name) => name === label,
	({ key, label }, name) => [plain(key), plain(label)].includes(plain(name)),
];
