/** Reads the parts of a report, each by itself, so that one that fails does not stop the others. */
import { SurveyInterviewError } from '../http/errors';
import type { TimeRange } from '../fields/periods';
import { DAY_MS } from '../input/periods';
import type { JsonObject } from '../records/json';
import { readItems, type Reading } from '../run/readItems';
import type { Words } from './english';
import { isScored, withoutFew } from './heldBack';
import { summaryOf, type ScoreSummary } from './metricScore';

/** Why a part is missing. `perhapsHeld`: an anonymous survey shows nothing, perhaps because too few have answered. */
export type Missing = keyof Words['missing'];

/** `reason` is the error message of a part that could not be read. */
export type ReportPart<T> = { value: T } | { missing: Missing; reason?: string };

/** A period for which the service has topics, quotes and conclusions. */
export type ServicePeriod = keyof Words['partPeriod'];

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

export interface PartsRequest {
	surveyId: string;
	metric: unknown;
	/** The fewest people whose results may be shown; 1 if the survey says that it is not anonymous. */
	fewest: number;
	isAnonymous: boolean;
	locale: string;
	range: TimeRange;
	before: TimeRange;
	trend: TimeRange & { granularity: string };
	servicePeriod: ServicePeriod;
	/** Whether the service's period is just the range. */
	isServicePeriod: boolean;
	/** The names of the wanted parts. */
	parts: ReadonlySet<string>;
}

/** Quotes are read of so many topics, and so many of each. */
const QUOTED_TOPICS = 3;
const QUOTES_EACH = 12;

/** Reads all parts side by side: eight requests, of which three are for quotes. */
export async function readParts(reading: Reading, request: PartsRequest): Promise<ReportParts> {
	const { surveyId: survey_id, isAnonymous, parts, fewest } = request;
	/** The items of an operation in Simplified, where missing facts are null. */
	const get = async <T>(name: string, query: JsonObject) =>
		await readItems<T>(reading, ['result', name], { survey_id }, query);
	const part = async <T>(isWanted: boolean, read: () => Promise<T | undefined | typeof TOO_FEW>) =>
		isWanted ? await readPart(isAnonymous, read) : ({ missing: 'notWanted' } as const);
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
		return summary.answers >= fewest ? summary : TOO_FEW;
	};
	const period = { period: request.servicePeriod };
	const hasScores = parts.has('scores');
	const readTopics = part(parts.has('topics') || parts.has('quotes'), async () => {
		const topics = await get<Topic>('getTopics', period);
		return someOf(topics.filter(({ name }) => name !== null));
	});
	const quotesOf = async ({ id, name }: Topic) => {
		const where = { survey_id, topic_id: id ?? '' };
		const limit = QUOTES_EACH;
		const read = await readItems<Quote>(reading, ['result', 'getQuotes'], where, period, { limit });
		return read.filter(({ text }) => text !== null).map((quote) => ({ ...quote, topic: name }));
	};
	const readQuotes = async (): Promise<ReportPart<Quote[]>> => {
		if (!parts.has('quotes')) return { missing: 'notWanted' };
		const topics = await readTopics;
		if ('missing' in topics) return topics;
		const quoted = topics.value.filter(({ id }) => id !== null).slice(0, QUOTED_TOPICS);
		const found = await Promise.all(
			quoted.map(async (topic) => await readPart(isAnonymous, async () => await quotesOf(topic))),
		);
		const quotes = inTurnOf(found.map((one) => ('value' in one ? one.value : [])));
		if (quotes.length > 0) return { value: quotes };
		return found.find((one) => 'missing' in one) ?? noneOf(isAnonymous);
	};
	const [scores, scoresBefore, trend, topics, quotes, conclusion] = await Promise.all([
		part(hasScores, async () => await scoresIn(request.range)),
		part(hasScores, async () => await scoresIn(request.before)),
		part(parts.has('trend'), async () => {
			const { start, end, granularity } = request.trend;
			const range = { range_start: start, range_end: end, granularity };
			const all = await get<Bucket>('getOverTime', range);
			const own = all.filter(({ from }) => from !== null && from >= start && from <= end);
			const isShown = ({ answers }: Bucket) => fewest === 1 || Number(answers) >= fewest;
			if (!isScored(own)) return undefined;
			const shown = own.map((one) => (isShown(one) ? one : { ...one, score: null }));
			return isScored(shown) ? shown : TOO_FEW;
		}),
		readTopics,
		readQuotes(),
		part(parts.has('conclusion'), async () => {
			const [found] = await get<Conclusion>('getConclusion', { ...period, locale: request.locale });
			const isFound = found && (found.text !== null || (found.points ?? []).length > 0);
			return isFound ? found : undefined;
		}),
	]);
	const all = { scores, scoresBefore, trend, topics, quotes, conclusion };
	return fewest > 1 ? withoutFew(all, request) : all;
}

/** There are results, but of too few people to be shown. */
export const TOO_FEW = 'few';

const someOf = <T>(all: T[]): T[] | undefined => (all.length > 0 ? all : undefined);

/**
 * @param read gives undefined if the service shows nothing, and TOO_FEW if too few people have answered
 * @throws errors that do not come from the service, such as the end of the execution
 */
export async function readPart<T>(
	isAnonymous: boolean,
	read: () => Promise<T | undefined | typeof TOO_FEW>,
): Promise<ReportPart<T>> {
	const value = await read().catch((error: unknown) => error as Error);
	if (value instanceof SurveyInterviewError) {
		const isSuppressed = value.facts.code === 'segment_suppressed';
		return { missing: isSuppressed ? 'suppressed' : 'unreadable', reason: value.message };
	}
	if (value instanceof Error) throw value;
	if (value === TOO_FEW) return { missing: 'suppressed' };
	return value === undefined ? noneOf(isAnonymous) : { value };
}

const noneOf = (isAnonymous: boolean) =>
	({ missing: isAnonymous ? 'perhapsHeld' : 'empty' }) as const;

/** The first of each list, then the second of each, and so on. */
function inTurnOf<T>(lists: readonly T[][]): T[] {
	const longest = Math.max(...lists.map(({ length }) => length), 0);
	return Array.from({ length: longest }, (_, place) =>
		lists.flatMap((list) => list.slice(place, place + 1)),
	).flat();
}
