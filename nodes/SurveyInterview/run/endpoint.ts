import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { call, type Answer, type ServiceCall } from '../http/call';
import { SurveyInterviewError, TOO_DEEP, type ErrorFacts, serviceError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import { parametersOf } from '../input/parameters';
import { readRequest, type ItemRequest } from '../input/request';
import { turnsOf } from '../operations/inTurn';
import { type EndpointOperation, retryClassOf } from '../operations/operation';
import { isTooDeep, type JsonObject } from '../records/json';
import { pagedRecords, recordsOf, type RecordsOfAnswer } from './answer';
import { itemIntake, type ItemIntake } from './intake';
import type { ItemCollector } from './itemCollector';
import { failureOf, type NotDone } from './output';
import {
	entryKey,
	hasSent,
	knownTo,
	protectionOf,
	retryRefusal,
	type LedgerEntry,
	type RetryProtection,
} from './retryOnFail';
import { PropertyKeys } from './propertyKeys';
import { refusalOf, runItems } from './run';
import { serviceCallOf } from './serviceCall';
import { Simplifier } from './simplify';
import { SurveyRecords } from './surveyRecords';

/** The runner of an operation that is one endpoint: each input item is one request. */
export async function runEndpoint(
	context: IExecuteFunctions,
	operation: EndpointOperation,
): Promise<INodeExecutionData[]> {
	return await runItems(context, operation, ({ session, checker }) => {
		const protection = protectionOf(context);
		const parameter = parametersOf(context);
		const surveys = new SurveyRecords(session);
		const simplifier = new Simplifier(surveys, operation);
		const propertyKeys = new PropertyKeys(surveys, operation, session);
		const refusals = new Map<number, NotDone>();
		return {
			read: (item) => {
				const request = readRequest(operation, checker, parameter(item), () =>
					inputOf(context, item),
				);
				const retryClass = retryClassOf(operation, request.body ?? {});
				const refusal = retryRefusal(protection, retryClass, operation.name);
				if (refusal !== undefined) throw new InputError(refusal);
				return request;
			},
			complete: async (request, item) => {
				// What a try before has sent is not read again, and an item that it did is not refused now.
				if (knownTo(protection, item, request)) return request;
				const completing = propertyKeys.complete(request);
				if (!hasSent(protection)) return await completing;
				const completed = await completing.catch(refusalOf(context, item));
				if (!('status' in completed)) return completed;
				refusals.set(item, completed);
				return request;
			},
			turnsOf: (request) => turnsOf(operation, request),
			work: async (request, item) => {
				const refusal = refusals.get(item);
				if (refusal) return refusal;
				const filter = await orNotDone(session, simplifier.filterOf(request));
				if (filter && 'status' in filter) return filter;
				const isKnown = knownTo(protection, item, request);
				const whole = isKnown
					? request
					: await orNotDone(session, propertyKeys.withOthers(request));
				if ('status' in whole) return whole;
				const filtered = { ...whole, filter };
				const collector = simplifier.collectorFor(request);
				const answered = await runItem(session, operation, filtered, protection, item, collector);
				// Nothing that an item has asked for is under way when it has ended.
				await collector.settled();
				if (answered.status !== 'done') return answered;
				const { items, remarks } = await collector.end(answered.records);
				const unknownProperties = await propertyKeys.unknownIn(request);
				return {
					status: 'done',
					items,
					remarks: {
						...remarks,
						...(unknownProperties ? { unknownProperties } : {}),
						...answered.remarks,
					},
				};
			},
		};
	});
}

/** What was read before the request itself, or the failure of it: then nothing was sent. */
async function orNotDone<T>(session: Session, reading: Promise<T>): Promise<T | NotDone> {
	return await reading.catch((error: unknown) => failureOf(session, { retryClass: 'read' }, error));
}

const inputOf = (context: IExecuteFunctions, item: number) =>
	(context.getInputData()[item]?.json ?? {}) as JsonObject;

/** `maybeDoneBefore`: an earlier try that nobody answered may have done it already. */
export type Answered = ({ status: 'done'; maybeDoneBefore?: true } & RecordsOfAnswer) | NotDone;

/**
 * Sends the request of one item. With Retry On Fail a try before may have sent it: what that did gives its
 * first answer again, and what it may have done is not repeated.
 *
 * @param collector takes the records of a list as they arrive; then they are not in what this resolves to
 */
export async function runItem(
	session: Session,
	operation: EndpointOperation,
	request: ItemRequest,
	protection: RetryProtection,
	item: number,
	collector?: ItemCollector,
): Promise<Answered> {
	const service = serviceCallOf(operation, request);
	const itemCall = { session, operation, request, service, collector };
	const isRead = service.retryClass === 'read';
	if (isRead || protection.kind !== 'ledger') return await send(itemCall);
	const { ledger } = protection;
	const key = entryKey(item, request);
	const known = ledger.get(key);
	if (known?.state === 'done') return resultOf(itemCall, known.answer);
	const keep = (entry: LedgerEntry) => ledger.set(key, entry);
	if (known === undefined) return await send(itemCall, keep);
	// The same body as before: an expression may give another one now.
	const again = serviceCallOf(operation, { ...request, body: known.body });
	if (again.retryClass === 'idempotent') {
		return await send({ ...itemCall, service: { ...again, maybeDoneBefore: true } }, keep);
	}
	const error = new SurveyInterviewError(session.node, known.error.facts);
	return { status: 'maybeDone', error };
}

/** The request of one item, with what it takes to send it and to make items of the answer. */
interface ItemCall {
	session: Session;
	operation: EndpointOperation;
	request: ItemRequest;
	service: ServiceCall;
	collector?: ItemCollector;
}

/** @param keep called with what a repeat of the run must know */
async function send(
	item: ItemCall,
	keep: (entry: LedgerEntry) => void = () => {},
): Promise<Answered> {
	const { session, operation, request, service, collector } = item;
	const taking = collector && itemIntake(operation, request, collector);
	let answer: Answer;
	try {
		if (operation.items && operation.items.from !== 'list') {
			const paged = await pagedRecords(session, operation.items, request, service);
			return { status: 'done', ...paged };
		}
		answer = await call(session, { ...service, intake: taking?.intake });
	} catch (error) {
		const failure = failureOf(session, service, error);
		if (failure.status === 'maybeDone') {
			keep({ state: 'maybeDone', error: failure.error, body: service.body });
		}
		return failure;
	}
	keep({ state: 'done', answer });
	return resultOf(item, answer, taking);
}

/** What an accepted request gives; an answer that cannot be used leaves open whether a write was done. */
function resultOf(
	{ session, operation, request, service }: ItemCall,
	answer: Answer,
	taking?: ItemIntake,
): Answered {
	try {
		if (answer.isTaken && taking) return { status: 'done', ...taking.taken(session) };
		const unusable = isTooDeep(answer.body)
			? TOO_DEEP
			: operation.items === undefined && Array.isArray(answer.body)
				? NO_RECORD
				: undefined;
		if (unusable) throw serviceError(session, service, unusable, service.retryClass !== 'read');
		const records = recordsOf(session, operation, request, answer);
		const { maybeDoneBefore } = answer;
		return { status: 'done', ...records, ...(maybeDoneBefore ? { maybeDoneBefore } : {}) };
	} catch (error) {
		return failureOf(session, service, error);
	}
}

const NO_RECORD: ErrorFacts = {
	message: 'The service answered with a list instead of a record',
	hint: 'If this continues, contact the support of the service.',
};
