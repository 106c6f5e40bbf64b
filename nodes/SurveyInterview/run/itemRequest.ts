/** The request of one item: sent once, whatever happened in a try before. */
import { readInvitation } from '../facts/invitationFacts';
import { call, verify, type Answer, type ServiceCall, type Verification } from '../http/call';
import { type ErrorFacts, serviceError, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import { areOfDifferentPeople, turnsOf } from '../operations/inTurn';
import { type EndpointOperation, retryClassOf } from '../operations/operation';
import { proofOf } from '../operations/proof';
import { recordWithId } from '../operations/verification';
import { fillPath, placeholdersOf } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import {
	intakeOf,
	type ItemIntake,
	pagedRecords,
	recordIdOf,
	recordsOf,
	type RecordsOfAnswer,
} from './answer';
import type { Ledger, LedgerEntry } from './ledger';
import { failureOf, type NotDone } from './itemResult';
import type { ItemCollector } from './simplify';

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
	const keep = (entry: LedgerEntry | undefined) => {
		if (service.retryClass !== 'read') ledger.set(item, request, entry);
	};
	const itemCall = { session, operation, request, service, ledger, collector, keep };
	const known = ledger.get(item, request);
	const ofTool = known ? undefined : ledger.ofTool(request);
	try {
		if (ofTool) return asError(session, ofTool, ONCE_A_TOOL);
		return await (known ? sentBefore(itemCall, known) : send(itemCall));
	} catch (error) {
		// An answer that cannot be used leaves open whether a write was done.
		return failureOf(session, service, error);
	}
}

interface ItemCall {
	session: Session;
	operation: EndpointOperation;
	request: ItemRequest;
	service: ServiceCall;
	ledger: Ledger;
	collector?: ItemCollector;
	/** Keeps what a repeat of the run must know. */
	keep: (entry: LedgerEntry | undefined) => void;
}

async function sentBefore(itemCall: ItemCall, known: LedgerEntry): Promise<Answered> {
	const { session, operation, request, keep } = itemCall;
	if (known.state === 'done')
		return await resultOf(itemCall, { ...known.answer, isOfTryBefore: true });
	// The same body as before: an expression may give another one now.
	const again = serviceCallOf(operation, { ...request, body: known.body });
	if (again.retryClass === 'idempotent') {
		return await send({ ...itemCall, service: { ...again, maybeDoneBefore: true } });
	}
	// Where no path shows the record, or it does not show the request as done, that is an error.
	const answer = await verify(session, again, { message: '' }).catch(() => undefined);
	if (!answer) return asError(session, known, ON_PURPOSE);
	keep({ state: 'done', answer });
	return await resultOf(itemCall, { ...answer, isOfTryBefore: true });
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

async function send(item: ItemCall): Promise<Answered> {
	const { session, operation, request, service, collector, keep } = item;
	const { items } = operation;
	if (items && items.from !== 'list') {
		return { status: 'done', ...(await pagedRecords(session, items, request, service)) };
	}
	const intake = intakeOf(operation, request, collector);
	const { body } = service;
	keep({ state: 'maybeDone', facts: CUT_OFF, body });
	let answer: Answer;
	try {
		// A list inside a record is found only in the whole of it.
		answer = await call(session, { ...service, intake: items?.namedLike ? undefined : intake });
	} catch (error) {
		const failure = failureOf(session, service, error);
		const { facts } = failure.error as Partial<SurveyInterviewError>;
		keep(failure.status === 'maybeDone' && facts ? { state: 'maybeDone', facts, body } : undefined);
		return failure;
	}
	keep({ state: 'done', answer });
	return await resultOf(item, answer, intake);
}

const CUT_OFF: ErrorFacts = {
	message: 'This may have been done: n8n ended before the answer came',
	maybeDone: true,
};

/** What an accepted request gives. */
async function resultOf(item: ItemCall, answer: Answer, intake?: ItemIntake): Promise<Answered> {
	const { session, operation, request } = item;
	const { remarks, ...found } = await recordsOf(session, operation, request, answer, intake);
	if (operation.inTurn === 'person') noteReceiver(item, found.records[0] ?? {});
	const { maybeDoneBefore, isOfTryBefore } = answer;
	return { status: 'done', ...found, remarks: { ...remarks, isOfTryBefore }, maybeDoneBefore };
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

/** One item's request as `http/` takes it: with its retry class, and how to find out whether it was done. */
function serviceCallOf(operation: EndpointOperation, request: ItemRequest): ServiceCall {
	const { method, path, query, body } = request;
	const { items, hints, refusedWhen, effect, howToCheck } = operation;
	const sameInBoth = { method, path, body, hints, refusedWhen, effect, howToCheck };
	return {
		...sameInBoth,
		query: Object.keys(query).length > 0 ? query : undefined,
		retryClass: retryClassOf(operation, body ?? {}),
		isOneRecord: items === undefined || 'orWhole' in items,
		proves: proofOf(operation, request.identifiers, body),
		verification: verificationOf(operation, request),
	};
}

function verificationOf(
	operation: EndpointOperation,
	request: ItemRequest,
): Verification | undefined {
	const { verify } = operation;
	if (!verify) return undefined;
	const template = verify.read.find((path) =>
		placeholdersOf(path).every((name) => request.identifiers[name] !== undefined),
	);
	const id = recordIdOf(operation, request) ?? '';
	const path = template === undefined ? undefined : fillPath(template, request.identifiers);
	return {
		path,
		judge(answer, status) {
			// At its own path, another record proves nothing: only a list tells that one is missing.
			const isOther = path === request.path && !recordWithId(answer, id);
			const seen = isOther ? undefined : answer;
			return verify.judge({ answer: seen, id, body: request.body ?? {}, status });
		},
	};
}
