/** Relative periods, in the workflow's time zone. Weeks begin on Mondays (ISO 8601). */
import type { PeriodName, TimeRange } from '../operations/periodFields';
import { DAY_MS, dayIn, millisecondBefore, midnight, plusDays } from './dates';

/** The first day of a period, and the day after its last; with `back` 1, of the period before. */
type PeriodDays = (today: Date, back: number) => [Date, Date];

/** The periods that a person can choose, and those that only the node uses. */
export type Period = PeriodName | 'today' | 'thisYear' | 'lastYear';

export const PERIODS: Record<Period, PeriodDays> = {
	today: lastDays(1),
	last7Days: lastDays(7),
	last30Days: lastDays(30),
	last90Days: lastDays(90),
	thisWeek: week(0),
	lastWeek: week(1),
	thisMonth: months(1, 0),
	lastMonth: months(1, 1),
	thisQuarter: months(3, 0),
	lastQuarter: months(3, 1),
	thisYear: months(12, 0),
	lastYear: months(12, 1),
};

/** The last days, today included. */
function lastDays(count: number): PeriodDays {
	return (today, back) => {
		const after = plusDays(today, 1 - back * count);
		return [plusDays(after, -count), after];
	};
}

/** A week of the calendar; `ago` is 0 for this one, 1 for the last. */
function week(ago: number): PeriodDays {
	return (today, back) => {
		const start = plusDays(today, -((today.getUTCDay() + 6) % 7) - 7 * (ago + back));
		return [start, plusDays(start, 7)];
	};
}

/** A month (`count` is 1), a quarter (3) or a year (12) of the calendar; `ago` is 0 for this one, 1 for the last. */
function months(count: number, ago: number): PeriodDays {
	return (today, back) => {
		const month = today.getUTCMonth() - (today.getUTCMonth() % count) - count * (ago + back);
		const firstDayOf = (monthIndex: number) =>
			new Date(Date.UTC(today.getUTCFullYear(), monthIndex, 1));
		return [firstDayOf(month), firstDayOf(month + count)];
	};
}

/** @param back 0 for the period itself, 1 for the one before it */
export function periodRange(period: Period, now: Date, timeZone: string, back = 0): TimeRange {
	const [start, after] = PERIODS[period](dayIn(now, timeZone), back);
	return { start: midnight(start, timeZone), end: millisecondBefore(midnight(after, timeZone)) };
}

/** The range right before another one, and as many days long. The other one must consist of whole days. */
export function rangeBefore({ start, end }: TimeRange, timeZone: string): TimeRange {
	// Rounded, because a range ends a millisecond before midnight, and a day on which clocks change has not 24 hours.
	const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS);
	const first = plusDays(dayIn(new Date(start), timeZone), -days);
	return { start: midnight(first, timeZone), end: millisecondBefore(start) };
}
