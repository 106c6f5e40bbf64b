import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock';

/** A request as it came over the wire, and what was done with it. */
export interface LoggedRequest {
	sequence: number;
	/** Milliseconds: the service's clock, and the real one. */
	at: number;
	realAt: number;
	method: string;
	/** The path without the query, as sent. */
	path: string;
	url: string;
	/** The decoded pairs, in order. */
	query: ReadonlyArray<readonly [string, string]>;
	headers: Readonly<Record<string, string>>;
	rawBody: string;
	/** The parsed body; undefined when there is none or when it is not JSON. */
	body: unknown;
	/** The name of the token that was sent, or null. */
	token: string | null;
	/** The operation, such as `mailing.send`; null for a path that does not exist. */
	operation: string | null;
	/** The status answered; null while there is no answer, or when there never was one. */
	status: number | null;
	/** The body answered; null where there was none, and where it was so long that a log would drown in it. */
	answered: string | null;
	/** The kind of the fault that was injected, or null. */
	fault: string | null;
	/** Whether the work was done, whatever was answered. */
	done: boolean;
	/** Whether the client went away before the answer was complete. */
	clientClosed: boolean;
	finished: boolean;
}

export interface RequestFilter {
	method?: string;
	path?: RegExp | string;
	operation?: string;
	token?: string;
	status?: number;
	done?: boolean;
	fault?: string | null;
}

export class RequestLog {
	readonly entries: LoggedRequest[] = [];
	private sequence = 0;

	/** @param limit how many requests are kept, the latest of them */
	constructor(
		private readonly clock: Clock,
		private readonly limit = Infinity,
	) {}

	open(request: FastifyRequest, operation: string | null): LoggedRequest {
		const url = request.raw.url ?? '';
		const mark = url.indexOf('?');
		const rawBody = typeof request.body === 'string' ? request.body : '';
		const entry: LoggedRequest = {
			sequence: ++this.sequence,
			at: this.clock.now(),
			realAt: Date.now(),
			method: request.method,
			path: mark < 0 ? url : url.slice(0, mark),
			url,
			query: [...new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))],
			headers: flat(request.headers),
			rawBody,
			body: parsed(rawBody),
			token: null,
			operation,
			status: null,
			answered: null,
			fault: null,
			done: false,
			clientClosed: false,
			finished: false,
		};
		this.entries.push(entry);
		if (this.entries.length > this.limit) this.entries.shift();
		return entry;
	}

	where(filter: RequestFilter): LoggedRequest[] {
		return this.entries.filter((entry) => fits(entry, filter));
	}
}

export function fits(entry: LoggedRequest, filter: RequestFilter): boolean {
	const { path, ...exact } = filter;
	if (typeof path === 'string' ? entry.path !== path : path && !path.test(entry.path)) return false;
	const keys = Object.keys(exact) as Array<keyof typeof exact>;
	return keys.every((key) => exact[key] === undefined || entry[key] === exact[key]);
}

function flat(headers: FastifyRequest['headers']): Record<string, string> {
	const pairs = Object.entries(headers).map(([name, value]) => [
		name,
		Array.isArray(value) ? value.join(', ') : (value ?? ''),
	]);
	return Object.fromEntries(pairs) as Record<string, string>;
}

function parsed(text: string): unknown {
	try {
		return text === '' ? undefined : (JSON.parse(text) as unknown);
	} catch {
		return undefined;
	}
}
