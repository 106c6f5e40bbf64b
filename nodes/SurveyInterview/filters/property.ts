import type { MapField, PairField } from '../fields/field';
import { FactFinder, factsNamed } from '../facts/fact';
import { RESPONDENT_FACTS } from '../facts/respondent';
import { isObject } from '../records/json';
import { defineFilter } from './filter';

/** By the values of properties, all of which a record must have. */
export const propertyValueFilter = (field: (MapField | PairField) & { name: 'propertyFilter' }) =>
	defineFilter({
		fields: [field],
		problem({ propertyFilter = {} }) {
			const [key] = Object.entries(propertyFilter).find(([, value]) => value.trim() === '') ?? [];
			return key === undefined
				? undefined
				: `${field.label} has no value for ${JSON.stringify(key)}: enter one, or remove the filter.`;
		},
		passes({ propertyFilter = {} }) {
			const finder = new FactFinder(factsNamed(RESPONDENT_FACTS, 'properties'));
			const wanted = Object.entries(propertyFilter).map(([key, value]) => [
				plain(key),
				plain(value),
			]);
			return (record) => {
				// The properties that Simplified shows; without any, a service may have them among the record's keys.
				const holder = finder.in(record).properties ?? record;
				return wanted.every(([key = '', value = '']) => valuesOf(holder, key).includes(value));
			};
		},
	});

const plain = (value: unknown) => String(value).trim().toLowerCase();

/** The values under a key in any case; a property may have several. */
function valuesOf(holder: unknown, key: string): string[] {
	const entries = isObject(holder) ? Object.entries(holder) : [];
	const found = entries.find(([name]) => plain(name) === key)?.[1];
	return [found]
		.flat()
		.filter((value) => value !== null && typeof value !== 'object' && value !== undefined)
		.map(plain);
}
