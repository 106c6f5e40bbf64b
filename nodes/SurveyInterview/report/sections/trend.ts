/** The score over time, as a picture of columns made of table cells. */
import { asHtml } from '../../service/scalars';
import { hasNpsGroups } from '../../service/metric';
import { cell, row, surface, table, textCell } from '../cells';
import type { Section } from '../document';
import { footOf, scaleOf } from '../metricScore';
import { type Bucket, MIN_TO_JUDGE } from '../parts';
import type { Phrases } from '../phrases';
import type { Report } from '../reportFacts';

/** A quarter has days of at most fourteen weeks. */
const MAX_COLUMNS = 14;

export function trend(report: Report): Section[] {
	const { words, phrases, parts } = report;
	const buckets = (parts.trend.value ?? []).slice(-MAX_COLUMNS);
	const columns = buckets.map((bucket) => columnOf(report, bucket));
	if (scoresIn(columns).length < 2) return [];
	const title = phrases.fill(words.trend[report.trend.granularity], { metric: phrases.metric });
	return [
		{
			heading: { title: withCapital(title), aside: asideOf(report, columns) },
			html: pictureOf(report, columns),
			text: columns.map(({ label, text, answers }) =>
				answers === '' ? `${label}: ${text}` : `${label}: ${text} · ${answers}`,
			),
		},
	];
}

type Column = ReturnType<typeof columnOf>;

function columnOf({ phrases, bucketLabel, isInPeriod }: Report, { from, score, answers }: Bucket) {
	return {
		score,
		label: bucketLabel(from),
		text: score === null ? '–' : phrases.score(score),
		answers: answers === null ? '' : phrases.counted('answers', answers),
		/** Whether so few have answered that it says little. */
		isPale: score !== null && answers !== null && answers < MIN_TO_JUDGE,
		isInPeriod: isInPeriod(from),
	};
}

const scoresIn = (columns: readonly Column[]) => columns.flatMap(({ score }) => score ?? []);

/** `Average per week`, but `eNPS per week`: a name that has a capital letter stays as it is. */
const withCapital = (title: string) =>
	/^\p{Ll}\p{Lu}/u.test(title) ? title : title.charAt(0).toUpperCase() + title.slice(1);

function asideOf(report: Report, columns: readonly Column[]): string {
	const { words, phrases, metric, mayBeAnonymous, beginsAtMidnightUtc } = report;
	const hasPale = columns.some(({ isPale }) => isPale);
	const hasGaps = columns.some(({ score }) => score === null);
	const asides = [
		// Only of NPS do people know how a score is made of answers; another one may be the service's own.
		hasNpsGroups(metric) ? '' : words.byService,
		hasPale ? phrases.fill(words.paleLegend, { count: MIN_TO_JUDGE }) : '',
		mayBeAnonymous && hasGaps ? words.notShown : '',
		beginsAtMidnightUtc ? '' : words.inUtc,
	];
	return asides.filter(Boolean).join('; ');
}

/** The height of the picture, in pixels. */
const HEIGHT = 96;
/** The height of a number above a column, or in it, in pixels. */
const LABEL_HEIGHT = 16;
/** The width that all columns share, in percents of the picture's. The numbers of the scale have the rest. */
const COLUMNS_PERCENT = 91;

/**
 * Columns that rise from the foot of the scale, or hang from it if their score is lower. The grey track behind them is
 * the scale; below the foot it goes only as deep as `bottomFor` says.
 */
function pictureOf(report: Report, columns: readonly Column[]): string {
	const { phrases } = report;
	const frame = frameOf(report, scoresIn(columns));
	const { foot, bottom, heightAboveFoot, heightBelowFoot } = frame;
	const numbered = columnsWithNumber(columns);
	const partAboveFoot = (column: Column) => {
		const { score, text } = column;
		const isAbove = score !== null && score >= foot;
		const length = isAbove ? lengthOf(score, frame, heightAboveFoot) : 0;
		const number = score !== null && numbered.has(column) ? text : '';
		// The number stands above the column, or in it if there is no room above.
		const isInside = heightAboveFoot - length < LABEL_HEIGHT;
		const above = piece('track', heightAboveFoot - length, isInside ? '' : number);
		return above + piece(colourOf(column), length, isInside ? number : '');
	};
	const partBelowFoot = (column: Column) => {
		const { score } = column;
		const isBelow = score !== null && score < foot;
		const length = isBelow ? lengthOf(score, frame, heightBelowFoot) : 0;
		return piece(colourOf(column), length) + piece('track', heightBelowFoot - length);
	};
	// In percents, with two decimals.
	const width = Math.floor((COLUMNS_PERCENT * 100) / columns.length) / 100;
	const cellsOf = (partOf: (column: Column) => string, valign: string) => {
		const attributes = `width="${width}%" valign="${valign}" class="col" style="padding:0 3px"`;
		return columns.map((column) => cell(table(partOf(column)), attributes));
	};
	const bottomLabel = axisLabel(phrases.count(bottom), 'valign="bottom"');
	const rows = [
		row(axisAboveFoot(phrases, frame), ...cellsOf(partAboveFoot, 'bottom')),
		row(surface(''), surface('zero', `height="1" colspan="${columns.length}"`)),
		bottom < foot ? row(bottomLabel, ...cellsOf(partBelowFoot, 'top')) : '',
		row(surface('', `height="4" colspan="${columns.length + 1}"`)),
		rowsBelow(columns, report.shortDays),
	];
	const label = columns.map((column) => `${column.label}: ${column.text}`).join(', ');
	return table(rows.join(''), `role="img" aria-label="${asHtml(label)}" width="100%"`);
}

