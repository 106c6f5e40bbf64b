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
import { notRecordsError, partialListError, requireList } from './requireList';
import { type Remarks, SEE_EVERYTHING } from './remarks';
import type { Collected, ItemMaker } from './itemMaker';

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

/**
 * Requests what an item asks for, and makes the items of the answer. What they are depends on `items` of the operation:
 * - absent: the record in the answer is the item, with Raw Answer as well;
 * - `list`: each record is an item; with Raw Answer, the whole answer is one;
 * - `pages`: the same, but read page by page; with Raw Answer, the first page is the item;
 * - `pagesInRecord`: the record is the item, and the list in it is read page by page; with Raw Answer as in `pages`.
 */
export async function readItemAnswer(itemCall: ItemCall): Promise<Made> {
	const { session, operation, request, serviceCall } = itemCall;
	const { items } = operation;
	if (!items || (items.from === 'list' && request.rawAnswer)) {
		const { body } = await call(session, serviceCall);
		return await itemsOf(itemCall, [recordOf(itemCall, body)]);
	}
	if (items.from === 'list') return await readListOf(itemCall, items);
	if (request.rawAnswer) return await readFirstPage(itemCall, items);
	return items.from === 'pages'
		? await readPagesOf(itemCall, items)
		: await readPagesInRecord(itemCall, items);
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
	// Simplified is made of the record itself. Everything keeps the answer as it was sent, and so does Raw Answer of an
	// operation that lists records.
	const keepsEnvelope = request.output === 'everything' || operation.items !== undefined;
	return keepsEnvelope ? record : withoutEnvelope(record);
}

/** An answer as an item of the output, which must be an object. */
const asItem = (value: unknown): JsonObject => (isObject(value) ? value : { value });

/** Requests a list, and makes an item of each record. */
async function readListOf(itemCall: ItemCall, items: ItemsFrom<'list'>): Promise<Made> {
	const { session, serviceCall, maker } = itemCall;
	// A list inside a record can only be found in the whole record.
	if (items.inRecord) {
		const { body } = await call(session, serviceCall);
		return await itemsOfAnswer(itemCall, items, body);
	}
	// A bare array is collected while it arrives. Any other answer comes whole, and its list is looked for in it.
	const { answer, list: collected } = await callForList(
		session,
		serviceCall,
		async (entries) => await maker.collect(recordsIn(entries, notRecordsError(session))),
	);
	return collected
		? await itemsOfList(itemCall, items, collected)
		: await itemsOfAnswer(itemCall, items, answer.body);
}

/** The items of an answer that has come whole: the records of the list in it. */
async function itemsOfAnswer(
	itemCall: ItemCall,
	items: ItemsFrom<'list'>,
	body: unknown,
): Promise<Made> {
	const { session, request, maker } = itemCall;
	const { filter } = request;
	const found = listOfAnswer(body, items);
	// If no list can be told apart, the operation may show the whole answer, so that nothing is lost (`orWhole`).
	const showsWholeAnswer = found.kind === 'notFound' && items.orWhole && !filter;
	if (showsWholeAnswer) return await itemsOf(itemCall, [asItem(body)]);
	const list = requireList(session, body, found, filter ? 'filtered' : 'returned');
	refuseMissingRest(itemCall, list, items);
	// The list is in memory already, so all of it is counted.
	const collected = await maker.collect(inBatches(list.records), { countsAll: true });
	return await itemsOfList(itemCall, items, collected);
}

async function itemsOfList(
	{ maker, request }: ItemCall,
	items: ItemsFrom<'list'>,
	collected: Collected,
): Promise<Made> {
	const { count, passed, hasMore } = collected;
	const countIfAllRead = hasMore ? undefined : count;
	const made = await maker.itemsOfChosen(collected);
	const list = listRemark(items, countIfAllRead, made.items.length, request.filter && passed);
	return { items: made.items, remarks: { ...made.remarks, ...list } };
}

