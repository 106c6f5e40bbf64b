/** The periods of a report: of its trend, of what the service has by month and year alone, and all of them in words. */
import type { TimeRange } from '../operations/periodFields';
import { dayIn, DAY_MS } from '../input/dates';
import { periodRange } from '../input/periods';
import type { Words } from './words';
import type { ReportContext, ReportRequest } from './reportRequest';

type Clock = Pick<ReportContext, 'now' | 'timeZone'>;

export type ReportPeriods = ReturnType<typeof periodsOf>;

/** @param locale of days in words */
export function periodsOf({ range, previousRange }: ReportRequest, locale: string, clock: Clock) {
	const { timeZone } = clock;
	const trend = trendUpTo(range, clock);
	const firstDay = dayOf(range.start, timeZone);
	const lastDay = dayOf(range.end, timeZone);
	return {
		trend,
		...servicePeriodFor(range, clock),
		/** How long the period before is, as a person says it: four weeks, and not 28 days. */
		lengthBefore: lengthOf(previousRange, timeZone),
		days: daysOf(range, locale, timeZone, 'long'),
		shortDays: daysOf(range, locale, timeZone),
		/** If it does not, as in another time zone than UTC, the buckets of the trend cannot begin with the period. */
		beginsAtMidnightUtc: range.start.endsWith('T00:00:00.000Z'),
		bucketLabel: bucketFormatter(locale, trend.granularity),
		/** Whether a bucket begins on a day of the period. */
		isInPeriod: (time: string) => {
			const day = dayOfBucket(time);
			return day >= firstDay && day <= lastDay;
		},
	};
}

/**
 * The day of a time by the calendar of a time zone, as midnight of that day in UTC: in New York, both 10 May at 21:00 and
 * 11 May at 01:00 in UTC are 10 May at 00:00 in UTC. So days can be compared and formatted without their time zone.
 */
const dayOf = (time: string | number, timeZone: string): Date => dayIn(new Date(time), timeZone);

/** The end of such a day, in milliseconds. */
const endOf = (day: Date): number => day.getTime() + DAY_MS - 1;

/**
 * The trend of reports of up to so many days: how long its buckets are, how many days it goes back at least, and the
 * node's own name of a bucket's period.
 */
const TRENDS = [
	// The longest quarter has 92 days, and in some time zones one hour more.
	{ upToDays: 92.1, granularity: 'week', daysBack: 84, bucketPeriod: 'thisWeek' },
	{ upToDays: 400, granularity: 'month', daysBack: 365, bucketPeriod: 'thisMonth' },
	// Ten years.
	{ upToDays: Infinity, granularity: 'year', daysBack: 3653, bucketPeriod: 'thisYear' },
] as const;

/**
 * The trend begins with a whole bucket at midnight in UTC, in which the service is taken to count, and ends with the
 * period, or now if the period goes on.
 */
export function trendUpTo({ start, end }: TimeRange, { now, timeZone }: Clock) {
	const reportDays = (Date.parse(end) - Date.parse(start)) / DAY_MS;
	const { granularity, daysBack, bucketPeriod } =
		TRENDS.find(({ upToDays }) => reportDays <= upToDays) ?? TRENDS[2];
	const last = Math.min(Date.parse(end), now.getTime());
	const first = Math.min(Date.parse(start), last - daysBack * DAY_MS);
	const firstBucket = periodRange(bucketPeriod, dayOf(first, timeZone), 'UTC');
	// West of Greenwich, the period ends on the next day in UTC, which would begin one more bucket.
	const trendEnd = Math.min(last, endOf(dayOf(last, timeZone)));
	return { start: firstBucket.start, end: new Date(trendEnd).toISOString(), granularity };
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
	// Days are compared, because the first of a month begins at different times in UTC and in the time zone. Texts in
	// ISO 8601 are in the order of their times.
	const from = dayOf(range.start, timeZone).toISOString();
	const to = new Date(endOf(dayOf(range.end, timeZone))).toISOString();
	for (const [period, servicePeriod] of SERVICE_PERIODS) {
		const rangeForCount = periodRange(period, now, 'UTC');
		const { start, end } = rangeForCount;
		if (start <= from && to <= end) {
			return { servicePeriod, rangeForCount, isServicePeriod: start === from && end === to };
		}
	}
	// If enough people have answered in a year, enough have in all time; and a year is read faster.
	const yearAgo = new Date(now.getTime() - 365 * DAY_MS).toISOString();
	const rangeForCount = { start: from < yearAgo ? from : yearAgo, end: now.toISOString() };
	return { servicePeriod: 'all_time', rangeForCount, isServicePeriod: false };
}

/** What a person calls a range as long as this one: so many whole years, months or weeks, or else days. */
function lengthOf({ start, end }: TimeRange, timeZone: string) {
	const first = dayOf(start, timeZone);
	const dayAfter = dayOf(Date.parse(end) + 1, timeZone);
	if (first.getUTCDate() === 1 && dayAfter.getUTCDate() === 1) {
		const years = dayAfter.getUTCFullYear() - first.getUTCFullYear();
		const months = 12 * years + dayAfter.getUTCMonth() - first.getUTCMonth();
		const isYears = months % 12 === 0;
		return { unit: isYears ? 'year' : 'month', count: isYears ? months / 12 : months } as const;
	}
	const days = Math.max((dayAfter.getTime() - first.getTime()) / DAY_MS, 1);
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
	const dayMonthYear = { day: 'numeric', month, year: 'numeric' } as const;
	const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...dayMonthYear });
	return format.formatRange(dayOf(start, timeZone), dayOf(end, timeZone));
}

const HOUR_MS = 3_600_000;

/**
 * The day on which a bucket begins. A bucket begins at midnight, but in a time zone that nobody knows: in UTC that may be
 * the day before or the same day. 13 hours later it is the same day in UTC as well, from Auckland, where midnight is
 * 11:00 of the day before in UTC, to Hawaii, where it is 10:00.
 */
const dayOfBucket = (time: string): Date => dayOf(Date.parse(time) + 13 * HOUR_MS, 'UTC');

/** Makes a function that writes the day on which a bucket begins. */
function bucketFormatter(locale: string, granularity: string): (time: string) => string {
	const format = new Intl.DateTimeFormat(locale, {
		timeZone: 'UTC',
		...(granularity === 'week' ? { day: 'numeric' } : { year: 'numeric' }),
		...(granularity === 'year' ? {} : { month: 'short' }),
	});
	return (time) => format.format(dayOfBucket(time));
}
