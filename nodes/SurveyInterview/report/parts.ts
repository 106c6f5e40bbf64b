/**
 * What a report is made of. Each part is read by itself, so that one that fails does not stop the others: it has a
 * value, or a reason why it is missing.
 */
import type { TimeRange } from '../operations/periodFields';
import { SurveyInterviewError } from '../http/errors';
import { type JsonObject, withoutUndefined } from '../service/json';
import { readItems, type RunParts } from '../run/readItems';
import type { Words } from './words';
import { withoutSmallBuckets } from './fewPeople';
import { type Comparison, noValueProblem, type ReadComparison, readGroups } from './groups';
import { summaryOf, type ScoreSummary } from './metricScore';
import type { ReportPeriods } from './periods';
import type { ReportRequest } from './reportRequest';
import type { ReportSurvey } from './reportSurvey';

/**
 * Why a part is missing:
 *
 * - `unreadable`: the service could not give it, or its answer was not understood;
 * - `suppressed`: too few people have answered, as the service or the report itself says;
 * - `maybeSuppressed`: an anonymous survey shows nothing, perhaps because too few have answered;
 * - `empty`: a survey that is not anonymous has nothing in the period;
 * - `notWanted`: the item did not ask for it.
 */
export type Missing = keyof Words['noScore'];

/** `reason` is the error message of a part that could not be read. */
export type ReportPart<T> =
	| { value: T; missing?: undefined; reason?: undefined }
	| { missing: Missing; reason?: string; value?: undefined };

/** A part with results of too few people, which must not be shown. */
const TOO_FEW_PEOPLE: ReportPart<never> = { missing: 'suppressed' };
/** A part that the item did not ask for. */
export const NOT_WANTED: ReportPart<never> = { missing: 'notWanted' };

export interface ReportParts {
	scores: ReportPart<ScoreSummary>;
	previous_scores: ReportPart<ScoreSummary>;
	/** It is of the service's period, as are topics, quotes and the conclusion. */
	response_rate: ReportPart<Invited>;
	trend: ReportPart<Bucket[]>;
	topics: ReportPart<Topic[]>;
	quotes: ReportPart<Quote[]>;
	conclusion: ReportPart<Conclusion>;
	/** Only if a property is chosen. */
	groups?: ReportPart<Comparison>;
}

interface Invited {
	invited: number | null;
	/** As a share. */
	response_rate: number;
}

/** A column of the trend: a week, a month or a year. */
export interface Bucket {
	from: string;
	score: number | null;
	answers: number | null;
}

export interface Topic {
	id: string | null;
	name: string;
	mentions: number | null;
	frequency?: number | null;
	positive: number | null;
	neutral: number | null;
	negative: number | null;
}

export interface Quote {
	text: string;
	topic: string;
	sentiment: string | null;
}

interface Conclusion {
	text: string | null;
	points: Array<{ text: string; tone: string | null }> | null;
}

/** Fewer mentions of a topic, or fewer answers, say little: bars are pale, and it is no highlight. */
export const MIN_TO_JUDGE = 5;

/** The mentions of a topic and their number; undefined if the service does not give all three tones. */
export function tonesOf({ positive, neutral, negative }: Topic) {
	if (positive === null || neutral === null || negative === null) return undefined;
	const all = positive + neutral + negative;
	return all > 0 ? { negative, neutral, positive, all } : undefined;
}

/** The topics whose mentions are known: of those with enough of them, those first that pull the score down most. */
export function worstFirst(topics: readonly Topic[]) {
	const withTones = topics.flatMap((topic) => {
		const tones = tonesOf(topic);
		return tones ? [{ ...topic, ...tones }] : [];
	});
	type TopicWithTones = (typeof withTones)[number];
	const pullOf = ({ negative, positive }: TopicWithTones) => negative - positive;
	const hasEnough = ({ all }: TopicWithTones) => Number(all >= MIN_TO_JUDGE);
	return withTones.sort(
		(a, b) => hasEnough(b) - hasEnough(a) || pullOf(b) - pullOf(a) || b.negative - a.negative,
	);
}

