/** A date, or a date and time, with an offset or without. */
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

/**
 * A user's date as the date-time that is sent: ISO 8601 with an offset. A date without one, as n8n's
 * date picker writes it, is in the workflow's time zone.
 *
 * @param isEnd whether a date without a time means the end of that day, and not its begin
 * @returns undefined when it is not a date
 */
export function pointInTime(value: unknown, timeZone: string, isEnd = false): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	}
	// A luxon DateTime, which n8n's expressions give ($now, $today).
	if (typeof value === 'object' && value !== null && 'toISO' in value) {
		const iso: unknown = (value as { toISO: () => unknown }).toISO();
		return typeof iso === 'string' ? iso : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const [, day, time, offset, hours, minutes = '00'] = ISO.exec(value.trim()) ?? [];
	// The calendar must have this day: JavaScript would take 30 February for 2 March.
	if (day === undefined || !String(new Date(day).toJSON()).startsWith(day)) return undefined;
	if (offset !== undefined) {
		// Databases write `+02`, `+0200` and `z`, which not every service reads.
		const sent = `${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
		return Number.isNaN(Date.parse(sent)) ? undefined : sent;
	}
	const clock = time ?? (isEnd ? '23:59:59.999' : '00:00:00');
	const asUtc = Date.parse(`${day}T${clock}Z`);
	if (Number.isNaN(asUtc)) return undefined;
	// The offset depends on the moment; a second look is right on the days when clocks change.
	const guess = asUtc - offsetMs(asUtc, timeZone);
	return new Date(asUtc - offsetMs(guess, timeZone)).toISOString();
}

/** How far a time zone is ahead of UTC at a moment, in milliseconds. Swedes write times almost as ISO 8601 does. */
function offsetMs(at: number, timeZone: string): number {
	const local = new Date(at).toLocaleString('sv-SE', { timeZone });
	return Date.parse(`${local}Z`) - Math.floor(at / 1000) * 1000;
}
