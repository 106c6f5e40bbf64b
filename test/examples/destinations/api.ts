import type { Server } from 'node:https';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What the recorders of all hosts are on; each registers its own routes, for its own host. */
export type App = FastifyInstance<Server>;

/** A request of n8n's. */
export interface ApiCall {
	method: string;
	path: string;
	body: unknown;
	query: Record<string, string>;
}

/** What is recorded of the requests to a host, and how a test has it refuse some. */
export class Recorded {
	/** All requests, those that were refused too. */
	readonly calls: ApiCall[] = [];
	/** How many it has refused. */
	refused = 0;
	/** Says of single requests that they are too many; a promise has whoever sends it wait. */
	refuses: (call: ApiCall) => boolean | Promise<boolean> = () => false;
}

/** How a host says no. */
export class ApiRefusal extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** Adds a route of a host: `answer` gives the body, or throws an `ApiRefusal`. */
export type AddRoute = (
	method: 'GET' | 'POST' | 'PATCH' | 'PUT',
	url: string,
	answer: (request: FastifyRequest) => unknown,
	/** Of an answer that is no refusal. */
	status?: number,
) => void;

/** @param isKnown whether a request has the token */
export function routesOf(
	app: App,
	host: string,
	recorded: Recorded,
	isKnown: (request: FastifyRequest) => boolean,
): AddRoute {
	return (method, url, answer, status = 200) => {
		const handler = async (request: FastifyRequest, reply: FastifyReply) => {
			const [path = ''] = request.url.split('?');
			const query = request.query as Record<string, string>;
			const call = { method, path, body: request.body, query };
			recorded.calls.push(call);
			try {
				if (!isKnown(request)) throw new ApiRefusal(401, 'The token is not known');
				if (await recorded.refuses(call)) {
					recorded.refused++;
					throw new ApiRefusal(429, 'Too many requests');
				}
				return await reply.code(status).send(answer(request));
			} catch (error) {
				if (!(error instanceof ApiRefusal)) throw error;
				const { message } = error;
				return await reply.code(error.status).header('retry-after', '1').send({ message });
			}
		};
		app.route({ method, url, constraints: { host }, handler });
	};
}
