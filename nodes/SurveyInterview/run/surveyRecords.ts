import { call } from '../http/call';
import type { Session } from '../http/session';
import { fillPath } from '../records/identifiers';
import { failureOf } from './output';

/** The details of surveys, for what else a run needs of them. Each is read once, and only if it is asked for. */
export class SurveyRecords {
	/** By survey, as promises: items side by side share the request. */
	private readonly readings = new Map<string, Promise<unknown>>();

	constructor(private readonly session: Session) {}

	/**
	 * A survey's detail; an Error, which is not thrown, where it cannot be read.
	 *
	 * @param reading `once`: not tried again where it fails
	 */
	async of(surveyId: string, { once }: { once?: true } = {}): Promise<unknown> {
		const reading = this.readings.get(surveyId) ?? this.read(surveyId, once);
		this.readings.set(surveyId, reading);
		return await reading;
	}

	private async read(survey_id: string, once?: true): Promise<unknown> {
		try {
			const path = fillPath('/surveys/{survey_id}', { survey_id });
			return (await call(this.session, { method: 'GET', path, retryClass: 'read', once })).body;
		} catch (error) {
			return failureOf(this.session, { retryClass: 'read' }, error).error;
		}
	}
}
