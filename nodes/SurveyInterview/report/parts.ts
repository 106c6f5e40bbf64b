/**
 * What a report is made of. Each part is read by itself, so that one that fails does not stop the others: it has a
 * value, or a reason why it is missing.
 */
import type { TimeRange } from '../operations/periodFields';
import { SurveyInterviewError } from '../http/errors';
import { type JsonObject, withoutGaps } from '../service/json';
import { readItems, type RunParts } from '../run/readItems';
import type { Words } from './english';
import { withoutFew } from './fewPeople';
import { type Comparison, type ReadComparison, readGroups, type ReportSurvey } from './groups';
import { summaryOf, type ScoreSummary } from './metricScore';
import type { ReportPeriods } from './periods';
import type { ReportRequest } from './reportRequest';

/** Why a part is missing. `perhapsHeld`: an anonymous survey shows nothing, perhaps because too few have answered. */
export type Missing = keyof Words['noScore'];

/** `reason` is the error message of a part that could not be read. */
export type ReportPart<T> =
	| { value: T; missing?: undefined; reason?: undefined }
	| { missing: Missing; reason?: string; value?: undefined };

/** There are results, but of too few people to be shown. */
const HELD: ReportPart<never> = { missing: 'suppressed' };
export const NOT_WANTED: ReportPart<never> = { missing: 'notWanted' };

export interface ReportParts {
	scores: ReportPart<ScoreSummary>;
	previous_scores: ReportPart<ScoreSummary>;
	/** Of the service's period. */
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

/** Of the trend. */
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

const isScored = (buckets: readonly Bucket[]) => buckets.some(({ score }) => score !== null);

/** Fewer mentions or answers say little. */
export const ENOUGH = 5;

/** The mentions of a topic and their number; undefined if the service does not give all three tones. */
export function tonesOf({ positive, neutral, negative }: Topic) {
	if (positive === null || neutral === null || negative === null) return undefined;
	const all = positive + neutral + negative;
	return all > 0 ? { negative, neutral, positive, all } : undefined;
}

/** The topics whose mentions are known: of those with enough of them, those first that pull the score down most. */
export function worstFirst(topics: readonly Topic[]) {
	const known = topics.flatMap((topic) => {
		const tones = tonesOf(topic);
		return tones ? [{ ...topic, ...tones }] : [];
	});
	type Known = (typeof known)[number];
	const pullOf = ({ negative, positive }: Known) => negative - positive;
	const hasEnough = ({ all }: Known) => Number(all >= ENOUGH);
	return known.sort(
		(one, other) =>
			hasEnough(other) - hasEnough(one) ||
			pullOf(other) - pullOf(one) ||
			other.negative - one.negative,
	);
}

interface PartsRequest {
	asked: ReportRequest;
	survey: ReportSurvey;
	periods: Pick<ReportPeriods, 'trend' | 'servicePeriod' | 'serviceRange'>;
	/** The names of the wanted parts. */
	wanted: ReadonlySet<string>;
	/** The language of the conclusion. */
	locale: string;
}

/** What an answer has to show; undefined if it shows nothing. */
type Found<T> = Promise<ReportPart<T> | undefined>;

/**
 * Reads all parts side by side: nine requests, of which three are for quotes. In a survey that may be anonymous, one more
 * request counts who answered in the service's period: if they are too few, the parts of that period are withheld.
 */
export async function readParts(reading: RunParts, request: PartsRequest): Promise<ReportParts> {
	const { asked, survey, periods, wanted } = request;
	const reader = new PartsReader(reading, request);
	const part = async <T>(isWanted: boolean, read: () => Found<T>) =>
		isWanted ? await partFrom(read, survey.isAnonymous) : NOT_WANTED;
	const isWanted = (...names: string[]) => names.some((name) => wanted.has(name));

	const topics = part(isWanted('topics', 'quotes'), () => reader.topics());
	const { ofServicePeriod, ...parts } = await resolved({
		ofServicePeriod: part(
			survey.mayBeAnonymous && isWanted('scores', 'topics', 'quotes', 'conclusion'),
			async () => (await reader.scoresIn(periods.serviceRange)) ?? HELD,
		),
		scores: part(isWanted('scores'), () => reader.scoresIn(asked.range)),
		previous_scores: part(isWanted('scores'), () => reader.scoresIn(asked.before)),
		response_rate: part(isWanted('scores'), () => reader.responseRate()),
		trend: part(isWanted('trend'), () => reader.trend()),
		topics,
		quotes: part(isWanted('quotes'), async () => await reader.quotesOn(await topics)),
		conclusion: part(isWanted('conclusion'), () => reader.conclusion()),
		groups: part(asked.property !== undefined, () => reader.groups()),
	});

	const withheldIfFew = <T>(one: ReportPart<T>): ReportPart<T> =>
		survey.mayBeAnonymous && one.value && ofServicePeriod.missing ? ofServicePeriod : one;
	return withoutGaps({
		...parts,
		response_rate: withheldIfFew(parts.response_rate),
		topics: withheldIfFew(parts.topics),
		quotes: withheldIfFew(parts.quotes),
		conclusion: withheldIfFew(parts.conclusion),
		groups: asked.property === undefined ? undefined : parts.groups,
	});
}

/** The values of an object of promises, under the same names. */
async function resolved<T extends object>(waiting: {
	[Name in keyof T]: Promise<T[Name]>;
}): Promise<T> {
	const entries = Object.entries<Promise<unknown>>(waiting);
	const values = await Promise.all(entries.map(async ([, value]) => await value));
	return Object.fromEntries(entries.map(([name], index) => [name, values[index]])) as T;
}

async function partFrom<T>(read: () => Found<T>, isAnonymous: boolean): Promise<ReportPart<T>> {
	const part = await read().catch(missingFor);
	return part ?? { missing: isAnonymous ? 'perhapsHeld' : 'empty' };
}

/** @throws errors that do not come from the service, such as the end of the execution */
function missingFor(error: unknown): ReportPart<never> {
	if (!(error instanceof SurveyInterviewError)) throw error;
	const isSuppressed = error.facts.code === 'segment_suppressed';
	return { missing: isSuppressed ? 'suppressed' : 'unreadable', reason: error.message };
}

/** Quotes are read of so many topics, and so many of each. */
const QUOTED_TOPICS = 3;
const QUOTES_EACH = 12;

class PartsReader {
	constructor(
		private readonly reading: RunParts,
		private readonly request: PartsRequest,
	) {}

