import type { LoggedRequest } from '../service';

/** A time in which the service had told the client to stay away, in milliseconds. */
interface Closure {
	from: number;
	to: number;
}

export interface Waits {
	/** How long the service was closed to this token in all. */
	ms: number;
	/** How often it closed. */
	closures: number;
	/** How many requests were refused, those included that were under way when it closed. */
	refused: number;
}

/**
 * The waits on the critical path, from the service's log. A 429 at time t that names s seconds closes
 * the service to the token from t to t + s; requests that were under way at that moment are refused
 * too and name nearly the same span, so the spans are united and not added. Nothing can be sent in
 * them, whatever the client does, so whoever obeys needs at least their length besides the work itself.
 *
 * @param askedMs what each 429 asked for, in milliseconds
 * @param until the end of the run, in milliseconds since 1970; what was asked beyond it cost nothing
 */
export function waitsOf(log: readonly LoggedRequest[], askedMs: number, until: number): Waits {
	const refused = log.filter(({ status }) => status === 429);
	const closures: Closure[] = [];
	for (const { realAt: from } of [...refused].sort((a, b) => a.realAt - b.realAt)) {
		const to = Math.min(from + askedMs, until);
		const last = closures.at(-1);
		if (last && from <= last.to) last.to = Math.max(last.to, to);
		else closures.push({ from, to });
	}
	return {
		ms: closures.reduce((sum, { from, to }) => sum + to - from, 0),
		closures: closures.length,
		refused: refused.length,
	};
}
