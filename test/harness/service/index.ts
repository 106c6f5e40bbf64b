import { Clock } from './clock';
import { dialectNamed } from './dialects';
import type { DialectName } from './dialects';
import type { Choices } from './dialects/choices';
import type { Dialect } from './dialects/dialect';
import { OPERATIONS } from './endpoints';
import { Faults } from './http/faults';
import { RequestLog } from './http/log';
import type { LoggedRequest, RequestFilter } from './http/log';
import { RateLimiter } from './http/rateLimit';
import type { RateLimit } from './http/rateLimit';
import { buildServer } from './http/server';
import { Tokens } from './http/tokens';
import type { TokenDraft } from './http/tokens';
import { Page } from './page/page';
import { People } from './people';
import { Random } from './random';
import { seedWorld } from './seed/seed';
import type { Seed } from './seed/seed';
import { standardTokens } from './seed/tokens';
import type { StandardTokens } from './seed/tokens';
import { settle } from './world/sending';
import type { Effects } from './world/effects';
import { World } from './world/world';

export { DIALECT_NAMES, dialectNamed } from './dialects';
export { Random } from './random';
export { clientOf } from './client';

export type { Choices, DialectName, LoggedRequest, RateLimit, Seed };
export type { Fault, FaultRule, RedirectStatus } from './http/faults';
export { SCOPES, type Scope } from './http/tokens';
export type { Answers, Person } from './world/interviews';
export type {
	InvitationRecord,
	InvitationType,
	MailingRecord,
	MailingStatus,
	RespondentRecord,
	SurveyRecord,
} from './world/records';

export interface ServiceOptions {
	/** How the service reads what the specification leaves open; default `plain`. */
	dialect?: DialectName;
	/** Single points of the dialect decided otherwise. */
	choices?: Partial<Choices>;
	/** Default 0: any free port. */
	port?: number;
	/** Per token; default none. */
	rateLimit?: RateLimit;
	seed?: Seed;
	/** Where the service's clock starts; default now. */
	startAt?: Date;
	/** Whether `GET /` is a page for people, and the log keeps only what it shows; default no. */
	page?: boolean;
}

export interface Service {
	/** `http://127.0.0.1:port`; the endpoints are below `/api`. */
	url: string;
	/** A token with every scope, the same as `tokens.full`. */
	token: string;
	tokens: StandardTokens;
	issueToken(draft?: TokenDraft): string;
	revokeToken(token: string): void;
	/** Every request, in order of arrival. */
	log: LoggedRequest[];
	requests(filter: RequestFilter): LoggedRequest[];
	clearLog(): void;
	/** What really happened. */
	effects: Effects;
	faults: Faults;
	rateLimit: RateLimiter;
	clock: Clock;
	world: People;
	dialect: Dialect;
	/** The dialect's choices, which may be changed while the service runs. */
	choices: Choices;
	/** Resolves when no request is being worked on, also none whose client has gone away. */
	idle(): Promise<void>;
	/** Breaks every connection, those of hanging requests included. */
	breakConnections(): void;
	/** Refuses connections, as a service that is down. @returns has it answer again at the same address */
	goDown(): Promise<() => Promise<void>>;
	/** Closes everything, hanging connections included. */
	stop(): Promise<void>;
}

/** A service with a page may run for days: it keeps no more requests than the page shows. */
const LOGGED_FOR_PAGE = 200;

/** Every endpoint that is served, as `GET /surveys/{survey_id}`. */
export function endpoints(): string[] {
	return OPERATIONS.map(({ method, path }) => `${method} ${path}`);
}

/** Starts a reference service with its own world, on 127.0.0.1. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const clock = new Clock(options.startAt);
	const random = new Random(options.seed?.number ?? 1);
	const dialect = dialectNamed(options.dialect ?? 'plain', options.choices);
	const world = new World(clock, random, dialect.choices);
	seedWorld(world, options.seed);
	clock.onMove(() => settle(world));
	const tokens = new Tokens(clock, random, world.workspaceId);
	const standard = standardTokens(tokens, world);
	clock.run();
	const people = new People(world);
	const log = new RequestLog(clock, options.page ? LOGGED_FOR_PAGE : undefined);
	const page = options.page ? new Page(people, log, dialect.name) : undefined;
	const faults = new Faults();
	const rateLimiter = new RateLimiter(options.rateLimit ?? null, () => clock.now());
	const server = buildServer({
		world,
		dialect,
		tokens,
		rateLimiter,
		log,
		faults,
		operations: OPERATIONS,
		addRoutes: (app) => page?.addRoutes(app),
	});
	const url = await server.listen(options.port ?? 0);
	return {
		url,
		token: standard.full,
		tokens: standard,
		issueToken: (draft) => tokens.issue(draft),
		revokeToken: (token) => tokens.revoke(token),
		log: log.entries,
		requests: (filter) => log.where(filter),
		clearLog: () => {
			log.entries.length = 0;
		},
		get effects() {
			settle(world);
			return world.effects;
		},
		faults,
		rateLimit: rateLimiter,
		clock,
		world: people,
		dialect,
		choices: dialect.choices,
		idle: () => server.idle(),
		breakConnections: () => server.breakConnections(),
		goDown: () => server.goDown(),
		stop: () => server.close(),
	};
}
