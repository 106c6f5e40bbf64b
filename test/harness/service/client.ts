import type { Service } from './index';

export interface Answered {
	status: number;
	headers: Headers;
	text: string;
	/** The parsed body; fails when it is not JSON. */
	json: Json;
}

/** JSON of unknown shape, to be looked into by tests. */
export type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

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
