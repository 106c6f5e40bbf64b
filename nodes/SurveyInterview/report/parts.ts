/** Reads the parts of a report, each by itself, so that one that fails does not stop the others. */
import { SurveyInterviewError } from '../http/errors';
import type { TimeRange } from '../fields/periods';
import { DAY_MS } from '../input/dates';
import type { JsonObject } from '../records/json';
import { readItems, type Reading } from '../run/readItems';
import type { Words } from './english';
import { summaryOf, type ScoreSummary } from './metricScore';
import type { ReportRequest } from './reportRequest';

/** Why a part is missing. `perhapsHeld`: an anonymous survey shows nothing, perhaps because too few have answered. */
export type Missing = keyof Words['noScore'] | 'notWanted';

/** `reason` is the error message of a part that could not be read. */
export type ReportPart<T> =
	| { value: T; missing?: undefined; reason?: undefined }
	| { missing: Missing; reason?: string; value?: undefined };

/** A period for which the service has topics, quotes and conclusions. */
export type ServicePeriod = keyof Words['when'];

export interface Topic {
	id: string | null;
	name: string;
	mentions: number | null;
	frequency?: number | null;
	positive: number | null;
	neutral: number | null;
	negative: number | null;
}

export interface Bucket {
	from: string;
	score: number | null;
	answers: number | null;
}

export interface Quote {
	text: string;
	topic: string;
	sentiment: string | null;
}

export interface Conclusion {
	text: string | null;
	points: Array<{ text: string; tone: string | null }> | null;
}

interface Invited {
	invited: number | null;
	/** As a share. */
	response_rate: number;
}

export interface ReportParts {
	scores: ReportPart<ScoreSummary>;
	previous_scores: ReportPart<ScoreSummary>;
	/** Of the service's period. */
	response_rate: ReportPart<Invited>;
	trend: ReportPart<Bucket[]>;
	topics: ReportPart<Topic[]>;
	quotes: ReportPart<Quote[]>;
	conclusion: ReportPart<Conclusion>;
}

interface PartsRequest
	extends Pick<ReportRequest, 'surveyId' | 'range' | 'before' | 'parts'> {
	metric: unknown;
	/** The fewest people whose results may be shown; 1 if the survey says that it is not anonymous. */
	fewest: number;
	isAnonymous: boolean;
	locale: string;
	trend: TimeRange & { granularity: string };
	servicePeriod: ServicePeriod;
	/** Its times. */
	serviceRange: TimeRange;
}

/** There are results, but of too few people to be shown. */
export const HELD: ReportPart<never> = { missing: 'suppressed' };
export const NOT_WANTED: ReportPart<never> = { missing: 'notWanted' };

export const isScored = (buckets: readonly Bucket[]) => buckets.some(({ score }) => score !== null);

/** Quotes are read of so many topics, and so many of each. */
const QUOTED_TOPICS = 3;
const QUOTES_EACH = 12;

/**
 * Reads all parts side by side: nine requests, of which three are for quotes. In a survey that may be anonymous, the
 * scores of the service's period are read as well, because they tell of how many people its topics are.
 */
