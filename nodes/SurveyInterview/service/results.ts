/** What follows from the facts of a survey's results: overview, score over time, topics, quotes and conclusion. */
import { isObject, type JsonObject } from './json';
import {
	asShare,
	BUCKET_KIND,
	CONCLUSION_KIND,
	OVERVIEW_KIND,
	POINT_KIND,
	QUOTE_KIND,
	RANGE_KIND,
	TOPIC_KIND,
} from './kinds';
import { factOf, RecordReader } from './reader';
import { simplifiedOf } from './simplified';
import { toText } from './values';

/** Whether a record says that its numbers are suppressed, so that a 0 in it is not a count. */
const saysSuppressed = (record: JsonObject): boolean =>
	Object.entries(record).some(
		([key, value]) => value === true && /suppressed|withheld|hidden/i.test(key),
	);

/** ResultsOverview (docs/interface.md, Results). */
export const OVERVIEW = simplifiedOf(OVERVIEW_KIND, {
	fromSurvey: { metric_type: ['metric_type'] },
	reader() {
		const reader = new RecordReader(OVERVIEW_KIND);
		return (record) => {
			const { response_rate_percent: percent, ...facts } = reader.factsIn(record);
			const isSuppressed = facts.score === 0 && saysSuppressed(record);
			return {
				...facts,
				score: isSuppressed ? null : facts.score,
				response_rate: typeof percent === 'number' ? asShare(percent) : responseRate(facts),
			};
		};
	},
});

/** The service's response rate as a share; without one, the share of the invited who completed. */
function responseRate({
	invited,
	completed,
	response_rate: reportedRate,
}: JsonObject): number | null {
	if (typeof reportedRate === 'number')
		return reportedRate > 1 ? asShare(reportedRate) : reportedRate;
	if (typeof invited !== 'number' || typeof completed !== 'number') return null;
	return invited > 0 && completed <= invited ? completed / invited : null;
}

/** Possible names of the list of buckets, the surest first. */
export const BUCKET_LISTS = ['buckets', 'points', 'series', 'time_series', 'values'];

/** The buckets of TimeSeriesRead (docs/interface.md, Results). */
export const OVER_TIME = simplifiedOf(BUCKET_KIND, {
	alwaysPresent: 'from',
	reader() {
		const reader = new RecordReader(BUCKET_KIND);
		return (record) => {
			const facts = reader.factsIn(record);
			const nullFor0 = (number: unknown) => (number === 0 ? null : number);
			if (!saysSuppressed(record)) return facts;
			return { ...facts, score: nullFor0(facts.score), answers: nullFor0(facts.answers) };
		};
	},
});

export const SUGGESTED_RANGE = simplifiedOf(RANGE_KIND);

/** Possible names of the list of topics, the surest first; a service may rank the same topics in several lists. */
export const TOPIC_LISTS = ['topics', 'rankings', 'topic_rankings', 'by_frequency', 'by_mentions'];

const TONES = ['positive', 'neutral', 'negative'];

/** The names of the counters in MentionCounts, in lower case. An empty object is accepted, because all of its are 0. */
function counterKeysIn(value: unknown): string[] | undefined {
	if (!isObject(value)) return undefined;
	const keys = Object.keys(value).map((key) => key.toLowerCase());
	const hasCounter = keys.some((key) => ['comments', ...TONES].includes(key));
	return hasCounter || keys.length === 0 ? keys : undefined;
}

const counterKeys = factOf(undefined, counterKeysIn);
const mentionCountsReader = new RecordReader({
	name: 'topic',
	facts: { counterKeys: counterKeys('mentions mention counts count mention_counts volume') },
});

/**
 * TopicDetail, and a topic of TopicRankings (docs/interface.md, Results). A counter that is absent from MentionCounts
 * is 0, its default; without MentionCounts it is unknown.
 */
export const TOPIC = simplifiedOf(TOPIC_KIND, {
	alwaysPresent: 'name',
	reader() {
		const reader = new RecordReader(TOPIC_KIND);
		return (record) => {
			const facts = reader.factsIn(record);
			const { counterKeys } = mentionCountsReader.factsIn(record);
			const countOf = (fact: string, counterKey = fact) => {
				const isAbsent = Array.isArray(counterKeys) && !counterKeys.includes(counterKey);
				return facts[fact] ?? (isAbsent ? 0 : null);
			};
			const tones = TONES.map((name) => [name, countOf(name)] as const);
			return {
				...facts,
				mentions: countOf('mentions', 'comments'),
				...Object.fromEntries(tones),
			};
		};
	},
});

/** A quote of PagedTopicQuotes. */
export const QUOTE = simplifiedOf(QUOTE_KIND, {
	alwaysPresent: 'text',
	fromTopic: { topic: ['topic'] },
});

const pointReader = new RecordReader(POINT_KIND);

/** ConclusionBulletRead (docs/interface.md, Results). Without a tone a point is neutral. */
function pointFacts(point: unknown): JsonObject {
	if (!isObject(point)) return { text: toText(point) ?? null, tone: null, topic_id: null };
	const facts = pointReader.factsIn(point);
	const hasNoTone = !POINT_KIND.facts.tone.keys.some((key) => key in point);
	return { ...facts, tone: facts.tone ?? (hasNoTone ? 'neutral' : null) };
}

/** ResultsConclusionRead (docs/interface.md, Results). */
export const CONCLUSION = simplifiedOf(CONCLUSION_KIND, {
	reader() {
		const reader = new RecordReader(CONCLUSION_KIND);
		return (record) => {
			const { points, ...facts } = reader.factsIn(record);
			const pointRecords = Array.isArray(points) ? points.map(pointFacts) : null;
			const areTexts = pointRecords?.every(({ text }) => text !== null) === true;
			return { ...facts, points: areTexts ? pointRecords : null };
		};
	},
});
