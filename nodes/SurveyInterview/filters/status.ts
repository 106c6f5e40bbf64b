import { statusOf } from '../records/record';
import { list } from '../fields/makeField';
import { defineFilter } from './filter';

/** By status, where the specification does not show the values. */
export const statusFilter = (help: string) =>
	defineFilter({
		fields: [list('statuses', 'Statuses', help)],
		passes({ statuses = [] }) {
			const wanted = statuses.map((status) => status.trim().toLowerCase());
			return (record) => wanted.includes(statusOf(record));
		},
	});
