import { tablesIn } from '../facts/shape';
import { oneRecord, withoutEnvelope } from '../facts/simplified';
import { shownPath } from '../facts/unreadKeys';
import { type Answer, type ServiceCall, call } from '../http/call';
import { listAt, listFrom, totalIn, type ListResult, type RecordList } from '../records/lists';
import { listInRecord } from '../records/namedLists';
import { SurveyInterviewError, TOO_DEEP } from '../http/errors';
import { readPages } from '../http/pages';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import { deedOf, type EndpointOperation, identifiersOf, type Items, listsResource } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';
import { listRemark, recordsOfList, type Remarks } from './remarks';

/** The records that an answer holds, before they become items of the output. */
export interface RecordsOfAnswer {
	records: JsonObject[];
	/** A record as the service sent it, where they are not. */
	example?: JsonObject;
	remarks?: Remarks;
}

/** The records of a single answer. It throws where filters cannot be applied, because the list is not whole. */
export function recordsOf(
	session: Session,
	operation: EndpointOperation,
	request: ItemRequest,
	answer: Answer,
): RecordsOfAnswer {
	const { body } = answer;
	if (request.method === 'DELETE') {
		// n8n users expect an item after a delete.
		return { records: [{ [deedOf(operation)]: true, id: recordIdOf(operation, request) }] };
	}
	if (body === undefined) return { records: [{}] };
	if (operation.items?.from !== 'list') {
		const record = asItem(oneRecord(body, operation.simplified));
		return { records: [ofEnvelope(record, request)] };
	}
	if (request.rawAnswer) return { records: [asItem(body)] };
	const { recordsIn } = operation.simplified ?? {};
	if (recordsIn && request.output !== 'everything') {
		// A record of nothing but null says that the answer was not understood.
		const simplified = recordsIn(body) ?? [{}];
		const shown = simplified.slice(0, request.limit);
		return {
			records: shown,
			example: tablesIn(body)[0]?.rows[0] ?? asItem(body),
			...listRemark(operation.items, simplified.length, shown.length),
		};
	}
	const { likely, namedLike } = operation.items;
	const found = namedLike ? listInRecord(body, namedLike) : listFrom(body, likely);
	const { filter, limit } = request;
	if (found.kind === 'notFound' && operation.items.orWhole && !filter) {
		// No array, or several that could be meant: the answer whole loses nothing.
		return { records: [asItem(body)] };
	}
	const shownAs = filter ? found : shownList(operation.items, found);
	const list = requireList(session, body, shownAs, filter ? 'filtered' : 'returned');
	const { records } = list;
	if (list.isPartial && filter) {
		const labels = filter.labels.join(', ');
		throw partialListError(session, list, `so this node cannot apply ${labels} to all of it`, {
			hint: 'To get the records that the service returned, remove the filter.',
		});
	}
	const passing = filter ? records.filter((one) => filter.passes(one) === true) : records;
	const isPartial = list.isPartial && listsResource(operation) && records.length < limit;
	const shown = passing.slice(0, limit);
	const passed = filter && passing.length;
	// How many there are in all is not known of a part.
	const { remarks } = list.isPartial
		? { remarks: isPartial ? { isPartial } : {} }
		: listRemark(operation.items, records.length, shown.length, passed);
	return { records: shown, remarks: { ...remarks, others: othersIn(found) } };
}

/** The ID of the record that a request acts on: the last in its path. */
export function recordIdOf(
	operation: EndpointOperation,
	{ identifiers }: ItemRequest,
): string | undefined {
	const name = identifiersOf(operation).at(-1);
	return name && identifiers[name];
}

/**
 * Reads every page that is asked for, and puts the records together as the operation wants. Raw Answer is that
 * of one page.
 */
