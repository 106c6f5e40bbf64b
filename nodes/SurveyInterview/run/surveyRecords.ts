import { type KnownFacts, withoutEnvelope } from '../facts/fact';
import { MAILING } from '../facts/mailingFacts';
import { SURVEY, surveyProperties, type SurveyProperty } from '../facts/surveyFacts';
import { call, read } from '../http/call';
import type { Session } from '../http/session';
import { addProperties, type ItemRequest, refuseEmptyBody } from '../input/request';
import { valuesOfMapper } from '../input/propertyMapper';
import { findOperation } from '../operations';
import { endpointOf, type EndpointOperation } from '../operations/operation';
import { proofOf } from '../operations/proof';
import { fillPath } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { failureOf } from './itemResult';
import type { UnknownProperties } from './remarks';

const GET_SURVEY = findOperation('survey', 'get') as EndpointOperation;
const GET_MAILING = findOperation('mailing', 'get') as EndpointOperation;

/** The details of surveys and mailings, for what else a run needs of them. A survey is read once, and only if it is asked for. */
export class SurveyRecords {
	/** By survey, as promises: items side by side share the request. */
	private readonly readings = new Map<string, Promise<unknown>>();

	constructor(readonly session: Session) {}

	/** A survey's detail; an Error, not thrown, where it cannot be read. `once`: it is not tried again. */
	async of(surveyId: string, once?: true): Promise<unknown> {
		const reading = this.readings.get(surveyId) ?? this.read(surveyId, once);
		this.readings.set(surveyId, reading);
		return await reading;
	}

	/** What a survey's detail says, where a run can do without it: it is not tried again, and one unread says nothing. */
	async factsOf(surveyId: string): Promise<{ interview_locale?: unknown; anonymous?: unknown }> {
		const detail = await this.of(surveyId, true);
		if (detail instanceof Error || !isObject(detail)) return {};
		return SURVEY.reader()(withoutEnvelope(detail), {});
	}

	/** A survey's properties, or why they are not known. `once`: the survey is not tried again. */
	async propertiesOf(surveyId: string, once?: true): Promise<SurveyProperty[] | string> {
		const detail = await this.of(surveyId, once);
		if (detail instanceof Error) return detail.message;
		return surveyProperties(detail) ?? 'the service’s answer has no list of them';
	}

	/** A request with the language of the survey where none was chosen, if the service takes that one. */
	async inItsLanguage(operation: EndpointOperation, request: ItemRequest): Promise<ItemRequest> {
		const { localeField: name, inForm = [] } = operation;
		const { query, identifiers } = request;
		if (name === undefined || name in query) return request;
		const { interview_locale: spoken } = await this.factsOf(identifiers.survey_id ?? '');
		// `nl-NL` is Dutch, too.
		const [language] = String(spoken ?? '')
			.toLowerCase()
			.split(/[-_]/);
		const field = inForm.find((one) => one.name === name);
		const isTaken =
			field?.kind === 'choice' && field.choices.some(({ value }) => value === language);
		return isTaken && language ? { ...request, query: { ...query, [name]: language } } : request;
	}

	/** What a mailing says of itself beside its counts; an Error, not thrown, where it cannot be read. */
	async mailingOf(mailing_id: string): Promise<KnownFacts | Error> {
		// One of its recipients is as few as the service gives.
		const detail = await this.recordOf(GET_MAILING, { mailing_id }, { limit: 1 }, true);
		if (detail instanceof Error) return detail;
		const record = isObject(detail) ? withoutEnvelope(detail) : {};
		const { status, subject_override } = MAILING.reader()(record, {});
		return { status, subject_override };
	}

	private async read(survey_id: string, once?: true): Promise<unknown> {
		return await this.recordOf(GET_SURVEY, { survey_id }, undefined, once);
	}

	private async recordOf(
		operation: EndpointOperation,
		identifiers: ItemRequest['identifiers'],
		query: JsonObject | undefined,
		once?: true,
	): Promise<unknown> {
		try {
			const path = fillPath(endpointOf(operation).path, identifiers);
			const proves = proofOf(operation, identifiers);
			const request = { method: 'GET', path, query, retryClass: 'read', once, proves } as const;
			return (await call(this.session, request)).body;
		} catch (error) {
			return failureOf(this.session, { retryClass: 'read' }, error).error;
		}
	}
}

/** The keys of the properties that are sent, held against those of the survey. */
export class PropertyKeys {
	constructor(
		private readonly surveys: SurveyRecords,
		private readonly operation: EndpointOperation,
	) {}

	/** A request with the values of properties that are mapped automatically; refused where nothing is left to send. */
	async complete(request: ItemRequest): Promise<ItemRequest> {
		const { automatic, identifiers } = request;
		if (!automatic) return request;
		const { survey_id: surveyId } = identifiers;
		const known =
			surveyId === undefined
				? 'no survey is chosen above'
				: await this.surveys.propertiesOf(surveyId);
		const body = { ...request.body };
		addProperties(body, valuesOfMapper(automatic, known));
		if (Object.keys(body).length === 0) refuseEmptyBody(this.operation);
		return { ...request, body };
	}

	/**
	 * An update with the other properties of the record beside its own: whether the service replaces all of them
	 * is not shown (docs/interface.md, Invitations). It is read right before the write, for an item before may
	 * have changed it.
	 */
	async withOthers(request: ItemRequest): Promise<ItemRequest> {
		const { keepsProperties } = this.operation;
		const { body, identifiers } = request;
		if (keepsProperties === undefined || !isObject(body?.properties)) return request;
		const record = await read(this.surveys.session, fillPath(keepsProperties, identifiers));
		const { properties: others } = isObject(record) ? withoutEnvelope(record) : {};
		const properties = { ...(isObject(others) ? others : {}), ...body.properties };
		return { ...request, body: { ...body, properties } };
	}

	/**
	 * The keys that were sent and that the survey does not have. Where its properties cannot be read nothing is
	 * said of the keys, for that would be a guess. It is only a hint, so it is not worth waiting for.
	 */
	async unknownIn({ body, identifiers }: ItemRequest): Promise<UnknownProperties | undefined> {
		const sent = this.operation.carriesProperties ? body?.properties : undefined;
		const surveyId = identifiers.survey_id;
		if (!isObject(sent) || surveyId === undefined) return undefined;
		return unknownAmong(Object.keys(sent), await this.surveys.propertiesOf(surveyId, true));
	}
}

/** The keys that are none of a survey's; undefined where there are none, or where its keys are not certain. */
export function unknownAmong(
	keys: readonly string[],
	known: readonly SurveyProperty[] | string,
): UnknownProperties | undefined {
	if (typeof known === 'string' || known.some(({ isGuess }) => isGuess)) return undefined;
	const has = known.map(({ key }) => key);
	const unknown = keys.filter((key) => !has.includes(key));
	return unknown.length > 0 ? { unknown, has } : undefined;
}
