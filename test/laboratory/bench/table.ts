import type { Usage } from './probed';

/** One side of a row: the figure that is compared, and what else was seen. */
export interface Side {
	value: number;
	/** The figure for people, such as `1.2 s`. */
	shown: string;
	blockMs?: number;
	/** Bytes, memory or refusals. */
	also?: string;
}

/** What was measured, with this package and without it. */
export interface Result {
	own: Side;
	alternative?: Side;
}

const HEADINGS = [
	'What',
	'This package',
	'Alternative',
	'Ratio',
	'Longest block of n8n, ms',
	'Bytes, memory, refusals',
];

/** The results as a table in Markdown, by the names of their rows. */
export function markdownOf(results: ReadonlyMap<string, Result>): string {
	const lines = Array.from(results, ([name, result]) => cellsOf(name, result));
	return [HEADINGS, HEADINGS.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

function cellsOf(name: string, { own, alternative }: Result): string[] {
	const both = (textOf: (side: Side) => string | undefined) => {
		const texts = [own, alternative].map((side) => side && textOf(side));
		return texts.filter((text) => text !== undefined).join(' / ') || '–';
	};
	return [
		name,
		own.shown,
		alternative?.shown ?? '–',
		alternative ? `${(own.value / alternative.value).toFixed(2)} ×` : '–',
		both(({ blockMs }) => blockMs?.toFixed(0)),
		both(({ also }) => also),
	];
}

/** A side that is compared by how long it took. */
export function byTime({ wallMs, blockMs }: Usage & { wallMs: number }): Side {
	return { value: wallMs, shown: duration(wallMs), blockMs };
}

/** A side that is compared by the CPU time of n8n. */
export function byCpu({ cpuMs, blockMs }: Usage): Side {
	return { value: cpuMs, shown: `CPU ${duration(cpuMs)}`, blockMs };
}

export function duration(ms: number): string {
	return ms < 1000
		? `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
		: `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

export function size(bytes: number): string {
	return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
