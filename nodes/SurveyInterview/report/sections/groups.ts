/** Groups on one scale, the lowest first, with a line for everyone through it. */
import { harmless } from '../../service/harmless';
import {
	BAR_GRID,
	cell,
	columnAttributes,
	note,
	row,
	surface,
	table,
	textCell,
	textHtml,
} from '../cells';
import type { Look } from '../colours';
import type { Section } from '../document';
import type { Group } from '../groups';
import { footOf, type Scale } from '../metricScore';
import { MIN_TO_JUDGE } from '../parts';
import type { Report } from '../reportFacts';
import { MAX_NAME } from '../reportSurvey';

const MAX_GROUPS = 7;
/** Of more groups, so many of the lowest and as many of the highest. */
const SHOWN_AT_EACH_END = 3;

export function groups(report: Report): Section[] {
	const { words, phrases, parts, groups: allGroups, property = '' } = report;
	const { all, gathered = 0 } = parts.groups?.value ?? {};
	if (all?.score == null || !report.hasNamedGroup) return [];
	const everyone = all.score;
	const rows = allGroups.map((group) => groupRow(report, group, everyone));
	if (allGroups.length > MAX_GROUPS) {
		const between = allGroups.slice(SHOWN_AT_EACH_END, -SHOWN_AT_EACH_END);
		rows.splice(SHOWN_AT_EACH_END, between.length, rowBetween(report, between));
	}
	const othersNote = gathered > 0 ? phrases.fill(words.othersNote, { count: gathered }) : '';
	const bars = rows.map(({ html }) => html).join('');
	return [
		{
			heading: {
				title: harmless(property, MAX_NAME),
				aside: phrases.fill(words.lowestFirst, { metric: phrases.metric }),
			},
			html: table(scaleHead(report, everyone) + bars + scaleFoot(report)) + note(othersNote),
			text: [
				`${words.everyone}: ${phrases.score(everyone)}`,
				...rows.map(({ line }) => line),
				othersNote,
			],
		},
	];
}

function groupRow({ phrases, nameOf, scale }: Report, group: Group, everyone: number) {
	const { score, answers, difference } = group;
	const name = nameOf(group);
	const differenceText = difference === 0 ? '' : phrases.count(Math.abs(difference));
	const mark = phrases.mark(difference, differenceText);
	const counted = phrases.counted('answers', answers);
	const scoreText = phrases.score(score);

	const ink = mark.tone === 'even' ? 'muted' : `${mark.tone}Ink`;
	const beside = `<span class="small muted">${unbroken(counted)}</span>`;
	const colour = answers < MIN_TO_JUDGE ? 'pale' : 'accent';
	const space = 'padding-left:8px';
	return {
		line: `${name}: ${scoreText} (${mark.text}), ${counted}`,
		html: row(
			textCell('text ink', `${textHtml(name)} ${beside}`, 'padding-right:10px', BAR_GRID.name),
			cell(barOf(score, { scale, everyone, colour }), BAR_GRID.bar),
			textCell(`small ${ink}`, unbroken(mark.text), space, BAR_GRID.difference),
			textCell('text ink bold', scoreText, space, BAR_GRID.score),
		),
	};
}

/** For a number and its noun, which must stand on one line. */
const unbroken = (words: string) => textHtml(words).replaceAll(' ', '&nbsp;');

/** Stands for the groups in the middle. */
function rowBetween({ words, phrases }: Report, between: readonly Group[]) {
	const [low = '', high = ''] = [between[0], between.at(-1)].map((group) =>
		phrases.score(group?.score ?? 0),
	);
	const line = phrases.fill(words.between, { count: between.length, low, high });
	const html = row(textCell('small muted', textHtml(line), 'padding:6px 0', 'colspan="4"'));
	return { line, html };
}

/** Names the line of everyone, on that side of it where there is more room. */
function scaleHead({ words, phrases, scale }: Report, everyone: number): string {
	const percent = Math.min(Math.max(percentOn(scale, everyone), 1), 99);
	const label = `${textHtml(words.everyone)} <strong>${phrases.score(everyone)}</strong>`;
	const [left, right] = percent >= 50 ? [label, ''] : ['', label];
	return overBar(
		textCell('tiny ink', left, '', `width="${percent}%" align="right" nowrap="nowrap"`),
		textCell('tiny ink', right, '', `width="${100 - percent}%" nowrap="nowrap"`),
	);
}

/** The numbers of the scale below the bars. */
function scaleFoot({ phrases, scale }: Report): string {
	// The foot is 0 on a scale that goes below 0, and otherwise its low end.
	const scores = [...new Set([scale[0], footOf(scale), scale[1]])];
	return overBar(
		...scores.map((score, index) =>
			textCell('tiny muted', phrases.count(score), '', columnAttributes(index, scores)),
		),
	);
}

/** A row of texts in the column of bars alone. */
const overBar = (...texts: string[]) =>
	row(cell(''), cell(table(row(...texts))), cell(''), cell(''));

/** Where a score is on its scale in percents, rounded towards where its bar begins, so that no bar is too long. */
function percentOn(scale: Scale, score: number): number {
	const [low, high] = scale;
	const exact = (100 * (score - low)) / (high - low);
	const percent = score < footOf(scale) ? Math.ceil(exact) : Math.floor(exact);
	return Math.min(Math.max(percent, 0), 100);
}

/**
 * A bar from the foot of a scale to a score, with a line for everyone through it. It is made of three rows of cells:
 * the one in the middle is the bar; the thin ones above and below it have only the lines, which are longer than the bar
 * is high. Everything is in percents of the width, and a line is one percent wide.
 */
function barOf(
	score: number,
	{ scale, everyone, colour }: { scale: Scale; everyone: number; colour: 'pale' | 'accent' },
): string {
	const foot = percentOn(scale, footOf(scale));
	const end = percentOn(scale, score);
	const everyoneAt = Math.min(percentOn(scale, everyone), 99);
	/** The colour of the line at a percent: that of everyone, or of the foot inside the scale; '' if there is none. */
	const lineAt = (percent: number) => {
		if (percent === everyoneAt) return 'mark';
		return percent === foot && foot > 0 ? 'zero' : '';
	};
	const barAt = (percent: number) => {
		// Spaces beside the line of everyone, because it must be seen in front of any accent.
		if (Math.abs(percent - everyoneAt) === 1) return 'card';
		return percent >= Math.min(foot, end) && percent < Math.max(foot, end) ? colour : 'track';
	};
	// A cell begins wherever the colour may change. Around everyone these are a space, the line, a space, and the rest.
	const aroundEveryone = [everyoneAt - 1, everyoneAt, everyoneAt + 1, everyoneAt + 2];
	const starts = [...new Set([0, foot, foot + 1, end, ...aroundEveryone])]
		.filter((percent) => percent >= 0 && percent < 100)
		.sort((a, b) => a - b);
	const rowOf = (height: number, colourAt: (percent: number) => keyof Look | '') => {
		const cells = starts.map((start, index) => {
			const width = (starts[index + 1] ?? 100) - start;
			return surface(colourAt(start), `width="${width}%" height="${height}"`);
		});
		return row(...cells);
	};
	const edge = rowOf(6, lineAt);
	return table(edge + rowOf(14, (percent) => lineAt(percent) || barAt(percent)) + edge);
}
