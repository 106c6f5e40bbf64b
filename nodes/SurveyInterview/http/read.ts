/** Reads what the service has: a list in batches while it arrives, anything else as a whole. */
import { isObject, type JsonObject } from '../service/json';
import type { ListReader } from './body';
import { type Answer, call, type ServiceCall } from './call';
import type { Session } from './session';
import { Pauses } from './pauses';

/** Reads a path below `/api`: the list, if the answer is a bare array, or else the whole answer. */
export async function read(session: Session, path: string, query?: JsonObject): Promise<unknown> {
	const request = { method: 'GET', path, query, retryClass: 'read' } as const;
	const { answer, list: listed } = await callForList(session, request, readAll);
	return listed ?? answer.body;
}

/**
 * Requests a list.
 *
 * @param readList reads the entries, and is called again if the list breaks off; it must not wait for other requests
 * @returns `list`, what the reader returned, if the answer is a bare array; otherwise `answer` has the whole body
 */
export async function callForList<Result>(
	session: Session,
	request: ServiceCall,
	readList: ListReader<Result>,
): Promise<{ answer: Answer; list?: Result }> {
	// The promise of the last try. `handToReader` ignores an error of the reader, which is thrown here instead.
	let reading: Promise<Result> | undefined;
	const answer = await call(session, {
		...request,
		readList: async (entries) => await (reading = readList(entries)),
	});
	if (!answer.wasReadAsList || reading === undefined) return { answer };
	return { answer, list: await reading };
}

/** A list that is in memory, in batches as if it arrived, for a reader that takes them. */
export async function* inBatches<Value>(values: readonly Value[]): AsyncGenerator<Value[]> {
	const pauses = new Pauses();
	for (let start = 0; start < values.length; start += BATCH) {
		yield values.slice(start, start + BATCH);
		await pauses.takeIfDue();
	}
}

const BATCH = 500;

/** A reader that keeps the whole list. It pushes values one by one: a call cannot take any number of arguments. */
export async function readAll<Value>(entries: AsyncIterable<Value[]>): Promise<Value[]> {
	const all: Value[] = [];
	for await (const values of entries) for (const value of values) all.push(value);
	return all;
}

/**
 * The entries of a list, which must be records.
 *
 * @param refusal the error for an entry that is no record, by its position, counted from 1
 */
export async function* recordsIn(
	entries: AsyncIterable<unknown[]>,
	refusal: (position: number) => Error,
): AsyncGenerator<JsonObject[]> {
	let count = 0;
	for await (const values of entries) {
		const index = values.findIndex((value) => !isObject(value));
		if (index >= 0) throw refusal(count + index + 1);
		count += values.length;
		yield values as JsonObject[];
	}
}
