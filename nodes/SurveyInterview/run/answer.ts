import { withoutEnvelope } from '../service/simplified';
import { listAt, listIn, type RecordList, totalIn } from '../service/lists';
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
import { isObject, type JsonObject } from '../service/json';
import { notRecordsError, partialListError, requireList } from './lists';
import { type Remarks, SEE_EVERYTHING } from './remarks';
import type { ItemMaker } from './simplify';

/** The request of one item, with what makes its items. */
export interface ItemCall {
	session: Session;
	operation: EndpointOperation;
	request: ItemRequest;
	serviceCall: ServiceCall;
	maker: ItemMaker;
}

/** The items of an answer, and what a person should know of them. */
interface Made {
	items: JsonObject[];
	remarks?: Remarks;
}

/** Requests what an item asks for, and makes the items of the answer. */
export async function readItemAnswer(itemCall: ItemCall): Promise<Made> {
	const { session, operation, request, serviceCall } = itemCall;
	const { items } = operation;
	if (!items || (items.from === 'list' && request.rawAnswer)) {
		const { body } = await call(session, serviceCall);
		return await itemsOf(itemCall, [recordOf(itemCall, body)]);
	}
	if (items.from === 'list') return await readListOf(itemCall, items);
	return request.rawAnswer
		? await readFirstPage(itemCall, items)
		: await readPagesOf(itemCall, items);
}

async function itemsOf(
	{ maker }: ItemCall,
	records: JsonObject[],
	remarks?: Remarks,
): Promise<Made> {
	const made = await maker.itemsOf(records);
	return { items: made.items, remarks: { ...made.remarks, ...remarks } };
}

/** The record of an answer that is not read as a list. */
export function recordOf({ operation, request }: ItemCall, body: unknown): JsonObject {
	if (request.method === 'DELETE') {
		// n8n users expect an item after a delete.
		return { [effectKey(operation)]: true, id: recordIdOf(operation, request.identifiers) };
	}
	const record = asItem(body);
	// Simplified is made of the record itself. Everything, and a list that is shown whole, keep the answer as it was sent.
	const keepsEnvelope = request.output === 'everything' || operation.items !== undefined;
	return keepsEnvelope ? record : withoutEnvelope(record);
}

/** An answer as an item of the output, which must be an object. */
const asItem = (value: unknown): JsonObject => (isObject(value) ? value : { value });

/** Requests a list; the item maker takes its records as they arrive. */
async function readListOf(itemCall: ItemCall, items: ItemsFromList): Promise<Made> {
	const { session, request, serviceCall, maker } = itemCall;
	const { filter } = request;
	// A list inside a record can only be found in the whole record.
	const { answer, list: collectedOnArrival } = items.inRecord
		? { answer: await call(session, serviceCall), list: undefined }
		: await callForList(
				session,
				serviceCall,
				async (entries) => await maker.collect(recordsIn(entries, notRecordsError(session))),
			);
	let collected = collectedOnArrival;
	// The answer is no bare array.
	if (!collected) {
		const found = listOfAnswer(answer.body, items);
		// The whole answer loses nothing if it has no array, or several that could be the list.
		const showsWholeAnswer = found.kind === 'notFound' && items.orWhole && !filter;
		if (showsWholeAnswer) return await itemsOf(itemCall, [asItem(answer.body)]);
		const foundList = requireList(session, answer.body, found, filter ? 'filtered' : 'returned');
		refuseMissingRest(itemCall, foundList, items);
		collected = await maker.collect(inBatches(foundList.records), { countsAll: true });
	}
	const { count, passed, hasMore } = collected;
	const countOfAll = hasMore ? undefined : count;
	const made = await maker.itemsOfCollected(collected);
	const list = listRemark(items, countOfAll, made.items.length, filter && passed);
	return { items: made.items, remarks: { ...made.remarks, ...list } };
}

