/** How a service may write a time. What the specification calls "date-time strings (ISO 8601)" leaves room. */
export const FORMATS = [
	'z',
	'zSeconds',
	'plus5',
	'minus5Seconds',
	'bareUtc',
	'barePlus5',
	'bareMinus5',
	'epochSeconds',
	'epochMs',
] as const;
export type Format = (typeof FORMATS)[number];

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const SHIFTS: Partial<Record<Format, number>> = {
	plus5: 5 * HOUR,
	minus5Seconds: -5 * HOUR,
	barePlus5: 5 * HOUR,
	bareMinus5: -5 * HOUR,
};

const inWholeSeconds = (format: Format) => /seconds/i.test(format);

/** What the service writes for a moment. */
export function written(at: number, format: Format): string | number {
	const exact = inWholeSeconds(format) ? Math.floor(at / 1000) * 1000 : at;
	if (format === 'epochMs') return exact;
	if (format === 'epochSeconds') return exact / 1000;
	const wall = new Date(exact + (SHIFTS[format] ?? 0)).toISOString();
	const clock = inWholeSeconds(format) ? wall.slice(0, 19) : wall.slice(0, 23);
	if (format.startsWith('bare')) return clock;
	if (format.startsWith('z')) return `${clock}Z`;
	return clock + (format === 'plus5' ? '+05:00' : '-05:00');
}

/** The moment that is written, as exact as it is written. Without an offset it is taken for UTC. */
export function read(value: string | number): number {
	if (typeof value === 'number') return value > 1e11 ? value : value * 1000;
	return Date.parse(/Z$|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`);
}
