import { type Answer, type ServiceCall, call } from '../http/call';
import { doneItem } from '../http/outcome';
import {
	findRecords,
	holdsOnlyRecords,
	isPartial,
	recordsAt,
	type RecordList,
} from '../records/lists';
import { SurveyInterviewError, TOO_DEEP } from '../http/errors';
import { pages } from '../http/pages';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import {
	type EndpointOperation,
	identifiersOf,
	type Items,
	listsResource,
} from '../operations/operation';
import { isObject, isTooDeep, type JsonObject } from '../records/json';
import { withDefaults } from '../records/shapes';
import { oneLine } from '../records/scalars';

/** The items that an answer becomes. */
export interface ItemsOfAnswer {
	items: JsonObject[];
	/** The service gave fewer than were asked for, and says itself that there are more. */
	isPartial?: true;
}

/**
 * The items that a single answer becomes.
 *
 * @throws {SurveyInterviewError} when there is no whole list to which the item's filters could be applied
 */
export function itemsOf(
	session: Session,
	operation: EndpointOperation,
	request: ItemRequest,
	answer: Answer,
): ItemsOfAnswer {
	const { body } = answer;
	if (body === undefined) return { items: [doneItem(recordIdOf(operation, request))] };
	if (operation.items?.from !== 'list')
		return { items: [withDefaults(asItem(body), operation.output)] };
	if (request.rawAnswer) return { items: [asItem(body)] };
	const contained = findRecords(body, operation.items.likely);
	const { filter, limit } = request;
	if (!contained) {
		// No array, or several that could be meant: the answer whole loses nothing, but it is not filtered.
		if (filter) throw noListError(session, body, 'filtered');
		if (!operation.items.orWhole) throw noListError(session, body, 'handed on');
		return { items: [asItem(body)] };
	}
	const records: readonly unknown[] = contained.records;
	refuseNonRecords(session, records);
	const part = isPartial(contained);
	if (part && filter) {
		const labels = filter.labels.join(', ');
		throw partialListError(session, contained, `so this node cannot apply ${labels} to all of it`, {
			hint: 'To get the records that came, remove the filter.',
		});
	}
	const passing = filter ? records.filter((one) => filter.passes(one)) : records;
	const items = passing
		.slice(0, limit)
		.map((record) => withDefaults(recordItem(record, contained), operation.output));
	if (part && listsResource(operation) && records.length < limit) return { items, isPartial: true };
	return { items };
}

/** The ID of the record that a request acts on: the last in its path. */
export function recordIdOf(
	operation: EndpointOperation,
	{ identifiers }: ItemRequest,
): string | undefined {
	const name = identifiersOf(operation).at(-1);
	return name && identifiers[name];
}

/** Reads every page that is asked for, and puts the records together as the operation wants. */
export async function pagedItems(
	session: Session,
	items: Paged,
	request: ItemRequest,
	base: ServiceCall,
): Promise<JsonObject[]> {
	let first: { answer: JsonObject; container: RecordList } | undefined;
	const readPage = async (limit: number, offset: number) => {
		const { body } = await call(session, { ...base, query: { ...base.query, limit, offset } });
		const found = first ? recordsAt(body, first.container.path) : recordsOf(items, body);
		if (!found) throw noListError(session, body, 'read page by page');
		if (isTooDeep(body)) throw new SurveyInterviewError(session.node, TOO_DEEP);
		refuseNonRecords(session, found.records);
		first ??= { answer: asItem(body), container: found };
		return { records: found.records, total: totalOf(items, found.rest) };
	};
	const records: unknown[] = [];
	const range = { pageSize: items.pageSize, offset: 0, limit: request.limit };
	for await (const record of pages(range, readPage)) records.push(record);
	if (items.from === 'pagesWithin') return [{ ...first?.answer, [items.key]: records }];
	const container = first?.container ?? { records, path: [] };
	return records.map((record) => recordItem(record, container));
}

/**
 * Refuses a list in which something else than records stands.
 *
 * @throws {SurveyInterviewError} one sentence, with the place
 */
export function refuseNonRecords(
	session: Session,
	records: readonly unknown[],
): asserts records is readonly JsonObject[] {
	if (holdsOnlyRecords(records)) return;
	const place = records.findIndex((record) => !isObject(record));
	throw new SurveyInterviewError(session.node, {
		message: `The list holds something that is not a record, at place ${place} of ${records.length}`,
		hint: 'If it goes on, tell the support of the service.',
		failure: { cause: 'temporarily-unavailable' },
	});
}

type Paged = Extract<Items, { from: 'pages' | 'pagesWithin' }>;

/** The records of a first page. Where the specification names their key, no other array will do. */
function recordsOf(items: Paged, body: unknown): RecordList | undefined {
	return items.from === 'pages' ? findRecords(body, items.likely) : recordsAt(body, [items.key]);
}

/** How many records there are in all, where the container says so under a name that leaves no doubt. */
function totalOf(items: Paged, rest: JsonObject = {}): number | undefined {
	const names = items.from === 'pages' ? ['total', 'total_count'] : [`${items.key}_total`];
	return names.map((name) => rest[name]).find((value) => typeof value === 'number');
}

/** The error of an answer without a list, with what could not be done to it. */
export function noListError(session: Session, body: unknown, undone: string): SurveyInterviewError {
	const keys = isObject(body)
		? oneLine(Object.keys(body).join(', '), 200) || 'no keys'
		: typeof body;
	return new SurveyInterviewError(session.node, {
		message: `The answer holds no list of records that could be ${undone}; it has: ${keys}`,
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
		message: `The service gave only a part of the list, ${count}, ${consequence}`,
		hint: `${hint} The service may have changed. Please report this.`.trim(),
	});
}

/** A record as an item; what stood beside it in its container goes along under `answer`. */
function recordItem(record: unknown, { rest }: RecordList): JsonObject {
	const item = asItem(record);
	if (rest === undefined || Object.keys(rest).length === 0) return item;
	return 'answer' in item ? { ...item, container: rest } : { ...item, answer: rest };
}

function asItem(value: unknown): JsonObject {
	return isObject(value) ? value : { value };
}
