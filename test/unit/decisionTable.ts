import type { decide, RetryClass } from '../../nodes/SurveyInterview/http/policy';

/**
 * What must follow from each end of a request, written from the pages of `docs/` and from nothing else. A cell
 * with more than one decision is a place where the pages are silent, or say two things: `open` says which.
 */
export type Outcome = Parameters<typeof decide>[1];
export type History = Parameters<typeof decide>[2];
export type Decision = ReturnType<typeof decide>;
type Cell = (history: History) => Decision[];

export interface Row extends Record<RetryClass, Cell> {
	/** The page and the heading. */
	why: string;
	/** Whether a write that ended so may have done its work. */
	mayHave: boolean;
	open?: string;
}

export const retryClasses: RetryClass[] = ['read', 'idempotent', 'create', 'irreversible'];

const accept: Decision = { next: 'accept' };
const waitForLimit: Decision = { next: 'waitForLimit' };
const backOff: Decision = { next: 'backOff' };
const failed: Decision = { next: 'fail', maybeDone: false };
const unclearEnd: Decision = { next: 'fail', maybeDone: true };

const always =
	(...decisions: Decision[]): Cell =>
	() =>
		decisions;
/** Five tries in all. */
const repeatOr =
	(last: Cell): Cell =>
	(history) =>
		history.failures < 4 ? [backOff] : last(history);
const repeatTwiceOr =
	(last: Cell): Cell =>
	(history) =>
		history.repeatsAfter500 < 2 ? repeatOr(last)(history) : last(history);
/** This try did nothing; nobody knows what an earlier one did. */
const nothingDone: Cell = ({ maybeDone }) => [maybeDone ? unclearEnd : failed];

const allClasses = (cell: Cell): Record<RetryClass, Cell> => ({
	read: cell,
	idempotent: cell,
	create: cell,
	irreversible: cell,
});
const once = { create: always(unclearEnd), irreversible: always(unclearEnd) };

export const table = {
	'200, 201': {
		why: 'docs/interface.md, Conventions: a success is 200, or 201 for an operation that creates something',
		...allClasses(always(accept)),
		mayHave: true,
	},
	'204': {
		why: 'docs/interface.md, Conventions: or 204 without a body for a delete or a revoke; those are idempotent',
		open: 'another class has no delete, so a 204 proves nothing; a later step may be the one that says so',
		read: always(accept, failed),
		idempotent: always(accept),
		create: always(accept, unclearEnd),
		irreversible: always(accept, unclearEnd),
		mayHave: true,
	},
	'another 2xx, 3xx': {
		why: 'docs/faults.md, Errors: a redirect, a 2xx other than 200 and 201; docs/interface.md, Conventions',
		read: always(failed),
		idempotent: always(unclearEnd),
		...once,
		mayHave: true,
	},
	'4xx': {
		why: 'docs/interface.md, Errors: a 4xx is a refusal; Retry classes: after an unclear try it may have been done',
		...allClasses(nothingDone),
		mayHave: false,
	},
	'408, 499': {
		why: 'docs/interface.md, Errors: a 4xx is a refusal, except 408 and 499, which leave open what was done',
		open: 'not said whether they are repeated, as a timeout is',
		read: ({ failures }) => (failures < 4 ? [backOff, failed] : [failed]),
		idempotent: ({ failures }) => (failures < 4 ? [backOff, unclearEnd] : [unclearEnd]),
		...once,
		mayHave: true,
	},
	'429': {
		why: 'docs/interface.md, Retry classes: refused before any work, so every class may repeat it',
		...allClasses(always(waitForLimit)),
		mayHave: false,
	},
	'502, 503, 504': {
		why: 'docs/interface.md, Retry classes; docs/faults.md, Errors: repeat',
		read: repeatOr(always(failed)),
		idempotent: repeatOr(always(unclearEnd)),
		...once,
		mayHave: true,
	},
	'another 5xx': {
		why: 'docs/interface.md, Retry classes: 500; docs/faults.md, Errors: 500 and other 5xx',
		read: repeatTwiceOr(always(failed)),
		idempotent: always(unclearEnd),
		...once,
		mayHave: true,
	},
	unclear: {
		why: 'docs/interface.md, Retry classes: lost connection, timeout, as for 502',
		read: repeatOr(always(failed)),
		idempotent: repeatOr(always(unclearEnd)),
		...once,
		mayHave: true,
	},
	'not sent, repeatable': {
		why: 'docs/faults.md, Errors: no connection was made: every class waits longer each time, and repeats',
		...allClasses(repeatOr(nothingDone)),
		mayHave: false,
	},
	'not sent, not repeatable': {
		why: 'docs/faults.md, Errors: nothing was sent, and the error says so',
		...allClasses(nothingDone),
		mayHave: false,
	},
	'cancelled, sent': {
		why: 'docs/faults.md, Errors, Cancel: 1 may have been created, canceled',
		read: always(failed),
		idempotent: always(unclearEnd),
		...once,
		mayHave: true,
	},
	'cancelled, not sent': {
		why: 'docs/faults.md, Errors, Cancel: nothing was sent by this try',
		...allClasses(nothingDone),
		mayHave: false,
	},
} satisfies Record<string, Row>;

