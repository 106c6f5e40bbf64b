import { Pace, type Sent } from '../../../nodes/SurveyInterview/http/pace';
import type { Pacer } from './simulate';

/** At so many requests under way there is no maximum any more. */
const MAX_SLOW_START = 8;

interface Mark {
	epoch: number;
	sent: Sent;
}

/** The baseline: after a 429 one request goes, then two, four, eight, then all. It learns nothing. */
export class Opening implements Pacer<Mark> {
	/** Asked only for the waits after a 429. */
	private readonly limit = new Pace();
	private maxConcurrent = Infinity;
	private running = 0;
	private epoch = 0;

	mayStartAt(now: number): number {
		if (now < this.limit.resumesAt) return this.limit.resumesAt;
		return this.running < this.maxConcurrent ? now : Infinity;
	}

	started(now: number): Mark {
		this.running++;
		return { epoch: this.epoch, sent: this.limit.started(now) };
	}

	passed({ epoch, sent }: Mark, now: number): void {
		if (epoch !== this.epoch) return;
		this.running--;
		this.limit.passed(sent, now);
		this.maxConcurrent = this.maxConcurrent >= MAX_SLOW_START ? Infinity : this.maxConcurrent * 2;
	}

	reached({ sent }: Mark, now: number, waitMs?: number): void {
		this.limit.reached(sent, now, waitMs);
		this.maxConcurrent = 1;
		this.running = 0;
		this.epoch++;
	}
}