/** A list in a container may be only a part. @throws {SurveyInterviewError} if more of it was asked for */
function refuseMissingRest(
	{ session, operation, request: { filter, limit } }: ItemCall,
	list: RecordList,
	items: ItemsFrom<'list'>,
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

/**
 * Makes a function that requests pages one after the other. An error of a later page must not say that nothing has
 * reached the service (`readsLaterPage`).
 */
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
async function readFirstPage(itemCall: ItemCall, items: PagedItems): Promise<Made> {
	const { limit } = itemCall.request;
	const { pageSize } = items;
	const answer = asItem(await pageRequester(itemCall)(Math.min(limit, pageSize), 0));
	const sentence = `Raw Answer has only the first page, with up to ${pageSize} ${recordsOfList(items)}.`;
	const remarks = limit > pageSize ? { note: { sentence } } : undefined;
	return await itemsOf(itemCall, [answer], remarks);
}

/** Makes an item of each record of a list that is read page by page. */
async function readPagesOf(itemCall: ItemCall, items: ItemsFrom<'pages'>): Promise<Made> {
	/** Where the list is in the first page, and so in each. */
	let path: string[] | undefined;
	const listInPage = (page: unknown) => {
		const found = path ? listAt(page, path) : listIn(page, items.likely);
		const list = requireList(itemCall.session, page, found, 'read page by page');
		path = list.path;
		return list;
	};
	const { records, remarks } = await readAllPages(itemCall, items, listInPage);
	return await itemsOf(itemCall, records, remarks);
}

/** Makes one item of a record whose list is read page by page: each page is the record with a part of the list. */
async function readPagesInRecord(
	itemCall: ItemCall,
	items: ItemsFrom<'pagesInRecord'>,
): Promise<Made> {
	const { session, request } = itemCall;
	const { key } = items;
	let firstRecord: JsonObject | undefined;
	let recordHasList = true;
	const listInPage = (page: unknown) => {
		const record = withoutEnvelope(asItem(page));
		const found = listAt(record, [key]);
		// If the record of the first page has no list, nothing is missing; a later page must have one.
		if (!firstRecord) recordHasList = found.kind !== 'notFound';
		firstRecord ??= record;
		return recordHasList ? requireList(session, record, found, 'read page by page') : undefined;
	};
	const totalNames = [`${key}_total`];
	const { records, remarks } = await readAllPages(itemCall, items, listInPage, totalNames);
	if (recordHasList) return await itemsOf(itemCall, [{ ...firstRecord, [key]: records }], remarks);
	const advice = request.output === 'everything' ? '' : ` ${SEE_EVERYTHING}.`;
	const sentence = `The answer has no list under ${key}.${advice}`;
	return await itemsOf(itemCall, [firstRecord ?? {}], { note: { sentence, isWarning: true } });
}

/**
 * Reads a list page by page.
 *
 * @param listInPage finds it in a page; undefined if there is none to read
 * @param totalNames keys that may say how many records it has on all pages
 */
async function readAllPages(
	itemCall: ItemCall,
	items: PagedItems,
	listInPage: (page: unknown) => RecordList | undefined,
	totalNames?: readonly string[],
): Promise<{ records: JsonObject[]; remarks: Remarks }> {
	const requestPage = pageRequester(itemCall);
	let lastTotal = 0;
	const readPage = async (limit: number, offset: number) => {
		const list = listInPage(await requestPage(limit, offset));
		if (!list) return { records: [] };
		const total = totalIn(list, totalNames);
		lastTotal = total ?? lastTotal;
		return { records: list.records, total };
	};
	const range = { pageSize: items.pageSize, limit: itemCall.request.limit };
	const { records, hasGap } = await readPages(range, readPage, idOf);
	// The total that a page gives may be of this page alone.
	const countOfAll = Math.max(lastTotal, records.length);
	return { records, remarks: { ...listRemark(items, countOfAll, records.length), hasGap } };
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

type ItemsFrom<From extends Items['from']> = Extract<Items, { from: From }>;
type PagedItems = ItemsFrom<'pages'> | ItemsFrom<'pagesInRecord'>;
