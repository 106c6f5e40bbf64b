import type { JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { count, id, oneOf, text, time } from './values';

const MENTIONS = '((mentions?|counts?|mentioncounts|volume)\\.)';
const tone = (name: string): Fact => ({
	name,
	type: 'integer?',
	at: [new RegExp(`^${MENTIONS}?${name}(count|mentions)?$`)],
	read: count,
});
const TOPIC_FACTS: readonly Fact[] = [
	{
		name: 'name',
		type: 'string?',
		at: [/^name$/, /^topicname$/, /^topic$/, /^topic\.(topic)?name$/, /^(label|title)$/],
		read: text,
	},
	{
		name: 'theme',
		type: 'string?',
		at: [/^(topic\.)?(theme|category)(\.name)?$/, /^(topic\.)?(theme|category)name$/],
		read: text,
	},
	{
		name: 'mentions',
		type: 'integer?',
		at: [
			new RegExp(`^${MENTIONS}comments$`),
			/^(mentions?|comments?)(count)?$/,
			/^(frequency|volume)$/,
			new RegExp(`^${MENTIONS}(total|mentions)$`),
		],
		read: count,
	},
	tone('positive'),
	tone('neutral'),
	tone('negative'),
	{
		name: 'id',
		type: 'string?',
		at: [/^id$/, /^topicid$/, /^topic\.(topic)?id$/, /^uuid$/],
		read: id,
	},
];

const topics = new FactFinder(TOPIC_FACTS);

/**
 * The facts of a topic. A counter that is left out is 0 where others are there (docs/interface.md, Results).
 */
export function topicFacts(record: JsonObject): JsonObject {
	const facts = topics.in(record);
	const { mentions, positive, neutral, negative } = facts;
	const counters = { mentions, positive, neutral, negative };
	if (Object.values(counters).every((one) => one === null)) return facts;
	const whole = Object.entries(counters).map(([name, value]) => [name, value ?? 0] as const);
	return { ...facts, ...Object.fromEntries(whole) };
}

const sentiment = oneOf({ positive: /^pos/, neutral: /^neu/, negative: /^neg/ });
const QUOTE_FACTS: readonly Fact[] = [
	{
		name: 'text',
		type: 'string?',
		at: [
			/^text$/,
			/^(quote|content|comment|verbatim|message|body)$/,
			/^(quote|content|comment|message)\.(text|body|value)$/,
		],
		read: text,
	},
	{
		name: 'sentiment',
		type: 'string?',
		at: [/^sentiment(\.(label|value))?$/, /^tone$/],
		read: sentiment,
	},
	{ name: 'topic', type: 'string?', at: [/^topicname$/, /^topic(\.(topic)?name)?$/], read: text },
	{
		name: 'at',
		type: 'string?',
		at: [/^at$/, /^(created|said|sent|spoken|posted|quoted)(at|on)$/, /^(time|timestamp|date)$/],
		read: time,
	},
];
const quotes = new FactFinder(QUOTE_FACTS);

export const quoteFacts = (record: JsonObject): JsonObject => quotes.in(record);
