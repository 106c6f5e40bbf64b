/** What a record of any kind says of itself: its id and its status. */
import type { JsonObject } from './json';
import { isExact } from './scalars';

const ID_NAMES = ['id', 'respondent_id', 'uuid'];
const STATUS_NAMES = ['status', 'interview_status', 'state'];

/** The record's own id, under any of its names; a number as text, where no digit of it is lost. */
export function recordId(record: JsonObject): string | undefined {
	for (const name of ID_NAMES) {
		const id = record[name];
		if (typeof id === 'string' && id !== '') return id;
		if (typeof id === 'number' && isExact(id)) return String(id);
	}
	return undefined;
}

/** The record's status in lower case; empty where it has none. The interface does not show all statuses. */
export function statusOf(record: JsonObject): string {
	for (const name of STATUS_NAMES) {
		const status = record[name];
		if (typeof status === 'string') return status.trim().toLowerCase();
	}
	return '';
}

/**
 * An invitation's status in lower case; `open` is the default of an absent one (docs/interface.md,
 * Invitations). A status that is not text, such as null, is empty.
 */
export function invitationStatus({ status }: JsonObject): string {
	if (status === undefined) return 'open';
	return typeof status === 'string' ? status.trim().toLowerCase() : '';
}
