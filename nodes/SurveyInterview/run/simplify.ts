import type { OutputRequest } from '../input/output';
import { InputError } from '../input/problem';
import type { ItemRequest, Target } from '../input/request';
import {
	endpointOf,
	identifiersOf,
	type EndpointOperation,
	type FindOperation,
} from '../operations/operation';
import { simplifiedOf } from '../operations/outputShape';
import type { KnownFacts, ReadFacts, Simplified } from '../facts/simplified';
import { tellsOfRecords } from '../facts/survey';
import type { IdentifierName } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { ItemCollector } from './itemCollector';
import type { SurveyRecords } from './surveyRecords';

/** Makes of records what the output is to carry, for the items of one run. */
export class Simplifier {
	private readonly simplified: Simplified | undefined;
	private readonly ownId: IdentifierName | undefined;
	private readonly isOfSurvey: boolean;
	private readonly readers = new Map<number | undefined, ReadFacts>();

	constructor(
		private readonly surveys: SurveyRecords,
		operation: EndpointOperation | FindOperation,
	) {
		const { path } = endpointOf(operation);
		// The record that the path ends with; a survey's list, which ends with a word, is of other records.
		this.ownId = identifiersOf(operation).find((name) => path.endsWith(`{${name}}`));
		const isInSurvey = identifiersOf(operation).includes('survey_id');
		this.isOfSurvey = isInSurvey && this.ownId !== 'survey_id';
		this.simplified = simplifiedOf(operation);
	}

	/** The records of one answer as items. */
	async itemsOf(records: JsonObject[], request: Target & OutputRequest) {
		return await this.collectorFor(request).end(records);
	}

	/** What makes items of the records of one answer. */
	collectorFor({ output, maxTextLength, ...target }: Target & OutputRequest): ItemCollector {
		const { simplified } = this;
		if (!simplified || output === 'everything') return new ItemCollector(undefined);
		const read = this.readers.get(maxTextLength) ?? simplified.reader(maxTextLength);
		this.readers.set(maxTextLength, read);
		const ofRequest = this.knownOf(target);
		const readSurvey = async () => await this.surveyOf(ofRequest.survey_id);
		return new ItemCollector({ simplified, read, names: output, ofRequest, readSurvey });
	}

	/**
	 * The filters of a request, with what they need to know of its survey.
	 *
	 * @throws {SurveyInterviewError | InputError} when that cannot be read, or nothing could pass
	 */
	async filterOf({ filter, identifiers }: ItemRequest): Promise<ItemRequest['filter']> {
		if (filter?.nothingOf(null) === undefined) return filter;
		const survey = await this.surveyOf(identifiers.survey_id);
		if (survey instanceof Error) throw survey;
		const reason = filter.nothingOf(survey.metric_type ?? null);
		if (reason !== undefined) throw new InputError(reason);
		return { ...filter, passes: (record) => filter.passes(record, survey) };
	}

	/** What the request says of the records in its answer. */
	private knownOf({ identifiers }: Target): KnownFacts {
		const { ownId, surveys } = this;
		const known: KnownFacts = { participantLink: surveys.session.participantLink };
		if (ownId !== undefined) known.id = identifiers[ownId];
		if (this.isOfSurvey) known.survey_id = identifiers.survey_id;
		return known;
	}

	/** The facts of a survey; the error of the service where it cannot be read. */
	private async surveyOf(surveyId: unknown): Promise<KnownFacts | Error> {
		if (typeof surveyId !== 'string') return {};
		const detail = await this.surveys.of(surveyId);
		return detail instanceof Error ? detail : tellsOfRecords(detail);
	}
}
