/** What a long run waits after refusals, which counts for Max Wait: virtual time, the same in every run. */
import { Pace, type Sent } from '../../nodes/SurveyInterview/http/pace';
import { DEFAULT_MAX_WAIT_S } from '../../nodes/SurveyInterview/http/session';
import { constant, kinds } from './scenes';
import { simulate } from './simulate';

/** Counts what a run with this pace would count. */
class CountedPace extends Pace {
	waitedMs = 0;
	private countedUpTo = 0;

	override reached(request: Sent, now: number, waitMs?: number): void {
		super.reached(request, now, waitMs);
		this.waitedMs += Math.max(0, this.resumesAt - Math.max(now, this.countedUpTo));
		this.countedUpTo = Math.max(this.countedUpTo, this.resumesAt);
	}
}

// It does not hold yet: the waits of a second after each try of a higher rate add up, and the run breaks off
// in its middle. Whoever mends it takes `failing` away.
it.failing.each([
	['two processes × 5,000, 10 a second', 'fixed window', 10, 2, 5_000],
	['four processes × 5,000, 20 a second', 'token bucket', 20, 4, 5_000],
])('%s, %s: a run that gets on does not use up Max Wait', (_name, kind, rate, count, requests) => {
	const paces: CountedPace[] = [];
	const limits = kinds[kind]?.(constant(rate));
	if (!limits) throw new Error(`There is no limit ${kind}.`);
	const clients = Array.from({ length: count }, () => ({
		at: 0,
		runs: [{ requests, width: 20 }],
	}));
	simulate({ limits, says: 'seconds', latencyMs: 100, clients }, () => {
		const pace = new CountedPace();
		paces.push(pace);
		return pace;
	});
	const most = Math.max(...paces.map(({ waitedMs }) => waitedMs));
	expect(most / 1000).toBeLessThan(DEFAULT_MAX_WAIT_S);
});
