import type { Service } from '../index';

export interface Answered {
	status: number;
	headers: Headers;
	text: string;
	/** The parsed body; fails when it is not JSON. */
	json: Json;
}

/** JSON of unknown shape, to be looked into by tests. */
export type Json = null | string | number | boolean | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface Sending {
	token?: string | null;
	body?: unknown;
	/** The body as it goes over the wire, instead of `body`. */
	rawBody?: string;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

export type Client = (method: string, path: string, sending?: Sending) => Promise<Answered>;

/** Real HTTP against a service; the path starts after `/api`. */
export function clientOf(service: Service): Client {
	return async (method, path, { token = service.token, body, rawBody, headers, signal } = {}) => {
		const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
		const response = await fetch(`${service.url}/api${path}`, {
			method,
			body: sent,
			redirect: 'manual',
			signal,
			headers: {
				...(token === null ? {} : { authorization: `Bearer ${token}` }),
				...(sent === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
		});
		const text = await response.text();
		return {
			status: response.status,
			headers: response.headers,
			text,
			get json() {
				return JSON.parse(text) as Json;
			},
		};
	};
}

export function object(json: Json | undefined): JsonObject {
	if (json === null || typeof json !== 'object' || Array.isArray(json)) {
		throw new Error(`Not an object: ${JSON.stringify(json)}`);
	}
	return json;
}

export function list(json: Json | undefined): JsonObject[] {
	if (!Array.isArray(json)) throw new Error(`Not a list: ${JSON.stringify(json)}`);
	return json.map(object);
}

/** The code of an error envelope, which must be whole. */
export function errorCode(answered: Answered): string {
	const { error, ...rest } = object(answered.json);
	const { code, message, ...others } = object(error);
	if (typeof code !== 'string' || typeof message !== 'string') throw new Error(answered.text);
	if (Object.keys({ ...rest, ...others }).length > 0) throw new Error(answered.text);
	return code;
}

/** Waits for something that the other end of a connection is about to notice. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** The next whole second: a time that every dialect writes down in full. */
export function wholeSecond(at: number): Date {
	return new Date(Math.ceil(at / 1000) * 1000);
}
