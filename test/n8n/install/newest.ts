import type { N8nVersion } from './versions';

/** n8n takes this one from a site of its own, which many networks do not let through. */
const XLSX = { xlsx: '0.18.5' };

/** What may be tried for a line such as `2.x`, the best first; the last is the one that was found before. */
export function candidates(
	line: string,
	published: readonly string[],
	before: string,
): readonly string[] {
	const ofLine = published.filter(
		(version) => /^\d+\.\d+\.\d+$/.test(version) && version.startsWith(line.slice(0, -1)),
	);
	const newer = ofLine.filter((version) => compare(version, before) > 0);
	return [...newer.sort(compare).reverse(), before];
}

/** What to put in the place of dependencies: at first as little as possible. */
export function overridesToTry(
	candidate: string,
	before: N8nVersion,
): ReadonlyArray<N8nVersion['overrides']> {
	if (candidate === before.n8n) return [before.overrides];
	const more = Object.keys(before.overrides).some((name) => !(name in XLSX));
	return more ? [XLSX, before.overrides] : [XLSX];
}

/**
 * The major version of Node.js for what n8n's package says of it, such as `>=20.19 <= 24.x`: the one that
 * was used before, unless that has become too old.
 */
export function majorOfNode(engines: string, before: number): number {
	const least = Number(/>=\s*(\d+)/.exec(engines)?.[1] ?? before);
	return Math.max(least, before);
}

/** The newest version of a major one. */
export function newestOfMajor(major: number, published: readonly string[]): string | undefined {
	return candidates(`${major}.x`, published, `${major}.0.0`).find((one) => published.includes(one));
}

/** The sentence of npm's that says why something does not install. */
export function reasonOf(error: unknown): string {
	const lines = (error instanceof Error ? error.message : String(error))
		.split('\n')
		.map((line) => line.replace(/^npm (?:error|ERR!) ?(?:notarget )?/, '').trim());
	return (
		lines.find((line) => /^No matching version|^Unsupported|^Could not/.test(line)) ??
		lines[1] ??
		lines[0] ??
		''
	);
}

function compare(one: string, other: string): number {
	const [a, b] = [one, other].map((version) => version.split('.').map(Number));
	const place = a?.findIndex((part, nth) => part !== b?.[nth]) ?? -1;
	return place === -1 ? 0 : (a?.[place] ?? 0) - (b?.[place] ?? 0);
}
