import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { isObject, objectIn } from '../service/json';
import { oneLine } from '../service/scalars';
import type { ListResult, RecordList } from '../service/lists';
import { shownKey } from '../service/unusedKeys';

/**
 * The list in an answer, or an error that says why there is none.
 *
 * @param doneWith what is done with the list, for the sentence of an error: `filtered`
 * @param consequence a sentence about what this means for the run, such as “Nothing was changed.”; the advice follows
 * @throws {SurveyInterviewError} one sentence that says why the answer is not a list
 */
export function requireList(
	session: Session,
	body: unknown,
	found: ListResult,
	doneWith: string,
	consequence = '',
): RecordList {
	switch (found.kind) {
		case 'list':
			return found;
		case 'notFound':
			throw noListError(session, body, doneWith, consequence);
		case 'notRecords':
			throw notRecordsError(session, consequence)(found.position);
	}
}

function noListError(
	session: Session,
	body: unknown,
	doneWith: string,
	consequence: string,
): SurveyInterviewError {
	// A key may be data, such as somebody's address.
	const shown = Object.keys(objectIn(body))
		.slice(0, 50)
		.map((key) => shownKey(key));
	const keyNames = oneLine([...new Set(shown)].join(', '), 200) || 'none';
	const keys = isObject(body) ? keyNames : typeof body;
	return new SurveyInterviewError(session.node, {
		message: `The answer has no list of records that can be ${doneWith}. Its keys: ${keys}`,
		hint: `${consequence} The service may have changed. Please report this with the keys above.`.trim(),
	});
}

/**
 * @param why why a part is not enough, as the end of a sentence
 * @param advice before what is said of every such list
 */
export function partialListError(
	session: Session,
	{ records }: RecordList,
	why: string,
	advice = '',
): SurveyInterviewError {
	const count = records.length === 1 ? '1 record' : `${records.length} records`;
	return new SurveyInterviewError(session.node, {
		message: `The service returned only part of the list (${count}), ${why}`,
		hint: `${advice} The service may have changed. Please report this.`.trim(),
	});
}

/**
 * Makes a function that gives the error for an entry that is no record, by its position, counted from 1. It is a
 * function because `recordsIn` finds such an entry while the list arrives. The next answer may be right, so the failure
 * counts as temporary.
 */
export const notRecordsError =
	(session: Session, consequence = '') =>
	(position: number) =>
		new SurveyInterviewError(session.node, {
			message: `The list contains something that is not a record, at position ${position}`,
			hint: `${consequence} If this continues, contact the support of the service.`.trim(),
			failure: { cause: 'temporarily-unavailable' },
		});
