import { statusOf } from '../records/record';
import { list } from '../fields/makeField';
import type { NodeFilter } from './filter';

/** By status, where the specification does not show the words. */
export const statusFilter = (help: string): NodeFilter => ({
	fields: [list('statuses', 'Statuses', help)],
	passes: ({ statuses }) => {
		const wanted = (statuses as string[]).map((word) => word.trim().toLowerCase());
		return (record) => wanted.includes(statusOf(record));
	},
});