interface PartsRequest {
	asked: ReportRequest;
	survey: ReportSurvey;
	periods: Pick<ReportPeriods, 'trend' | 'servicePeriod' | 'rangeForCount'>;
	/** The names of the wanted parts. */
	wanted: ReadonlySet<string>;
	/** The language of the conclusion. */
	locale: string;
}

/**
 * Reads all parts side by side: nine requests, of which three are for quotes. In a survey that may be anonymous, one more
 * request counts who answered in the service's period: if they are too few, the parts of that period are withheld.
 */
export async function readParts(runParts: RunParts, request: PartsRequest): Promise<ReportParts> {
	const { asked, survey, periods, wanted } = request;
	const reader = new PartsReader(runParts, request);
	const isWanted = (...names: string[]) => names.some((name) => wanted.has(name));
	const part = async <T>(isNeeded: boolean, read: () => PromisedPart<T>) =>
		isNeeded ? await partFrom(read, survey) : NOT_WANTED;

	const topicsPart = part(isWanted('topics', 'quotes'), () => reader.topics());
	const [people, scores, previousScores, responseRate, trend, topics, quotes, conclusion, groups] =
		await Promise.all([
			part(
				survey.mayBeAnonymous && isWanted('scores', 'topics', 'quotes', 'conclusion'),
				// No answers are too few as well.
				async () => (await reader.scoresIn(periods.rangeForCount)) ?? TOO_FEW_PEOPLE,
			),
			part(isWanted('scores'), () => reader.scoresIn(asked.range)),
			part(isWanted('scores'), () => reader.scoresIn(asked.previousRange)),
			part(isWanted('scores'), () => reader.responseRate()),
			part(isWanted('trend'), () => reader.trend()),
			topicsPart,
			part(isWanted('quotes'), async () => await reader.quotesOn(await topicsPart)),
			part(isWanted('conclusion'), () => reader.conclusion()),
			part(asked.property !== undefined, () => reader.groups()),
		]);

	/**
	 * A part of the service's period. If the people who answered in it are too few or cannot be counted, it is missing,
	 * for the same reason as their count.
	 */
	const unlessFew = <T>(result: ReportPart<T>): ReportPart<T> =>
		survey.mayBeAnonymous && result.value && people.missing ? people : result;
	return withoutUndefined({
		scores,
		previous_scores: previousScores,
		response_rate: unlessFew(responseRate),
		trend,
		topics: unlessFew(topics),
		quotes: unlessFew(quotes),
		conclusion: unlessFew(conclusion),
		groups: asked.property === undefined ? undefined : groups,
	});
}

/** A part while it is read; undefined if the service has nothing to show for it. */
type PromisedPart<T> = Promise<ReportPart<T> | undefined>;

async function partFrom<T>(
	read: () => PromisedPart<T>,
	{ isAnonymous }: ReportSurvey,
): Promise<ReportPart<T>> {
	const part = await read().catch(missingFor);
	// The words for `maybeSuppressed` say that the survey is anonymous, so that must be certain.
	return part ?? { missing: isAnonymous ? 'maybeSuppressed' : 'empty' };
}

/** @throws errors that do not come from the service, such as the end of the execution */
function missingFor(error: unknown): ReportPart<never> {
	if (!(error instanceof SurveyInterviewError)) throw error;
	const isSuppressed = error.facts.code === 'segment_suppressed';
	return { missing: isSuppressed ? 'suppressed' : 'unreadable', reason: error.message };
}

const isScored = (buckets: readonly Bucket[]) => buckets.some(({ score }) => score !== null);

/** Quotes are read for so many topics, and so many for each. */
const QUOTED_TOPICS = 3;
const QUOTES_EACH = 12;

class PartsReader {
	constructor(
		private readonly runParts: RunParts,
		private readonly request: PartsRequest,
	) {}

	async scoresIn({ start, end }: TimeRange): PromisedPart<ScoreSummary> {
		const { metric, minPeople } = this.request.survey;
		const query = { range_start: start, range_end: end };
		const records = await this.get<{ score: unknown }>('getScores', query);
		const scores = records.map(({ score }) => score);
		const summary = summaryOf(metric, scores);
		if (summary.answers === 0) return undefined;
		return summary.answers >= minPeople ? { value: summary } : TOO_FEW_PEOPLE;
	}

