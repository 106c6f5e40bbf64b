import { mapInTurns } from '../http/turns';
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
import { factsOf, type KnownFacts, type ReadFacts, type Simplified } from '../facts/simplified';
import { tellsOfRecords } from '../facts/survey';
import type { Remarks } from './remarks';
import type { IdentifierName } from '../records/identifiers';
import type { JsonObject } from '../records/json';
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
	async itemsOf(
		records: JsonObject[],
		{ output, maxTextLength, ...target }: Target & OutputRequest,
	): Promise<{ items: JsonObject[]; remarks?: Remarks }> {
		const [first] = records;
		const { simplified } = this;
		if (!simplified || output === 'everything' || first === undefined) return { items: records };
		const read = this.readers.get(maxTextLength) ?? simplified.reader(maxTextLength);
		this.readers.set(maxTextLength, read);
		const ofRequest = this.knownOf(target);
		const survey = needsSurvey(simplified, () => read(first, ofRequest), output)
			? await this.surveyOf(ofRequest.survey_id)
			: {};
		const isUnread = survey instanceof Error;
		const known = isUnread ? ofRequest : { ...ofRequest, ...survey };
		const items = await mapInTurns(records, (record) => factsOf(read, record, known, output));
		const remarks: Remarks = {
			...(items.some((item) => hasFacts(item, known)) ? {} : { showsNothing: true }),
			...(isUnread ? { surveyUnread: survey.message } : {}),
		};
		return { items, remarks };
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
		const known: KnownFacts = {};
		const { ownId } = this;
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

/** Whether an item has a fact that was not known before. */
function hasFacts(item: JsonObject, known: KnownFacts): boolean {
	return Object.keys(item).some((name) => item[name] !== null && !(name in known));
}

/** Whether fields are wanted that only the survey's record tells. All records are of one survey. */
function needsSurvey(
	{ ofSurvey = {} }: Simplified,
	factsOfFirst: () => JsonObject,
	wanted: readonly string[],
): boolean {
	const needed = Object.entries(ofSurvey).filter(([, fields]) =>
		fields.some((field) => wanted.includes(field)),
	);
	if (needed.length === 0) return false;
	const facts = factsOfFirst();
	return needed.some(([fact]) => (facts[fact] ?? null) === null);
}
