import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { shortHash } from '../records/scalars';

/** An hour, less 30 seconds: polls that come every hour may be a little early. */
const REPORTED_AGAIN_MS = 3_570_000;

/**
 * Which failures of a trigger were reported, so that n8n does not call the error workflow with every poll. It is kept
 * in memory, by a monotonic clock, because n8n saves nothing that a failed poll has written
 * (docs/development/architecture.md, Where the state lives). After a restart, a failure is reported once more.
 */
export class Outages {
	/** By trigger, when each kind of failure was last reported. */
	private readonly reported = new Map<string, Map<string, number>>();
	/** By trigger, how often in a row something failed: the poll (''), a survey (by its ID), or what a line of the log says. */
	private readonly streaks = new Map<string, Map<string, number>>();

	/** A poll has worked, so the next failure is reported, unless it is of the kind `kept`, which goes on. */
	end(trigger: string, kept = ''): void {
		const at = this.reported.get(trigger)?.get(kept);
		this.reported.delete(trigger);
		if (at !== undefined) this.reported.set(trigger, new Map([[kept, at]]));
	}

	/** Somebody activates the workflow, so everything that fails counts as failing for the first time. */
	forget(trigger: string): void {
		this.reported.delete(trigger);
		this.streaks.delete(trigger);
	}

	failures(trigger: string, survey = ''): number {
		return this.streaks.get(trigger)?.get(survey) ?? 0;
	}

	/** @returns how many failures there are in a row, with this one */
	failedAgain(trigger: string, survey = ''): number {
		const count = this.failures(trigger, survey) + 1;
		const counts = this.streaks.get(trigger) ?? new Map<string, number>();
		this.streaks.set(trigger, counts.set(survey, count));
		return count;
	}

	/** @returns how many failures in a row have ended */
	worksAgain(trigger: string, survey = ''): number {
		const count = this.failures(trigger, survey);
		this.streaks.get(trigger)?.delete(survey);
		return count;
	}

	/** Whether to report a failure; if so, it counts as reported. Kinds that alternate are each reported hourly. */
	mustReport(trigger: string, kind: string, now: number): boolean {
		const kinds = this.reported.get(trigger) ?? new Map<string, number>();
		for (const [other, at] of kinds) if (now - at >= REPORTED_AGAIN_MS) kinds.delete(other);
		if (kinds.has(kind)) return false;
		this.reported.set(trigger, kinds.set(kind, now));
		return true;
	}
}

export const outages = new Outages();

/** A sentence in which numbers, times and identifiers do not count. */
const withoutNumbers = (text: string) => text.replace(/(?<!\S)\S*\d\S*/g, '#');

/**
 * What makes two failures the same one. A service that has a problem may answer each time with another error, and that
 * is one failure. What a person must repair is a new failure with another credential, which was entered to repair it.
 */
export function kindOfFailure(
	error: NodeApiError | NodeOperationError,
	session: Session | undefined,
): string {
	const cause = error.failure?.cause;
	if (cause === 'temporarily-unavailable' || cause === 'rate-limited') return cause;
	const { status, code } = error instanceof SurveyInterviewError ? error : {};
	const what = status === undefined ? withoutNumbers(error.message) : `${status} ${code ?? ''}`;
	const credential = session && shortHash(`${session.api}\n${session.tokenHash}`);
	return [cause, what, credential].join('\n');
}
