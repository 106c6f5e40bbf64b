const FIRST_TIME = Date.parse('1990-01-01');

/**
 * A time as milliseconds since 1970: an ISO 8601 text, in UTC where it has no offset, or a number of seconds
 * or milliseconds.
 */
export function millis(value: unknown): number | undefined {
	if (typeof value === 'number' && value > 1e9) return value < 1e11 ? value * 1000 : value;
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined;
	const hasOffset = value.length <= 10 || /(z|[+-]\d{2}:?\d{2})$/i.test(value);
	const at = Date.parse(hasOffset ? value : `${value}Z`);
	// A year such as 1 or 1970 is how some programs write that there is no time.
	return at > FIRST_TIME ? at : undefined;
}

/** Of several times of a kind the earliest, so that the order of the keys does not matter. */
export function earlier(one: number | undefined, other: number | undefined): number | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return Math.min(one, other);
}
