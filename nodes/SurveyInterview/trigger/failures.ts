import { SurveyInterviewError } from '../api/errors';

/** Whether the token itself is refused, for anything or for this kind of reading. */
export function refusesToken({ status, code }: SurveyInterviewError): boolean {
	return status === 401 || code === 'insufficient_scope';
}

/** Whether a refusal is about the token or the limit, so that nothing else can be read either. */
export function concernsAll(error: SurveyInterviewError): boolean {
	const isLimited = error.status === 429 || error.facts.failure?.cause === 'rate-limited';
	return isLimited || refusesToken(error);
}

/** Whether a person must mend the token. Which status a refused one gets is not shown, so a 403 counts. */
export function needsPerson(error: unknown): boolean {
	return error instanceof SurveyInterviewError && (refusesToken(error) || error.status === 403);
}

/** Whether the service, or the way to it, is not well: no answer, or one that says so. */
export function isTemporary({ status, facts }: SurveyInterviewError): boolean {
	return facts.failure?.cause === 'temporarily-unavailable' || (status ?? 0) >= 500;
}

/** After so many surveys without a usable answer, the poll ends. */
const MOST_TEMPORARY = 6;

/** Keeps what went wrong in a poll, and decides whether the poll goes on and whether it fails. */
export class Failures {
	private readonly all: SurveyInterviewError[] = [];
	private temporary = 0;
	/** Why what belongs to the events could not be read. */
	private ofEvents?: SurveyInterviewError;

	/** @returns whether the poll goes on with the next survey */
	add(error: SurveyInterviewError): boolean {
		this.all.push(error);
		if (concernsAll(error)) return false;
		// One survey that cannot be read does not hold up the others; many are the service itself.
		if (isTemporary(error)) this.temporary++;
		return this.temporary < MOST_TEMPORARY;
	}

	/** Something was refused that belongs to the events, so they wait. */
	addOfEvents(error: SurveyInterviewError): void {
		this.ofEvents ??= error;
	}

	/**
	 * The error that the poll fails with, if it does: when nothing could be read, or not delivered.
	 *
	 * @param watched surveys under watch; what an unchanged summary says of them counts as read
	 */
	ofPoll(read: number, watched: number, delivered: number): SurveyInterviewError | undefined {
		if (this.ofEvents && delivered === 0) return this.ofEvents;
		if (read > 0) return undefined;
		const ofAll = this.all.find(concernsAll);
		if (ofAll) return ofAll;
		if (this.temporary >= MOST_TEMPORARY) return this.all.find(isTemporary);
		return this.all.length >= watched ? this.all[0] : undefined;
	}
}
