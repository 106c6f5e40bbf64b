/** A date, or a date and time, with or without an offset. */
const WITH_OFFSET = /T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/i;
const LOCAL = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/**
 * A user's date as the date-time that is sent: ISO 8601 with an offset. A date without one, as n8n's
 * date picker writes it, is meant in the workflow's time zone.
 *
 * @returns undefined when it is no date
 */
export function pointInTime(value: unknown, timeZone: string): string | undefined {
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
	if (WITH_OFFSET.test(typed)) return Number.isNaN(Date.parse(typed)) ? undefined : typed;
	if (!LOCAL.test(typed)) return undefined;
	const asUtc = Date.parse(`${typed.replace(' ', 'T')}${typed.length > 10 ? '' : 'T00:00:00'}Z`);
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
