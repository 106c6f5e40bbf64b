/** Pictures made of table cells, each on the scale of its metric: nothing is scaled to the largest. */
import { type Cells, holder, row, table } from './cells';
import type { Look } from './colours';
import type { Scale } from './metricScore';
import type { Trend } from './page';

type Colour = keyof Look;

/** One bar of parts that make the whole. */
export function stackedBar(
	cells: Cells,
	parts: ReadonlyArray<{ tone: Colour; percent: number }>,
	height: number,
): string {
	const shown = parts.filter(({ percent }) => percent > 0);
	return table(
		row(...shown.map(({ tone, percent }) => cells.surface(tone, { width: `${percent}%`, height }))),
	);
}

/** Where bars begin: at zero, if it is on the scale. */
export const footOf = ([low, high]: Scale) => (low < 0 && high > 0 ? 0 : low);

const HEIGHT = 96;
/** Of a number above a column, or in it. */
const LINE = 16;

/** Columns from the foot of the scale; the grey behind them is the scale, below zero as far as it is needed. */
export function columnPicture(cells: Cells, { columns, scale, numberOf, days }: Trend): string {
	const [low, high] = scale;
	const foot = footOf(scale);
	const scores = columns.flatMap(({ score }) => score ?? []);
	const [least, most] = [Math.min(...scores), Math.max(...scores)];
	const bottom = least >= foot ? foot : least >= low / 2 ? low / 2 : low;
	const up = Math.round((HEIGHT * (high - foot)) / (high - bottom));
	const placeOf = (end: number) => columns.findIndex(({ score }) => score === end);
	const told = [0, columns.length - 1, placeOf(least), placeOf(most)];

	const piece = (colour: Colour, height: number, label: string) => {
		if (height <= 0) return '';
		if (label === '') return row(cells.surface(colour, { height }));
		const ink = colour === 'accent' ? 'onAccent' : 'ink';
		const place = { height, align: 'center', valign: colour === 'track' ? 'bottom' : 'top' };
		return row(cells.text(`tiny ${ink} ${colour} num`, label, '', place));
	};
	/** The halves of the columns above the foot, or below it. */
	const half = (isUp: boolean, room: number) =>
		columns.map(({ score, text, isPale }, at) => {
			const isHere = score !== null && score >= foot === isUp;
			const exact = isHere ? (Math.abs(score - foot) * up) / (high - foot) : 0;
			const size = isHere ? Math.min(Math.max(Math.floor(exact), 1), room) : 0;
			const label = isUp && score !== null && told.includes(at) ? text : '';
			const isInside = room - size < LINE;
			const rest = piece('track', room - size, isInside ? '' : label);
			const bar = piece(isPale ? 'pale' : 'accent', size, isInside ? label : '');
			return holder(table(isUp ? rest + bar : bar + rest), {
				class: 'col',
				width: `${Math.floor(9100 / columns.length) / 100}%`,
				valign: isUp ? 'bottom' : 'top',
				style: 'padding:0 3px',
			});
		});
	const axis = (end: number, valign: string, height?: number) =>
		cells.text('tiny muted', numberOf(end), '', { valign, height });
	const scaleUp = table(row(axis(high, 'top', up - LINE)) + row(axis(foot, 'bottom')));

	const before = columns.findIndex(({ isInPeriod }) => isInPeriod);
	const own = columns.length - before;
	const [first, last] = [columns[0]?.label ?? '', columns.at(-1)?.label ?? ''];
	const name = (text: string, align: string) =>
		cells.text('tiny muted', text, 'padding:3px 3px 0', { align, nowrap: 'nowrap' });
	const names = row(name(first, 'left'), name(before > 0 && own > 1 ? days : last, 'right'));
	const rows = [
		row(holder(scaleUp, { width: '9%', valign: 'top' }), ...half(true, up)),
		row(cells.surface(), cells.surface('zero', { height: 1, colspan: columns.length })),
		bottom < foot ? row(axis(bottom, 'bottom'), ...half(false, HEIGHT - up)) : '',
		row(cells.surface(undefined, { height: 4, colspan: columns.length + 1 })),
		// A line below the columns of the report's period.
		before > 0
			? row(
					cells.surface(undefined, { colspan: before + 1 }),
					cells.surface('mark', { height: 2, colspan: own }),
				)
			: '',
		row(cells.surface(), holder(table(names), { colspan: columns.length })),
	];
	return table(rows.join(''), {
		label: columns.map(({ label, text }) => `${label}: ${text}`).join(', '),
	});
}

/** Where a score is on its scale in percents, rounded towards where its bar begins, so that no bar is too long. */
export function placeOn(scale: Scale, score: number): number {
	const [low, high] = scale;
	const exact = (100 * (score - low)) / (high - low);
	const place = score < footOf(scale) ? Math.ceil(exact) : Math.floor(exact);
	return Math.min(Math.max(place, 0), 100);
}

/** A bar from the foot of a scale to a score, with a line for everybody through it. */
export function barOnScale(
	cells: Cells,
	score: number,
	{ scale, everyone, colour }: { scale: Scale; everyone: number; colour: Colour },
): string {
	const [foot, end] = [placeOn(scale, footOf(scale)), placeOn(scale, score)];
	const mark = Math.min(placeOn(scale, everyone), 99);
	const lineAt = (at: number) =>
		at === mark ? 'mark' : at === foot && foot > 0 ? 'zero' : undefined;
	const colourAt = (at: number): Colour => {
		const isBeside = Math.abs(at - mark) === 1;
		const isIn = at >= Math.min(foot, end) && at < Math.max(foot, end);
		// Spaces beside the line, because it must be seen in front of any accent.
		return lineAt(at) ?? (isBeside ? 'card' : isIn ? colour : 'track');
	};
	const cuts = [0, foot, foot + 1, end, mark - 1, mark, mark + 1, mark + 2].filter(
		(at) => at >= 0 && at < 100,
	);
	const starts = [...new Set(cuts)].sort((one, other) => one - other);
	const widthOf = (at: number) => `${(starts[at + 1] ?? 100) - (starts[at] ?? 0)}%`;
	const edge = starts.map((at, nth) =>
		cells.surface(lineAt(at), { width: widthOf(nth), height: 6 }),
	);
	const bar = starts.map((at, nth) =>
		cells.surface(colourAt(at), { width: widthOf(nth), height: 14 }),
	);
	return table(row(...edge) + row(...bar) + row(...edge));
}
