/**
 * Compares labels for a list in alphabetical order. Not `localeCompare`: its first call makes Node load
 * its language data, a third of the time that loading this whole package may take.
 */
export function alphabetical(left: string, right: string): number {
	const [a, b] = [left.toLowerCase(), right.toLowerCase()];
	return a < b ? -1 : a > b ? 1 : 0;
}
