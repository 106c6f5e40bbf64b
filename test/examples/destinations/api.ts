import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './recorder';

/** A request of n8n's. */
export interface ApiCall {
	method: string;
	path: string;
	body: unknown;
	query: Record<string, string>;
}

export type Refuses = boolean | 503;

/** What is recorded of the requests to a host. */
export interface RecordedCalls {
	/** All requests, those that were refused too. */
	calls: ApiCall[];
	/** Says of single requests that they are too many, or gets a 503 for them; a promise has whoever sends it wait. */
	refuses: (call: ApiCall) => Refuses | Promise<Refuses>;
	/** How many it has refused so. */
	refused: number;
}

/** How a host says no: a status, and a body as its documentation shows it. */
export class ApiRefusal extends Error {
	constructor(
		readonly status: number,
		readonly body: Record<string, unknown>,
		readonly headers: Record<string, string> = {},
	) {
		super(JSON.stringify(body));
	}
}

/** What stands before a service that is down says the same of each. */
const unavailable = () => new ApiRefusal(503, { error: 'Service Unavailable' });

/** A host whose answers are JSON. */
export interface ApiHost {
	host: string;
	recorded: RecordedCalls;
	/** Whether a request has the token. */
	isKnown(request: FastifyRequest): boolean;
	unauthorized(): ApiRefusal;
	tooMany(): ApiRefusal;
}

/** Adds a route of a host: `answer` gives the body, or throws an `ApiRefusal`. */
export type AddRoute = (
	method: 'GET' | 'POST' | 'PATCH' | 'PUT',
	url: string,
	answer: (request: FastifyRequest) => unknown,
	/** Of an answer that is no refusal. */
	status?: number,
) => void;

export function routesOf(app: App, api: ApiHost): AddRoute {
	return (method, url, answer, status = 200) => {
		const handler = async (request: FastifyRequest, reply: FastifyReply) => {
			const [path = ''] = request.url.split('?');
			const query = request.query as Record<string, string>;
			const call = { method, path, body: request.body, query };
			const { recorded } = api;
			recorded.calls.push(call);
			try {
				if (!api.isKnown(request)) throw api.unauthorized();
				const refuses = await recorded.refuses(call);
				if (refuses) {
					recorded.refused++;
					throw refuses === 503 ? unavailable() : api.tooMany();
				}
				return await reply.code(status).send(answer(request));
			} catch (error) {
				if (!(error instanceof ApiRefusal)) throw error;
				return await reply.code(error.status).headers(error.headers).send(error.body);
			}
		};
		app.route({ method, url, constraints: { host: api.host }, handler });
	};
}