/** What the picture shows of the scale, in scores, and where its foot is, in pixels. */
type Frame = ReturnType<typeof frameOf>;

function frameOf({ metric, scaleEnds }: Report, scores: readonly number[]) {
	const scale = scaleOf(metric, scaleEnds, scores);
	const [low, high] = scale;
	const foot = footOf(scale);
	const bottom = bottomFor(Math.min(...scores), foot, low);
	const heightAboveFoot = Math.round((HEIGHT * (high - foot)) / (high - bottom));
	return { high, foot, bottom, heightAboveFoot, heightBelowFoot: HEIGHT - heightAboveFoot };
}

/** How long a column is, in pixels. Above and below the foot, a point has the same height. */
function lengthOf(score: number, { high, foot, heightAboveFoot }: Frame, maxLength: number) {
	const length = Math.floor((Math.abs(score - foot) * heightAboveFoot) / (high - foot));
	// A score at the foot is a line, so that it is not taken for none.
	return Math.min(Math.max(length, 1), maxLength);
}

/** The columns whose number is written, because there is no room for all: both ends, the lowest and the highest. */
function columnsWithNumber(columns: readonly Column[]): ReadonlySet<Column | undefined> {
	const scores = scoresIn(columns);
	const [least, most] = [Math.min(...scores), Math.max(...scores)];
	const lowestAndHighest = [least, most].map((end) => columns.find(({ score }) => score === end));
	return new Set([columns[0], columns.at(-1), ...lowestAndHighest]);
}

/** The numbers of the scale beside the columns: its high end at the top, and its foot. */
function axisAboveFoot(phrases: Phrases, { high, foot, heightAboveFoot }: Frame): string {
	const height = heightAboveFoot - LABEL_HEIGHT;
	const labels = table(
		row(axisLabel(phrases.count(high), `valign="top" height="${height}"`)) +
			row(axisLabel(phrases.count(foot), 'valign="bottom"')),
	);
	return cell(labels, `width="${100 - COLUMNS_PERCENT}%" valign="top"`);
}

const axisLabel = (number: string, attributes: string) =>
	textCell('tiny muted', number, '', attributes);

/** How far down the picture goes: to the foot, half-way below it, or to the end of the scale. */
function bottomFor(least: number, foot: number, low: number): number {
	if (least >= foot) return foot;
	// Scores below the foot are only on a scale around zero. So the foot is 0, and half of the low end is half-way.
	return least >= low / 2 ? low / 2 : low;
}

const colourOf = ({ isPale }: Column) => (isPale ? 'pale' : 'accent');

/** A part of a column: of the track behind it, or of the column itself. */
function piece(colour: 'track' | 'pale' | 'accent', height: number, number = ''): string {
	if (height <= 0) return '';
	if (number === '') return row(surface(colour, `height="${height}"`));
	const ink = colour === 'accent' ? 'onAccent' : 'ink';
	const valign = colour === 'track' ? 'bottom' : 'top';
	const attributes = `height="${height}" align="center" valign="${valign}"`;
	return row(textCell(`tiny ${ink} ${colour} num`, number, '', attributes));
}

/** The labels of the first and the last column, and a line below the columns of the period if earlier ones precede. */
function rowsBelow(columns: readonly Column[], days: string): string {
	const countInPeriod = columns.filter(({ isInPeriod }) => isInPeriod).length;
	const countEarlier = columns.length - countInPeriod;
	const hasLine = countEarlier > 0 && countInPeriod > 0;
	const line = row(
		surface('', `colspan="${countEarlier + 1}"`),
		surface('mark', `height="2" colspan="${countInPeriod}"`),
	);
	const name = (label: string, align: string) =>
		textCell('tiny muted', label, 'padding:3px 3px 0', `align="${align}" nowrap="nowrap"`);
	const [first, last] = [columns[0]?.label ?? '', columns.at(-1)?.label ?? ''];
	// The line bears the days of the period. A single column has a label of its own instead.
	const isLineNamed = hasLine && countInPeriod > 1;
	const names = table(row(name(first, 'left'), name(isLineNamed ? days : last, 'right')));
	return (hasLine ? line : '') + row(surface(''), cell(names, `colspan="${columns.length}"`));
}
