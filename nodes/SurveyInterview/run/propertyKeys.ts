import { surveyProperties, type SurveyProperty } from '../facts/surveyDetail';
import { addProperties, refuseEmptyBody } from '../input/body';
import { valuesOfMapper, type AutomaticProperties } from '../input/propertyMapper';
import type { ItemRequest } from '../input/request';
import type { EndpointOperation } from '../operations/operation';
import { isObject } from '../records/json';
import type { UnknownProperties } from './remarks';
import type { SurveyRecords } from './surveyRecords';

/** The keys of the properties that are sent, held against those of the survey. */
export class PropertyKeys {
	constructor(
		private readonly surveys: SurveyRecords,
		private readonly operation: EndpointOperation,
	) {}

	/**
	 * A request with the values of properties that are mapped automatically, and the keys that the survey does
	 * not have. Where its properties cannot be read nothing is said of the keys, for that would be a guess.
	 *
	 * @throws {InputError} where nothing is left to send, or nobody knows what to map
	 */
	async complete(
		request: ItemRequest,
	): Promise<{ request: ItemRequest; unknownProperties?: UnknownProperties }> {
		const { body, automatic, identifiers } = request;
		if (!automatic && !isObject(body?.properties)) return { request };
		const known = await this.propertiesOf(identifiers.survey_id);
		const completed = automatic ? this.withValues(request, automatic, known) : request;
		if (typeof known === 'string') return { request: completed };
		const sent = completed.body?.properties;
		const has = known.map(({ key }) => key);
		const unknown = Object.keys(isObject(sent) ? sent : {}).filter((key) => !has.includes(key));
		if (unknown.length === 0) return { request: completed };
		return { request: completed, unknownProperties: { unknown, has } };
	}

	private withValues(
		request: ItemRequest,
		automatic: AutomaticProperties,
		known: SurveyProperty[] | string,
	): ItemRequest {
		const body = { ...request.body };
		addProperties(body, valuesOfMapper(automatic, known));
		if (Object.keys(body).length === 0) refuseEmptyBody(this.operation);
		return { ...request, body };
	}

	private async propertiesOf(surveyId: string | undefined): Promise<SurveyProperty[] | string> {
		if (surveyId === undefined) return 'no survey is chosen above';
		return await knownProperties(this.surveys, surveyId);
	}
}

/** A survey's properties, or why they are not known. */
export async function knownProperties(
	surveys: SurveyRecords,
	surveyId: string,
): Promise<SurveyProperty[] | string> {
	const detail = await surveys.of(surveyId);
	if (detail instanceof Error) return detail.message;
	return surveyProperties(detail) ?? 'the service’s answer names no list of them';
}
