import { type Answer, call, type ServiceCall } from '../http/call';
import { type ErrorFacts, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import { type EndpointOperation, retryClassOf } from '../operations/operation';
import { proofOf } from '../operations/proof';
import { type ItemCall, readItemAnswer, recordOf } from './answer';
import { failureOf, type NotDone, type Result } from './itemResult';
import type { Ledger, LedgerEntry } from './ledger';
import { ItemMaker } from './itemMaker';

/** A call that writes, with its place in the ledger. */
interface ItemWrite extends ItemCall {
	ledger: Ledger;
	item: number;
}

/**
 * Sends the request of one item, unless an earlier try has sent it: an earlier run of the node in this execution, which
 * n8n repeats with Retry On Fail or with its button Retry. If that try got an answer, this gives the same one again. If
 * it did not, this repeats only what is safe to repeat.
 *
 * @param maker makes the items; without it, they are the records as the service sent them
 */
export async function runItem(
	{ session, ledger }: { session: Session; ledger: Ledger },
	operation: EndpointOperation,
	request: ItemRequest,
	item: number,
	maker = new ItemMaker(undefined, request),
): Promise<Result> {
	const serviceCall = serviceCallOf(operation, request);
	const itemCall = { session, operation, request, serviceCall, maker };
	try {
		return serviceCall.retryClass === 'read'
			? { status: 'done', ...(await readItemAnswer(itemCall)) }
			: await writeOnce({ ...itemCall, ledger, item });
	} catch (error) {
		return failureOf(session, serviceCall, error);
	} finally {
		// A read that the maker began must not go on after the item has ended.
		await maker.settled();
	}
}

/** Sends a write, unless the ledger says that it was sent. */
async function writeOnce(write: ItemWrite): Promise<Result> {
	const { session, ledger, operation, request, item } = write;
	const earlierTry = ledger.get(item, request);
	if (!earlierTry) {
		const earlierToolCall = ledger.sentByOtherCall(request);
		if (earlierToolCall) return refuseRepeat(session, earlierToolCall, ADVICE_FOR_TOOL);
		return await send(write);
	}
	if (earlierTry.state === 'done') {
		const answer = { ...earlierTry.answer, isFromEarlierRun: true } as const;
		return await resultOf(write, answer, earlierTry.body);
	}
	// With the body of the earlier try: an expression may give another one now.
	const serviceCall = serviceCallOf(operation, { ...request, body: earlierTry.body });
	if (serviceCall.retryClass !== 'idempotent')
		return refuseRepeat(session, earlierTry, ADVICE_FOR_RETRY);
	return await send({ ...write, serviceCall: { ...serviceCall, maybeDoneByEarlierRun: true } });
}

/** The error of a request that is not sent, because an earlier try or call of the tool has sent it. */
function refuseRepeat(session: Session, entry: LedgerEntry, advice: string): NotDone {
	// A write without an answer keeps the facts of its error.
	const facts = entry.state === 'maybeDone' ? entry.facts : { message: ALREADY_DONE };
	const hint = [facts.hint, advice].filter(Boolean).join(' ');
	const error = new SurveyInterviewError(session.node, { ...facts, hint });
	return error.maybeDone
		? { status: 'maybeDone', error, isFromEarlierRun: true }
		: { status: 'failed', error };
}

const ALREADY_DONE = 'This was already done in this execution, and is not done twice';
const ADVICE_FOR_TOOL = 'A tool does this only once for the same record in an execution.';
const ADVICE_FOR_RETRY =
	'To do it again on purpose, start a new execution instead of retrying this one.';

async function send(write: ItemWrite): Promise<Result> {
	const { session, ledger, request, item, serviceCall } = write;
	const { body } = serviceCall;
	// Noted before it is sent, because n8n may end before the answer comes.
	ledger.note(item, request, { state: 'maybeDone', facts: NO_ANSWER_YET, body });
	let answer: Answer;
	try {
		answer = await call(session, serviceCall);
	} catch (error) {
		const failure = failureOf(session, serviceCall, error);
		// Forgotten only if it was certainly not done.
		if (failure.status === 'failed') ledger.forget(item, request);
		else ledger.note(item, request, { state: 'maybeDone', facts: failure.error.facts, body });
		return failure;
	}
	ledger.note(item, request, { state: 'done', answer, body });
	return await resultOf(write, answer, body);
}

const NO_ANSWER_YET: ErrorFacts = {
	message: 'This may have been done: n8n ended before the answer came',
	maybeDone: true,
};

/** @param body as it was sent */
async function resultOf(itemCall: ItemCall, answer: Answer, body = {}): Promise<Result> {
	const { session, operation, maker } = itemCall;
	const record = recordOf(itemCall, answer.body);
	// The answer was 200, but its record may show that the service did not do what was asked.
	const refusal = operation.refusalOf?.(body, record);
	if (refusal) return { status: 'failed', error: new SurveyInterviewError(session.node, refusal) };
	const { items, remarks } = await maker.itemsOf([record]);
	const { maybeDoneByEarlierTry, isFromEarlierRun } = answer;
	return {
		status: 'done',
		items,
		record,
		remarks: { ...remarks, isFromEarlierRun },
		maybeDoneByEarlierTry,
	};
}

/** One item's request as `http/` takes it. */
function serviceCallOf(operation: EndpointOperation, request: ItemRequest): ServiceCall {
	const { method, path, query, body } = request;
	const { hints, refusedWhen, effect, howToCheck } = operation;
	return {
		method,
		path,
		body,
		hints,
		refusedWhen,
		effect,
		howToCheck,
		query: Object.keys(query).length > 0 ? query : undefined,
		retryClass: retryClassOf(operation, body ?? {}),
		proves: proofOf(operation, request.identifiers),
	};
}
