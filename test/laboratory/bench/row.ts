import type { Comparison } from './rounds';

/** One line of the table: a figure, what it is held against, and the goal. Goals are never asserted. */
export interface Row {
	what: string;
	measured: string;
	baseline: string;
	/** Measured divided by baseline; null where there is no baseline. */
	ratio: number | null;
	goal: string;
	/** Whether the goal is met; null where none is set. */
	met: boolean | null;
}

/** What a bench gives: its rows, and in a few sentences how they were measured. */
export interface Bench {
	title: string;
	run(): Promise<{ rows: Row[]; how: string[] }>;
}

/** What was compared, as a line; with a goal or without. */
export function comparison(
	what: string,
	{ measured, baseline, ratio }: Comparison,
	goal = '',
	met: boolean | null = null,
): Row {
	return { what, measured: duration(measured), baseline: duration(baseline), ratio, goal, met };
}

const HEADINGS = ['what', 'measured', 'baseline', 'ratio', 'goal', ''];

/** The rows as columns of equal width. */
export function tableOf(rows: readonly Row[]): string {
	const lines = [HEADINGS, ...rows.map(cellsOf)];
	const widths = HEADINGS.map((_heading, place) =>
		Math.max(...lines.map((line) => (line[place] ?? '').length)),
	);
	const texts = lines.map((line) =>
		line.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  '),
	);
	return [texts[0], widths.map((width) => '─'.repeat(width)).join('  '), ...texts.slice(1)]
		.map((text) => (text ?? '').trimEnd())
		.join('\n');
}

function cellsOf({ what, measured, baseline, ratio, goal, met }: Row): string[] {
	const verdict = met === null ? '' : met ? 'met' : 'MISSED';
	return [what, measured, baseline, ratio === null ? '–' : `${ratio.toFixed(3)}×`, goal, verdict];
}

/** Milliseconds for a reader: `12.3 ms`, from a second on `4.56 s`. */
export function duration(ms: number): string {
	return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
