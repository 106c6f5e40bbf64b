/** What a long run waits after refusals, which counts for Max Wait: virtual time, the same in every run. */
import { Pace, type SentRequest } from '../../../nodes/SurveyInterview/http/pace';
import { DEFAULT_MAX_WAIT_S } from '../../../nodes/SurveyInterview/http/session';
import { constant, kinds } from './scenes';
import { simulate } from './simulate';

/** Counts the longest wait after refusals in which nothing is granted, as the budget of a run does. */
class CountedPace extends Pace {
	longestMs = 0;
	private waitedMs = 0;
	private countedUpTo = 0;

	override notePassed(request: SentRequest, now: number): void {
		super.notePassed(request, now);
		this.waitedMs = 0;
	}

	override noteRefused(request: SentRequest, now: number, waitMs?: number): void {
		super.noteRefused(request, now, waitMs);
		this.waitedMs += Math.max(0, this.resumesAt - Math.max(now, this.countedUpTo));
		this.countedUpTo = Math.max(this.countedUpTo, this.resumesAt);
		this.longestMs = Math.max(this.longestMs, this.waitedMs);
	}
}

it.each([
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
	const most = Math.max(...paces.map(({ longestMs }) => longestMs));
	expect(most / 1000).toBeLessThan(DEFAULT_MAX_WAIT_S / 10);
});