export type Kind = keyof typeof table;

export function kindOf(outcome: Outcome): Kind {
	if (outcome.kind === 'unclear') return 'unclear';
	if (outcome.kind === 'notSent') {
		const isRepeatable = outcome.trouble === 'connection';
		return isRepeatable ? 'not sent, repeatable' : 'not sent, not repeatable';
	}
	if (outcome.kind === 'cancelled') return outcome.sent ? 'cancelled, sent' : 'cancelled, not sent';
	const { status } = outcome;
	if (status === 200 || status === 201) return '200, 201';
	if (status === 204) return '204';
	if (status < 400) return 'another 2xx, 3xx';
	if (status === 408 || status === 499) return '408, 499';
	if (status === 429) return '429';
	if (status < 500) return '4xx';
	return status >= 502 && status <= 504 ? '502, 503, 504' : 'another 5xx';
}

/** Why a request of this class cannot have had this history. Then nothing is expected. */
export function impossible(retryClass: RetryClass, history: History): string | undefined {
	const { failures, repeatsAfter500, maybeDone } = history;
	if (failures > 4) return 'at most five tries, so that at most four have failed before';
	if (repeatsAfter500 > 2) return 'docs/interface.md, Retry classes: repeat twice';
	if (repeatsAfter500 > failures) return 'a repeat after a 500 is one of the failures';
	if (repeatsAfter500 > 0 && retryClass !== 'read') {
		return 'docs/interface.md, Retry classes: after a 500 only a read is repeated';
	}
	if (maybeDone && retryClass === 'read') return 'a read does nothing';
	if (maybeDone && retryClass !== 'idempotent') {
		return 'docs/interface.md, Retry classes: a write of this class is not repeated if it may have been done';
	}
	// Open: a 408 would be such a try, if it is repeated without being counted.
	if (maybeDone && failures === 0) return 'no earlier try';
	return undefined;
}

const body = { kind: 'json', value: {} } as const;
export const answer = (status: number): Outcome => ({ kind: 'answer', status, headers: {}, body });
export const notSent = (repeatable: boolean): Outcome => ({
	kind: 'notSent',
	reason: 'no connection',
	trouble: repeatable ? 'connection' : 'certificate',
});
export const unclear: Outcome = { kind: 'unclear', reason: 'lost connection' };
export const cancelled = (sent: boolean): Outcome => ({ kind: 'cancelled', sent });

export const allOutcomes: Outcome[] = [
	...Array.from({ length: 400 }, (_, index) => answer(200 + index)),
	notSent(true),
	notSent(false),
	unclear,
	cancelled(true),
	cancelled(false),
];

export const allHistories: History[] = [0, 1, 2, 3, 4, 5].flatMap((failures) =>
	[0, 1, 2, 3].flatMap((repeatsAfter500) =>
		[false, true].map((maybeDone) => ({ failures, repeatsAfter500, maybeDone })),
	),
);
