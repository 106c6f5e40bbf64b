import { type KnownFacts, withoutEnvelope } from '../service/simplified';
import { MAILING } from '../service/mailings';
import { TOPIC } from '../service/results';
import { SURVEY, surveyProperties, type SurveyProperty } from '../service/surveys';
import { call } from '../http/call';
import { read } from '../http/read';
import type { Session } from '../http/session';
import type { ItemRequest } from '../input/request';
import { findOperation } from '../operations';
import type { EndpointOperation, Identifiers } from '../operations/operation';
import { propertyTexts } from '../operations/invitationFields';
import { proofOf } from '../operations/proof';
import { fillPath } from '../service/identifiers';
import { isObject, type JsonObject, objectIn } from '../service/json';
import { failureOf } from './itemResult';
import type { UnknownProperties } from './remarks';

const GET_SURVEY = findOperation('survey', 'get') as EndpointOperation;
const GET_TOPIC = findOperation('result', 'getTopic') as EndpointOperation;
const GET_MAILING = findOperation('mailing', 'get') as EndpointOperation;

/**
 * Reads surveys, mailings and topics for what they tell about other records. A run reads each survey at most once. With
 * `noRetry` a failure is not tried again, because the run can do without the record.
 */
export class SurveyRecords {
	/** Promises by survey, so that items that run at the same time share a request. */
	private readonly readings = new Map<string, Promise<unknown>>();

	constructor(readonly session: Session) {}

	/**
	 * A survey's detail, or the Error why it cannot be read. `noRetry` counts only in the first call about a survey,
	 * whose answer the others share.
	 */
	async detailOf(survey_id: string, noRetry?: true): Promise<unknown> {
		const reading =
			this.readings.get(survey_id) ?? this.answerOf(GET_SURVEY, { survey_id }, { noRetry });
		this.readings.set(survey_id, reading);
		return await reading;
	}

	/** A survey's facts; none if it cannot be read. */
	async factsOf(surveyId: string): Promise<{ interview_locale?: unknown; anonymous?: unknown }> {
		const detail = await this.detailOf(surveyId, true);
		if (detail instanceof Error || !isObject(detail)) return {};
		return SURVEY.read(withoutEnvelope(detail));
	}

	/** A survey's properties, or why they are not known, as a part of a sentence. */
	async propertiesOf(surveyId?: string, noRetry?: true): Promise<SurveyProperty[] | string> {
		if (surveyId === undefined) return 'no survey is chosen above';
		const detail = await this.detailOf(surveyId, noRetry);
		if (detail instanceof Error) return detail.message;
		return surveyProperties(detail) ?? 'the service’s answer has no list of them';
	}

	/** Facts of a mailing that the answer with its counts lacks, or the Error why it cannot be read. */
	async mailingOf(identifiers: Identifiers): Promise<KnownFacts | Error> {
		// The mailing comes with a page of recipients, which has at least one.
		const options = { query: { limit: 1 }, noRetry: true } as const;
		const detail = await this.answerOf(GET_MAILING, identifiers, options);
		if (detail instanceof Error) return detail;
		const { status, subject_override } = MAILING.read(withoutEnvelope(objectIn(detail)));
		return { status, subject_override };
	}

	/** The name of a topic, or the Error why it cannot be read. */
	async topicOf(identifiers: Identifiers): Promise<KnownFacts | Error> {
		const detail = await this.answerOf(GET_TOPIC, identifiers, { noRetry: true });
		if (detail instanceof Error) return detail;
		return { topic: TOPIC.read(withoutEnvelope(objectIn(detail))).name };
	}

	/** Adds the survey's language to a request without one, if the service accepts that language. */
	async withSurveyLanguage(
		{ localeField: name, inForm = [] }: EndpointOperation,
		request: ItemRequest,
	): Promise<ItemRequest> {
		const { query, identifiers } = request;
		if (name === undefined || name in query) return request;
		const { interview_locale: surveyLocale } = await this.factsOf(identifiers.survey_id ?? '');
		// `nl-NL` counts as `nl`.
		const [language] = String(surveyLocale ?? '')
			.toLowerCase()
			.split(/[-_]/);
		const field = inForm.find((formField) => formField.name === name);
		const isOffered =
			field?.kind === 'choice' && field.choices.some(({ value }) => value === language);
		return isOffered && language ? { ...request, query: { ...query, [name]: language } } : request;
	}

	/**
	 * Adds the record's other properties to an update, because the service may replace all of them (docs/interface.md,
	 * Invitations). It reads the record right before the write, because an earlier item may have changed it.
	 */
	async withOtherProperties(
		{ path, readsOtherProperties }: EndpointOperation,
		request: ItemRequest,
	): Promise<ItemRequest> {
		const { body, identifiers } = request;
		if (!readsOtherProperties || !isObject(body?.properties)) return request;
		const record = await read(this.session, fillPath(path, identifiers));
		const { properties: existing } = withoutEnvelope(objectIn(record));
		const properties = { ...Object.fromEntries(propertyTexts(existing)), ...body.properties };
		return { ...request, body: { ...body, properties } };
	}

	/** The keys of properties that were sent, and that the survey does not have. It is only a hint. */
	async unknownPropertiesIn(
		{ takesProperties }: EndpointOperation,
		{ body, identifiers }: ItemRequest,
	): Promise<UnknownProperties | undefined> {
		const sent = takesProperties ? body?.properties : undefined;
		const surveyId = identifiers.survey_id;
		if (!isObject(sent) || surveyId === undefined) return undefined;
		return unknownAmong(Object.keys(sent), await this.propertiesOf(surveyId, true));
	}

	/** The answer of a reading operation, or the Error why there is none. */
	private async answerOf(
		operation: EndpointOperation,
		identifiers: Identifiers,
		options: { query?: JsonObject; noRetry?: true },
	): Promise<unknown> {
		try {
			const path = fillPath(operation.path, identifiers);
			const proves = proofOf(operation, identifiers);
			const request = { method: 'GET', path, retryClass: 'read', proves, ...options } as const;
			return (await call(this.session, request)).body;
		} catch (error) {
			return failureOf(this.session, { retryClass: 'read' }, error).error;
		}
	}
}

/**
 * The keys that a survey does not have; undefined if there are none, or if the survey's keys are not certain.
 *
 * @param properties those of the survey, or why they are not known
 */
export function unknownAmong(
	keys: readonly string[],
	properties: readonly SurveyProperty[] | string,
): UnknownProperties | undefined {
	if (typeof properties === 'string' || properties.some(({ keyIsLabel }) => keyIsLabel))
		return undefined;
	const has = properties.map(({ key }) => key);
	const unknown = keys.filter((key) => !has.includes(key));
	return unknown.length > 0 ? { unknown, has } : undefined;
}
