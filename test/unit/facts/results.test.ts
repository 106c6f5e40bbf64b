/** Results: a number is what the service says, and not what only looks like it. */
import { CONCLUSION } from '../../../nodes/SurveyInterview/facts/conclusion';
import { MAILING_STATS } from '../../../nodes/SurveyInterview/facts/mailing';
import { OVERVIEW } from '../../../nodes/SurveyInterview/facts/overview';
import { OVER_TIME } from '../../../nodes/SurveyInterview/facts/overTime';

const overview = (record: object) => OVERVIEW.reader()({ ...record }, {});

it.each<[object, number | null]>([
	[{ invited: 9, completed: 3 }, 1 / 3],
	[{ invited: 9, completed: 3, response_rate: 0.33 }, 1 / 3],
	[{ invited: 9, completed: 3, response_rate: 33 }, 1 / 3],
	[{ invited: 9, completed: 3, response_rate_pct: 33.3 }, 1 / 3],
	[{ invited: 1000, completed: 4, response_rate: 0.4 }, 0.004],
	[{ invited: 9, started: 6, completed: 3, response_rate: 0.67 }, 2 / 3],
	[{ invited: 9, started: 6, completed: 3, response_rate: 0.8 }, null],
	[{ invited: 9, completed: 3, response_rate_percent: 80 }, 0.8],
	[{ invited: 10, completed: 50 }, null],
	[{ invited: 10, completed: 50, response_rate: 0.3 }, 0.3],
	[{ invited: 10, started: 4 }, null],
	[{ invited: 0, completed: 5, response_rate: 0 }, null],
	[{ response_rate: 0.25 }, 0.25],
	[{ response_rate: 25 }, null],
])('%j: the response rate is %j', (record, rate) => {
	expect(overview(record)).toMatchObject({ response_rate: rate });
});

const two = (one: object, other: object) => ({ distribution: [one, other] });
it.each([
	two({ label: 'Promoters', value: 12, total: 40 }, { label: 'Detractors', value: 3, total: 40 }),
	two({ key: 'promoters', value: 0.3, n: 12 }, { key: 'others', value: 0.7, n: 28 }),
	{ completed: 10, distribution: { 9: 30, 10: 70 } },
])('%j counts no scores', (record) => {
	expect(overview(record)).toMatchObject({ distribution: null });
});

it('a word beside a score is not in its way', () => {
	const record = two(
		{ score: 9, label: 'Promoter', count: 1 },
		{ score: 2, label: 'Detractor', count: 3 },
	);
	expect(overview({ ...record, started: 4, completed: 3 })).toMatchObject({
		distribution: [
			{ score: 2, count: 3 },
			{ score: 9, count: 1 },
		],
	});
});

it('0 beside a word that it is held back is not known', () => {
	expect(overview({ score: 0, is_suppressed: true })).toMatchObject({ score: null });
	expect(overview({ score: 0, is_suppressed: false })).toMatchObject({ score: 0 });
	const bucket = { from: '2026-01-01', score: 0, responses: 0 };
	const buckets = OVER_TIME.recordsIn?.([bucket, { ...bucket, suppressed: true }]);
	expect(buckets).toMatchObject([
		{ score: 0, answers: 0 },
		{ score: null, answers: null },
	]);
});

it.each([
	['oldest first', ['01-01', '02-01', '03-01'], ['02-01', '03-01', null]],
	['newest first', ['03-01', '02-01', '01-01'], [null, '03-01', '02-01']],
	['without empty ones', ['01-01', '02-01', '05-01'], ['02-01', null, null]],
	['from within a month', ['01-15', '02-01', '03-01'], [null, '03-01', null]],
	['of days', ['01-01', '01-02', '01-09'], ['01-02', null, null]],
	['of weeks', ['01-05', '01-12', '02-09'], ['01-12', null, null]],
	['by group', ['01-01', '01-01', '02-01'], ['02-01', '02-01', null]],
])('buckets %s end where that is known', (_name, starts, ends) => {
	const at = (day: string | null) => day && `2026-${day}T00:00:00.000Z`;
	const buckets = OVER_TIME.recordsIn?.(starts.map((day) => ({ date: at(day), score: 1 })));
	expect(buckets?.map(({ to }) => to)).toEqual(ends.map(at));
});

it('a point whose tone is not understood is not neutral', () => {
	const points = [
		{ text: 'A' },
		{ text: 'B', tone: 'negative' },
		{ text: 'C', sentiment: { score: -0.8 } },
		{ text: 'D', tone: null },
	];
	const tones = (given: unknown) =>
		(CONCLUSION.reader()({ points: given }, {}).points as Array<{ tone: unknown }>).map(
			({ tone }) => tone,
		);
	expect(tones(points)).toEqual(['neutral', 'negative', null, null]);
	expect(tones(['A'])).toEqual([null]);
});

it('a counter that is null is not 0', () => {
	expect(MAILING_STATS.reader()({ sent: null, total: 5 }, {})).toMatchObject({
		sent: null,
		failed: 0,
		total: 5,
	});
});
