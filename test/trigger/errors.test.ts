/**
 * What a person reads when a poll fails, in n8n's executions and on activating: one sentence, what to do,
 * n8n's own word for why, and no token.
 */
import { POLL_ENGINES } from '../everywhere';
import { inTurn } from '../extent';
import {
	DIALECT_NAMES,
	dialectNamed,
	type DialectName,
	type Fault,
	type Scope,
} from '../harness/service';
import { causeOf, ONE_SENTENCE, within, type ActivationStage } from './activationStage';

interface Case {
	says: RegExp;
	/** What the description tells to do. */
	advises: RegExp;
	cause: string;
	permanent: boolean;
	/** Whether it says that it passes by itself; by default, if it is not permanent. */
	passes?: boolean;
	strike: (stage: ActivationStage) => Promise<void> | void;
	heal?: (stage: ActivationStage) => Promise<void> | void;
	/** The dialects that it concerns; all by default. */
	dialects?: DialectName[];
}

const INVALID = { cause: 'credential-invalid', permanent: true };
const WRONG = { cause: 'configuration-invalid', permanent: true };
const TEMPORARY = { cause: 'temporarily-unavailable', permanent: false };

const always = (fault: Fault) => (stage: ActivationStage) => {
	stage.service.faults.inject({ fault, times: Infinity });
};

const onlyScopes =
	(...scopes: Scope[]) =>
	async (stage: ActivationStage) =>
		await stage.setToken(stage.service.issueToken({ scopes }));

/** The specification gives the code insufficient_scope without a status. */
const lackingScopeIs = (status: number) =>
	DIALECT_NAMES.filter(
		(name) => dialectNamed(name).refusals['insufficient scope'].status === status,
	);

const backToToken = async (stage: ActivationStage) => await stage.setToken(stage.service.token);

const CASES: Record<string, Case> = {
	'a token that nobody knows (401)': {
		...INVALID,
		says: /token/i,
		advises: /Check the token in the credential: .*mistyped, revoked or expired/,
		strike: async (stage) => await stage.setToken(stage.service.tokens.invalid),
		heal: backToToken,
	},
	'a token that echoes in the answer': {
		...INVALID,
		says: /\w/,
		advises: /Check the token in the credential/,
		strike: always({ kind: 'echo authorization', status: 401 }),
	},
	'403': {
		...WRONG,
		says: /403/,
		advises: /token is not allowed to do this: it may lack a scope or be restricted/,
		strike: always({ kind: 'status', status: 403 }),
	},
	'insufficient_scope of the list (403)': {
		...WRONG,
		says: /scope/,
		advises: /lacks the scope to list surveys.* administrator .*credential.*403 insufficient_scope/,
		strike: onlyScopes('respondents:read'),
		heal: backToToken,
		dialects: lackingScopeIs(403),
	},
	'insufficient_scope of the list (401)': {
		...INVALID,
		says: /scope/,
		advises: /lacks the scope to list surveys.* administrator .*credential.*401 insufficient_scope/,
		strike: onlyScopes('respondents:read'),
		heal: backToToken,
		dialects: lackingScopeIs(401),
	},
	'insufficient_scope of the respondents (403)': {
		...WRONG,
		says: /scope/,
		advises: /lacks the scope that this event needs.* administrator .*credential/,
		strike: onlyScopes('surveys:read'),
		heal: backToToken,
		dialects: lackingScopeIs(403),
	},
	'insufficient_scope of the respondents (401)': {
		...INVALID,
		says: /scope/,
		advises: /lacks the scope that this event needs.* administrator .*credential/,
		strike: onlyScopes('surveys:read'),
		heal: backToToken,
		dialects: lackingScopeIs(401),
	},
	'an address where nothing listens': {
		...TEMPORARY,
		says: /could not be reached: nothing answers at this address/,
		advises: /Check the Base URL in the credential/,
		strike: async ({ door }) => await door.shut(),
		heal: async ({ door }) => await door.open(),
	},
	'another web server (404 and a web page)': {
		...WRONG,
		says: /answered 404 with a web page/,
		advises: /check the Base URL in the credential/i,
		strike: always({ kind: 'html', status: 404 }),
	},
	'the web page of a proxy (200)': {
		...TEMPORARY,
		passes: false,
		says: /answered 200 with a web page/,
		advises: /a proxy or a login page\. Check the Base URL in the credential \(http:\S+\)/,
		strike: always({ kind: 'html' }),
	},
	'a redirect': {
		...WRONG,
		says: /answered 302 with a redirect to 127\.0\.0\.1:9, which was not followed\.$/,
		advises: /enter the address of the service itself/,
		strike: always({ kind: 'redirect', to: 'http://127.0.0.1:9' }),
	},
	'a service that fails (500)': {
		...TEMPORARY,
		says: /500/,
		advises: /The service failed\. If this continues, tell its support/,
		strike: always({ kind: 'status', status: 500 }),
	},
	'a rate limit for half an hour': {
		cause: 'rate-limited',
		permanent: false,
		says: /rate limit is reached; it asks to try again in (30|2\d) minutes \(at \d\d:\d\d\)\./,
		advises: /A later poll continues from here/,
		strike: always({ kind: 'status', status: 429, retryAfter: 1800 }),
	},
};

