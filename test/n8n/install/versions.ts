import found from './found.json';

/** A version that installs. n8n pins its own dependencies, and a registry may lack some of them. */
export interface N8nVersion {
	n8n: string;
	/** The Node.js it runs on: of this major version, and this one when the machine has another. */
	node: string;
	/** In place of dependencies that a registry may lack. */
	overrides: Record<string, string>;
}

/** The lines of n8n that the package is tested in. */
export const LINES = ['1.123.x', '2.0.x', '2.x'] as const;
export type Line = (typeof LINES)[number];

/**
 * The newest of each line. `npm run lab -- newest-n8n` finds them and writes them down, so that a gate plays
 * today what it played yesterday.
 */
export const VERSIONS: Record<Line, N8nVersion> = found;

/** What all suites run in that name no version. */
export const NEWEST = VERSIONS['2.x'];

/** The one that was released first: the newest 1.123 has younger parts. */
export const OLDEST = VERSIONS['2.0.x'];
