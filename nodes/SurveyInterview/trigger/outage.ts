import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { shortHash } from '../records/scalars';

/** An hour, less what polls that come every hour may be early. */
const REPORTED_AGAIN_MS = 3_570_000;

/**
 * Which failures of a trigger were reported, because an error workflow that is called every minute floods
 * somebody. It is kept in memory, by a monotonic clock: n8n saves nothing of what a poll that throws has written
 * (docs/development/architecture.md, Where the state lives). What a restart loses costs one more report, and never a silence.
 */
export class Outages {
	/** By trigger, when each kind of failure was last reported. */
	private readonly reported = new Map<string, Map<string, number>>();
	/** By trigger, how often in a row the whole poll (no name), a survey (its ID) or what a sentence says has failed. */
	private readonly streaks = new Map<string, Map<string, number>>();

	/** A poll has worked: what fails next is reported, but for a kind of failure that goes on (`kept`). */
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

	/** How often in a row the poll, or a survey in it, has failed. */
	failures(trigger: string, survey = ''): number {
		return this.streaks.get(trigger)?.get(survey) ?? 0;
	}

	/** Counts one more failure; returns how many there are in a row. */
	failedAgain(trigger: string, survey = ''): number {
		const count = this.failures(trigger, survey) + 1;
		const counts = this.streaks.get(trigger) ?? new Map<string, number>();
		this.streaks.set(trigger, counts.set(survey, count));
		return count;
	}

	/** Ends a row of failures; returns how many there were. */
	worksAgain(trigger: string, survey = ''): number {
		const count = this.failures(trigger, survey);
		this.streaks.get(trigger)?.delete(survey);
		return count;
	}

	/** Whether to report a failure; then it counts as reported. Those that alternate are each reported hourly. */
	mustReport(trigger: string, kind: string, now: number): boolean {
		const kinds = this.reported.get(trigger) ?? new Map<string, number>();
		for (const [other, at] of kinds) if (now - at >= REPORTED_AGAIN_MS) kinds.delete(other);
		if (kinds.has(kind)) return false;
		this.reported.set(trigger, kinds.set(kind, now));
		return true;
	}
}

/** One for the process, shared by all triggers. */
export const outages = new Outages();

/** What the words of a sentence are beside numbers, times and identifiers. */
const withoutNumbers = (text: string) => text.replace(/(?<!\S)\S*\d\S*/g, '#');

/**
 * What distinguishes a failure from another. A service that is not well answers now this and now that, which is one
 * failure. What a person must mend is another one with another credential, which somebody has entered to mend it.
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
