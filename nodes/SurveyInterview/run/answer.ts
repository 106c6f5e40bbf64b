import { withoutEnvelope } from '../service/simplified';
import { listAt, listIn, totalIn } from '../service/lists';
import { call, type ServiceCall } from '../http/call';
import { readPages } from '../http/pages';
import { callForList, inBatches, recordsIn } from '../http/read';
import type { Session } from '../http/session';
import {
	effectKey,
	type EndpointOperation,
	type Items,
	listOfAnswer,
	listsResource,
	recordIdOf,
} from '../operations/operation';
import type { ItemRequest } from '../input/request';
import type { JsonObject } from '../service/json';
import { asItem, notRecordsError, partialListError, requireList } from './lists';
import { listRemark, recordsOfList, type Remarks, SEE_EVERYTHING } from './remarks';
import type { Collected, ItemMaker } from './simplify';

/** The request of one item, with what makes its items. */
export interface ItemCall {
	session: Session;
	operation: EndpointOperation;
	request: ItemRequest;
	serviceCall: ServiceCall;
	maker: ItemMaker;
}

/** The records that a read has found, before they become items. */
interface Found {
	records?: JsonObject[];
	/** What the item maker has read of a list, in place of records. */
	collected?: Collected;
	remarks?: Remarks;
}

/** Requests what an item asks for, and makes the items of the answer. */
export async function readItemAnswer(itemCall: ItemCall) {
	const { remarks: answerRemarks, ...found } = await requestRecords(itemCall);
	const { items, remarks } = await itemCall.maker.itemsOf(found);
	return { items, remarks: { ...remarks, ...answerRemarks } };
}

async function requestRecords(itemCall: ItemCall): Promise<Found> {
	const { session, operation, request, serviceCall } = itemCall;
	const { items } = operation;
	if (items && items.from !== 'list') return await readPagesOf(itemCall, items);
	if (items && !request.rawAnswer) return await readListOf(itemCall, items);
	const { body } = await call(session, serviceCall);
	return { records: [recordOf(itemCall, body)] };
}

/** The record of an answer that is not read as a list. */
export function recordOf({ operation, request }: ItemCall, body: unknown): JsonObject {
	if (request.method === 'DELETE') {
		// n8n users expect an item after a delete.
		return { [effectKey(operation)]: true, id: recordIdOf(operation, request.identifiers) };
	}
	const record = asItem(body);
	// Simplified needs the record itself; Everything and a list are the answer as it was sent.
	const keepsEnvelope = request.output === 'everything' || operation.items !== undefined;
	return keepsEnvelope ? record : withoutEnvelope(record);
}

/** Requests a list; the item maker takes its records as they arrive. */
async function readListOf(
	{ session, operation, request, serviceCall, maker }: ItemCall,
	items: ItemsFromList,
): Promise<Found> {
	const { filter } = request;
	// A list inside a record can only be found in the whole record.
	const { answer, list } = items.inRecord
		? { answer: await call(session, serviceCall), list: undefined }
		: await callForList(
				session,
				serviceCall,
				async (entries) => await maker.collect(recordsIn(entries, notRecordsError(session))),
			);
	let collected = list;
	if (!collected) {
		const found = listOfAnswer(answer.body, items);
		// The whole answer loses nothing if it has no array, or several that could be the list.
		const showsWholeAnswer = found.kind === 'notFound' && items.orWhole && !filter;
		if (showsWholeAnswer) return { records: [asItem(answer.body)] };
		const whole = wholeList(session, operation, request, answer.body, items);
		// `true`: the list is already read, so all of it is counted.
		collected = await maker.collect(inBatches(whole), true);
	}
	const { count, passed, hasMore } = collected;
	const countOfAll = hasMore ? undefined : count;
	const shown = collected.items.length + collected.waiting.length;
	return { collected, remarks: listRemark(items, countOfAll, shown, filter && passed) };
}

