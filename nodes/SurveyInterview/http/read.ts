/** Reads what the service has: a list in batches while it arrives, anything else as a whole. */
import { isObject, type JsonObject } from '../service/json';
import type { ListReader } from './body';
import { type Answer, call, type ServiceCall } from './call';
import type { Session } from './session';
import { Pauses } from './pauses';

/** Reads a path below `/api`: the list, if the answer is a bare array, or else the whole answer. */
export async function read(session: Session, path: string, query?: JsonObject): Promise<unknown> {
	const request = { method: 'GET', path, query, retryClass: 'read' } as const;
	const { answer, list } = await callForList(session, request, readAll);
	return list ?? answer.body;
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
	// What the reader of the last try returns or throws: `handToReader` does not use it, so it is awaited here.
	let reading: Promise<Result> | undefined;
	const answer = await call(session, {
		...request,
		readList: async (entries) => await (reading = readList(entries)),
	});
	if (!answer.wasReadAsList || reading === undefined) return { answer };
	return { answer, list: await reading };
}

/** Gives a list that is in memory to a reader of lists: in batches, as if it were arriving. */
export async function* inBatches<Value>(values: readonly Value[]): AsyncGenerator<Value[]> {
	const pauses = new Pauses();
	for (let start = 0; start < values.length; start += BATCH) {
		yield values.slice(start, start + BATCH);
		await pauses.takeIfDue();
	}
}

const BATCH = 500;

/** A reader that keeps the whole list. It pushes one value at a time, because a call has a limit of arguments. */
export async function readAll<Value>(entries: AsyncIterable<Value[]>): Promise<Value[]> {
	const all: Value[] = [];
	for await (const values of entries) for (const value of values) all.push(value);
	return all;
}

/**
 * Passes on the entries of a list, which must be records.
 *
 * @param refusal makes the error for the first entry that is no record, from its position, counted from 1
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
