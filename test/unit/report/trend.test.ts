/** Of which time the trend of a report is. */
import fc from 'fast-check';
import { parse } from 'parse5';
import { type Period, periodRange, PERIODS } from '../../../nodes/SurveyInterview/input/periods';
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import type { Bucket } from '../../../nodes/SurveyInterview/report/parts';
import { trendUpTo } from '../../../nodes/SurveyInterview/report/periods';
import type { ReportFacts } from '../../../nodes/SurveyInterview/report/reportFacts';
import { plainTextOf } from '../../../nodes/SurveyInterview/report/document';
import { FACTS, reportOf, weeks } from './aReport';
import { attributeOf, cellsIn, childrenOf, elementsIn, textIn } from './elements';

const DAY = 86_400_000;
const names = fc.constantFrom(...(Object.keys(PERIODS) as Period[]));
const zones = fc.constantFrom(
	'UTC',
	'Europe/Amsterdam',
	'America/Los_Angeles',
	'Asia/Kathmandu',
	'Pacific/Kiritimati',
);
const times = fc.date({
	min: new Date('2015-01-01'),
	max: new Date('2035-01-01'),
	noInvalidDate: true,
});

it('has no bucket that begins after the period, and all that begin in it', () => {
	fc.assert(
		fc.property(names, zones, times, (period, timeZone, now) => {
			const range = periodRange(period, now, timeZone);
			const trend = trendUpTo(range, { now, timeZone });
			const [from, to] = [trend.start, trend.end].map((time) => Date.parse(time)) as [
				number,
				number,
			];
			const end = Math.min(Date.parse(range.end), now.getTime());
			expect(from % DAY).toBe(0);
			if (timeZone === 'UTC') expect(to).toBe(end);
			const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
			const lastDay = dayOf.format(end);
			// A bucket begins at midnight in UTC, and is named by that day.
			for (let day = Math.floor(end / DAY) * DAY - 3 * DAY; day < end + 3 * DAY; day += DAY) {
				const named = new Date(day).toISOString().slice(0, 10);
				if (named > lastDay) expect(day).toBeGreaterThan(to);
				if (day <= end - DAY) expect(day).toBeLessThanOrEqual(to);
			}
		}),
	);
});

it('of the quarter that ends summer time, the trend is in weeks, too', () => {
	const quarter = { start: '2026-09-30T22:00:00.000Z', end: '2026-12-31T22:59:59.999Z' };
	const clock = { now: new Date('2027-01-02T12:00:00Z'), timeZone: 'Europe/Berlin' };
	expect(trendUpTo(quarter, clock).granularity).toBe('week');
});

it.each<[Period, string, number]>([
	['lastWeek', 'week', 8],
	['last90Days', 'week', 13],
	['lastQuarter', 'week', 13],
	['lastYear', 'month', 12],
])('%s is told by the %s', (period, granularity, buckets) => {
	const now = new Date('2026-05-20T12:00:00Z');
	const range = periodRange(period, now, 'UTC');
	const trend = trendUpTo(range, { now, timeZone: 'UTC' });
	expect(trend.granularity).toBe(granularity);
	const days = (Date.parse(trend.end) - Date.parse(trend.start)) / DAY;
	expect(Math.round(days / (granularity === 'week' ? 7 : 30.4))).toBeGreaterThanOrEqual(buckets);
});

