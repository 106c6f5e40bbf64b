const MINUTE = 60_000;

/** `UTC+7`, `GMT-03:30` or `+05:30`. n8n takes these, and not every version of Node.js does. */
const OFFSET = /^(?:utc|gmt)?\s*([+-])(\d|[01]\d|2[0-3])(?::?([0-5]\d))?$/i;

/** A format for each time zone, because making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const cached = formats.get(timeZone);
	if (cached) return cached;
	const day = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
	const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
	// The Swedish format is almost ISO 8601: `2026-03-29 14:05:00`.
	const format = new Intl.DateTimeFormat('sv-SE', { ...day, ...time, timeZone });
	formats.set(timeZone, format);
	return format;
}

/**
 * How many milliseconds a time zone, by its name or as an offset, is ahead of UTC; undefined if nobody knows the zone.
 */
export function offsetMsIn(timeZone: string, at: number): number | undefined {
	const [, sign, hours, minutes = 0] = OFFSET.exec(timeZone) ?? [];
	if (sign) return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
	try {
		const local = formatOf(timeZone).format(at);
		return Date.parse(`${local}Z`) - Math.floor(at / 1000) * 1000;
	} catch {
		return undefined;
	}
}

/**
 * A time, shifted so that it shows the clock of a time zone when it is formatted as UTC; unchanged if nobody knows the
 * zone.
 */
export const clockIn = (timeZone: string, at: number): number =>
	at + (offsetMsIn(timeZone, at) ?? 0);
