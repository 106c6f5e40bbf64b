import type { ServiceCall } from '../api/call';
import type { ItemRequest } from '../input/request';
import { identifiersOf, retryClassOf, type Operation } from '../operations/operation';
import { fillPath, placeholdersOf } from '../records/identifiers';

/** One item's request as the api layer takes it: with its retry class and its way to tell what was done. */
export function serviceCallOf(operation: Operation, request: ItemRequest): ServiceCall {
	const { method, path, query, body } = request;
	return {
		method,
		path,
		query: Object.keys(query).length > 0 ? query : undefined,
		body,
		retryClass: retryClassOf(operation, body ?? {}),
		hints: operation.hints,
		refused: operation.refused,
		deed: operation.deed,
		howToCheck: operation.howToCheck,
		confirm: confirmOf(operation, request),
	};
}

function confirmOf(operation: Operation, request: ItemRequest): ServiceCall['confirm'] {
	const { confirm } = operation;
	if (!confirm) return undefined;
	const template = confirm.read.find((path) =>
		placeholdersOf(path).every((name) => request.identifiers[name] !== undefined),
	);
	const own = identifiersOf(operation).at(-1);
	const id = (own && request.identifiers[own]) ?? '';
	return {
		path: template === undefined ? undefined : fillPath(template, request.identifiers),
		judge: (answer, status) => confirm.judge({ answer, id, body: request.body ?? {}, status }),
		isDelete: request.method === 'DELETE',
	};
}
