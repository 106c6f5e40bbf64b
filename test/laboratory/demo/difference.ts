/**
 * How a value differs from what it should be, in words short enough to read: of two lists the first
 * place that differs, of anything else both values.
 */
export function difference(actual: unknown, wanted: unknown): string {
	if (!Array.isArray(actual) || !Array.isArray(wanted)) return both(actual, wanted);
	const longest = Math.max(actual.length, wanted.length);
	const place = Array.from({ length: longest }, (_unused, nth) => nth).find(
		(nth) => JSON.stringify(actual[nth]) !== JSON.stringify(wanted[nth]),
	);
	const lengths =
		actual.length === wanted.length ? '' : `${wanted.length} expected, ${actual.length} found; `;
	return `${lengths}place ${(place ?? 0) + 1}: ${both(actual[place ?? 0], wanted[place ?? 0])}`;
}

function both(actual: unknown, wanted: unknown): string {
	return `expected ${shown(wanted)}, but it is ${shown(actual)}`;
}

function shown(value: unknown): string {
	const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
	return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
