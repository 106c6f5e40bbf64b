import { call, type Answer, type ServiceCall } from '../http/call';
import { type ErrorFacts, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import { type EndpointOperation, retryClassOf } from '../operations/operation';
import { proofOf } from '../operations/proof';
import { listedRecords, pagedRecords, recordsOf, type RecordsOfAnswer } from './answer';
import type { JsonObject } from '../records/json';
import type { LedgerEntry } from './ledger';
import { failureOf, type NotDone } from './itemResult';
import type { Reading } from './readItems';
import type { ItemMaker } from './simplify';

/** `maybeDoneBefore`: an earlier try without an answer may have done it already. */
export type Answered = ({ status: 'done'; maybeDoneBefore?: true } & RecordsOfAnswer) | NotDone;

/**
 * Sends the request of one item, unless an earlier run of the node has sent it. If that run got an answer, this gives
 * the same one again. If it did not, this repeats only what is safe to repeat.
 *
 * @param maker takes the records of a list
 */
export async function runItem(
	reading: Reading,
	operation: EndpointOperation,
	request: ItemRequest,
	item: number,
	maker?: ItemMaker,
): Promise<Answered> {
	const { session, ledger } = reading;
	const service = serviceCallOf(operation, request);
	const keep = (entry: LedgerEntry | undefined) => {
		if (service.retryClass !== 'read') ledger.set(item, request, entry);
	};
	const itemCall = { ...reading, operation, request, service, keep };
	const known = ledger.get(item, request);
	const ofTool = known ? undefined : ledger.ofTool(request);
	try {
		if (ofTool) return asError(session, ofTool, ONCE_A_TOOL);
		return await (known ? sentBefore(itemCall, known) : send(itemCall, maker));
	} catch (error) {
		return failureOf(session, service, error);
	}
}

/** The request of one item, with what it shares with the others of its run. */
export interface ItemCall extends Reading {
	operation: EndpointOperation;
	request: ItemRequest;
	service: ServiceCall;
	/** Notes in the ledger what a repeat of the run must know. */
	keep: (entry: LedgerEntry | undefined) => void;
}

async function sentBefore(itemCall: ItemCall, known: LedgerEntry): Promise<Answered> {
	const { session, operation, request } = itemCall;
	if (known.state === 'done')
		return resultOf(itemCall, { ...known.answer, isOfTryBefore: true }, known.body);
	// With the body of the earlier try: an expression may give another one now.
	const again = serviceCallOf(operation, { ...request, body: known.body });
	if (again.retryClass === 'idempotent') {
		return await send({ ...itemCall, service: { ...again, maybeDoneBefore: true } });
	}
	return asError(session, known, ON_PURPOSE);
}

/** The error of a request that is not sent, because an earlier run has sent it. */
function asError(session: Session, entry: LedgerEntry, advice: string): NotDone {
	const facts = entry.state === 'maybeDone' ? entry.facts : { message: SENT_ALREADY };
	const hint = [facts.hint, advice].filter(Boolean).join(' ');
	const error = new SurveyInterviewError(session.node, { ...facts, hint });
	return error.maybeDone
		? { status: 'maybeDone', error, isOfTryBefore: true }
		: { status: 'failed', error };
}

const SENT_ALREADY = 'This was already done in this execution, and is not done twice';
const ONCE_A_TOOL = 'A tool does this only once for the same record in an execution.';
const ON_PURPOSE = 'To do it again on purpose, start a new execution instead of retrying this one.';

async function send(item: ItemCall, maker?: ItemMaker): Promise<Answered> {
	const { session, operation, request, service, keep } = item;
	const { items } = operation;
	if (items && items.from !== 'list')
		return { status: 'done', ...(await pagedRecords(item, items)) };
	if (items && maker && !request.rawAnswer)
		return { status: 'done', ...(await listedRecords(item, items, maker)) };
	const { body } = service;
	keep({ state: 'maybeDone', facts: CUT_OFF, body });
	let answer: Answer;
	try {
		answer = await call(session, service);
	} catch (error) {
		const failure = failureOf(session, service, error);
		const { facts } = failure.error as Partial<SurveyInterviewError>;
		keep(failure.status === 'maybeDone' && facts ? { state: 'maybeDone', facts, body } : undefined);
		return failure;
	}
	keep({ state: 'done', answer, body });
	return resultOf(item, answer, body);
}

const CUT_OFF: ErrorFacts = {
	message: 'This may have been done: n8n ended before the answer came',
	maybeDone: true,
};

/** @param body as it was sent */
function resultOf(item: ItemCall, answer: Answer, body: JsonObject = {}): Answered {
	const { session, operation } = item;
	const found = recordsOf(item, answer);
	const refused = operation.refuses?.(body, found.records[0] ?? {});
	if (refused) return { status: 'failed', error: new SurveyInterviewError(session.node, refused) };
	const { maybeDoneBefore, isOfTryBefore } = answer;
	return { status: 'done', ...found, remarks: { isOfTryBefore }, maybeDoneBefore };
}

/** One item's request as `http/` takes it. */
function serviceCallOf(operation: EndpointOperation, request: ItemRequest): ServiceCall {
	const { method, path, query, body } = request;
	const { items, hints, refusedWhen, effect, howToCheck } = operation;
	return {
		...{ method, path, body, hints, refusedWhen, effect, howToCheck },
		query: Object.keys(query).length > 0 ? query : undefined,
		retryClass: retryClassOf(operation, body ?? {}),
		isOneRecord: items === undefined || 'orWhole' in items,
		proves: proofOf(operation, request.identifiers),
	};
}
