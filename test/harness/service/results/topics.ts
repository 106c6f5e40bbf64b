import type {
	PropertyRecord,
	QuoteRecord,
	RespondentRecord,
	Sentiment,
	SurveyRecord,
	ThemeRecord,
	TopicRecord,
} from '../world/records';
import type { World } from '../world/world';
import { rounded } from './metric';
import type { Segment } from './segment';

/** MentionCounts of the specification. */
export interface Mentions {
	comments: number;
	positive: number;
	neutral: number;
	negative: number;
}

export interface RankedTopic {
	topic: TopicRecord;
	theme: ThemeRecord | undefined;
	mentions: Mentions;
	/** From -1 to 1. */
	sentiment: number;
}

export interface Breakdown {
	property: PropertyRecord;
	options: Array<{ label: string; respondents: number; shares: Record<Sentiment, number> }>;
}

/** The quotes of a topic by the people of the segment, newest first. */
export function quotesOf(world: World, topicId: string, { completed }: Segment): QuoteRecord[] {
	const ids = new Set(completed.map(({ id }) => id));
	return (world.quotes.get(topicId) ?? []).filter((quote) => ids.has(quote.respondentId)).reverse();
}

/** Topics by frequency; nothing of a segment that is too small. */
export function rankTopics(world: World, survey: SurveyRecord, people: Segment): RankedTopic[] {
	if (people.suppressed) return [];
	return world.topics
		.of(survey.id)
		.map((topic) => rankedTopic(world, topic, people))
		.sort((a, b) => b.mentions.comments - a.mentions.comments);
}

export function rankedTopic(world: World, topic: TopicRecord, people: Segment): RankedTopic {
	const mentions = count(people.suppressed ? [] : quotesOf(world, topic.id, people));
	const { positive, negative, comments } = mentions;
	return {
		topic,
		theme: world.themes.get(topic.categoryId),
		mentions,
		sentiment: comments ? Math.round((100 * (positive - negative)) / comments) / 100 : 0,
	};
}

/** AttributeBreakdown: for each property, the sentiment of the people with each value. */
export function breakdowns(world: World, topic: TopicRecord, people: Segment): Breakdown[] {
	if (people.suppressed) return [];
	const quotes = quotesOf(world, topic.id, people);
	const byId = new Map(people.completed.map((one) => [one.id, one]));
	return world.properties.of(topic.surveyId).map((property) => ({
		property,
		options: property.options.map((label) => {
			const theirs = quotes.filter((quote) => valueOf(byId, quote, property.key) === label);
			const { comments, positive, neutral, negative } = count(theirs);
			const percent = (part: number) => (comments ? rounded((100 * part) / comments) : 0);
			return {
				label,
				respondents: new Set(theirs.map(({ respondentId }) => respondentId)).size,
				shares: {
					positive: percent(positive),
					neutral: percent(neutral),
					negative: percent(negative),
				},
			};
		}),
	}));
}

function valueOf(
	byId: ReadonlyMap<string, RespondentRecord>,
	{ respondentId }: QuoteRecord,
	key: string,
): string | undefined {
	return byId.get(respondentId)?.properties[key];
}

function count(quotes: readonly QuoteRecord[]): Mentions {
	const mentions: Mentions = { comments: quotes.length, positive: 0, neutral: 0, negative: 0 };
	for (const { sentiment } of quotes) mentions[sentiment]++;
	return mentions;
}
