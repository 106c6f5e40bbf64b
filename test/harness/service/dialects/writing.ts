/** How records are written down, and the parts of them that the specification shows: these are the same in all dialects. */
import type { ValidationIssue } from '../refusal';
import type { Bullet } from '../results/conclusion';
import type { Mention, Summary } from '../results/conversation';
import type { Breakdown, Mentions } from '../results/topics';
import type { ThemeRecord } from '../world/records';
import type { Choices } from './choices';
import type { Json } from './dialect';

export interface Writing {
	choices: Choices;
	/** Milliseconds as a date-time string; null stays null. */
	time<T extends number | null>(at: T): T extends number ? string : string | null;
	/** Specified keys that are not required: left out when the dialect leaves defaults out. */
	optional(values: Json, defaults: Json): Json;
	/** CategoryRef */
	category(theme: ThemeRecord | undefined): Json | undefined;
	/** MentionCounts */
	mentions(mentions: Mentions): Json;
	/** ConversationTopicMention */
	mention(mention: Mention): Json;
	/** ConversationSummaryRead */
	summary(summary: Summary | null): Json | null;
	/** A bullet of a conclusion. */
	bullet(bullet: Bullet): Json;
	/** AttributeBreakdown */
	breakdown(breakdown: Breakdown): Json;
}

export function writingFor(choices: Choices): Writing {
	const time = ((at: number | null) =>
		at === null ? null : dateTime(at, choices.timestamps)) as Writing['time'];
	const optional = (values: Json, defaults: Json): Json => {
		switch (choices.optionalKeys) {
			case 'present':
				return { ...defaults, ...values };
			case 'absent':
				return unlessDefault(values, defaults);
			case 'absent when null':
				return unlessNull({ ...defaults, ...values });
		}
	};
	return {
		choices,
		time,
		optional,
		category: (theme) =>
			theme && {
				id: theme.id,
				name: theme.name,
				...optional(
					{ is_implicit: theme.implicit, is_archived: theme.archived },
					{ is_implicit: false, is_archived: false },
				),
			},
		mentions: (mentions) =>
			optional({ ...mentions }, { comments: 0, positive: 0, neutral: 0, negative: 0 }),
		mention: (mention) => ({
			message_id: mention.messageId,
			topic_id: mention.topicId,
			topic_name: mention.topicName,
			category_name: mention.categoryName,
			sentiment_score: mention.sentimentScore,
			confidence: mention.confidence,
		}),
		summary: (summary) =>
			summary && {
				summary: summary.summary,
				positives: summary.positives,
				negatives: summary.negatives,
				generated_at: time(summary.generatedAt),
			},
		bullet: ({ text, tone, topicId }) => ({
			text,
			...optional({ tone, topic_id: topicId }, { tone: 'neutral', topic_id: null }),
		}),
		breakdown: ({ property, options }) => ({
			property_id: property.id,
			property_key: property.key,
			property_label: property.label,
			options: options.map(({ label, respondents, shares }) => ({
				label,
				respondents,
				positive_pct: shares.positive,
				neutral_pct: shares.neutral,
				negative_pct: shares.negative,
			})),
		}),
	};
}

function dateTime(at: number, style: Choices['timestamps']): string {
	if (style === 'local') return localDateTime(at);
	const text = new Date(at).toISOString();
	return style === 'Z' ? text : text.replace('Z', '000+00:00');
}

const HOUR = 3_600_000;

/** When summer time begins and ends, by year: the last Sundays of March and October, at 01:00 UTC. */
const summers = new Map<number, readonly [begin: number, end: number]>();

/** `2026-07-01T14:03:09+02:00`: Central European time, to the second. */
function localDateTime(at: number): string {
	const year = new Date(at).getUTCFullYear();
	let summer = summers.get(year);
	if (!summer) summers.set(year, (summer = [lastSunday(year, 2), lastSunday(year, 9)]));
	const hours = at >= summer[0] && at < summer[1] ? 2 : 1;
	return `${new Date(at + hours * HOUR).toISOString().slice(0, 19)}+0${hours}:00`;
}

function lastSunday(year: number, month: number): number {
	const lastDay = new Date(Date.UTC(year, month + 1, 0));
	return Date.UTC(year, month, lastDay.getUTCDate() - lastDay.getUTCDay()) + HOUR;
}

function unlessDefault(values: Json, defaults: Json): Json {
	const kept = Object.entries(values).filter(
		([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]),
	);
	return Object.fromEntries(kept);
}

function unlessNull(values: Json): Json {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** One item of the `detail` list of a 422, whose fields the specification does not show. */
export function validationItem(choices: Choices, issue: ValidationIssue): unknown {
	const path = [issue.in, ...issue.path];
	const { message } = issue;
	switch (choices.validationItems) {
		case 'loc and msg':
			return { loc: path, msg: message, type: issue.type };
		case 'path and message':
			return { path: path.join('.'), message };
		case 'field and code':
			return { field: issue.path.join('.'), location: issue.in, code: issue.type, message };
	}
}

/** The record without these keys. */
export function without(record: Json, keys: readonly string[]): Json {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
