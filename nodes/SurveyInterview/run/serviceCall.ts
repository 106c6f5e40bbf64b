import type { ServiceCall } from '../http/call';
import type { ItemRequest } from '../input/request';
import { type EndpointOperation, retryClassOf } from '../operations/operation';
import { proofOf } from '../operations/proof';
import { recordWithId } from '../operations/verification';
import { fillPath, placeholdersOf } from '../records/identifiers';
import { recordIdOf } from './answer';

/** One item's request as `http/` takes it: with its retry class, and how to find out whether it was done. */
export function serviceCallOf(operation: EndpointOperation, request: ItemRequest): ServiceCall {
	const { method, path, query, body } = request;
	const { items } = operation;
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
		isOneRecord: items === undefined || 'orWhole' in items,
		proves: proofOf(operation, request.identifiers, body),
		verification: verificationOf(operation, request),
	};
}

function verificationOf(
	operation: EndpointOperation,
	request: ItemRequest,
): ServiceCall['verification'] {
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
		isDelete: request.method === 'DELETE',
	};
}
