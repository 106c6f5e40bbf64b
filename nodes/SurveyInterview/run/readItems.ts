import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import { findOperation } from '../operations';
import { endpointOf, type EndpointOperation, simplifiedOf } from '../operations/operation';
import { fillPath } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { runItem } from './itemRequest';
import type { Ledger } from './ledger';
import { Simplifier } from './simplify';
import type { SurveyRecords } from './surveyRecords';

/** What is made of several reads shares these. */
export interface Reading {
	session: Session;
	surveys: SurveyRecords;
	ledger: Ledger;
}

/**
 * What an operation of the node that reads gives as Simplified, for what is made of several of them.
 *
 * @param fields which of them; without it, all
 * @returns items of this type: Simplified says null where a record does not tell
 * @throws {SurveyInterviewError} as the operation would
 */
export async function readItems<T = JsonObject>(
	{ session, surveys, ledger }: Reading,
	[resource, name]: readonly [resource: string, operation: string],
	identifiers: ItemRequest['identifiers'],
	query: JsonObject = {},
	{ limit = Infinity, fields }: { limit?: number; fields?: string[] } = {},
): Promise<T[]> {
	const operation = findOperation(resource, name) as EndpointOperation;
	const { method, path } = endpointOf(operation);
	const request: ItemRequest = {
		method,
		path: fillPath(path, identifiers),
		identifiers,
		query,
		limit,
		rawAnswer: false,
		output: fields ?? Object.keys(simplifiedOf(operation)?.fields ?? {}),
	};
	const collector = new Simplifier(surveys, operation).collectorFor(request);
	const answered = await runItem(session, operation, request, ledger, 0, collector);
	if (answered.status !== 'done') throw answered.error;
	return (await collector.end(answered.records, answered.example)).items as T[];
}
