/** Reports for tests: what they are about, and their parts. */
import fc from 'fast-check';
import type { Group } from '../../../nodes/SurveyInterview/report/groups';
import { summaryOf } from '../../../nodes/SurveyInterview/report/metricScore';
import type { Bucket, ReportParts, Topic } from '../../../nodes/SurveyInterview/report/parts';
import { wordsIn } from '../../../nodes/SurveyInterview/report/words';
import type { ReportFacts } from '../../../nodes/SurveyInterview/report/reportFacts';
import { writeReport } from '../../../nodes/SurveyInterview/report/writeReport';

const notWanted = { missing: 'notWanted' } as const;

export const NO_PARTS: ReportParts = {
	scores: notWanted,
	previous_scores: notWanted,
	response_rate: notWanted,
	trend: notWanted,
	topics: notWanted,
	quotes: notWanted,
	conclusion: notWanted,
};

export const EVERY_PART = new Set(['scores', 'trend', 'topics', 'quotes', 'conclusion']);

const [MONDAY_BEFORE, SUNDAY] = ['2025-12-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z'];

export const FACTS: ReportFacts = {
	brand: {},
	words: wordsIn('en'),
	name: 'Survey',
	metric: 'nps',
	scaleEnds: [null, null],
	days: '2 February – 1 March 2026',
	shortDays: '2 Feb – 1 Mar 2026',
	lengthBefore: { unit: 'week', count: 4 },
	servicePeriod: 'current_year',
	rangeForCount: { start: '2026-01-01T00:00:00.000Z', end: '2026-12-31T23:59:59.999Z' },
	isServicePeriod: true,
	beginsAtMidnightUtc: true,
	trend: { granularity: 'week', start: MONDAY_BEFORE, end: SUNDAY },
	bucketLabel: (time) => time.slice(0, 10),
	isInPeriod: (time) => time >= '2026-02-02',
	mayBeAnonymous: false,
	wanted: EVERY_PART,
};

export const scoresOf = (metric: string, ...given: number[]) => ({
	value: summaryOf(metric, given),
});

export const topicOf = (
	name: string,
	...[negative, neutral, positive]: Array<number | null>
): Topic => ({
	...{ id: name, name, mentions: 12 },
	...{ negative: negative ?? null, neutral: neutral ?? null, positive: positive ?? null },
});

export const groupOf = (
	name: string | undefined,
	score: number,
	all: number,
	answers = 10,
): Group => ({
	...{ name, score, answers, groups: null, distribution: [] },
	difference: score - all,
});

const MONDAY = Date.parse(MONDAY_BEFORE);
export const weeks = (...scores: Array<number | null>): Bucket[] =>
	scores.map((score, at) => ({
		from: new Date(MONDAY + at * 7 * 86_400_000).toISOString(),
		score,
		answers: score === null ? null : 3 + at,
	}));

/** A report with this much of the usual one changed. */
export const reportOf = (facts: Partial<ReportFacts> = {}, parts: Partial<ReportParts> = {}) =>
	writeReport({ ...FACTS, ...facts }, { ...NO_PARTS, ...parts });

const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 200 }),
	fc.constantFrom(
		'<script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		'<!channel> &amp; <https://evil.example|x>',
		'See https://evil.example or www.evil.example',
		'W'.repeat(300),
		'قال: رائع',
	),
);
const count = fc.integer({ min: 0, max: 1_000_000 });
const tones = fc.tuple(text, fc.option(count), fc.option(count), fc.option(count));

/** Reports with anything in them that others write. */
export const reports = fc
	.record({
		name: text,
		metric: fc.constantFrom('nps', 'csat', 'scale', null),
		scores: fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 40 }),
		trend: fc.array(fc.option(fc.integer({ min: -100, max: 100 })), { maxLength: 15 }),
		topics: fc.array(tones, { maxLength: 8 }),
		quotes: fc.array(fc.record({ text, topic: text, sentiment: fc.option(text) }), {
			maxLength: 5,
		}),
		groups: fc.array(fc.tuple(text, fc.integer({ min: -100, max: 100 })), { maxLength: 10 }),
		language: fc.constantFrom('en', 'nl'),
	})
	.map(({ name, metric, scores, trend, topics, quotes, groups, language }) => {
		const all = summaryOf('nps', [9, 3]);
		const compared = groups.map(([group, score]) => groupOf(group, score, 0));
		return reportOf(
			{ name, metric, words: wordsIn(language), property: name },
			{
				groups: { value: { groups: compared, all, gathered: 0 } },
				scores: { value: summaryOf(metric, scores) },
				previous_scores: { value: summaryOf(metric, scores.slice(3)) },
				trend: { value: weeks(...trend) },
				topics: { value: topics.map(([topic, ...counts]) => topicOf(topic, ...counts)) },
				quotes: { value: quotes },
				conclusion: { value: { text: name, points: [{ text: name, tone: null }] } },
			},
		);
	});
