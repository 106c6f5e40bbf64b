const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on the next larger unit is used: "90 seconds" and "90 minutes" are still easy to read. */
const UNITS = [
	{ name: 'second', ms: SECOND, below: 2 * MINUTE },
	{ name: 'minute', ms: MINUTE, below: 2 * HOUR },
	{ name: 'hour', ms: HOUR, below: 2 * DAY },
	{ name: 'day', ms: DAY, below: Infinity },
];

/** So soon nobody looks at the clock. */
const SOON = 30 * SECOND;

/**
 * When something is possible again, as people say it: `in 45 seconds`, `in 15 minutes (at 20:50)`,
 * `in 3 hours (tomorrow at 00:10)`, `in 12 days (on 4 December at 20:35)`. It never says a time that is too early.
 *
 * @param ms how long until then, in milliseconds
 */
export function inTime(ms: number, timeZone: string, now = Date.now()): string {
	const { name, ms: unit } = UNITS.find(({ below }) => ms < below) ?? { name: 'day', ms: DAY };
	const count = Math.max(1, Math.ceil(ms / unit));
	const span = `in ${count} ${name}${count === 1 ? '' : 's'}`;
	return ms < SOON ? span : `${span} (${clockTime(now + ms, timeZone, now)})`;
}

/** A point in time as the clock and the calendar of a time zone show it, with the day where it is not today. */
export function clockTime(at: number, timeZone: string, now = Date.now()): string {
	const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
	const minute = Math.ceil(at / MINUTE) * MINUTE;
	const time = partsOf(minute, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const days = dayNumber(minute, zone) - dayNumber(now, zone);
	if (days === 0) return `at ${time}`;
	if (days === 1) return `tomorrow at ${time}`;
	const year = (moment: number) => partsOf(moment, zone, { year: 'numeric' });
	const isThisYear = year(minute) === year(now);
	const date = partsOf(minute, zone, { day: 'numeric', month: 'long' });
	return `on ${date}${isThisYear ? '' : ` ${year(minute)}`} at ${time}`;
}

/** The days since 1970 on the calendar of a time zone. A day may have 23 or 25 hours, so hours do not tell. */
const dayNumber = (at: number, timeZone: string): number =>
	Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)) / DAY;

function partsOf(at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string {
	return new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(at);
}

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en-GB', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
