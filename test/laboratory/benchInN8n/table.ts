/** One side of a row: the figure that the goal is about, and what else was seen. */
export interface Side {
	value: number;
	/** The figure for people, such as `1.2 s`. */
	shown: string;
	blockMs?: number;
	/** Bytes, memory or refusals. */
	also?: string;
}

/** One line of the table. */
export interface Line {
	name: string;
	own: Side;
	alternative?: Side;
	goal: string;
	met: boolean;
}

/** A row of the issue: its name, by which it is chosen, and how it is measured. */
export interface BenchRow<Bench> {
	name: string;
	measure(bench: Bench): Promise<Omit<Line, 'name'>>;
}

const HEADINGS = [
	'What',
	'This package',
	'Alternative',
	'Ratio',
	'Longest block of n8n, ms',
	'Bytes, memory, refusals',
	'Goal',
	'',
];

/** The lines as a table in Markdown. */
export function markdownOf(lines: readonly Line[]): string {
	const rows = [HEADINGS, HEADINGS.map(() => '---'), ...lines.map(cellsOf)];
	return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ name, own, alternative, goal, met }: Line): string[] {
	const both = (pick: (side: Side) => string | undefined) => {
		const [mine, other] = [pick(own), alternative && pick(alternative)];
		if (mine === undefined && other === undefined) return '–';
		return other === undefined ? (mine ?? '–') : `${mine ?? '–'} / ${other}`;
	};
	const ratio = alternative && own.value / alternative.value;
	return [
		name,
		own.shown,
		alternative?.shown ?? '–',
		ratio === undefined ? '–' : `${ratio.toFixed(2)} ×`,
		both(({ blockMs }) => blockMs?.toFixed(0)),
		both(({ also }) => also),
		goal,
		met ? 'met' : '**missed**',
	];
}

/** Milliseconds for people. */
export function duration(ms: number): string {
	return ms < 1000
		? `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
		: `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** Bytes for people. */
export function size(bytes: number): string {
	return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
