import { statusOf } from '../../records/status';
import { list } from '../makeField';
import type { NodeFilter } from './nodeFilter';

/** By status, where the specification does not show the words. */
export const statusFilter = (help: string): NodeFilter => ({
	fields: [list('statuses', 'Statuses', help)],
	passes: ({ statuses }) => {
		const wanted = (statuses as string[]).map((word) => word.trim().toLowerCase());
		return (record) => wanted.includes(statusOf(record));
	},
});
