/** What follows from the facts of a survey's results: overview, score over time, topics, quotes and conclusion. */
import { isObject, type JsonObject } from './json';
import {
	BUCKET_KIND,
	CONCLUSION_KIND,
	OVERVIEW_KIND,
	POINT_KIND,
	QUOTE_KIND,
	RANGE_KIND,
	TOPIC_KIND,
} from './kinds';
import { aFact, plainKey, RecordReader } from './reader';
import { simplifiedOf } from './simplified';
import { toText } from './values';

/**
 * Sets a 0 to null where the record says that its numbers are suppressed (`is_suppressed: true`): that 0 is a
 * placeholder, and no count.
 */
function nullSuppressed(facts: JsonObject, record: JsonObject, ...names: string[]): JsonObject {
	const isSuppressed = Object.entries(record).some(
		([key, value]) => value === true && /suppressed|withheld|hidden/i.test(key),
	);
	if (!isSuppressed) return facts;
	for (const name of names) if (facts[name] === 0) facts[name] = null;
	return facts;
}

/** ResultsOverview (docs/interface.md, Results). */
export const OVERVIEW = simplifiedOf(OVERVIEW_KIND, {
	// The overview may lack the metric: then the survey is read for it, if the output has the field.
	parent: { record: 'survey', fieldsThatNeed: { metric_type: ['metric_type'] } },
	derive({ response_rate_percent: percent, ...facts }, record) {
		// All three are shares. That from a percentage comes first, because its key says the unit.
		facts.response_rate = percent ?? facts.response_rate ?? responseRate(facts);
		return nullSuppressed(facts, record, 'score');
	},
});

/** The share of the invited who completed; null if it is not known. */
function responseRate({ invited, completed }: JsonObject): number | null {
	if (typeof invited !== 'number' || typeof completed !== 'number') return null;
	return invited > 0 && completed <= invited ? completed / invited : null;
}

/** Possible names of the list of buckets, the surest first. */
export const BUCKET_LISTS = ['buckets', 'points', 'series', 'time_series', 'values'];

/** A bucket of TimeSeriesRead, such as a week (docs/interface.md, Results). */
export const BUCKET = simplifiedOf(BUCKET_KIND, {
	inEveryRecord: 'from',
	derive: (facts, record) => nullSuppressed(facts, record, 'score', 'answers'),
});

/** The range for which a survey has results (docs/interface.md, Results). */
export const SUGGESTED_RANGE = simplifiedOf(RANGE_KIND);

/** Possible names of the list of topics, the surest first; a service may rank the same topics in several lists. */
export const TOPIC_LISTS = ['topics', 'rankings', 'topic_rankings', 'by_frequency', 'by_mentions'];

/** The counters of MentionCounts, by the fact that each becomes. */
const COUNTERS = {
	mentions: 'comments',
	positive: 'positive',
	neutral: 'neutral',
	negative: 'negative',
};

const MENTION_COUNTS = 'mentions mention counts count mention_counts volume';

/**
 * Tells which counters a topic's MentionCounts has. A reader with a single fact finds the object under any of its
 * names; the value of this fact is not the counts, but their keys: `['comments', 'negative']`.
 */
const counterKeysReader = new RecordReader({
	name: 'topic',
	// Without a type, because it is no field of the output.
	facts: { counterKeys: aFact(undefined, MENTION_COUNTS, keysOfMentionCounts) },
});

/**
 * The keys of MentionCounts; undefined for another object. An empty object counts too: the service leaves out counters
 * that are 0.
 */
function keysOfMentionCounts(value: unknown): string[] | undefined {
	if (!isObject(value)) return undefined;
	const keys = Object.keys(value).map(plainKey);
	if (keys.length === 0) return keys;
	const hasCounter = Object.values(COUNTERS).some((counter) => keys.includes(counter));
	return hasCounter ? keys : undefined;
}

/**
 * TopicDetail, and a topic of TopicRankings (docs/interface.md, Results). A counter that is absent from MentionCounts
 * is 0; without MentionCounts it is unknown.
 */
export const TOPIC = simplifiedOf(TOPIC_KIND, {
	inEveryRecord: 'name',
	derive(facts, record) {
		const { counterKeys } = counterKeysReader.factsIn(record);
		if (!Array.isArray(counterKeys)) return facts;
		for (const [fact, counter] of Object.entries(COUNTERS)) {
			if (!counterKeys.includes(counter)) facts[fact] ??= 0;
		}
		return facts;
	},
});

/** A quote of PagedTopicQuotes. */
export const QUOTE = simplifiedOf(QUOTE_KIND, {
	inEveryRecord: 'text',
	parent: { record: 'topic', fieldsThatNeed: { topic: ['topic'] } },
});

const pointReader = new RecordReader(POINT_KIND);

/**
 * ConclusionBulletRead (docs/interface.md, Results). A point without a tone is neutral; a tone that could not be read
 * stays null.
 */
function pointFacts(point: unknown): JsonObject {
	if (!isObject(point)) return { text: toText(point) ?? null, tone: null, topic_id: null };
	const facts = pointReader.factsIn(point);
	const hasTone = facts.tone !== null || POINT_KIND.facts.tone.keys.some((key) => key in point);
	return hasTone ? facts : { ...facts, tone: 'neutral' };
}

/** ResultsConclusionRead (docs/interface.md, Results). */
export const CONCLUSION = simplifiedOf(CONCLUSION_KIND, {
	derive({ points, ...facts }) {
		const read = Array.isArray(points) ? points.map(pointFacts) : null;
		// If a point has no text, the list was not understood.
		const isUnderstood = read?.every(({ text }) => text !== null);
		return { ...facts, points: isUnderstood ? read : null };
	},
});
