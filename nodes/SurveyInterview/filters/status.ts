import type { JsonObject } from '../records/json';
import { list } from '../fields/makeField';
import { defineFilter } from './filter';

/** By status, whose values the specification does not show; `reader` makes what reads the words for it. */
export const statusFilter = (help: string, reader: () => (record: JsonObject) => unknown[]) =>
	defineFilter({
		fields: [list('statuses', 'Statuses', help)],
		passes({ statuses = [] }) {
			const wanted = statuses.map((status) => status.trim().toLowerCase());
			const read = reader();
			return (record) => read(record).some((word) => wanted.includes(String(word)));
		},
	});
