import type { MapField, PairField } from '../fields/field';
import { hasPropertyValue } from '../records/properties';
import { defineFilter } from './filter';

/**
 * By the values of properties, all of which a record must have.
 *
 * @param field how they are entered: several, or one
 */
export const propertyFilter = (field: (MapField | PairField) & { name: 'propertyFilter' }) =>
	defineFilter({
		fields: [field],
		problem({ propertyFilter = {} }) {
			const [key] = Object.entries(propertyFilter).find(([, value]) => value.trim() === '') ?? [];
			return key === undefined
				? undefined
				: `${field.label} has no value for ${JSON.stringify(key)}: enter one, or remove the filter.`;
		},
		passes({ propertyFilter = {} }) {
			const wanted = Object.entries(propertyFilter);
			return (record) => wanted.every(([key, value]) => hasPropertyValue(record, key, value));
		},
	});