describe('the picture', () => {
	/** Its rows; of each cell, its pieces from top to bottom as colour, height and text. */
	const pictureOf = (trend: Bucket[], facts: Partial<ReportFacts> = {}) => {
		const html = htmlOf(reportOf(facts, { trend: { value: trend } }));
		const picture = elementsIn(parse(html)).find((one) => attributeOf(one, 'role') === 'img');
		const rows = picture ? childrenOf(picture).flatMap(childrenOf) : [];
		return rows.map((row) => {
			const cells = childrenOf(row).map((cell) => {
				const [, ...inner] = cellsIn(cell);
				const pieces = inner.length > 0 ? inner : [cell];
				return pieces
					.map((piece) => {
						const names = ['class', 'height', 'colspan'].map((name) => attributeOf(piece, name));
						return [...names, textIn(piece).trim()].filter(Boolean).join(' ');
					})
					.join(', ');
			});
			return cells.join(' | ');
		});
	};
	const CSAT = { metric: 'csat' };
	const since = (first: string) => ({ isInPeriod: (time: string) => time >= first });

	it.each<[string, Bucket[], Partial<ReportFacts>, string[]]>([
		[
			'goes half-way down',
			weeks(-50, null, 25),
			{},
			[
				'muted 48 100, muted 0 | ink track num 64 −50 | track 64 | ink track num 48 25, accent 16',
				' | zero 1 3',
				'muted −50 | pale 32 | track 32 | track 32',
				'4 4',
				' | muted 2025-12-01, muted 2025-12-15',
			],
		],
		[
			'goes down to the end of the scale, and numbers the ends, the least and the most',
			weeks(0, -51, 100, 90, 70),
			{},
			[
				'muted 32 100, muted 0 | ink track num 47 0, pale 1 | ink track num 48 −51 | onAccent accent num 48 100 | track 5, accent 43 | track 15, onAccent accent num 33 70',
				' | zero 1 5',
				'muted −100 | track 48 | pale 24, track 24 | track 48 | track 48 | track 48',
				'4 6',
				' | muted 2025-12-01, muted 2025-12-29',
			],
		],
		[
			'does not go below its foot, and a number with just its room stands above its column',
			weeks(0, 82, 10, 84),
			{},
			[
				'muted 80 100, muted 0 | ink track num 95 0, pale 1 | track 18, pale 78 | track 87, accent 9 | ink track num 16 84, accent 80',
				' | zero 1 4',
				'4 5',
				' | muted 2025-12-01, muted 2025-12-22',
			],
		],
		[
			'has a line below the period, with its days',
			weeks(3, 4, 2),
			{ ...CSAT, ...since('2025-12-08') },
			[
				'muted 80 5, muted 1 | ink track num 48 3.0, pale 48 | ink track num 24 4.0, pale 72 | ink track num 72 2.0, accent 24',
				' | zero 1 3',
				'4 4',
				'2 | mark 2 2',
				' | muted 2025-12-01, muted 2 Feb – 1 Mar 2026',
			],
		],
	])('%s', (_name, trend, facts, rows) => {
		expect(pictureOf(trend, facts)).toEqual(rows);
	});

	it.each<[string, Partial<ReportFacts>, string[]]>([
		['one column', since('2025-12-08'), ['2 | mark 2 1', ' | muted 2025-12-01, muted 2025-12-08']],
		['all columns', since(''), ['4 3', ' | muted 2025-12-01, muted 2025-12-08']],
		['none', since('2026'), ['4 3', ' | muted 2025-12-01, muted 2025-12-08']],
	])('has these lines below it if %s is in the period', (_name, facts, rows) => {
		expect(pictureOf(weeks(10, 20), facts).slice(-2)).toEqual(rows);
	});
});

describe('the words beside it', () => {
	const { paleLegend, notShown } = FACTS.words;
	const wordsOf = (trend: Bucket[], mayBeAnonymous: boolean) => {
		const text = plainTextOf(reportOf({ mayBeAnonymous }, { trend: { value: trend } }));
		const words = { pale: paleLegend.split('{')[0] ?? '', notShown };
		return Object.entries(words).flatMap(([name, word]) => (text.includes(word) ? [name] : []));
	};
	const many = weeks(10, 20, 30).map((week) => ({ ...week, answers: 5 }));
	const uncounted = many.map((week) => ({ ...week, answers: null }));
	const withGap = [...many, { from: '2025-12-29T00:00:00.000Z', score: null, answers: 0 }];

	it.each<[string, Bucket[], boolean, string[]]>([
		['five answers each', many, true, []],
		['four answers in one', [...many, ...weeks(10, 20).slice(1)], true, ['pale']],
		['answers that are not counted', uncounted, true, []],
		['none in one', withGap, true, ['notShown']],
		['none in one, of people who are not anonymous', withGap, false, []],
	])('with %s', (_name, trend, mayBeAnonymous, words) => {
		expect(wordsOf(trend, mayBeAnonymous)).toEqual(words);
	});

	it('at most fourteen weeks are shown, the newest', () => {
		const lines = plainTextOf(
			reportOf({}, { trend: { value: weeks(...Array<number>(15).fill(9)) } }),
		).match(/^2\d{3}-.*$/gm);
		expect(lines).toHaveLength(14);
		expect(lines?.[0]).toMatch(/^2025-12-08: 9 · 4 /);
	});

	it('of one week, and of none, there is no trend', () => {
		const none = plainTextOf(reportOf());
		for (const scores of [[], [9], [null, 9]]) {
			expect(plainTextOf(reportOf({}, { trend: { value: weeks(...scores) } }))).toBe(none);
		}
	});
});
