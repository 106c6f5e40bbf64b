import { withoutEnvelope } from '../service/simplified';
import { listAt, listIn, totalIn, type ListResult, type RecordList } from '../service/lists';
import { type Answer, call } from '../http/call';
import { readPages } from '../http/pages';
import type { Session } from '../http/session';
import {
	deedOf,
	type Items,
	listOfAnswer,
	listsResource,
	recordIdOf,
} from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import type { ItemCall } from './itemRequest';
import { asItem, partialListError, RecordIntake, requireList } from './recordIntake';
import { listRemark, recordsOfList, type Remarks, SEE_EVERYTHING } from './remarks';
import type { ItemCollector } from './simplify';

/** The records of an answer, before they become items; empty for a list whose records the collector took. */
export interface RecordsOfAnswer {
	records: JsonObject[];
	remarks?: Remarks;
}

export type ItemIntake = RecordIntake<ItemCollector>;

/** What takes the records of the answer's list; undefined if none is read in this way. */
export function intakeOf({ operation, request, collector }: ItemCall): ItemIntake | undefined {
	const { items } = operation;
	if (!collector || items?.from !== 'list' || request.rawAnswer) return undefined;
	return new RecordIntake(collector);
}

/** The records of a single answer; those of a list go to the intake. */
export async function recordsOf(
	itemCall: ItemCall,
	answer: Answer,
	intake?: ItemIntake,
): Promise<RecordsOfAnswer> {
	const { operation, request } = itemCall;
	const { body } = answer;
	if (request.method === 'DELETE') {
		// n8n users expect an item after a delete.
		const id = recordIdOf(operation, request.identifiers);
		return { records: [{ [deedOf(operation)]: true, id }] };
	}
	const { items } = operation;
	if (intake && items?.from === 'list') return await takenList(itemCall, items, intake, answer);
	if (items?.from !== 'list') {
		const record = asItem(body);
		// Simplified needs the record itself; Everything is the answer as it was sent.
		return { records: [request.output === 'everything' ? record : withoutEnvelope(record)] };
	}
	return { records: [asItem(body)] };
}

/** @throws {SurveyInterviewError} if the answer says that there are more records than it holds */
async function takenList(
	{ session, operation, request }: ItemCall,
	items: Extract<Items, { from: 'list' }>,
	intake: ItemIntake,
	{ isTaken, body }: Answer,
): Promise<RecordsOfAnswer> {
	const { filter, limit } = request;
	if (isTaken) {
		intake.check(session);
	} else {
		const found = listOfAnswer(body, items);
		// The whole answer loses nothing if it has no array, or several that could be the list.
		if (found.kind === 'notFound' && items.orWhole && !filter) return { records: [asItem(body)] };
		const list = filter
			? requireList(session, body, found, 'filtered')
			: shownList(session, items, body, found, 'returned');
		// Counts beside a list inside a record are about the record, and not about the list.
		const isPart = list.isPartial && listsResource(operation) && !items.inRecord;
		if (isPart && (filter !== undefined || list.records.length < limit)) {
			const consequence = filter
				? `so this node cannot apply ${filter.labels.join(', ')} to all of it`
				: 'and this node cannot read the rest';
			const hint = filter
				? 'To get what the service returned, remove the filter and turn on Raw Answer.'
				: 'To get what the service returned, turn on Raw Answer, or set a Limit that is not above that.';
			throw partialListError(session, list, consequence, hint);
		}
		await intake.takeAll(list.records);
	}
	const { count, others, hasMore, keeper } = intake;
	const remarks = listRemark(
		items,
		hasMore ? undefined : count,
		keeper.kept,
		filter && keeper.passed,
	);
	const showsOthers = request.output === 'everything';
	return { records: [], remarks: { ...remarks, others, showsOthers } };
}

/** Reads all pages that are needed, and puts their records together; Raw Answer has only the first page. */
export async function pagedRecords(
	{ session, request, service }: ItemCall,
	items: Paged,
): Promise<RecordsOfAnswer> {
	const { limit: wanted, rawAnswer } = request;
	const { pageSize } = items;
	const isWithin = items.from === 'pagesWithin';
	let total: number | undefined;
	let first: JsonObject | undefined;
	let path = isWithin ? [items.key] : undefined;
	const answerAt = async (limit: number, offset: number) => {
		const query = { ...service.query, limit, offset };
		return (await call(session, { ...service, query, isContinued: first !== undefined })).body;
	};
	if (rawAnswer) {
		const answer = asItem(await answerAt(Math.min(wanted, pageSize), 0));
		const sentence = `Raw Answer has only the first page, with up to ${pageSize} ${recordsOfList(items)}.`;
		return { records: [answer], remarks: wanted > pageSize ? { own: { sentence } } : undefined };
	}
	let others = 0;
	const readPage = async (limit: number, offset: number) => {
		const answer = await answerAt(limit, offset);
		const body = isWithin ? withoutEnvelope(asItem(answer)) : answer;
		const isFirst = first === undefined;
		first ??= asItem(body);
		const found = path ? listAt(body, path) : listIn(body, likelyOf(items));
		if (isWithin && isFirst && found.kind === 'notFound') path = undefined;
		if (isWithin && !path) return { records: [] };
		const list = shownList(session, items, body, found, 'read page by page');
		path = list.path;
		others += list.records.filter((one) => !isObject(one)).length;
		session.recordsRead += list.records.length;
		const ofPage = totalIn(list, isWithin ? [`${items.key}_total`] : undefined);
		total = ofPage ?? total;
		return { records: list.records, total: ofPage };
	};
	const { records: read, hasGap } = await readPages({ pageSize, limit: wanted }, readPage, idOf);
	const records = read.map(asItem);
	const cut = records.length >= wanted ? listRemark(items, total ?? 0, records.length) : undefined;
	const isWhole = request.output === 'everything';
	const remarks = { ...cut, hasGap, others, showsOthers: isWhole };
	if (!isWithin) return { records, remarks };
	if (path) return { records: [{ ...first, [items.key]: records }], remarks };
	const advice = isWhole ? '' : ` ${SEE_EVERYTHING}.`;
	const sentence = `The answer has no list under ${items.key}.${advice}`;
	return { records: [first ?? {}], remarks: { own: { sentence, isWarning: true } } };
}

/** The ID of a record in a list, if it has a usable one. */
function idOf(record: unknown): unknown {
	const id = isObject(record) ? record.id : undefined;
	return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/**
 * A list for the output, when no filter depends on every entry: entries that are no records are shown as values, so
 * that one of them does not withhold the others. The list must have a record or a likely name; otherwise it may be
 * anything.
 */
function shownList(
	session: Session,
	items: Items,
	body: unknown,
	found: ListResult,
	undone: string,
): Omit<RecordList, 'records'> & { records: unknown[] } {
	const isShown =
		found.kind === 'notRecords' &&
		(found.records.some(isObject) || likelyOf(items).includes(found.path.at(-1) ?? ''));
	return isShown ? found : requireList(session, body, found, undone);
}

const likelyOf = (items: Items): readonly string[] =>
	(items.from === 'pagesWithin' ? [items.key] : items.likely) ?? [];

type Paged = Extract<Items, { from: 'pages' | 'pagesWithin' }>;
