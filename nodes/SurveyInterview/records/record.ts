import type { JsonObject } from './json';

const STATUS_NAMES = ['status', 'interview_status', 'state'];

/** The record's status in lower case; empty where it has none. The interface does not show all statuses. */
export function statusOf(record: JsonObject): string {
	for (const name of STATUS_NAMES) {
		const status = record[name];
		if (typeof status === 'string') return status.trim().toLowerCase();
	}
	return '';
}
