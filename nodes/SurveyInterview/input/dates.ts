/** Points in time and days as people give them, in the workflow's time zone. */
import type { FieldOf } from '../operations/field';
import { offsetMsIn } from '../service/timeZone';
import { display, refuse } from './problem';

export function readDate(
	value: unknown,
	{ label, endsRange }: FieldOf<'dateTime'>,
	timeZone: string,
): string {
	return (
		pointInTime(value, timeZone, endsRange) ??
		refuse(
			`${label} is not a date: ${display(value)}. Use ISO 8601, for example 2026-05-01T12:00:00Z. To convert another format in n8n, use DateTime.fromFormat('31.12.2026', 'dd.MM.yyyy').toISO().`,
		)
	);
}

/**
 * The date-time to send, in ISO 8601 with an offset. A date without an offset, as n8n's date picker writes it, is in
 * the workflow's time zone.
 *
 * @param isEnd whether it ends a range: then midnight means the end of that day, because a person who picks only a day
 *   in n8n's date picker wants the whole day
 * @returns undefined if it is not a date
 */
export function pointInTime(value: unknown, timeZone: string, isEnd = false): string | undefined {
	const time = timeIn(value, timeZone);
	if (!isEnd || time === undefined) return time;
	// The end of a day as some write it: midnight of the next day, which is none of the range.
	if (/[T ]24:/i.test(String(value))) return millisecondBefore(time);
	const day = dayIn(new Date(time), timeZone);
	const isMidnight = Date.parse(midnight(day, timeZone)) === Date.parse(time);
	return isMidnight ? endOfDay(time, timeZone) : time;
}

const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

/** The time in a value, in ISO 8601 with an offset. A date without a time is the beginning of that day. */
function timeIn(value: unknown, timeZone: string): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	}
	// A luxon DateTime, which n8n's expressions give ($now, $today).
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		const iso: unknown = (value as { toISO: () => unknown }).toISO();
		return typeof iso === 'string' ? iso : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const [, day, time = '00:00:00', offset, hours, minutes = '00'] = ISO.exec(value.trim()) ?? [];
	if (day === undefined || !isDay(day)) return undefined;
	if (offset !== undefined) {
		// Databases write `+02`, `+0200` and `z`, which not every service reads.
		const sent = `${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
		return Number.isNaN(Date.parse(sent)) ? undefined : sent;
	}
	const asUtc = Date.parse(`${day}T${time}Z`);
	if (Number.isNaN(asUtc)) return undefined;
	// The offset depends on the very time that is sought. So it is looked up twice: for the clock time as if it were UTC,
	// and for the time that this gives. The second offset is right even on days when clocks change.
	const guess = asUtc - aheadOfUtc(asUtc, timeZone);
	const ahead = aheadOfUtc(guess, timeZone);
	const instant = asUtc - ahead;
	// A time that the clocks skip, in some zones also midnight, moves on by what they skip: 02:30 becomes 03:30.
	const isSkipped = aheadOfUtc(instant, timeZone) !== ahead;
	return new Date(isSkipped ? Math.max(guess, instant) : instant).toISOString();
}

/** Whether there is such a day: JavaScript would take 30 February for 2 March. */
const isDay = (day: string) =>
	!Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

export const DAY_MS = 86_400_000;

/** The day so many days later. Here and below, a day of the time zone's calendar is held as its midnight in UTC. */
export const plusDays = (day: Date, days: number) => new Date(day.getTime() + days * DAY_MS);

/** The day that the calendar of a time zone shows at a time. */
export function dayIn(time: Date, timeZone: string): Date {
	const clock = new Date(time.getTime() + aheadOfUtc(time.getTime(), timeZone));
	return new Date(clock.setUTCHours(0, 0, 0, 0));
}

/** When a day begins in a time zone. */
export const midnight = (day: Date, timeZone: string): string =>
	timeIn(day.toISOString().slice(0, 10), timeZone) ?? day.toISOString();

/** The last millisecond of the day of a time. */
export const endOfDay = (time: string, timeZone: string): string =>
	millisecondBefore(midnight(plusDays(dayIn(new Date(time), timeZone), 1), timeZone));

export const millisecondBefore = (time: string) => new Date(Date.parse(time) - 1).toISOString();

/** How many milliseconds a time zone is ahead of UTC at a time. @throws {InputError} if there is no such time zone */
export function aheadOfUtc(at: number, timeZone: string): number {
	return (
		offsetMsIn(timeZone, at) ??
		refuse(
			`The time zone ${display(timeZone)} does not exist: choose one under Workflow Settings → Timezone, or correct GENERIC_TIMEZONE of n8n.`,
		)
	);
}
