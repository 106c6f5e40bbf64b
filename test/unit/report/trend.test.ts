/** Of which time the trend of a report is. */
import fc from 'fast-check';
import { type Period, periodRange, PERIODS } from '../../../nodes/SurveyInterview/input/periods';
import { trendUpTo } from '../../../nodes/SurveyInterview/report/periods';

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
