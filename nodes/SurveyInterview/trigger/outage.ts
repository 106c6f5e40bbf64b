/** What fails in a trigger, which failures n8n is told, and how often. */
import { type IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { counted, oneLine, shortHash } from '../service/scalars';
import { type ListedSurvey, surveyLabel } from './reading';
import type { Completion } from './whatIsNew';

/** An hour, less 30 seconds: polls that come every hour may be a little early. */
const REPORTED_AGAIN_MS = 3_570_000;
/** A day, less 30 seconds. */
const HELD_AGAIN_MS = 86_370_000;
/** In place of a survey's ID, where the whole poll has failed. */
const WHOLE_POLL = '';

/**
 * Which failures of a trigger were reported, so that n8n does not call the error workflow with every poll. It is in
 * memory, by a clock that cannot be set, because n8n saves nothing that a failed poll has written. After a restart, a
 * failure is reported once more.
 */
export class FailureReports {
	/** When each kind of failure was last reported. */
	private readonly reported = new Map<string, number>();
	/** When a poll last failed because completions of a survey are held, by the survey's ID. */
	private readonly heldReportedAt = new Map<string, number>();
	/** Whether the last poll failed because completions are held. */
	private hasFailedForHeld = false;
	/** How often in a row a survey failed, by its ID, or the whole poll. */
	private readonly failures = new Map<string, number>();
	/** Lines that n8n's log has already. */
	private readonly loggedLines = new Set<string>();

	/**
	 * Somebody activates the workflow, so everything that fails counts as failing for the first time. Held completions
	 * are not forgotten: a poll has already failed for them, and a publication is no reason to fail again.
	 */
	beginAgain(): void {
		this.reported.clear();
		this.failures.clear();
		this.loggedLines.clear();
	}

	failuresOf(surveyId = WHOLE_POLL): number {
		return this.failures.get(surveyId) ?? 0;
	}

	/** @returns how many failures in a row there are now */
	failedAgain(surveyId = WHOLE_POLL): number {
		const count = this.failuresOf(surveyId) + 1;
		this.failures.set(surveyId, count);
		return count;
	}

	/** @returns how many failures in a row have ended */
	worksAgain(surveyId = WHOLE_POLL): number {
		const count = this.failuresOf(surveyId);
		this.failures.delete(surveyId);
		return count;
	}

	/** A poll has worked, so the next failure of each kind is reported at once, but for a kind that continues. */
	forgetAllBut(continuingKind?: string): void {
		for (const kind of this.reported.keys())
			if (kind !== continuingKind) this.reported.delete(kind);
	}

	/** Whether to report a failure; if so, it counts as reported. Kinds that alternate are each reported hourly. */
	mustReport(kind: string, now: number): boolean {
		const reportedAt = this.reported.get(kind);
		if (reportedAt !== undefined && now - reportedAt < REPORTED_AGAIN_MS) return false;
		this.reported.set(kind, now);
		return true;
	}

	/** Whether n8n's log does not have a line yet; from now on, it counts as written. */
	isNewRemark(line: string): boolean {
		const isNew = !this.loggedLines.has(line);
		this.loggedLines.add(line);
		return isNew;
	}

	/** Nothing of a survey is held any more. */
	forgetHeld(surveyId: string): void {
		this.heldReportedAt.delete(surveyId);
	}

	/**
	 * Which held completions a poll fails for: once, and then once a day. A poll that fails delivers nothing, so the next
	 * one never fails for them, even if polls come only once a day.
	 */
	takeDueHeld(held: readonly Held[], now: number): Held[] {
		const reportedAt = ({ survey }: Held) => this.heldReportedAt.get(survey.id) ?? -Infinity;
		const due = this.hasFailedForHeld
			? []
			: held.filter((entry) => now - reportedAt(entry) >= HELD_AGAIN_MS);
		for (const { survey } of due) this.heldReportedAt.set(survey.id, now);
		this.hasFailedForHeld = due.length > 0;
		return due;
	}
}

const reportsByTrigger = new Map<string, FailureReports>();

/** @param isActivated somebody has just activated the workflow, or n8n started */
export function failureReportsOf(trigger: string, isActivated: boolean): FailureReports {
	const reports = reportsByTrigger.get(trigger) ?? new FailureReports();
	reportsByTrigger.set(trigger, reports);
	if (isActivated) reports.beginAgain();
	return reports;
}

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
	// Numbers, times and identifiers in a sentence do not count.
	const sentence = error.message.replace(/(?<!\S)\S*\d\S*/g, '#');
	const statusOrSentence = status === undefined ? sentence : `${status} ${code ?? ''}`;
	const credential = session && shortHash(`${session.api}\n${session.tokenHash}`);
	return [cause, statusOrSentence, credential].join('\n');
}

/** An outage says that the trigger tries again, because a person would look for something to repair. */
export function withRetryNote<T extends NodeApiError | NodeOperationError>(error: T): T {
	const { isLasting = false, status } = error instanceof SurveyInterviewError ? error.facts : {};
	const cause = error.failure?.cause;
	const isOutage = cause === 'temporarily-unavailable' || cause === 'rate-limited';
	// An error with the status of a success: something else than the service has answered.
	const isOtherServer = status !== undefined && status < 400;
	if (isOutage && !isLasting && !isOtherServer)
		error.description = `${error.description ?? ''} The trigger tries again by itself.`.trim();
	return error;
}

/** Old completions of a survey that are held (whatIsNew.ts, the third sentence). */
export interface Held {
	survey: ListedSurvey;
	completions: readonly Completion[];
}

/** Completions are held. Each such failure is reported, whatever was reported before. */
export class HeldError extends NodeOperationError {}

/** @param begunAt when the trigger was activated: if completions came after it, the list was late, and it was no import */
export function heldError(
	{ node }: Session,
	begunAt: number,
	[first, ...rest]: readonly Held[],
): HeldError | undefined {
	if (!first) return undefined;
	const sentenceOf = ({ survey, completions }: Held) => {
		const times = completions.map(({ at = 0 }) => at).sort((a, b) => a - b);
		const later = times.filter((at) => at >= begunAt).length;
		const timeText = (at = 0) => new Date(at).toISOString();
		return `${counted(times.length, 'old completion')} of survey ${surveyLabel(survey)} appeared at once and are held: completed from ${timeText(times[0])} to ${timeText(times.at(-1))}, ${later} of them since the trigger began to watch at ${timeText(begunAt)}.`;
	};
	const wayOut =
		'Choose Deliver or Take as Known in the option Old Completions at Once, and publish. All other completions are delivered.';
	const description = [...rest.map(sentenceOf), wayOut].join(' ');
	return new HeldError(node, sentenceOf(first), { description });
}

/** Writes lines into n8n's log. */
export function warn(context: IPollFunctions, ...lines: readonly string[]): void {
	const { id, name } = context.getWorkflow();
	const where = `${context.getNode().name} (workflow ${oneLine(name ?? id ?? '', 120)})`;
	for (const line of lines) context.logger.warn(`${where}: ${line}`);
}
