import type { JsonObject } from '../records/json';
import { list } from '../fields/makeField';
import { defineFilter } from './filter';

/**
 * By status, where the specification does not show the values.
 *
 * @param reader makes what reads the words for a record's status
 */
export const statusFilter = (help: string, reader: () => (record: JsonObject) => unknown[]) =>
	defineFilter({
		fields: [list('statuses', 'Statuses', help)],
		passes({ statuses = [] }) {
			const wanted = statuses.map((status) => status.trim().toLowerCase());
			const read = reader();
			return (record) => read(record).some((word) => wanted.includes(String(word)));
		},
	});
