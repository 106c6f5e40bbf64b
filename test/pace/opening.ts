import { RateLimit } from '../../nodes/SurveyInterview/http/rateLimit';
import type { Pacer } from './simulate';

/** The baseline: after a 429 one request goes, then two, four, eight, then all. It learns nothing. */
export class Opening implements Pacer<{ epoch: number }> {
	private readonly limit = new RateLimit();
	private running = 0;
	private epoch = 0;

	mayStartAt(now: number): number {
		if (now < this.limit.resumesAt) return this.limit.resumesAt;
		return this.running < this.limit.maxConcurrent ? now : Infinity;
	}

	started(): { epoch: number } {
		this.running++;
		return { epoch: this.epoch };
	}

	passed(sent: { epoch: number }, now: number): void {
		if (sent.epoch !== this.epoch) return;
		this.running--;
		this.limit.passed(now);
	}

	reached(_sent: { epoch: number }, now: number, waitMs?: number): void {
		this.limit.reached(waitMs, now);
		this.running = 0;
		this.epoch++;
	}
}
