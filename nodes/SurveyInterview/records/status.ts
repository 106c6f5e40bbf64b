import type { JsonObject } from './json';

const STATUSES = ['status', 'interview_status', 'state'];

/** What a record's status says, in lower case; empty where there is none. Not all words are shown. */
export function statusOf(record: JsonObject): string {
	for (const key of STATUSES) {
		const status = record[key];
		if (typeof status === 'string') return status.trim().toLowerCase();
	}
	return '';
}

/**
 * What an invitation's status says, in lower case; `open` is the default of an absent one (interface-spec,
 * Invitation). Null, say, is neither open nor anything else.
 */
export function invitationStatus({ status }: JsonObject): string {
	if (status === undefined) return 'open';
	return typeof status === 'string' ? status.trim().toLowerCase() : '';
}
