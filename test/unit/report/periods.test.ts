import fc from 'fast-check';
import { periodsOf, servicePeriodFor } from '../../../nodes/SurveyInterview/report/periods';
import type { ReportRequest } from '../../../nodes/SurveyInterview/report/reportRequest';
import { endOfDay } from '../../../nodes/SurveyInterview/input/dates';
import {
	type Period,
	periodRange,
	PERIODS,
	rangeBefore,
} from '../../../nodes/SurveyInterview/input/periods';

const DAY = 86_400_000;
const AMSTERDAM = 'Europe/Amsterdam';
const names = fc.constantFrom(...(Object.keys(PERIODS) as Period[]));
const zones = fc.constantFrom(
	'UTC',
	AMSTERDAM,
	'America/New_York',
	'Asia/Kathmandu',
	'Pacific/Apia',
);
const times = fc.date({
	min: new Date('2015-01-01'),
	max: new Date('2035-01-01'),
	noInvalidDate: true,
});

it.each<[Period, string, string]>([
	['last7Days', '2026-03-24T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
	['thisWeek', '2026-03-29T22:00:00.000Z', '2026-04-05T21:59:59.999Z'],
	['lastWeek', '2026-03-22T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
	['thisMonth', '2026-02-28T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
	['lastMonth', '2026-01-31T23:00:00.000Z', '2026-02-28T22:59:59.999Z'],
	['thisQuarter', '2025-12-31T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
	['lastQuarter', '2025-09-30T22:00:00.000Z', '2025-12-31T22:59:59.999Z'],
])('%s on a Tuesday after the clocks changed', (period, start, end) => {
	const now = new Date('2026-03-31T12:00:00Z');
	expect(periodRange(period, now, AMSTERDAM)).toEqual({ start, end });
});

it('a period and the one before it leave no gap, begin at midnight, and it is past or now', () => {
	fc.assert(
		fc.property(names, zones, times, (period, timeZone, now) => {
			const [range, before] = [0, 1].map((back) => periodRange(period, now, timeZone, back));
			if (!range || !before) throw new Error('no range');
			expect(Date.parse(range.start)).toBe(Date.parse(before.end) + 1);
			expect(Date.parse(range.start)).toBeLessThanOrEqual(now.getTime());
			const isNow = now.getTime() <= Date.parse(range.end);
			expect(isNow).toBe(!/^last(Week|Month|Quarter|Year)$/.test(period));
			const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
			expect(clock.format(new Date(range.start))).toBe('00:00:00');
		}),
	);
});

it('before a range of one’s own is one of as many days', () => {
	const range = { start: '2026-03-01T00:00:00.000Z', end: '2026-03-10T23:59:59.999Z' };
	expect(rangeBefore(range, 'UTC')).toEqual({
		start: '2026-02-19T00:00:00.000Z',
		end: '2026-02-28T23:59:59.999Z',
	});
	// The week in which clocks change has an hour less than the one before it.
	const week = { start: '2026-03-22T23:00:00.000Z', end: '2026-03-29T21:59:59.999Z' };
	expect(rangeBefore(week, AMSTERDAM).start).toBe('2026-03-15T23:00:00.000Z');
	fc.assert(
		fc.property(zones, times, fc.integer({ min: 0, max: 400 }), (timeZone, now, more) => {
			const { start } = periodRange('today', now, timeZone);
			const own = {
				start,
				end: endOfDay(new Date(now.getTime() + more * DAY).toISOString(), timeZone),
			};
			const before = rangeBefore(own, timeZone);
			expect(Date.parse(before.end)).toBe(Date.parse(start) - 1);
			const [days, daysBefore] = [own, before].map((one) =>
				Math.round((Date.parse(one.end) - Date.parse(one.start)) / DAY),
			);
			expect(daysBefore).toBe(days);
			const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
			expect(clock.format(new Date(before.start))).toBe('00:00:00');
		}),
	);
});

it('a day that the date picker gives is meant to its end', () => {
	const end = '2026-11-08T22:59:59.999Z';
	expect(endOfDay('2026-11-07T23:00:00.000Z', AMSTERDAM)).toBe(end);
	expect(endOfDay('2026-11-08T12:00:00.000Z', AMSTERDAM)).toBe(end);
	expect(endOfDay(end, AMSTERDAM)).toBe(end);
});

it.each<[Period, string]>([
	['lastMonth', '1 Mar'],
	['lastYear', 'Mar 2026'],
])('a bucket of the trend of %s is named by what tells it from the others: %s', (period, name) => {
	const clock = { now: new Date('2026-03-31T12:00:00Z'), timeZone: 'UTC' };
	const [range, previousRange] = [0, 1].map((back) => periodRange(period, clock.now, 'UTC', back));
	const { bucketLabel } = periodsOf({ range, previousRange } as ReportRequest, 'en-GB', clock);
	expect(bucketLabel('2026-03-01T00:00:00Z')).toBe(name);
});

const periodsIn = (timeZone: string, start: string, end: string, previousStart = start) => {
	const previousRange = {
		start: previousStart,
		end: new Date(Date.parse(start) - 1).toISOString(),
	};
	const asked = { range: { start, end }, previousRange } as ReportRequest;
	return periodsOf(asked, 'en-GB', { now: new Date('2026-05-20T12:00:00Z'), timeZone });
};

it.each<[string, string, string, object]>([
	['UTC', '2026-03-31T00:00:00.000Z', '2026-04-01T00:00:00.000Z', { unit: 'day', count: 1 }],
	['UTC', '2026-03-01T00:00:00.000Z', '2026-03-11T00:00:00.000Z', { unit: 'day', count: 10 }],
	['UTC', '2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z', { unit: 'week', count: 1 }],
	['UTC', '2026-03-04T00:00:00.000Z', '2026-04-01T00:00:00.000Z', { unit: 'week', count: 4 }],
	['UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', { unit: 'month', count: 1 }],
	['UTC', '2025-11-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', { unit: 'month', count: 3 }],
	['UTC', '2024-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', { unit: 'year', count: 2 }],
	['UTC', '2025-04-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z', { unit: 'year', count: 1 }],
	// The week has 167 hours, and the month begins in summer time.
	[AMSTERDAM, '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z', { unit: 'week', count: 1 }],
	[AMSTERDAM, '2026-03-31T22:00:00.000Z', '2026-04-30T22:00:00.000Z', { unit: 'month', count: 1 }],
])('in %s, from %s to %s is %j', (timeZone, from, to, length) => {
	expect(periodsIn(timeZone, to, to, from).lengthBefore).toEqual(length);
});

it.each<[string, string, boolean]>([
	['UTC', '2026-04-01T00:00:00.000Z', true],
	['UTC', '2026-04-01T12:00:00.000Z', false],
	[AMSTERDAM, '2026-03-31T22:00:00.000Z', false],
])(
	'in %s, the buckets of the trend begin with a period from %s: %s',
	(timeZone, start, beginsAtMidnightUtc) => {
		expect(periodsIn(timeZone, start, start).beginsAtMidnightUtc).toBe(beginsAtMidnightUtc);
	},
);

it.each<[string, string, string, boolean[]]>([
	['UTC', '2026-03-02T00:00:00.000Z', '2026-03-04T23:59:59.999Z', [false, true, true, true, false]],
	[
		'Pacific/Auckland',
		...(['2026-03-01T11:00:00.000Z', '2026-03-04T10:59:59.999Z'] as const),
		[false, true, true, true, false],
	],
	[
		'America/Los_Angeles',
		...(['2026-03-02T08:00:00.000Z', '2026-03-05T07:59:59.999Z'] as const),
		[false, true, true, true, false],
	],
])('in %s, days from the second to the fourth are in the period', (zone, start, end, expected) => {
	const { isInPeriod } = periodsIn(zone, start, end);
	const days = [1, 2, 3, 4, 5].map((day) => `2026-03-0${day}T00:00:00.000Z`);
	expect(days.map((day) => isInPeriod(day))).toEqual(expected);
});

it.each([13, 1, -10])(
	'a bucket that begins %i hours ahead of UTC has the day of its midnight',
	(hours) => {
		const { isInPeriod } = periodsIn('UTC', '2026-03-02T00:00:00.000Z', '2026-03-04T23:59:59.999Z');
		const days = [1, 2, 4, 5].map((day) => Date.UTC(2026, 2, day) - hours * 3_600_000);
		const inPeriod = days.map((day) => isInPeriod(new Date(day).toISOString()));
		expect(inPeriod).toEqual([false, true, true, false]);
	},
);

it('a bucket of several years is named by its year', () => {
	const { bucketLabel } = periodsIn('UTC', '2020-01-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z');
	expect(bucketLabel('2025-01-01T00:00:00.000Z')).toBe('2025');
});

it('a period is told in words by its days in the time zone', () => {
	const { days, shortDays } = periodsIn(
		AMSTERDAM,
		'2026-02-28T23:00:00.000Z',
		'2026-04-01T21:59:59.999Z',
	);
	const words = [days, shortDays].map((text) => text.replace(/\s/g, ' '));
	expect(words).toEqual(['1 March – 1 April 2026', '1 Mar – 1 Apr 2026']);
});

it.each<[string, string]>([
	['2026-01-15T00:00:00.000Z', '2025-05-20T12:00:00.000Z'],
	['2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'],
])('who answered in all time is told from the last year, or from %s on', (start, from) => {
	const clock = { now: new Date('2026-05-20T12:00:00Z'), timeZone: 'UTC' };
	// It ends after all that the service has periods for.
	const range = { start, end: '2027-01-01T23:59:59.999Z' };
	expect(servicePeriodFor(range, clock)).toEqual({
		servicePeriod: 'all_time',
		rangeForCount: { start: from, end: clock.now.toISOString() },
		isServicePeriod: false,
	});
});

describe('the service’s period, which it counts in UTC', () => {
	it.each<[string, string, Period, string, boolean]>([
		['UTC', '2026-11-15T12:00:00Z', 'lastMonth', 'last_month', true],
		['UTC', '2026-11-15T12:00:00Z', 'last7Days', 'current_month', false],
		['UTC', '2026-11-03T12:00:00Z', 'last7Days', 'current_year', false],
		// From the first of the month on, and not to its end.
		['UTC', '2026-11-07T12:00:00Z', 'last7Days', 'current_month', false],
		['UTC', '2026-02-03T12:00:00Z', 'last90Days', 'all_time', false],
		// The first of December in Sydney, where the service still has November.
		['Australia/Sydney', '2026-11-30T21:00:00Z', 'lastMonth', 'current_month', true],
		['Australia/Sydney', '2026-12-01T21:00:00Z', 'lastMonth', 'last_month', true],
		['Australia/Sydney', '2026-11-30T21:00:00Z', 'last7Days', 'current_year', false],
		// The last of November in New York, where the service has December.
		['America/New_York', '2026-12-01T00:20:00Z', 'thisMonth', 'last_month', true],
		['America/New_York', '2026-12-01T00:20:00Z', 'last7Days', 'last_month', false],
		['America/New_York', '2027-01-01T03:00:00Z', 'thisYear', 'last_year', true],
	])('in %s at %s, %s is in %s', (timeZone, time, period, servicePeriod, isServicePeriod) => {
		const now = new Date(time);
		const range = periodRange(period, now, timeZone);
		const found = servicePeriodFor(range, { now, timeZone });
		expect(found).toMatchObject({ servicePeriod, isServicePeriod });
		const days = [range.start, range.end].map((one) =>
			new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(one)),
		);
		const [first = '', last = ''] = days;
		const { start, end } = found.rangeForCount;
		expect(start.slice(0, 10) <= first).toBe(true);
		if (servicePeriod !== 'all_time') expect(last <= end.slice(0, 10)).toBe(true);
	});
});
