import { RateLimit } from '../../../nodes/SurveyInterview/http/rateLimit';
import type { Pacer } from './simulate';

/** At so many requests under way there is no maximum any more. */
const MAX_SLOW_START = 8;

/** The baseline: after a 429 one request goes, then two, four, eight, then all. It learns nothing. */
export class Opening implements Pacer<{ epoch: number }> {
	private readonly limit = new RateLimit();
	private maxConcurrent = Infinity;
	private running = 0;
	private epoch = 0;

	mayStartAt(now: number): number {
		if (now < this.limit.resumesAt) return this.limit.resumesAt;
		return this.running < this.maxConcurrent ? now : Infinity;
	}

	started(): { epoch: number } {
		this.running++;
		return { epoch: this.epoch };
	}

	passed(sent: { epoch: number }, now: number): void {
		if (sent.epoch !== this.epoch) return;
		this.running--;
		this.limit.passed(now);
		this.maxConcurrent = this.maxConcurrent >= MAX_SLOW_START ? Infinity : this.maxConcurrent * 2;
	}

	reached(_sent: { epoch: number }, now: number, waitMs?: number): void {
		this.limit.reached(waitMs, now);
		this.maxConcurrent = 1;
		this.running = 0;
		this.epoch++;
	}
}
