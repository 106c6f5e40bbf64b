import { ACTIONABLE_CAUSES, TIMED_CAUSES } from 'n8n-workflow';

export interface Backoff {
	/** The node's own word for it; missing when the error declares none. */
	cause?: string;
	permanent: boolean;
	delayMs: number;
}

const LONGEST = 30 * 60_000;
const LONGEST_RETRY_AFTER = 60 * 60_000;

interface Declared {
	cause: string;
	retryAfterMs?: number;
	resetsAtEpochMs?: number;
}

/**
 * How long the durable engine leaves a node alone after a failed poll. Only what a node declares in
 * `failure` is modelled; n8n also judges undeclared network errors, by their status.
 */
export function backoffAfter(error: unknown, consecutiveErrors: number, now: number): Backoff {
	const declared = declaredFailure(error);
	const curve = Math.min(5_000 * 2 ** (consecutiveErrors - 1), LONGEST);
	if (!declared) return { permanent: false, delayMs: curve };

	const { cause } = declared;
	if ((ACTIONABLE_CAUSES as readonly string[]).includes(cause)) {
		return { cause, permanent: true, delayMs: LONGEST };
	}
	const wait = declared.retryAfterMs ?? (declared.resetsAtEpochMs ?? now) - now;
	const delayMs = Math.max(curve, Math.min(wait, LONGEST_RETRY_AFTER));
	return { cause, permanent: false, delayMs };
}

/** The first `failure` with a known cause in the chain of errors. */
function declaredFailure(error: unknown): Declared | undefined {
	const causes: readonly string[] = [...ACTIONABLE_CAUSES, ...TIMED_CAUSES];
	for (let level = error, depth = 0; level instanceof Error && depth < 10; depth++) {
		const { failure } = level as Error & { failure?: Declared };
		if (failure && causes.includes(failure.cause)) return failure;
		level = level.cause;
	}
	return undefined;
}
