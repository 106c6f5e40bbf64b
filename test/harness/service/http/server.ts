import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { envelope, send, sendDripping, wasBrokenOff } from './answer';
import type { Answer } from './answer';
import { momentOf } from './faults';
import type { Faults } from './faults';
import type { LoggedRequest, RequestLog } from './log';
import type { Operation } from './operation';
import { perform } from './perform';
import type { Workings } from './perform';
import { strike } from './strike';
import type { Scene } from './strike';
import { InFlight, Waits } from './waits';

export interface ServerParts extends Workings {
	log: RequestLog;
	faults: Faults;
	operations: readonly Operation[];
	/** Adds routes that are no part of the interface: they have no token, no faults and no log. */
	addRoutes?: (app: FastifyInstance) => void;
}

export interface Server {
	listen(port: number): Promise<string>;
	/** Resolves when no request is being worked on, also none whose client has gone. */
	idle(): Promise<void>;
	/** Breaks every connection, those of hanging requests included. */
	breakConnections(): void;
	/** Listens no longer. @returns listens again on the same port */
	goDown(): Promise<() => Promise<void>>;
	close(): Promise<void>;
}

const KEEP_ALIVE = 120_000;
const LARGEST_BODY = 16 * 1024 * 1024;
const LONGEST_LOGGED = 500_000;

/** HTTP around the operations: bodies stay text, so that the log shows what came over the wire. */
export function buildServer(parts: ServerParts): Server {
	const waits = new Waits();
	const inFlight = new InFlight();
	const handle = (operation: Operation | null) => (request: FastifyRequest, reply: FastifyReply) =>
		inFlight.during(serve(parts, waits, operation, request, reply));
	const app: FastifyInstance = Fastify({
		keepAliveTimeout: KEEP_ALIVE,
		forceCloseConnections: true,
		bodyLimit: LARGEST_BODY,
		exposeHeadRoutes: false,
		// A path that cannot even be decoded is an unknown path.
		frameworkErrors: (_error, request, reply) => void handle(null)(request, reply),
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	for (const operation of parts.operations) {
		app.route({
			method: operation.method,
			url: `/api${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
			handler: handle(operation),
		});
	}
	parts.addRoutes?.(app);
	app.setNotFoundHandler(handle(null));
	app.setErrorHandler((error, request, reply) => {
		const tooLarge = (error as { statusCode?: number }).statusCode === 413;
		const { status, code } = parts.dialect.refusals[tooLarge ? 'body too large' : 'internal'];
		parts.log.open(request, null).status = status;
		send(reply, envelope(status, code, String(error)));
	});
	return {
		idle: () => inFlight.none(),
		breakConnections: () => app.server.closeAllConnections(),
		listen: (port) => app.listen({ port, host: '127.0.0.1' }),
		goDown: async () => {
			const { server } = app;
			const { port } = server.address() as AddressInfo;
			const isClosed = new Promise((resolve) => void server.close(resolve));
			server.closeAllConnections();
			await isClosed;
			return async () =>
				await new Promise((resolve, reject) => {
					server.once('error', reject).listen(port, '127.0.0.1', resolve);
				});
		},
		close: async () => {
			waits.end();
			app.server.closeAllConnections();
			await app.close();
		},
	};
}

async function serve(
	parts: ServerParts,
	waits: Waits,
	operation: Operation | null,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const entry = parts.log.open(request, operation?.name ?? null);
	const { authorization } = entry.headers;
	entry.token = parts.tokens.named(authorization)?.name ?? null;
	const fault = parts.faults.take(entry);
	entry.fault = fault?.kind ?? null;
	const params = (request.params ?? {}) as Record<string, string>;
	watch(entry, reply);
	const scene: Scene = {
		request,
		reply,
		wait: (ms) => waits.wait(ms),
		waitFor: (other) => waits.waitFor(other),
		answer: null,
	};
	const answer = await answerTo();
	if (answer === null) return;
	entry.status = answer.status;
	entry.answered =
		answer.body !== null && answer.body.length <= LONGEST_LOGGED ? answer.body : null;
	// Its own clock, as in all that it writes.
	answer.headers = { date: new Date(entry.at).toUTCString(), ...answer.headers };
	if (answer.drip !== undefined) void sendDripping(reply, answer, scene.wait);
	else send(reply, answer);

	async function answerTo(): Promise<Answer | null> {
		if (fault && momentOf(fault) === 'before') {
			const struck = await strike(fault, scene);
			if (struck !== 'go on') return struck === 'gone' ? null : struck;
		}
		scene.answer = perform(parts, operation, entry, operation ? params : {});
		if (!fault || momentOf(fault) === 'before') return scene.answer;
		const struck = await strike(fault, scene);
		if (struck === 'go on') return scene.answer;
		return struck === 'gone' ? null : struck;
	}
}

/** Completes the log entry when the answer is out, or when the connection is gone before. */
function watch(entry: LoggedRequest, reply: FastifyReply): void {
	reply.raw.once('close', () => {
		entry.finished = true;
		entry.clientClosed = !reply.raw.writableFinished && !wasBrokenOff(reply);
	});
}