const all = Object.entries(CASES).flatMap(([name, one]) =>
	POLL_ENGINES.flatMap((engine) =>
		inTurn(one.dialects ?? DIALECT_NAMES).map((dialect) => ({ name, engine, dialect, one })),
	),
);

function isReadable(error: Error | undefined, { says, advises, cause }: Case): void {
	expect(error?.message).toMatch(ONE_SENTENCE);
	expect(error?.message).toMatch(says);
	expect((error as { description?: string }).description).toMatch(advises);
	expect(causeOf(error)).toBe(cause);
	if (cause !== 'rate-limited') return;
	const { failure } = error as unknown as { failure: { retryAfterMs: number } };
	expect(failure.retryAfterMs).toBeGreaterThan(1_700_000);
	expect(failure.retryAfterMs).toBeLessThanOrEqual(1_800_000);
}

const SAYS_IT_PASSES = /The trigger tries again by itself\.$/;

describe.each(all)('$name: $engine engine, $dialect', ({ engine, dialect, one }) => {
	it('in a scheduled poll', async () => {
		await within({ engine, dialect, surveys: 3 }, async (stage) => {
			await stage.publishAs('activate');
			await one.strike(stage);
			const name = stage.complete();
			const { result, error, backoff } = await stage.tick();

			expect(result).toBe('error');
			isReadable(error, one);
			const passes = one.passes ?? !one.permanent;
			expect(SAYS_IT_PASSES.test((error as { description?: string }).description ?? '')).toBe(
				passes,
			);
			const { executions } = stage.n8n;
			expect(executions).toMatchObject([{ status: 'error', error: { message: error?.message } }]);
			expect(causeOf(executions[0]?.error)).toBe(one.cause);
			if (engine === 'durable') {
				expect(backoff).toMatchObject({ cause: one.cause, permanent: one.permanent });
			}
			if (one.cause === 'rate-limited' && backoff) {
				expect(backoff.delayMs).toBeGreaterThan(1_700_000);
			}
			expect(stage.shows(error)).toBe(false);

			stage.service.faults.clear();
			await one.heal?.(stage);
			stage.pass(20);
			await stage.settle();
			expect(stage.arrived()).toEqual([name]);
		});
	});

	it('in an activation', async () => {
		await within({ engine, dialect, surveys: 3 }, async (stage) => {
			await one.strike(stage);
			const { state, error, thrown } = await stage.publishAs('activate');

			// A limit passes: the workflow is published, and n8n's log says what it waits for.
			if (one.cause === 'rate-limited') {
				expect(state).toBe('published');
				expect(stage.lines()).toEqual([expect.stringMatching(one.says)]);
				return;
			}
			expect(state).toBe('failed');
			isReadable(thrown, one);
			expect(error?.message).toContain(`"${thrown?.message}"`);
			expect(stage.shows(thrown, error)).toBe(false);
		});
	});
});
