import { call } from '../http/call';
import type { Session } from '../http/session';
import { findOperation } from '../operations';
import type { EndpointOperation } from '../operations/operation';
import { proofOf } from '../operations/proof';
import { fillPath } from '../records/identifiers';
import { failureOf } from './output';

const GET_SURVEY = findOperation('survey', 'get') as EndpointOperation;

/** The details of surveys, for what else a run needs of them. Each is read once, and only if it is asked for. */
export class SurveyRecords {
	/** By survey, as promises: items side by side share the request. */
	private readonly readings = new Map<string, Promise<unknown>>();

	constructor(readonly session: Session) {}

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
			const proves = proofOf(GET_SURVEY, { survey_id });
			const request = { method: 'GET', path, retryClass: 'read', once, proves } as const;
			return (await call(this.session, request)).body;
		} catch (error) {
			return failureOf(this.session, { retryClass: 'read' }, error).error;
		}
	}
}
