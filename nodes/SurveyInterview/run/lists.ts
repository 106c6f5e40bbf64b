/** What is said where an answer is no list of records. */
import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { isObject, type JsonObject, objectIn } from '../service/json';
import { oneLine } from '../service/scalars';
import type { ListResult, RecordList } from '../service/lists';
import { shownKey } from '../service/unusedKeys';

/** An entry of an answer as an item of the output, which must be an object. */
export function asItem(value: unknown): JsonObject {
	return isObject(value) ? value : { value };
}

/**
 * The list in an answer.
 *
 * @param undone what cannot be done without a list, such as `filtered`
 * @throws {SurveyInterviewError} one sentence that says why the answer is not a list
 */
export function requireList(
	session: Session,
	body: unknown,
	found: ListResult,
	undone: string,
): RecordList {
	switch (found.kind) {
		case 'list':
			return found;
		case 'notFound':
			throw noListError(session, body, undone);
		case 'notRecords': {
			const index = found.records.findIndex((record) => !isObject(record));
			throw notRecordsError(session, index + 1);
		}
	}
}

function noListError(session: Session, body: unknown, undone: string): SurveyInterviewError {
	// A key may be data, such as somebody's address.
	const shown = Object.keys(objectIn(body))
		.slice(0, 50)
		.map((key) => shownKey(key));
	const named = oneLine([...new Set(shown)].join(', '), 200) || 'none';
	const keys = isObject(body) ? named : typeof body;
	return new SurveyInterviewError(session.node, {
		message: `The answer has no list of records that can be ${undone}. Its keys: ${keys}`,
		hint: 'The service may have changed. Please report this with the keys above.',
	});
}

export function partialListError(
	session: Session,
	{ records }: { records: readonly unknown[] },
	consequence: string,
	hint = '',
): SurveyInterviewError {
	const count = records.length === 1 ? '1 record' : `${records.length} records`;
	return new SurveyInterviewError(session.node, {
		message: `The service returned only part of the list (${count}), ${consequence}`,
		hint: `${hint} The service may have changed. Please report this.`.trim(),
	});
}

/** @param position of the first entry that is no record, counted from 1 */
export function notRecordsError(session: Session, position: number): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The list contains something that is not a record, at position ${position}`,
		hint: 'If this continues, contact the support of the service.',
		failure: { cause: 'temporarily-unavailable' },
	});
}
