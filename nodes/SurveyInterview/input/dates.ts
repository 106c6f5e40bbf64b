/** A date, or a date and time, with an offset or without. */
const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

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
	const typed = value.trim();
	const [, year, month, day, time, offset] = ISO.exec(typed) ?? [];
	if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return undefined;
	if (offset !== undefined) {
		const exact = /^(Z|[+-]\d{2}:\d{2})$/.test(offset);
		const sent = `${year}-${month}-${day}T${time}${exact ? offset : colonIn(offset)}`;
		return Number.isNaN(Date.parse(sent)) ? undefined : sent;
	}
	const clock = time ?? (isEnd ? '23:59:59.999' : '00:00:00');
	const asUtc = Date.parse(`${year}-${month}-${day}T${clock}Z`);
	if (Number.isNaN(asUtc)) return undefined;
	// The offset depends on the moment; a second look is right on the days when clocks change.
	const guess = asUtc - offsetMs(asUtc, timeZone);
	return new Date(asUtc - offsetMs(guess, timeZone)).toISOString();
}

/** How far a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetMs(at: number, timeZone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(at);
	const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
	const local = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return local - Math.floor(at / 1000) * 1000;
}

/** `+02`, `+0200` and `z`, as databases write them, in the form of ISO 8601 that every service reads. */
function colonIn(offset: string): string {
	if (/z/i.test(offset)) return 'Z';
	return `${offset.slice(0, 3)}:${offset.slice(3) || '00'}`;
}

/** Whether the calendar has this day: JavaScript would take 30 February for 2 March. */
function isDay(year: number, month: number, day: number): boolean {
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
