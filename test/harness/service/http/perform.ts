import type { Dialect } from '../dialects/dialect';
import { Refusal, ValidationFailure } from '../refusal';
import { settle } from '../world/sending';
import type { World } from '../world/world';
import { envelope, json } from './answer';
import type { Answer } from './answer';
import type { LoggedRequest } from './log';
import type { Operation } from './operation';
import type { RateLimiter } from './rateLimit';
import type { Tokens } from './tokens';

export interface Workings {
	world: World;
	dialect: Dialect;
	tokens: Tokens;
	rateLimiter: RateLimiter;
}

/**
 * The work of one request, in one go: token, rate limit, scope, validation, operation.
 * Notes in the log whether it was done.
 */
export function perform(
	workings: Workings,
	operation: Operation | null,
	entry: LoggedRequest,
	params: Readonly<Record<string, string>>,
): Answer {
	const { world, dialect } = workings;
	settle(world);
	world.effects.request = entry.sequence;
	try {
		const value = work(workings, operation, entry, params);
		entry.done = true;
		const success = operation?.success ?? 200;
		return success === 204 ? { status: 204, headers: {}, body: null } : json(success, value);
	} catch (error) {
		return failure(dialect, error);
	} finally {
		world.effects.request = null;
	}
}

function work(
	{ world, dialect, tokens, rateLimiter }: Workings,
	operation: Operation | null,
	entry: LoggedRequest,
	params: Readonly<Record<string, string>>,
): unknown {
	const token = tokens.accept(entry.headers.authorization);
	rateLimiter.count(token.token);
	if (!operation) throw new Refusal('unknown path', `No such path: ${entry.path}`);
	const { scope } = operation;
	if (scope !== null && !token.scopes.has(scope)) {
		const word = dialect.scopeWords[scope];
		throw new Refusal('insufficient scope', `The token lacks the scope ${word}.`);
	}
	return operation.answer({
		world,
		dialect,
		token,
		params,
		query: entry.query,
		rawBody: entry.rawBody,
	});
}

function failure(dialect: Dialect, error: unknown): Answer {
	if (error instanceof ValidationFailure) {
		return json(422, { detail: error.issues.map((issue) => dialect.validationItem(issue)) });
	}
	const refusal =
		error instanceof Refusal
			? error
			: new Refusal('internal', error instanceof Error ? (error.stack ?? '') : String(error));
	const { status, code } = dialect.refusals[refusal.reason];
	return envelope(status, code, refusal.message, refusal.headers);
}
