/** Times as people say them. */
import { counted } from './scalars';
import { clockIn } from './timeZone';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Each unit is used for waits shorter than `below`: 90 seconds are still easy to read, 120 are `2 minutes`. */
const UNITS = [
	{ name: 'second', ms: SECOND, below: 2 * MINUTE },
	{ name: 'minute', ms: MINUTE, below: 2 * HOUR },
	{ name: 'hour', ms: HOUR, below: 2 * DAY },
];

/** For a shorter wait, nobody needs the time of its end. */
const SOON = 30 * SECOND;

/**
 * When something is possible again, as people say it: `in 45 seconds`, `in 15 minutes (at 20:50)`,
 * `in 3 hours (tomorrow at 00:10)`, `in 12 days (on 4 December at 20:35)`. It never says a time that is too early.
 *
 * @param ms how long until then, in milliseconds
 */
export function waitInWords(ms: number, timeZone: string, now = Date.now()): string {
	const unit = UNITS.find(({ below }) => ms < below) ?? { name: 'day', ms: DAY };
	const span = `in ${counted(Math.max(1, Math.ceil(ms / unit.ms)), unit.name)}`;
	return ms < SOON ? span : `${span} (${clockTime(now + ms, timeZone, now)})`;
}

/** A time in a time zone: `at 20:50`, or with its day if this is not today. */
export function clockTime(at: number, timeZone: string, now = Date.now()): string {
	const [date, time] = inZone(Math.ceil(at / MINUTE) * MINUTE, timeZone);
	const [today] = inZone(now, timeZone);
	// Dates are compared and not times, because a day may have 23 or 25 hours.
	const days = (Date.parse(date) - Date.parse(today)) / DAY;
	if (days === 0) return `at ${time}`;
	if (days === 1) return `tomorrow at ${time}`;
	const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
	const parts = { day: 'numeric', month: 'long', year, timeZone: 'UTC' } as const;
	return `on ${new Date(date).toLocaleDateString('en-GB', parts)} at ${time}`;
}

/** The date (`2026-11-22`) and the time (`20:35`) in a time zone; in UTC if the zone is not known. */
function inZone(at: number, timeZone: string): [date: string, time: string] {
	const options = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const;
	// A time that is shifted by the offset of the zone: formatted as UTC, it shows the clock of the zone.
	const clock = new Date(clockIn(timeZone, at));
	// Swedish writes `2026-11-22 20:35`.
	const [date = '', time = ''] = clock.toLocaleString('sv-SE', options).split(' ');
	return [date, time];
}