export async function readParts(reading: Reading, request: PartsRequest): Promise<ReportParts> {
	const { surveyId: survey_id, isAnonymous, parts, fewest } = request;
	const isGuarded = fewest > 1;
	/** The items of an operation in Simplified, where missing facts are null. */
	const get = async <T>(name: string, query: JsonObject) =>
		await readItems<T>(reading, ['result', name], { survey_id }, query);
	const part = async <T>(isWanted: boolean, read: () => Promise<ReportPart<T> | undefined>) =>
		isWanted ? await readPart(isAnonymous, read) : NOT_WANTED;
	const scoresIn = async ({ start, end }: TimeRange) => {
		const query = { range_start: start, range_end: end };
		type Dot = { score: unknown; completed_at: string | null };
		const dots = await get<Dot>('getScores', query);
		// Times may lack their offset or seconds, so scores up to a day outside of the range are kept, unless others
		// are farther off: then the service has ignored the range.
		const within = (more: number) =>
			dots.filter(({ completed_at }) => {
				const at = Date.parse(completed_at ?? (more > 0 ? start : ''));
				return at >= Date.parse(start) - more && at <= Date.parse(end) + more;
			});
		const near = within(DAY_MS);
		const given = (near.length < dots.length ? within(0) : near).map(({ score }) => score);
		const summary = summaryOf(request.metric, given);
		if (summary.answers === 0) return undefined;
		return summary.answers >= fewest ? { value: summary } : HELD;
	};
	const period = { period: request.servicePeriod };
	const hasScores = parts.has('scores');
	const isOfServicePeriod = ['scores', 'topics', 'quotes', 'conclusion'].some((name) =>
		parts.has(name),
	);
	const readTopics = part(parts.has('topics') || parts.has('quotes'), async () => {
		const topics = await get<Topic>('getTopics', period);
		const value = ranked(topics.filter(({ name }) => name !== null));
		return value.length > 0 ? { value } : undefined;
	});
	const quotesOf = async ({ id, name }: Topic) => {
		const where = { survey_id, topic_id: id ?? '' };
		const limit = QUOTES_EACH;
		const read = await readItems<Quote>(reading, ['result', 'getQuotes'], where, period, { limit });
		const said = read.filter(({ text }) => text !== null);
		return { value: said.map((quote) => ({ ...quote, topic: name })) };
	};
	const [people, scores, previous_scores, response_rate, trend, topics, quotes, conclusion] =
		await Promise.all([
			part(
				isGuarded && isOfServicePeriod,
				async () => (await scoresIn(request.serviceRange)) ?? HELD,
			),
			part(hasScores, async () => await scoresIn(request.range)),
			part(hasScores, async () => await scoresIn(request.before)),
			part(hasScores, async () => {
				const [{ invited, response_rate: share } = { invited: null, response_rate: null }] =
					await get<Partial<Invited>>('getOverview', period);
				return typeof share === 'number'
					? { value: { invited: invited ?? null, response_rate: share } }
					: undefined;
			}),
			part(parts.has('trend'), async () => {
				const { start, end, granularity } = request.trend;
				const range = { range_start: start, range_end: end, granularity };
				const all = await get<Bucket>('getOverTime', range);
				const own = all.filter(({ from }) => from !== null && from >= start && from <= end);
				return isScored(own) ? { value: own } : undefined;
			}),
			readTopics,
			part(parts.has('quotes'), async () => {
				const topics = await readTopics;
				if (topics.missing) return topics;
				const [worst] = worstFirst(topics.value);
				const ofInterest = new Set([...(worst ? [worst.topic] : []), ...topics.value]);
				const quoted = [...ofInterest].filter(({ id }) => id !== null).slice(0, QUOTED_TOPICS);
				const found = await Promise.all(
					quoted.map(
						async (topic) => await readPart(isAnonymous, async () => await quotesOf(topic)),
					),
				);
				const quotes = inTurnOf(found.map(({ value = [] }) => value));
				return quotes.length > 0 ? { value: quotes } : found.find(({ missing }) => missing);
			}),
			part(parts.has('conclusion'), async () => {
				const [found] = await get<Conclusion>('getConclusion', {
					...period,
					locale: request.locale,
				});
				const isFound = found && (found.text !== null || (found.points ?? []).length > 0);
				return isFound ? { value: found } : undefined;
			}),
		]);
	// Where the people of the service's period are not known to be enough, what they said may be that of few.
	const unlessFew = <T>(one: ReportPart<T>): ReportPart<T> =>
		isGuarded && one.value && people.missing ? people : one;
	return {
		scores,
		previous_scores,
		response_rate: unlessFew(response_rate),
		trend,
		topics: unlessFew(topics),
		quotes: unlessFew(quotes),
		conclusion: unlessFew(conclusion),
	};
}

/** The mentions of a topic and their number; undefined if the service does not give all three tones. */
export function tonesOf({ positive, neutral, negative }: Topic) {
	if (positive === null || neutral === null || negative === null) return undefined;
	const all = positive + neutral + negative;
	return all > 0 ? { negative, neutral, positive, all } : undefined;
}

/** Fewer mentions or answers say little. */
export const ENOUGH = 5;

/** The topics whose mentions are known: of those with enough of them, those first that pull the score down most. */
export function worstFirst(topics: readonly Topic[]) {
	const known = topics.flatMap((topic) => {
		const tones = tonesOf(topic);
		return tones ? [{ ...topic, ...tones, topic }] : [];
	});
	const pullOf = (one: (typeof known)[number]) => one.negative - one.positive;
	const isSaid = ({ all }: (typeof known)[number]) => Number(all >= ENOUGH);
	return known.sort(
		(one, other) =>
			isSaid(other) - isSaid(one) || pullOf(other) - pullOf(one) || other.negative - one.negative,
	);
}

/** The topics with the most mentions first, or else with the highest frequency, if all have that number. */
function ranked(topics: readonly Topic[]): Topic[] {
	const by = (['mentions', 'frequency'] as const).find((name) =>
		topics.every((one) => (one[name] ?? null) !== null),
	);
	return by === undefined
		? [...topics]
		: topics.toSorted((one, other) => Number(other[by]) - Number(one[by]));
}

/**
 * @param read gives undefined if the service shows nothing
 * @throws errors that do not come from the service, such as the end of the execution
 */
export async function readPart<T>(
	isAnonymous: boolean,
	read: () => Promise<ReportPart<T> | undefined>,
): Promise<ReportPart<T>> {
	const part = await read().catch((error: unknown) => error as Error);
	if (part instanceof SurveyInterviewError) {
		const isSuppressed = part.facts.code === 'segment_suppressed';
		return { missing: isSuppressed ? 'suppressed' : 'unreadable', reason: part.message };
	}
	if (part instanceof Error) throw part;
	return part ?? { missing: isAnonymous ? 'perhapsHeld' : 'empty' };
}

/** The first of each list, then the second of each, and so on. */
function inTurnOf<T>(lists: readonly T[][]): T[] {
	const longest = Math.max(...lists.map(({ length }) => length), 0);
	return Array.from({ length: longest }, (_, place) =>
		lists.flatMap((list) => list.slice(place, place + 1)),
	).flat();
}
