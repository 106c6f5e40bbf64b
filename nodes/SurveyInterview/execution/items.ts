import type { Answer, ServiceCall } from '../api/call';
import { call } from '../api/call';
import { doneItem } from '../api/body';
import { findRecords, type Contained } from '../api/container';
import { SurveyInterviewError } from '../api/errors';
import { pages } from '../api/pages';
import type { Session } from '../api/session';
import type { ItemRequest } from '../input/request';
import type { Items, Operation } from '../operations/operation';
import { identifiersOf } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';

/** The items that a single answer becomes. */
export function itemsOf(operation: Operation, request: ItemRequest, answer: Answer): JsonObject[] {
	const { body } = answer;
	if (body === undefined) {
		const own = identifiersOf(operation).at(-1);
		return [doneItem(own === undefined ? undefined : request.identifiers[own])];
	}
	if (operation.items?.from !== 'list' || request.rawAnswer) return [asItem(body)];
	const contained = findRecords(body, operation.items.likely);
	// No array, or several that could be meant: the answer whole loses nothing.
	if (!contained) return [asItem(body)];
	return contained.records.slice(0, request.most).map((record) => recordItem(record, contained));
}

/** Reads every page that is asked for, and puts the records together as the operation wants. */
export async function pagedItems(
	session: Session,
	items: Extract<Items, { from: 'pages' | 'pagesWithin' }>,
	request: ItemRequest,
	base: ServiceCall,
): Promise<JsonObject[]> {
	let first: JsonObject | undefined;
	let container: Contained = { records: [] };
	const readPage = async (limit: number, offset: number) => {
		const { body } = await call(session, { ...base, query: { ...base.query, limit, offset } });
		const found =
			items.from === 'pages' ? findRecords(body, items.likely) : recordsUnder(body, items.key);
		if (!found) throw noArray(session, body);
		if (!first) {
			first = asItem(body);
			container = found;
		}
		return { records: found.records, total: totalIn(found.rest) };
	};
	const records: unknown[] = [];
	const range = { pageSize: items.largest, offset: 0, most: request.most };
	for await (const record of pages(range, readPage)) records.push(record);
	if (items.from === 'pagesWithin') return [{ ...first, [items.key]: records }];
	return records.map((record) => recordItem(record, container));
}

/** The records under the key that the specification names; an array of another name is something else. */
function recordsUnder(body: unknown, key: string): Contained | undefined {
	if (!isObject(body) || !Array.isArray(body[key])) return undefined;
	const { [key]: records, ...rest } = body;
	return { records: records as unknown[], rest };
}

/** How many records there are in all, where the container says so: `total`, `recipients_total` … */
function totalIn(rest: JsonObject | undefined): number | undefined {
	for (const [key, value] of Object.entries(rest ?? {})) {
		if (typeof value === 'number' && /^total(_count)?$|_total$/.test(key)) return value;
		const inner = isObject(value) ? totalIn(value) : undefined;
		if (inner !== undefined) return inner;
	}
	return undefined;
}

function noArray(session: Session, body: unknown): SurveyInterviewError {
	const keys = isObject(body) ? Object.keys(body).join(', ') || 'no keys' : typeof body;
	return new SurveyInterviewError(session.node, {
		message: `The answer holds no list of records that could be read page by page; it has: ${keys}`,
		hint: 'The service may have changed. Please report this with the keys above.',
	});
}

/** A record as an item; what stood beside it in its container goes along under `answer`. */
function recordItem(record: unknown, { rest }: Contained): JsonObject {
	const item = asItem(record);
	if (rest === undefined || Object.keys(rest).length === 0) return item;
	return 'answer' in item ? { ...item, container: rest } : { ...item, answer: rest };
}

function asItem(value: unknown): JsonObject {
	return isObject(value) ? value : { value };
}