	async responseRate(): PromisedPart<Invited> {
		const [found] = await this.get<Partial<Invited>>('getOverview', this.period);
		const { invited = null, response_rate: share } = found ?? {};
		return typeof share === 'number' ? { value: { invited, response_rate: share } } : undefined;
	}

	async trend(): PromisedPart<Bucket[]> {
		const { start, end, granularity } = this.request.periods.trend;
		const query = { range_start: start, range_end: end, granularity };
		const all = await this.get<Bucket>('getOverTime', query);
		// A bucket without a time, whose `from` is null, is left out as well: null is after no text.
		const buckets = all.filter(({ from }) => from >= start && from <= end);
		if (!isScored(buckets)) return undefined;
		const { mayBeAnonymous, minPeople } = this.request.survey;
		const value = mayBeAnonymous ? withoutSmallBuckets(buckets, minPeople) : buckets;
		return isScored(value) ? { value } : TOO_FEW_PEOPLE;
	}

	async topics(): PromisedPart<Topic[]> {
		const topics = await this.get<Topic>('getTopics', this.period);
		const value = mostMentionedFirst(topics.filter(({ name }) => name !== null));
		return value.length > 0 ? { value } : undefined;
	}

	/**
	 * Quotes on the worst topic and on those with the most mentions: the first quote on each topic, then the second on
	 * each, and so on.
	 */
	async quotesOn(topics: ReportPart<Topic[]>): PromisedPart<Quote[]> {
		if (topics.missing) return topics;
		const candidates = [...worstFirst(topics.value).slice(0, 1), ...topics.value];
		// The worst topic comes twice. A Map has it once, at its first place.
		const byId = new Map(candidates.map((topic) => [topic.id, topic]));
		byId.delete(null);
		const quotedTopics = [...byId.values()].slice(0, QUOTED_TOPICS);
		const parts = await Promise.all(
			quotedTopics.map(
				async (topic) => await partFrom(() => this.quotes(topic), this.request.survey),
			),
		);
		const value = Array.from({ length: QUOTES_EACH }, (_, index) =>
			parts.flatMap((part) => part.value?.[index] ?? []),
		).flat();
		return value.length > 0 ? { value } : parts.find(({ missing }) => missing);
	}

	private async quotes({ id, name }: Topic): PromisedPart<Quote[]> {
		// Without the field `topic`: the topic is known, and to fill that field it would be read again.
		const options = { limit: QUOTES_EACH, fields: ['text', 'sentiment', 'at'] };
		const quotes = await this.get<Quote>('getQuotes', this.period, { topic_id: id }, options);
		const withText = quotes.filter(({ text }) => text !== null);
		return { value: withText.map((quote) => ({ ...quote, topic: name })) };
	}

	async conclusion(): PromisedPart<Conclusion> {
		const query = { ...this.period, locale: this.request.locale };
		const [value] = await this.get<Conclusion>('getConclusion', query);
		const isFound = value && (value.text !== null || (value.points ?? []).length > 0);
		return isFound ? { value } : undefined;
	}

	async groups(): PromisedPart<ReadComparison> {
		const { asked, survey } = this.request;
		const value = await readGroups(this.runParts, asked, survey);
		if (value.groups.length > 0) {
			const reason = noValueProblem(value, asked.property ?? '', survey.properties);
			return reason === undefined ? { value } : { missing: 'empty', reason };
		}
		return value.whyNone === 'tooFew' ? TOO_FEW_PEOPLE : undefined;
	}

	private get period() {
		return { period: this.request.periods.servicePeriod };
	}

	private async get<T>(
		operation: string,
		query: JsonObject,
		moreIdentifiers = {},
		options: { limit?: number; fields?: string[] } = {},
	) {
		const identifiers = { survey_id: this.request.asked.surveyId, ...moreIdentifiers };
		return await readItems<T>(this.runParts, ['result', operation], identifiers, query, options);
	}
}

/** The topics with the most mentions first, or else with the highest frequency, if all have that number. */
function mostMentionedFirst(topics: readonly Topic[]): Topic[] {
	const countName = (['mentions', 'frequency'] as const).find((name) =>
		topics.every((topic) => (topic[name] ?? null) !== null),
	);
	if (countName === undefined) return [...topics];
	return topics.toSorted((a, b) => Number(b[countName]) - Number(a[countName]));
}
