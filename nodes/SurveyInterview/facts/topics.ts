import { isObject, type JsonObject } from '../records/json';
import { arraysIn } from '../records/lists';
import type { Shape } from '../records/shapes';
import { FactFinder, type Fact } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toCount, toId, toText, toTime, toTone } from './values';

const MENTIONS = '((mentions?|counts?|mentioncounts|volume)\\.)';
const tone = (name: string): Fact => ({
	name,
	at: [new RegExp(`^${MENTIONS}?${name}(count|mentions)?$`)],
	read: toCount,
});
export const TOPIC_FACTS: readonly Fact[] = [
	{
		name: 'name',
		at: [/^name$/, /^topicname$/, /^topic$/, /^topic\.(topic)?name$/, /^(label|title)$/],
		read: toText,
	},
	{
		name: 'theme',
		at: [/^(topic\.)?(theme|category)(\.name)?$/, /^(topic\.)?(theme|category)name$/],
		read: toText,
	},
	{
		name: 'mentions',
		at: [
			new RegExp(`^${MENTIONS}comments$`),
			/^(mentions?|comments?)(count)?$/,
			/^(frequency|volume)$/,
			new RegExp(`^${MENTIONS}(total|mentions)$`),
		],
		read: toCount,
	},
	tone('positive'),
	tone('neutral'),
	tone('negative'),
	{
		name: 'id',
		at: [/^id$/, /^topicid$/, /^topic\.(topic)?id$/, /^uuid$/],
		read: toId,
	},
];

/** Whether a topic has an object of counters. */
const HAS_COUNTS: Fact = {
	name: 'hasCounts',
	at: [/^(mentions?|counts?|mentioncounts|volume)$/],
	read: (value) => (isObject(value) ? true : undefined),
};

const topics = new FactFinder([...TOPIC_FACTS, HAS_COUNTS]);

const TOPIC_FIELDS: Shape = {
	name: 'string?',
	theme: 'string?',
	mentions: 'integer?',
	positive: 'integer?',
	neutral: 'integer?',
	negative: 'integer?',
	id: 'string?',
};

/** One topic, of TopicDetail (docs/interface.md, Results). */
export const TOPIC: Simplified = { fields: TOPIC_FIELDS, reader: () => topicFacts };

/** Topics, of TopicRankings. */
export const TOPICS: Simplified = {
	fields: TOPIC_FIELDS,
	recordsIn: topicsIn,
	reader: () => (topic) => topic,
};

/** A counter that is left out of MentionCounts is 0: that is its default. Elsewhere it is not known. */
function topicFacts(record: JsonObject): JsonObject {
	const { hasCounts, ...facts } = topics.in(record);
	if (hasCounts === null) return facts;
	const { mentions, positive, neutral, negative } = facts;
	const counters = Object.entries({ mentions, positive, neutral, negative });
	return { ...facts, ...Object.fromEntries(counters.map(([name, value]) => [name, value ?? 0])) };
}

/**
 * Every topic in an answer, the most mentioned first. A service may rank the same topics in several lists, by
 * mentions and by sentiment; lists of different ones leave open which is meant.
 */
function topicsIn(answer: unknown): JsonObject[] | undefined {
	const lists = listsIn(answer).map((records) => records.map(topicFacts));
	const ofTopics = lists.filter((list) =>
		list.every(({ id: own, name, mentions }) => own !== null && name !== null && mentions !== null),
	);
	// An empty list may be one of topics, or of warnings.
	const filled = ofTopics.filter(({ length }) => length > 0);
	const [first, ...others] = filled.length > 0 ? filled : ofTopics;
	if (!first) return undefined;
	const idsOf = (list: JsonObject[]) =>
		list
			.map((one) => String(one.id))
			.sort()
			.join();
	if (others.some((other) => idsOf(other) !== idsOf(first))) return undefined;
	return [...first].sort((a, b) => Number(b.mentions) - Number(a.mentions));
}

/** Every list of records in an answer, but for those inside the records. */
function listsIn(answer: unknown): JsonObject[][] {
	const found = isObject(answer) ? arraysIn(answer, []) : [{ values: answer }];
	return found.flatMap(({ values }) =>
		Array.isArray(values) && values.every(isObject) ? [values] : [],
	);
}

export const QUOTE_FACTS: readonly Fact[] = [
	{
		name: 'text',
		at: [
			/^text$/,
			/^(quote|content|comment|verbatim|message|body)$/,
			/^(quote|content|comment|message)\.(text|body|value)$/,
		],
		read: toText,
	},
	{
		name: 'sentiment',
		at: [/^sentiment(\.(label|value))?$/, /^tone$/],
		read: toTone,
	},
	{ name: 'topic', at: [/^topicname$/, /^topic(\.(topic)?name)?$/], read: toText },
	{
		name: 'at',
		at: [/^at$/, /^(created|said|sent|spoken|posted|quoted)(at|on)$/, /^(time|timestamp|date)$/],
		read: toTime,
	},
];

/** What a participant said about a topic, of PagedTopicQuotes. */
export const QUOTE: Simplified = simplifiedBy(
	{ text: 'string?', sentiment: 'string?', topic: 'string?', at: 'string?' },
	QUOTE_FACTS,
);