	async scoresIn(range: TimeRange): Found<ScoreSummary> {
		const query = { range_start: range.start, range_end: range.end };
		const dots = await this.get<{ score: unknown }>('getScores', query);
		const { metric, fewest } = this.request.survey;
		const summary = summaryOf(
			metric,
			dots.map(({ score }) => score),
		);
		if (summary.answers === 0) return undefined;
		return summary.answers >= fewest ? { value: summary } : HELD;
	}

	async responseRate(): Found<Invited> {
		const [found] = await this.get<Partial<Invited>>('getOverview', this.period);
		const { invited = null, response_rate: share } = found ?? {};
		return typeof share === 'number' ? { value: { invited, response_rate: share } } : undefined;
	}

	async trend(): Found<Bucket[]> {
		const { start, end, granularity } = this.request.periods.trend;
		const query = { range_start: start, range_end: end, granularity };
		const all = await this.get<Bucket>('getOverTime', query);
		const buckets = all.filter(({ from }) => from !== null && from >= start && from <= end);
		if (!isScored(buckets)) return undefined;
		const { mayBeAnonymous, fewest } = this.request.survey;
		const value = mayBeAnonymous ? withoutFew(buckets, fewest) : buckets;
		return isScored(value) ? { value } : HELD;
	}

	async topics(): Found<Topic[]> {
		const topics = await this.get<Topic>('getTopics', this.period);
		const value = mostMentionedFirst(topics.filter(({ name }) => name !== null));
		return value.length > 0 ? { value } : undefined;
	}

	/** On the worst topic, and on those with the most mentions. */
	async quotesOn(topics: ReportPart<Topic[]>): Found<Quote[]> {
		if (topics.missing) return topics;
		const [worst] = worstFirst(topics.value);
		const byId = new Map([...(worst ? [worst] : []), ...topics.value].map((one) => [one.id, one]));
		byId.delete(null);
		const quoted = [...byId.values()].slice(0, QUOTED_TOPICS);
		const { isAnonymous } = this.request.survey;
		const found = await Promise.all(
			quoted.map(async (topic) => await partFrom(() => this.quotes(topic), isAnonymous)),
		);
		const quotes = inTurnOf(found.map(({ value = [] }) => value));
		return quotes.length > 0 ? { value: quotes } : found.find(({ missing }) => missing);
	}

	private async quotes({ id, name }: Topic): Found<Quote[]> {
		const where = { topic_id: id ?? '' };
		const quotes = await this.get<Quote>('getQuotes', this.period, where, QUOTES_EACH);
		const said = quotes.filter(({ text }) => text !== null);
		return { value: said.map((quote) => ({ ...quote, topic: name })) };
	}

	async conclusion(): Found<Conclusion> {
		const query = { ...this.period, locale: this.request.locale };
		const [value] = await this.get<Conclusion>('getConclusion', query);
		const isFound = value && (value.text !== null || (value.points ?? []).length > 0);
		return isFound ? { value } : undefined;
	}

	async groups(): Found<ReadComparison> {
		const value = await readGroups(this.reading, this.request.asked, this.request.survey);
		if (value.groups.length > 0) return { value };
		return value.whyNone === 'tooFew' ? HELD : undefined;
	}

	private get period() {
		return { period: this.request.periods.servicePeriod };
	}

	private async get<T>(operation: string, query: JsonObject, where = {}, limit = Infinity) {
		const identifiers = { survey_id: this.request.asked.surveyId, ...where };
		return await readItems<T>(this.reading, ['result', operation], identifiers, query, { limit });
	}
}

/** The topics with the most mentions first, or else with the highest frequency, if all have that number. */
function mostMentionedFirst(topics: readonly Topic[]): Topic[] {
	const by = (['mentions', 'frequency'] as const).find((name) =>
		topics.every((one) => (one[name] ?? null) !== null),
	);
	return by === undefined
		? [...topics]
		: topics.toSorted((one, other) => Number(other[by]) - Number(one[by]));
}

/** The first of each list, then the second of each, and so on. */
function inTurnOf<T>(lists: readonly T[][]): T[] {
	const longest = Math.max(...lists.map(({ length }) => length), 0);
	return Array.from({ length: longest }, (_, index) =>
		lists.flatMap((list) => list.slice(index, index + 1)),
	).flat();
}
