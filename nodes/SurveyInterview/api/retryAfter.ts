/** A year: beyond that no date can be told, and nobody waits. */
const LONGEST_MS = 365 * 86_400_000;

/**
 * How long the service asks to wait, in milliseconds: Retry-After as seconds (interface-spec, Errors)
 * or, as a proxy may send it, as an HTTP date.
 *
 * @param now the present, in milliseconds since 1970
 * @returns undefined when the header is absent or unreadable
 */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	const value = Array.isArray(header) ? header[0] : header;
	const text =
		typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	if (/^\d+(\.\d+)?$/.test(text)) return Math.min(LONGEST_MS, Math.ceil(Number(text) * 1000));
	// Date.parse also reads bare numbers and words like "1"; an HTTP date has a weekday first.
	if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : Math.min(LONGEST_MS, Math.max(0, at - now));
}

/**
 * How long to wait where the service does not say: 1, 2, 4 … seconds, at most a minute, with up to a
 * quarter more at random, so that many clients do not come back at once.
 *
 * @param nth 1 for the first wait
 * @param random a number from 0 to 1
 */
export function backOffMs(nth: number, random = Math.random()): number {
	return Math.min(60_000, 1000 * 2 ** (nth - 1)) * (1 + random / 4);
}
