import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { shortHash } from '../records/scalars';

/** An hour, less what polls that come every hour may be early. */
const REPORTED_AGAIN_MS = 3_570_000;

/**
 * Which failures of a trigger were reported, because an error workflow that is called every minute floods
 * somebody. It is kept in memory: n8n saves nothing of what a poll that throws has written (docs/development/architecture.md,
 * Where the state lives). What a restart loses costs one more report, and never a silence.
 *
 * All times are milliseconds of a monotonic clock.
 */
export class Outages {
	/** By trigger, when each kind of failure was last reported. */
	private readonly reported = new Map<string, Map<string, number>>();
	/** By trigger, how often in a row the whole poll (no name), a survey (its ID) or what a sentence says has failed. */
	private readonly streaks = new Map<string, Map<string, number>>();

	/**
	 * A poll has worked: what fails next is reported.
	 *
	 * @param kept a kind of failure that goes on
	 */
	end(trigger: string, kept = ''): void {
		const at = this.reported.get(trigger)?.get(kept);
		this.reported.delete(trigger);
		if (at !== undefined) this.reported.set(trigger, new Map([[kept, at]]));
	}

	/** Somebody activates the workflow: everything that fails next is told as if it failed for the first time. */
	forget(trigger: string): void {
		this.reported.delete(trigger);
		this.streaks.delete(trigger);
	}

	/** @returns how often in a row the poll, or a survey in it, has failed */
	failures(trigger: string, survey = ''): number {
		return this.streaks.get(trigger)?.get(survey) ?? 0;
	}

	/** @returns how often in a row the poll, or a survey in it, has failed, with this time */
	failedAgain(trigger: string, survey = ''): number {
		const count = this.failures(trigger, survey) + 1;
		const counts = this.streaks.get(trigger) ?? new Map<string, number>();
		this.streaks.set(trigger, counts.set(survey, count));
		return count;
	}

	/** @returns how often in a row the poll, or a survey in it, had failed until now */
	worksAgain(trigger: string, survey = ''): number {
		const count = this.failures(trigger, survey);
		this.streaks.get(trigger)?.delete(survey);
		return count;
	}

	/**
	 * Whether a failure is to be reported; then it counts as reported. Failures that alternate are each
	 * reported once an hour.
	 */
	mustReport(trigger: string, kind: string, now: number): boolean {
		this.forgetOld(now);
		const kinds = this.reported.get(trigger) ?? new Map<string, number>();
		if (kinds.has(kind)) return false;
		this.reported.set(trigger, kinds.set(kind, now));
		return true;
	}

	private forgetOld(now: number): void {
		for (const [trigger, kinds] of this.reported) {
			for (const [kind, at] of kinds) if (now - at >= REPORTED_AGAIN_MS) kinds.delete(kind);
			if (kinds.size === 0) this.reported.delete(trigger);
		}
	}
}

/** One for the process, shared by all triggers. */
export const outages = new Outages();

/** What the words of a sentence are beside numbers, times and identifiers. */
const withoutNumbers = (text: string) => text.replace(/(?<!\S)\S*\d\S*/g, '#');

/**
 * What distinguishes a failure from another. A service that is not well answers now this and now that, which
 * is one failure. What a person must mend is another one with another credential, which somebody has
 * entered to mend it.
 */
export function kindOfFailure(
	error: NodeApiError | NodeOperationError,
	session: Session | undefined,
): string {
	const cause = error.failure?.cause ?? '';
	if (cause === 'temporarily-unavailable' || cause === 'rate-limited') return cause;
	const { status, code } = error instanceof SurveyInterviewError ? error : {};
	const what = status === undefined ? withoutNumbers(error.message) : `${status} ${code ?? ''}`;
	const credential = session ? shortHash(`${session.api}\n${session.tokenHash}`) : '';
	return [cause, what, credential].join('\n');
}
