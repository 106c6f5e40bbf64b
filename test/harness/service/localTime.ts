const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When summer time begins and ends, by year: the last Sundays of March and October, at 01:00 UTC. */
const summers = new Map<number, readonly [begin: number, end: number]>();

function isSummer(at: number): boolean {
	const year = new Date(at).getUTCFullYear();
	let summer = summers.get(year);
	if (!summer) summers.set(year, (summer = [lastSunday(year, 2), lastSunday(year, 9)]));
	return at >= summer[0] && at < summer[1];
}

function lastSunday(year: number, month: number): number {
	const lastDay = new Date(Date.UTC(year, month + 1, 0));
	return Date.UTC(year, month, lastDay.getUTCDate() - lastDay.getUTCDay()) + HOUR;
}

/** `2026-07-01T14:03:09+02:00`: Central European time, to the second. */
export function localDateTime(at: number): string {
	const hours = isSummer(at) ? 2 : 1;
	return `${new Date(at + hours * HOUR).toISOString().slice(0, 19)}+0${hours}:00`;
}

/** A date-time without an offset, read as Central European time. */
export function readLocalDateTime(value: string): number {
	const winter = Date.parse(`${value}Z`) - HOUR;
	return isSummer(winter) ? winter - HOUR : winter;
}
