/** What a report is made of: each part is read by itself, so that one that cannot be had does not stop the others. */
import { SurveyInterviewError } from '../http/errors';
import type { TimeRange } from '../input/periods';
import type { JsonObject } from '../records/json';
import { readItems, type Reading } from '../run/readItems';
import { summaryOf, type ScoreSummary } from './metricScore';

/** Why a part is not there. */
export type Missing = 'unreadable' | 'suppressed' | 'empty';

/** A part, or why it is not there; of a failure the sentence of the service as well. */
export type ReportPart<T> = { value: T } | { missing: Missing; reason?: string };

/** The periods by which the service has topics, quotes and conclusions. */
export type ServicePeriod =
	| 'current_month'
	| 'last_month'
	| 'current_year'
	| 'last_year'
	| 'all_time';

export interface Topic {
	id: string | null;
	name: string;
	mentions: number | null;
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

export interface ReportParts {
	scores: ReportPart<ScoreSummary>;
	scoresBefore: ReportPart<ScoreSummary>;
	trend: ReportPart<Bucket[]>;
	topics: ReportPart<Topic[]>;
	quotes: ReportPart<Quote[]>;
	conclusion: ReportPart<Conclusion>;
}

/** What is asked for. */
export interface PartsRequest {
	surveyId: string;
	metric: unknown;
	isAnonymous: boolean;
	locale: string;
	range: TimeRange;
	before: TimeRange;
	trend: TimeRange & { granularity: string };
	servicePeriod: ServicePeriod;
	/** Those that are not in it are not read. */
	parts: ReadonlySet<string>;
}

/** Of so many topics quotes are read, and so many of each. */
const QUOTED_TOPICS = 3;
const QUOTES_EACH = 12;
const HALF_DAY_MS = 43_200_000;

/** Reads all parts side by side: eight requests, of which three are for quotes. */
export async function readParts(reading: Reading, request: PartsRequest): Promise<ReportParts> {
	const { surveyId: survey_id, isAnonymous, parts } = request;
	/** Simplified of an operation: null stands for what its records do not say. */
	const get = async <T>(name: string, query: JsonObject) =>
		await readItems<T>(reading, ['result', name], { survey_id }, query);
	const part = async <T>(isWanted: boolean, read: () => Promise<T | undefined>) =>
		isWanted ? await readPart(isAnonymous, read) : ({ missing: 'empty' } as const);
	const scoresIn = async ({ start, end }: TimeRange) => {
		const query = { range_start: start, range_end: end };
		const dots = await get<{ score: unknown }>('getScores', query);
		const given = dots.map(({ score }) => score);
		const summary = summaryOf(request.metric, given);
		return summary.answers > 0 ? summary : undefined;
	};
	const period = { period: request.servicePeriod };
	const hasScores = parts.has('scores');
	const [scores, scoresBefore, trend, topics, conclusion] = await Promise.all([
		part(hasScores, async () => await scoresIn(request.range)),
		part(hasScores, async () => await scoresIn(request.before)),
		part(parts.has('trend'), async () => {
			const { start, end, granularity } = request.trend;
			const range = { range_start: start, range_end: end, granularity };
			const all = await get<Bucket>('getOverTime', range);
			// By its own clock the service may have begun the next one.
			const last = Date.parse(end) - HALF_DAY_MS;
			const buckets = all.filter(({ from }) => Date.parse(from) <= last);
			return buckets.some(({ score }) => score !== null) ? buckets : undefined;
		}),
		part(parts.has('topics') || parts.has('quotes'), async () => {
			const topics = await get<Topic>('getTopics', period);
			return someOf(topics.filter(({ name }) => name !== null));
		}),
		part(parts.has('conclusion'), async () => {
			const [found] = await get<Conclusion>('getConclusion', { ...period, locale: request.locale });
			const isFound = found && (found.text !== null || (found.points ?? []).length > 0);
			return isFound ? found : undefined;
		}),
	]);
	const quotes = await part(parts.has('quotes'), async () => {
		if ('missing' in topics) return undefined;
		const quoted = topics.value.filter(({ id }) => id !== null).slice(0, QUOTED_TOPICS);
		const found = await Promise.all(
			quoted.map(async ({ id, name }) => {
				const where = { survey_id, topic_id: id ?? '' };
				const read = await readItems<Quote>(reading, ['result', 'getQuotes'], where, period, {
					limit: QUOTES_EACH,
				});
				return read.filter(({ text }) => text !== null).map((quote) => ({ ...quote, topic: name }));
			}),
		);
		return someOf(inTurnOf(found));
	});
	return { scores, scoresBefore, trend, topics, quotes, conclusion };
}

const someOf = <T>(all: T[]): T[] | undefined => (all.length > 0 ? all : undefined);

/**
 * A part, or why it is not there.
 *
 * @param read undefined where the service has nothing: an anonymous survey shows it when enough have answered
 * @throws what is no answer of the service, such as the end of the execution
 */
export async function readPart<T>(
	isAnonymous: boolean,
	read: () => Promise<T | undefined>,
): Promise<ReportPart<T>> {
	const value = await read().catch((error: unknown) => error as Error);
	if (value instanceof SurveyInterviewError) {
		const isSuppressed = value.facts.code === 'segment_suppressed';
		return { missing: isSuppressed ? 'suppressed' : 'unreadable', reason: value.message };
	}
	if (value instanceof Error) throw value;
	return value === undefined ? { missing: isAnonymous ? 'suppressed' : 'empty' } : { value };
}

/** The first of each list, then the second of each, and so on. */
function inTurnOf<T>(lists: readonly T[][]): T[] {
	const longest = Math.max(...lists.map(({ length }) => length), 0);
	return Array.from({ length: longest }, (_, place) =>
		lists.flatMap((list) => list.slice(place, place + 1)),
	).flat();
}