/** A list in a container may be only a part. @throws {SurveyInterviewError} if more of it was asked for */
function refuseMissingRest(
	{ session, operation, request: { filter, limit } }: ItemCall,
	list: RecordList,
	items: ItemsFromList,
): void {
	// Counts beside a list inside a record are about the record, and not about the list.
	if (items.inRecord) return;
	// A total is about this list only where the operation lists all records of its resource; a next page always is.
	const isPart = listsResource(operation) ? list.isPartial : list.saysNext;
	const hasEnough = !filter && list.records.length >= limit;
	if (!isPart || hasEnough) return;
	const consequence = filter
		? `so this node cannot apply ${filter.labels.join(', ')} to all of it`
		: 'and this node cannot read the rest';
	const hint = filter
		? 'To get what the service returned, remove the filter and turn on Raw Answer.'
		: 'To get what the service returned, turn on Raw Answer, or set a Limit that is not above that.';
	throw partialListError(session, list, consequence, hint);
}

/** Makes a function that requests pages one after the other. */
function pageRequester({ session, serviceCall }: ItemCall) {
	let readsLaterPage = false;
	return async (limit: number, offset: number): Promise<unknown> => {
		const query = { ...serviceCall.query, limit, offset };
		const { body } = await call(session, { ...serviceCall, query, readsLaterPage });
		readsLaterPage = true;
		return body;
	};
}

/** Raw Answer has only the first page. */
async function readFirstPage(itemCall: ItemCall, items: ItemsFromPages): Promise<Made> {
	const { limit } = itemCall.request;
	const { pageSize } = items;
	const answer = asItem(await pageRequester(itemCall)(Math.min(limit, pageSize), 0));
	const sentence = `Raw Answer has only the first page, with up to ${pageSize} ${recordsOfList(items)}.`;
	const remarks = limit > pageSize ? { note: { sentence } } : undefined;
	return await itemsOf(itemCall, [answer], remarks);
}

/** Reads a list page by page: the records of an answer, or the list under a key of one record. */
async function readPagesOf(itemCall: ItemCall, items: ItemsFromPages): Promise<Made> {
	const { session, request } = itemCall;
	const requestPage = pageRequester(itemCall);
	const key = items.from === 'pagesInRecord' ? items.key : undefined;
	/** Where the list is in the first page, and so in each. */
	let path = key === undefined ? undefined : [key];
	let firstPage: unknown;
	let hasList = true;
	let total = 0;
	const readPage = async (limit: number, offset: number) => {
		const answer = await requestPage(limit, offset);
		const page = key === undefined ? answer : withoutEnvelope(asItem(answer));
		const found = path
			? listAt(page, path)
			: listIn(page, 'likely' in items ? items.likely : undefined);
		// If the record of the first page has no list, nothing is missing; a later page must have one.
		if (firstPage === undefined && key !== undefined) hasList = found.kind !== 'notFound';
		firstPage ??= page;
		if (!hasList) return { records: [] };
		const list = requireList(session, page, found, 'read page by page');
		path = list.path;
		const totalOfPage = totalIn(list, key === undefined ? undefined : [`${key}_total`]);
		total = totalOfPage ?? total;
		return { records: list.records, total: totalOfPage };
	};
	const range = { pageSize: items.pageSize, limit: request.limit };
	const { records, hasGap } = await readPages(range, readPage, idOf);
	// The total that a page gives may be of this page alone.
	const countOfAll = Math.max(total, records.length);
	const remarks = { ...listRemark(items, countOfAll, records.length), hasGap };
	if (key === undefined) return await itemsOf(itemCall, records, remarks);
	const record = firstPage as JsonObject;
	if (hasList) return await itemsOf(itemCall, [{ ...record, [key]: records }], remarks);
	const advice = request.output === 'everything' ? '' : ` ${SEE_EVERYTHING}.`;
	const sentence = `The answer has no list under ${key}.${advice}`;
	return await itemsOf(itemCall, [record], { note: { sentence, isWarning: true } });
}

/** The ID of a record in a list, if it has a usable one. */
function idOf({ id }: JsonObject): unknown {
	return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function recordsOfList(items: Items): string {
	return items.from === 'pagesInRecord'
		? items.key
		: (items.called ?? items.likely?.[0] ?? 'records');
}

/** The remark on a list: the sentence of a run is about the lists of all its items together. */
const listRemark = (
	items: Items,
	all: number | undefined,
	shown: number,
	passed?: number,
): Remarks => ({ list: { records: recordsOfList(items), all, passed, shown } });

type ItemsFromPages = Extract<Items, { from: 'pages' | 'pagesInRecord' }>;
type ItemsFromList = Extract<Items, { from: 'list' }>;
