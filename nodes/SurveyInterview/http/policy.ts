import type { Failure } from 'n8n-workflow';

import type { Outcome } from './outcome';

/**
 * What a repeat does (docs/interface.md, Retry classes): `read` and `idempotent` may be repeated, a repeated
 * `create` creates another record, a repeated `irreversible` sends another email or erases again.
 */
export type RetryClass = 'read' | 'idempotent' | 'create' | 'irreversible';

/** Whether a request of this class may be repeated when its first try may have worked. */
export function isRepeatable(retryClass: RetryClass): boolean {
	return retryClass === 'read' || retryClass === 'idempotent';
}

/**
 * What a request does next: `wait` for the rate limit with all others, `repeat` after a longer pause each time, do so
 * `twice` at most, or `fail`.
 */
type Next = 'wait' | 'repeat' | 'twice' | 'fail';

/** What follows when a request ends in one way. */
export interface Rule {
	/** In words, for the page. */
	end: string;
	/** Whether the work was done; `unclear` where it may have been. */
	work: 'done' | 'not done' | 'unclear';
	/** What reads do next, what idempotent requests do, and all others. */
	next: readonly [Next, Next, Next];
	why: string;
}

/** A rule for statuses: each alone, or the first and the last of a range. */
interface StatusRule extends Rule {
	statuses: ReadonlyArray<number | readonly [number, number]>;
	/** In n8n's terms, by which it delays the next polls (docs/development/architecture.md, When something fails). */
	cause: Exclude<Failure['cause'], undefined>;
}

const FAIL = ['fail', 'fail', 'fail'] as const;

/**
 * What follows an answer: the first rule that has its status decides. A new status is a new rule. docs/faults.md
 * shows them (`npm run docs`).
 */
export const STATUS_RULES: readonly StatusRule[] = [
	{
		end: '429 (rate limit)',
		statuses: [429],
		work: 'not done',
		next: ['wait', 'wait', 'wait'],
		cause: 'rate-limited',
		why: 'It was refused before any work.',
	},
	{
		end: '502, 503, 504, 408',
		statuses: [502, 503, 504, 408],
		work: 'unclear',
		next: ['repeat', 'repeat', 'fail'],
		cause: 'temporarily-unavailable',
		why: 'A gateway says so while the service is busy, restarting or too slow.',
	},
	{
		end: '500 and other 5xx',
		statuses: [[500, Infinity]],
		work: 'unclear',
		next: ['twice', 'fail', 'fail'],
		cause: 'temporarily-unavailable',
		why: 'The service made a mistake, which need not pass.',
	},
	{
		end: '200, 201; 204 for a delete',
		statuses: [200, 201, 204],
		work: 'done',
		next: FAIL,
		cause: 'temporarily-unavailable',
		why: 'It is done, if the answer proves it (below).',
	},
	{
		end: 'a redirect, another 2xx, 499',
		statuses: [[0, 399], 499],
		work: 'unclear',
		next: FAIL,
		cause: 'configuration-invalid',
		why: 'A gateway says so, perhaps after the work.',
	},
	{
		end: '401',
		statuses: [401],
		work: 'not done',
		next: FAIL,
		cause: 'credential-invalid',
		why: 'The token is refused.',
	},
	{
		end: 'another 4xx',
		statuses: [[400, 498]],
		work: 'not done',
		next: FAIL,
		cause: 'configuration-invalid',
		why: 'It is refused.',
	},
];

/** What follows where no answer came. */
export const NO_ANSWER_RULES = {
	unclear: {
		end: 'connection lost, timeout, incomplete answer',
		work: 'unclear',
		next: ['repeat', 'repeat', 'fail'],
		why: 'The service may have gone on.',
	},
	notSent: {
		end: 'no connection was made',
		work: 'not done',
		next: ['repeat', 'repeat', 'repeat'],
		why: 'Nothing was sent, and the error says so.',
	},
	/** Also a certificate that is not trusted, or an address that n8n forbids: a repeat does not help. */
	notPossible: {
		end: 'the certificate is not trusted, or n8n forbids the address',
		work: 'not done',
		next: FAIL,
		why: 'Nothing was sent, and a repeat would not help.',
	},
} satisfies Record<string, Rule>;

/** The rule for a status. */
export function ruleOfStatus(status: number): StatusRule {
	const rule = STATUS_RULES.find(({ statuses }) =>
		statuses.some((one) =>
			typeof one === 'number' ? one === status : one[0] <= status && status <= one[1],
		),
	);
	if (!rule) throw new Error(`No rule for the status ${status}.`);
	return rule;
}

/** The rule for the end of a request that nobody cancelled. */
export function ruleOf(outcome: Exclude<Outcome, { kind: 'cancelled' }>): Rule {
	if (outcome.kind === 'answer') return ruleOfStatus(outcome.status);
	if (outcome.kind === 'unclear') return NO_ANSWER_RULES.unclear;
	return NO_ANSWER_RULES[outcome.repeatable ? 'notSent' : 'notPossible'];
}