export async function pagedRecords(
	session: Session,
	items: Paged,
	request: ItemRequest,
	base: ServiceCall,
): Promise<RecordsOfAnswer> {
	const { limit: wanted, rawAnswer } = request;
	const { pageSize } = items;
	const isWithin = items.from === 'pagesWithin';
	let total: number | undefined;
	let first: JsonObject | undefined;
	let path = isWithin ? [items.key] : undefined;
	const answerAt = async (limit: number, offset: number) => {
		const query = { ...base.query, limit, offset };
		return (await call(session, { ...base, query, isContinued: first !== undefined })).body;
	};
	if (rawAnswer) {
		const answer = asItem(await answerAt(Math.min(wanted, pageSize), 0));
		const sentence = `Raw Answer has only the first page, with up to ${pageSize} ${recordsOfList(items)}.`;
		return { records: [answer], ...(wanted > pageSize ? { remarks: { own: { sentence } } } : {}) };
	}
	let others = 0;
	const readPage = async (limit: number, offset: number) => {
		const answer = await answerAt(limit, offset);
		const body = isWithin ? withoutEnvelope(asItem(answer)) : answer;
		const isFirst = first === undefined;
		first ??= asItem(body);
		const found = path ? listAt(body, path) : listFrom(body, likelyOf(items));
		if (isWithin && isFirst && found.kind === 'notFound') path = undefined;
		if (isWithin && !path) return { records: [] };
		const list = requireList(session, body, shownList(items, found), 'read page by page');
		path = list.path;
		others += othersIn(found);
		session.recordsRead += list.records.length;
		const ofPage = totalIn(list, isWithin ? [`${items.key}_total`] : undefined);
		total = ofPage ?? total;
		return { records: list.records, total: ofPage };
	};
	const { records: read, hasGap } = await readPages({ pageSize, limit: wanted }, readPage, idOf);
	const records = read.map(asItem);
	const cut = records.length >= wanted ? listRemark(items, total ?? 0, records.length) : {};
	const remarks = { ...cut.remarks, hasGap, others };
	if (!isWithin) return { records, remarks };
	if (path) return { records: [{ ...first, [items.key]: records }], remarks };
	const sentence = `The answer has no list under ${items.key}. Set Output to Everything to see what the service sent.`;
	return { records: [first ?? {}], remarks: { own: { sentence, isWarning: true } } };
}

/** What tells a record of a list from others, where it says so itself. */
function idOf(record: unknown): unknown {
	const id = isObject(record) ? record.id : undefined;
	return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/**
 * A list as it is put out, where nothing depends on its being whole: what is no record in it is shown as a value,
 * so that one entry does not withhold the others. It must have a record or a likely name, or it may be anything.
 */
function shownList(items: Items, found: ListResult): ListResult {
	if (found.kind !== 'notRecords') return found;
	const { records, path } = found;
	const isNamed = likelyOf(items).includes(path.at(-1) ?? '');
	if (!isNamed && !records.some(isObject)) return found;
	return { ...found, kind: 'list', records: records.map(asItem) };
}

/** How many entries of a list are no records. */
function othersIn(found: ListResult): number {
	return found.kind === 'notRecords' ? found.records.filter((one) => !isObject(one)).length : 0;
}

const likelyOf = (items: Items): readonly string[] =>
	(items.from === 'pagesWithin' ? [items.key] : items.likely) ?? [];

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
			const place = found.records.findIndex((record) => !isObject(record));
			throw notRecordsError(session, place, found.records.length);
		}
		case 'tooDeep':
			throw new SurveyInterviewError(session.node, TOO_DEEP);
	}
}

/** The error of a list of which one place holds something else. */
export function notRecordsError(
	session: Session,
	place: number,
	count: number,
): SurveyInterviewError {
	return new SurveyInterviewError(session.node, {
		message: `The list contains something that is not a record, at position ${place} of ${count}`,
		hint: 'If this continues, contact the support of the service.',
		failure: { cause: 'temporarily-unavailable' },
	});
}

type Paged = Extract<Items, { from: 'pages' | 'pagesWithin' }>;

function noListError(session: Session, body: unknown, undone: string): SurveyInterviewError {
	// A key may be data, such as somebody's address.
	const shown = Object.keys(isObject(body) ? body : {})
		.slice(0, 50)
		.map((key) => shownPath([key]));
	const named = oneLine([...new Set(shown)].join(', '), 200) || 'none';
	const keys = isObject(body) ? named : typeof body;
	return new SurveyInterviewError(session.node, {
		message: `The answer has no list of records that can be ${undone}. Its keys: ${keys}`,
		hint: 'The service may have changed. Please report this with the keys above.',
	});
}

/** The error of an answer that is only a part of its list, with what follows from that. */
export function partialListError(
	session: Session,
	{ records }: RecordList,
	consequence: string,
	{ hint = '' } = {},
): SurveyInterviewError {
	const count = records.length === 1 ? '1 record' : `${records.length} records`;
	return new SurveyInterviewError(session.node, {
		message: `The service returned only part of the list (${count}), ${consequence}`,
		hint: `${hint} The service may have changed. Please report this.`.trim(),
	});
}

/** Simplified looks for facts in the record itself; Everything is as it was sent. */
function ofEnvelope(record: JsonObject, { output }: ItemRequest): JsonObject {
	return output === 'everything' ? record : withoutEnvelope(record);
}

/** An entry of an answer as an item of the output, which must be an object. */
export function asItem(value: unknown): JsonObject {
	return isObject(value) ? value : { value };
}
