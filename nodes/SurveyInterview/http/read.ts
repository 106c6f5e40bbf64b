/** Reads what the service has: a list in batches while it arrives, anything else as a whole. */
import { isObject, type JsonObject } from '../service/json';
import type { ListReader } from './body';
import { type Answer, call, type ServiceCall } from './call';
import type { Session } from './session';
import { Turns } from './timing';

/** Reads a path below `/api`. */
export async function read(session: Session, path: string, query?: JsonObject): Promise<unknown> {
	const request = { method: 'GET', path, query, retryClass: 'read' } as const;
	const { answer, list } = await callForList(session, request, readAll);
	return list ?? answer.body;
}

/**
 * Requests a list.
 *
 * @param readList reads the entries, and is called again if the list breaks off; it must not wait for other requests
 * @returns what it made of an answer that is a list, or else the answer
 */
export async function callForList<Result>(
	session: Session,
	request: ServiceCall,
	readList: ListReader<Result>,
): Promise<{ answer: Answer; list?: Result }> {
	let reading: Promise<Result> | undefined;
	const answer = await call(session, {
		...request,
		readList: async (entries) => await (reading = readList(entries)),
	});
	if (!answer.isTaken || reading === undefined) return { answer };
	return { answer, list: await reading };
}

/** A list that is already read, for a reader of lists that arrive. */
export async function* inBatches<Value>(values: readonly Value[]): AsyncGenerator<Value[]> {
	const turns = new Turns();
	for (let start = 0; start < values.length; start += BATCH) {
		yield values.slice(start, start + BATCH);
		await turns.next();
	}
}

const BATCH = 500;

/** A reader that keeps the whole list. */
export async function readAll<Value>(entries: AsyncIterable<Value[]>): Promise<Value[]> {
	const all: Value[] = [];
	for await (const values of entries) for (const value of values) all.push(value);
	return all;
}

/**
 * The entries of a list, which must be records.
 *
 * @param refusal the error for an entry that is none, by its position, counted from 1
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
