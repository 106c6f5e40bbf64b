/** The periods of a report: of its trend, of what the service has by month and year alone, and all of them in words. */
import type { TimeRange } from '../operations/periodFields';
import { dayIn, DAY_MS } from '../input/dates';
import { periodRange } from '../input/periods';
import { clockIn } from '../service/timeZone';
import type { Words } from './english';
import type { ReportContext, ReportRequest } from './reportRequest';

type Clock = Pick<ReportContext, 'now' | 'timeZone'>;

export type ReportPeriods = ReturnType<typeof periodsOf>;

/** @param locale of days in words */
export function periodsOf({ range, previousRange }: ReportRequest, locale: string, clock: Clock) {
	const { timeZone } = clock;
	const trend = trendUpTo(range, clock);
	const firstDay = dayIn(new Date(range.start), timeZone);
	const lastDay = dayIn(new Date(range.end), timeZone);
	return {
		trend,
		...servicePeriodFor(range, clock),
		/** How long the period before is, as a person says it: `four weeks`. */
		lengthBefore: lengthOf(previousRange, timeZone),
		days: daysOf(range, locale, timeZone, 'long'),
		shortDays: daysOf(range, locale, timeZone),
		/** As the buckets of the trend do. */
		beginsAtMidnightUtc: range.start.endsWith('T00:00:00.000Z'),
		bucketLabel: bucketFormatter(locale, trend.granularity),
		/** Whether a bucket begins on a day of the period. */
		isInPeriod: (time: string) => {
			const day = dayOfBucket(time);
			return day >= firstDay && day <= lastDay;
		},
	};
}

/** For reports up to so many days: the size of the buckets, how many days the trend goes back, a bucket's period. */
const TRENDS = [
	// The longest quarter has 92 days, and in some time zones one hour more.
	{ upToDays: 92.1, granularity: 'week', days: 84, period: 'thisWeek' },
	{ upToDays: 400, granularity: 'month', days: 365, period: 'thisMonth' },
	// Ten years.
	{ upToDays: Infinity, granularity: 'year', days: 3653, period: 'thisYear' },
] as const;

/**
 * The trend begins with a whole bucket at midnight in UTC, in which the service is taken to count, and ends with the
 * period.
 */
export function trendUpTo({ start, end }: TimeRange, { now, timeZone }: Clock) {
	const length = (Date.parse(end) - Date.parse(start)) / DAY_MS;
	const { granularity, days, period } =
		TRENDS.find(({ upToDays }) => length <= upToDays) ?? TRENDS[2];
	const last = Math.min(Date.parse(end), now.getTime());
	const first = Math.min(Date.parse(start), last - days * DAY_MS);
	// West of Greenwich, the period ends on the next day in UTC, which would begin one more bucket.
	const lastOfDay = dayIn(new Date(last), timeZone).getTime() + DAY_MS - 1;
	return {
		start: periodRange(period, dayIn(new Date(first), timeZone), 'UTC').start,
		end: new Date(Math.min(last, lastOfDay)).toISOString(),
		granularity,
	};
}

/** Periods of the node and the same ones of the service, the shortest first. */
const SERVICE_PERIODS = [
	['thisMonth', 'current_month'],
	['lastMonth', 'last_month'],
	['thisYear', 'current_year'],
	['lastYear', 'last_year'],
] as const;

/** The period for results that the service has only by month and year, such as topics, quotes and the conclusion. */
interface ServicePeriod {
	/** The service's name of its period. */
	servicePeriod: keyof Words['when'];
	/** Where people are counted, to withhold results of too few (`parts.ts`). It lies within the service's period. */
	rangeForCount: TimeRange;
	/** Whether it has exactly the days of the report. */
	isServicePeriod: boolean;
}

/**
 * The service's shortest period that includes the days of a range. The service is taken to count in UTC: on the first
 * of a month in Sydney, the month that has just ended may still be its current one.
 */
export function servicePeriodFor(range: TimeRange, { now, timeZone }: Clock): ServicePeriod {
	const from = dayIn(new Date(range.start), timeZone).toISOString();
	const lastDay = dayIn(new Date(range.end), timeZone);
	const to = new Date(lastDay.getTime() + DAY_MS - 1).toISOString();
	for (const [period, servicePeriod] of SERVICE_PERIODS) {
		const rangeForCount = periodRange(period, now, 'UTC');
		const { start, end } = rangeForCount;
		if (start > from || end < to) continue;
		return { servicePeriod, rangeForCount, isServicePeriod: start === from && end === to };
	}
	// If enough people have answered in a year, enough have in all time; and a year is read faster.
	const yearAgo = new Date(now.getTime() - 365 * DAY_MS).toISOString();
	const rangeForCount = { start: from < yearAgo ? from : yearAgo, end: now.toISOString() };
	return { servicePeriod: 'all_time', rangeForCount, isServicePeriod: false };
}

/** What a person calls a range as long as this one: so many whole years, months or weeks, or else days. */
function lengthOf({ start, end }: TimeRange, timeZone: string) {
	const first = new Date(clockIn(timeZone, Date.parse(start)));
	const after = new Date(clockIn(timeZone, Date.parse(end) + 1));
	const months =
		12 * (after.getUTCFullYear() - first.getUTCFullYear()) +
		(after.getUTCMonth() - first.getUTCMonth());
	if (first.getUTCDate() === 1 && after.getUTCDate() === 1) {
		const isYears = months % 12 === 0;
		return { unit: isYears ? 'year' : 'month', count: isYears ? months / 12 : months } as const;
	}
	const days = Math.max(Math.round((after.getTime() - first.getTime()) / DAY_MS), 1);
	const isWeeks = days % 7 === 0;
	return { unit: isWeeks ? 'week' : 'day', count: isWeeks ? days / 7 : days } as const;
}

/** `31 January – 1 March 2026` */
export function daysOf(
	{ start, end }: TimeRange,
	locale: string,
	timeZone: string,
	month: 'long' | 'short' = 'short',
): string {
	const day = { day: 'numeric', month, year: 'numeric' } as const;
	const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...day });
	const [first = 0, last = 0] = [start, end].map((time) => clockIn(timeZone, Date.parse(time)));
	return format.formatRange(first, last);
}

/**
 * The day on which a bucket begins, as its midnight in UTC. A bucket begins at midnight, but in a time zone that nobody
 * knows. 13 hours later it is that day in UTC as well, from Auckland, 13 hours ahead of UTC, to Hawaii, 10 hours behind.
 */
const dayOfBucket = (time: string) => dayIn(new Date(Date.parse(time) + 13 * 3_600_000), 'UTC');

/** Makes a function that writes the day on which a bucket begins. */
function bucketFormatter(locale: string, granularity: string): (time: string) => string {
	const format = new Intl.DateTimeFormat(locale, {
		timeZone: 'UTC',
		...(granularity === 'week' ? { day: 'numeric' } : { year: 'numeric' }),
		...(granularity === 'year' ? {} : { month: 'short' }),
	});
	return (time) => format.format(dayOfBucket(time));
}
