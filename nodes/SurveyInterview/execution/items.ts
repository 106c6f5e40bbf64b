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
	const likely = items.from === 'pages' ? items.likely : [items.key];
	const readPage = async (limit: number, offset: number) => {
		const { body } = await call(session, { ...base, query: { ...base.query, limit, offset } });
		const within = items.from === 'pagesWithin' && isObject(body) && Array.isArray(body[items.key]);
		const found = within ? { records: body[items.key] as unknown[] } : findRecords(body, likely);
		if (!found) throw noArray(session, body);
		if (!first) {
			first = asItem(body);
			container = found;
		}
		return found;
	};
	const records: unknown[] = [];
	const range = { pageSize: items.largest, offset: 0, most: request.most };
	for await (const record of pages(range, readPage)) records.push(record);
	if (items.from === 'pagesWithin') return [{ ...first, [items.key]: records }];
	return records.map((record) => recordItem(record, container));
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
	const beside = rest !== undefined && Object.keys(rest).length > 0 && !('answer' in item);
	return beside ? { ...item, answer: rest } : item;
}

function asItem(value: unknown): JsonObject {
	return isObject(value) ? value : { value };
}