/** The entries of a list in a container. @throws {SurveyInterviewError} if it has more records than it holds */
function wholeList(
	session: Session,
	operation: EndpointOperation,
	{ filter, limit }: ItemRequest,
	body: unknown,
	items: ItemsFromList,
): JsonObject[] {
	const found = listOfAnswer(body, items);
	const list = requireList(session, body, found, filter ? 'filtered' : 'returned');
	// Counts beside a list inside a record are about the record, and not about the list.
	const saysThereAreMore = listsResource(operation) ? list.isPartial : list.goesOn;
	const isPart = saysThereAreMore && !items.inRecord;
	if (!isPart || (!filter && list.records.length >= limit)) return list.records;
	const consequence = filter
		? `so this node cannot apply ${filter.labels.join(', ')} to all of it`
		: 'and this node cannot read the rest';
	const hint = filter
		? 'To get what the service returned, remove the filter and turn on Raw Answer.'
		: 'To get what the service returned, turn on Raw Answer, or set a Limit that is not above that.';
	throw partialListError(session, list, consequence, hint);
}

/** Reads all pages that are needed, and puts their records together; Raw Answer has only the first page. */
async function readPagesOf(
	{ session, request, serviceCall }: ItemCall,
	items: ItemsFromPages,
): Promise<Found> {
	const { limit: maxRecords, rawAnswer } = request;
	const { pageSize } = items;
	const isWithin = items.from === 'pagesWithin';
	let total: number | undefined;
	let firstBody: JsonObject | undefined;
	/** Where the list is in a page; undefined until it is found, and if the first page has no list inside a record. */
	let path = isWithin ? [items.key] : undefined;
	const answerAt = async (limit: number, offset: number) => {
		const query = { ...serviceCall.query, limit, offset };
		return (await call(session, { ...serviceCall, query, readsLaterPage: firstBody !== undefined }))
			.body;
	};
	if (rawAnswer) {
		const answer = asItem(await answerAt(Math.min(maxRecords, pageSize), 0));
		const sentence = `Raw Answer has only the first page, with up to ${pageSize} ${recordsOfList(items)}.`;
		return {
			records: [answer],
			remarks: maxRecords > pageSize ? { note: { sentence } } : undefined,
		};
	}
	const readPage = async (limit: number, offset: number) => {
		const answer = await answerAt(limit, offset);
		const body = isWithin ? withoutEnvelope(asItem(answer)) : answer;
		const isFirst = firstBody === undefined;
		firstBody ??= asItem(body);
		const found = path ? listAt(body, path) : listIn(body, likelyOf(items));
		if (isWithin && isFirst && found.kind === 'notFound') path = undefined;
		if (isWithin && !path) return { records: [] };
		const list = requireList(session, body, found, 'read page by page');
		path = list.path;
		const totalOfPage = totalIn(list, isWithin ? [`${items.key}_total`] : undefined);
		total = totalOfPage ?? total;
		return { records: list.records, total: totalOfPage };
	};
	const { records, hasGap } = await readPages({ pageSize, limit: maxRecords }, readPage, idOf);
	// The total that a page gives may be of this page alone.
	const all = Math.max(total ?? 0, records.length);
	const isWhole = request.output === 'everything';
	const count = listRemark(items, all, records.length);
	const remarks = { ...count, hasGap };
	if (!isWithin) return { records, remarks };
	if (path) return { records: [{ ...firstBody, [items.key]: records }], remarks };
	const advice = isWhole ? '' : ` ${SEE_EVERYTHING}.`;
	const sentence = `The answer has no list under ${items.key}.${advice}`;
	return { records: [firstBody ?? {}], remarks: { note: { sentence, isWarning: true } } };
}

/** The ID of a record in a list, if it has a usable one. */
function idOf({ id }: JsonObject): unknown {
	return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

const likelyOf = (items: Items): readonly string[] =>
	(items.from === 'pagesWithin' ? [items.key] : items.likely) ?? [];

type ItemsFromPages = Extract<Items, { from: 'pages' | 'pagesWithin' }>;
type ItemsFromList = Extract<Items, { from: 'list' }>;
