import type { Server } from 'node:https';
import fastify, { type FastifyInstance } from 'fastify';
import type { Certificates } from './certificates';

/** What the recorders of all hosts are on; each registers its own routes, for its own host. */
export type App = FastifyInstance<Server>;

/** @param unknown told of each request that no recorder knows, and so cannot answer as its original would */
export function appWith(
	{ key, cert }: Pick<Certificates, 'key' | 'cert'>,
	unknown: (what: string) => void,
): App {
	const app: App = fastify({ https: { key, cert }, forceCloseConnections: true });
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
	);
	app.setNotFoundHandler(async ({ method, host, url }, reply) => {
		unknown(`${method} ${host}${url}`);
		return await reply.code(404).send({ error: 'No recorder knows this request' });
	});
	return app;
}
