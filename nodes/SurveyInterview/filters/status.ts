import type { Simplified } from '../facts/simplified';
import { statusOf } from '../records/record';
import { list } from '../fields/makeField';
import { defineFilter } from './filter';

/**
 * By status, where the specification does not show the values: by the word of the service, or by that of
 * Simplified.
 */
export const statusFilter = (help: string, { reader }: Simplified) =>
	defineFilter({
		fields: [list('statuses', 'Statuses', help)],
		passes({ statuses = [] }) {
			const wanted = statuses.map((status) => status.trim().toLowerCase());
			const read = reader();
			return (record) =>
				[statusOf(record), read(record, {}).status].some((word) => wanted.includes(String(word)));
		},
	});
