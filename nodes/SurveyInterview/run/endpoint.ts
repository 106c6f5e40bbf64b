import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readInvitation } from '../facts/invitation';
import { call, shownAsDone, type Answer, type ServiceCall } from '../http/call';
import { type ErrorFacts, serviceError, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import { parametersOf } from '../input/parameters';
import { readRequest, type ItemRequest } from '../input/request';
import { areOfDifferentPeople, turnsOf } from '../operations/inTurn';
import { type EndpointOperation, identifiersOf, retryClassOf } from '../operations/operation';
import type { JsonObject } from '../records/json';
import { pagedRecords, recordsOf, type RecordsOfAnswer } from './answer';
import { EqualReads } from './equalReads';
import { itemIntake, type ItemIntake } from './intake';
import { Ledger, retryRefusal, type LedgerEntry } from './ledger';
import { failureOf, itemRefusal, type NotDone, type Result } from './output';
import { PropertyKeys, SurveyRecords } from './surveyRecords';
import { runItems } from './run';
import { serviceCallOf } from './serviceCall';
import { type ItemCollector, Simplifier } from './simplify';

/** The runner of an operation that is one endpoint: each input item is one request. */
export async function runEndpoint(
	context: IExecuteFunctions,
	operation: EndpointOperation,
): Promise<INodeExecutionData[]> {
	const ledger = new Ledger(context, isByRecord(operation));
	const output = await runItems(context, operation, ({ session, checker }) => {
		const parameter = parametersOf(context);
		const surveys = new SurveyRecords(session);
		const simplifier = new Simplifier(surveys, operation);
		const propertyKeys = new PropertyKeys(surveys, operation, session);
		const refusals = new Map<number, NotDone>();
		const reads = new EqualReads();
		const isRead = operation.retry === 'read';
		const work = async (request: ItemRequest, item: number): Promise<Result> => {
			const refusal = refusals.get(item);
			if (refusal) return refusal;
			const filter = await orNotDone(session, simplifier.filterOf(request));
			if (filter && 'status' in filter) return filter;
			const whole = ledger.get(item, request)
				? request
				: await orNotDone(session, propertyKeys.withOthers(request));
			if ('status' in whole) return whole;
			const filtered = { ...whole, filter };
			const collector = simplifier.collectorFor(request);
			const answered = await runItem(session, operation, filtered, ledger, item, collector);
			// Nothing that an item has asked for is under way when it has ended.
			await collector.settled();
			if (answered.status !== 'done') return answered;
			const { items, remarks } = await collector.end(answered.records, answered.example);
			const unknownProperties = await propertyKeys.unknownIn(request);
			const sentence = operation.says?.(whole.body ?? {}, answered.records[0] ?? {}, session);
			return {
				status: 'done',
				items,
				remarks: {
					...remarks,
					...(unknownProperties ? { unknownProperties } : {}),
					...(sentence === undefined ? {} : { own: { sentence } }),
					...answered.remarks,
				},
			};
		};
		return {
			read: (item) => {
				const request = readRequest(operation, checker, parameter(item), () =>
					inputOf(context, item),
				);
				const retryClass = retryClassOf(operation, request.body ?? {});
				const refusal = retryRefusal(context, retryClass, operation.name);
				if (refusal !== undefined) throw new InputError(refusal);
				return request;
			},
			complete: async (request, item) => {
				// What a try before has sent is not read again, and an item that it did is not refused now.
				if (ledger.get(item, request)) return request;
				const completing = propertyKeys.complete(request);
				if (ledger.isEmpty) return await completing;
				const completed = await completing.catch(
					(error: unknown): NotDone => ({
						status: 'failed',
						error: itemRefusal(context, error, item, true),
					}),
				);
				if (!('status' in completed)) return completed;
				refusals.set(item, completed);
				return request;
			},
			turnsOf: (request) => turnsOf(operation, request),
			work: async (request, item) =>
				await (isRead
					? reads.of(request, async () => await work(request, item))
					: work(request, item)),
		};
	});
	// With Retry On Fail, n8n also repeats a run that goes on after a failure.
	const isRepeated =
		context.getNode().retryOnFail === true && output.some(({ json }) => 'error' in json);
	if (!isRepeated) ledger.close();
	return output;
}

/** Whether the path says to whom something is done: an email, an erasure, a fresh link that ends the one before. */
const isByRecord = (operation: EndpointOperation) =>
	operation.retry === 'irreversible' ||
	(operation.retry === 'create' &&
		![undefined, 'survey_id'].includes(identifiersOf(operation).at(-1)));

/** What was read before the request itself, or the failure of it: then nothing was sent. */
async function orNotDone<T>(session: Session, reading: Promise<T>): Promise<T | NotDone> {
	return await reading.catch((error: unknown) => failureOf(session, { retryClass: 'read' }, error));
}

const inputOf = (context: IExecuteFunctions, item: number) =>
	(context.getInputData()[item]?.json ?? {}) as JsonObject;

/** `maybeDoneBefore`: an earlier try that nobody answered may have done it already. */
export type Answered = ({ status: 'done'; maybeDoneBefore?: true } & RecordsOfAnswer) | NotDone;

/**
 * Sends the request of one item, unless a try before this one has: what that did gives its first answer again,
 * and what it may have done is looked up, where the service shows it, and not repeated otherwise.
 *
 * @param collector takes the records of a list as they arrive; then they are not in what this resolves to
 */
export async function runItem(
	session: Session,
	operation: EndpointOperation,
	request: ItemRequest,
	ledger: Ledger,
	item: number,
	collector?: ItemCollector,
): Promise<Answered> {
	const service = serviceCallOf(operation, request);
	const itemCall = { session, operation, request, service, ledger, collector };
	if (service.retryClass === 'read') return await send(itemCall);
	const known = ledger.get(item, request);
	const keep = (entry: LedgerEntry | undefined) => ledger.set(item, request, entry);
	if (known === undefined) {
		const ofTool = ledger.ofTool(request);
		return ofTool ? asError(session, ofTool, ONCE_A_TOOL) : await send(itemCall, keep);
	}
	if (known.state === 'done') return resultOf(itemCall, { ...known.answer, isOfTryBefore: true });
	// The same body as before: an expression may give another one now.
	const again = serviceCallOf(operation, { ...request, body: known.body });
	if (again.retryClass === 'idempotent') {
		return await send({ ...itemCall, service: { ...again, maybeDoneBefore: true } }, keep);
	}
	const answer = await shownAsDone(session, again);
	if (!answer) return asError(session, known, ON_PURPOSE);
	keep({ state: 'done', answer });
	return resultOf(itemCall, { ...answer, isOfTryBefore: true });
}

/** What was sent before, as the error of a request that is therefore not sent. */
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

interface ItemCall {
	session: Session;
	operation: EndpointOperation;
	request: ItemRequest;
	service: ServiceCall;
	ledger: Ledger;
	collector?: ItemCollector;
}

/** @param keep called with what a repeat of the run must know */
async function send(
	item: ItemCall,
	keep: (entry: LedgerEntry | undefined) => void = () => {},
): Promise<Answered> {
	const { session, operation, request, service, collector } = item;
	const taking = collector && itemIntake(operation, request, collector);
	const { body } = service;
	let answer: Answer;
	try {
		if (operation.items && operation.items.from !== 'list') {
			const paged = await pagedRecords(session, operation.items, request, service);
			return { status: 'done', ...paged };
		}
		keep({ state: 'maybeDone', facts: CUT_OFF, body });
		answer = await call(session, { ...service, intake: taking?.intake });
		if (!answer.isTaken && (await taking?.takes(answer.body))) answer.isTaken = true;
	} catch (error) {
		const failure = failureOf(session, service, error);
		const { facts } = failure.error as Partial<SurveyInterviewError>;
		keep(failure.status === 'maybeDone' && facts ? { state: 'maybeDone', facts, body } : undefined);
		return failure;
	}
	keep({ state: 'done', answer });
	return resultOf(item, answer, taking);
}

const CUT_OFF: ErrorFacts = {
	message: 'This may have been done: n8n ended before the answer came',
	maybeDone: true,
};

/** What an accepted request gives; an answer that cannot be used leaves open whether a write was done. */
function resultOf(itemCall: ItemCall, answer: Answer, taking?: ItemIntake): Answered {
	const { session, operation, request, service } = itemCall;
	try {
		if (answer.isTaken && taking) return { status: 'done', ...taking.taken(session) };
		const { remarks, ...found } = recordsOf(session, operation, request, answer);
		if (operation.inTurn === 'person') noteReceiver(itemCall, found.records[0] ?? {});
		const { maybeDoneBefore, isOfTryBefore } = answer;
		return {
			status: 'done',
			...found,
			remarks: { ...remarks, ...(isOfTryBefore ? { isOfTryBefore } : {}) },
			...(maybeDoneBefore ? { maybeDoneBefore } : {}),
		};
	} catch (error) {
		return failureOf(session, service, error);
	}
}

/** @throws {SurveyInterviewError} where somebody else of the run was given the same invitation */
function noteReceiver(
	{ session, operation, request, service, ledger }: ItemCall,
	record: JsonObject,
) {
	const person = turnsOf(operation, request);
	const { id, link } = readInvitation(record, session);
	for (const given of [id, link].filter((one) => one !== null)) {
		const other = ledger.given.get(given) ?? person;
		if (areOfDifferentPeople(person, other)) throw serviceError(session, service, SHARED, true);
		ledger.given.set(given, person);
	}
}

const SHARED: ErrorFacts = {
	message:
		'The service gave two people of this run the same invitation, so it is not a personal one',
	hint: 'Pass its link on to neither of them, and check Base URL in the credential: something else may answer there.',
};
