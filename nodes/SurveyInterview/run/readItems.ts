import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import { findOperation } from '../operations';
import type { EndpointOperation } from '../operations/operation';
import { fillPath } from '../service/identifiers';
import type { JsonObject } from '../service/json';
import { runItem } from './itemRequest';
import type { Ledger } from './ledger';
import { ItemMakers } from './itemMaker';
import type { SurveyRecords } from './surveyRecords';

/** What the requests of one run share. */
export interface RunParts {
	session: Session;
	surveys: SurveyRecords;
	ledger: Ledger;
}

/**
 * Runs a reading operation of the node, and gives its items as Simplified.
 *
 * @param fields which fields; all if absent
 * @throws {SurveyInterviewError} as the operation would
 */
export async function readItems<T = JsonObject>(
	runParts: RunParts,
	[resource, name]: readonly [resource: string, operation: string],
	identifiers: ItemRequest['identifiers'],
	query: JsonObject = {},
	{ limit = Infinity, fields }: { limit?: number; fields?: string[] } = {},
): Promise<T[]> {
	const operation = findOperation(resource, name) as EndpointOperation;
	const { method, path } = operation;
	const request: ItemRequest = {
		method,
		path: fillPath(path, identifiers),
		identifiers,
		query,
		limit,
		rawAnswer: false,
		output: fields ?? Object.keys(operation.simplified?.fields ?? {}),
	};
	const maker = new ItemMakers(runParts.surveys, operation).makerFor(request);
	// Only the ledger asks which item it is, and nothing is noted there about reads.
	const anyItem = 0;
	const result = await runItem(runParts, operation, request, anyItem, maker);
	if (result.status !== 'done') throw result.error;
	return result.items as T[];
}
