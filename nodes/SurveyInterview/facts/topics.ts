import { isObject, type JsonObject } from '../records/json';
import { arraysIn } from '../records/lists';
import type { Shape } from '../records/shapes';
import { FactFinder, type Fact } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toCount, toId, toName, toText, toTime, toTone } from './values';

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
		read: toName,
	},
	{
		name: 'theme',
		at: [/^(topic\.)?(theme|category)(\.name)?$/, /^(topic\.)?(theme|category)name$/],
		read: toName,
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

const TONES = ['positive', 'neutral', 'negative'];

/** The MentionCounts of a topic: of its counters there may be any, or none. */
const COUNTS: Fact = {
	name: 'counts',
	at: [/^(mentions?|counts?|mentioncounts|volume)$/],
	read(value) {
		const keys = isObject(value) ? Object.keys(value) : undefined;
		const isOne = keys?.length === 0 || keys?.some((key) => ['comments', ...TONES].includes(key));
		return isOne ? value : undefined;
	},
};

const topics = new FactFinder([...TOPIC_FACTS, COUNTS]);

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

/**
 * A counter that is left out of MentionCounts is 0: that is its default. Elsewhere it is not known. Tones are told
 * together, because one that is no count says that all are shares or percentages.
 */
function topicFacts(record: JsonObject): JsonObject {
	const { counts, ...facts } = topics.in(record);
	const orLeftOut = (name: string, key = name) =>
		facts[name] ?? (isObject(counts) && !(key in counts) ? 0 : null);
	const tones = TONES.map((name) => orLeftOut(name));
	const areCounts =
		tones.every((count) => count !== null) &&
		!(typeof facts.mentions === 'number' && Math.max(...tones.map(Number)) > facts.mentions);
	const told = TONES.map((name, place) => [name, areCounts ? tones[place] : null] as const);
	return { ...facts, mentions: orLeftOut('mentions', 'comments'), ...Object.fromEntries(told) };
}

/**
 * Every topic in an answer, the most mentioned first. A service may rank the same topics in several lists, by
 * mentions and by sentiment; lists of different ones, or with other numbers, leave open which is meant.
 */
function topicsIn(answer: unknown): JsonObject[] | undefined {
	const lists = listsIn(answer).map((records) => records.map(topicFacts));
	const ofTopics = lists.filter((list) => list.every(isTopic));
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
	const agreed = first.map((topic) =>
		others.reduce(
			(one, other) =>
				agreedFacts(
					one,
					other.find(({ id }) => id === one.id),
				),
			topic,
		),
	);
	if (!agreed.every(isTopic)) return undefined;
	return agreed.sort((a, b) => Number(b.mentions) - Number(a.mentions));
}

const isTopic = ({ id, name, mentions }: JsonObject) =>
	id !== null && name !== null && mentions !== null;

/** What two records say of one topic; null where they contradict each other. */
function agreedFacts(one: JsonObject, other: JsonObject = {}): JsonObject {
	const agreed = Object.entries(one).map(([name, value]) => {
		const also = other[name] ?? value;
		return [name, value === null || value === also ? also : null] as const;
	});
	return Object.fromEntries(agreed);
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
	{ name: 'topic', at: [/^topicname$/, /^topic(\.(topic)?name)?$/], read: toName },
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
