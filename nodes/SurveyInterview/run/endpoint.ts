import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { call, type Answer, type ServiceCall } from '../http/call';
import { SurveyInterviewError, TOO_DEEP, type ErrorFacts, serviceError } from '../http/errors';
import type { Session } from '../http/session';
import { InputError } from '../input/problem';
import { parameterOf, readRequest, type ItemRequest } from '../input/request';
import { type EndpointOperation, identifiersOf, retryClassOf } from '../operations/operation';
import { fillPath, placeholdersOf } from '../records/identifiers';
import { isTooDeep } from '../records/json';
import { withDefaults } from '../records/shapes';
import { itemsOf, pagedItems } from './answer';
import { failureOf, type Result } from './output';
import {
	entryKey,
	protectionOf,
	retryRefusal,
	type LedgerEntry,
	type RetryProtection,
} from './retryOnFail';
import { runItems } from './run';

/** The runner of an operation that is one endpoint: each input item is one request. */
export async function runEndpoint(
	context: IExecuteFunctions,
	operation: EndpointOperation,
): Promise<INodeExecutionData[]> {
	return await runItems(context, operation, ({ session, checker }) => {
		const protection = protectionOf(context);
		return {
			read: (item) => {
				const request = readRequest(operation, checker, parameterOf(context, item));
				const retryClass = retryClassOf(operation, request.body ?? {});
				const refusal = retryRefusal(protection, retryClass, operation.name);
				if (refusal !== undefined) throw new InputError(refusal);
				return request;
			},
			work: async (request, item) => await runItem(session, operation, request, protection, item),
		};
	});
}

/**
 * One item's request, once: with Retry On Fail what an earlier try has done gives its first answer again,
 * and what it may have done is not repeated.
 */
export async function runItem(
	session: Session,
	operation: EndpointOperation,
	request: ItemRequest,
	protection: RetryProtection,
	item: number,
): Promise<Result> {
	const ledger = protection.kind === 'ledger' ? protection.ledger : undefined;
	const service = serviceCallOf(operation, request);
	if (service.retryClass === 'read') return await resultOf(session, request, operation, service);
	const key = ledger ? entryKey(item, request) : '';
	const known = ledger?.get(key);
	if (known?.state === 'done') return doneBy(session, operation, request, service, known.answer);
	const keep = (entry: LedgerEntry) => ledger?.set(key, entry);
	if (known === undefined) return await resultOf(session, request, operation, service, keep);
	// What is safe to repeat is sent again as it was, knowing that it may be done already.
	const first = serviceCallOf(operation, { ...request, body: known.body });
	if (first.retryClass !== 'idempotent') {
		return {
			status: 'maybeDone',
			error: new SurveyInterviewError(session.node, known.error.facts),
		};
	}
	return await resultOf(session, request, operation, { ...first, maybeDoneBefore: true }, keep);
}

async function resultOf(
	session: Session,
	request: ItemRequest,
	operation: EndpointOperation,
	service: ServiceCall,
	keep: (entry: LedgerEntry) => void = () => {},
): Promise<Result> {
	let answer: Answer;
	try {
		if (operation.items && operation.items.from !== 'list') {
			const items = await pagedItems(session, operation.items, request, service);
			return { status: 'done', items: items.map((item) => withDefaults(item, operation.output)) };
		}
		answer = await call(session, service);
	} catch (error) {
		const failure = failureOf(session, service, error);
		if (failure.status === 'maybeDone') {
			keep({ state: 'maybeDone', error: failure.error, body: service.body });
		}
		return failure;
	}
	keep({ state: 'done', answer });
	return doneBy(session, operation, request, service, answer);
}

function doneBy(
	session: Session,
	operation: EndpointOperation,
	request: ItemRequest,
	service: ServiceCall,
	answer: Answer,
): Result {
	try {
		if (isTooDeep(answer.body))
			throw serviceError(session, service, TOO_DEEP, service.retryClass !== 'read');
		if (operation.items === undefined && Array.isArray(answer.body)) {
			throw serviceError(session, service, NO_RECORD, service.retryClass !== 'read');
		}
		const items = itemsOf(session, operation, request, answer);
		return {
			status: 'done',
			...items,
			...(answer.maybeDoneBefore ? { maybeDoneBefore: true } : {}),
		};
	} catch (error) {
		return failureOf(session, service, error);
	}
}

const NO_RECORD: ErrorFacts = {
	message: 'The service answered with a list instead of a record',
	hint: 'If it goes on, tell the support of the service.',
};

/** One item's request as the api layer takes it: with its retry class and its way to tell what was done. */
export function serviceCallOf(operation: EndpointOperation, request: ItemRequest): ServiceCall {
	const { method, path, query, body } = request;
	return {
		method,
		path,
		query: Object.keys(query).length > 0 ? query : undefined,
		body,
		retryClass: retryClassOf(operation, body ?? {}),
		hints: operation.hints,
		refusedWhen: operation.refusedWhen,
		effect: operation.effect,
		howToCheck: operation.howToCheck,
		verification: confirmOf(operation, request),
	};
}

function confirmOf(
	operation: EndpointOperation,
	request: ItemRequest,
): ServiceCall['verification'] {
	const { verify } = operation;
	if (!verify) return undefined;
	const template = verify.read.find((path) =>
		placeholdersOf(path).every((name) => request.identifiers[name] !== undefined),
	);
	const own = identifiersOf(operation).at(-1);
	const id = (own && request.identifiers[own]) ?? '';
	return {
		path: template === undefined ? undefined : fillPath(template, request.identifiers),
		judge: (answer, status) => verify.judge({ answer, id, body: request.body ?? {}, status }),
		isDelete: request.method === 'DELETE',
	};
}
