/** Groups on one scale, the lowest first, with a line for everyone through it. */
import { harmless } from '../../service/messages';
import { BAR_GRID, holder, note, placeOf, row, surface, table, textCell, worded } from '../cells';
import type { Look } from '../colours';
import type { Section } from '../document';
import { MAX_NAME } from '../groups';
import { footOf, type Scale } from '../metricScore';
import { ENOUGH } from '../parts';
import { hasNamedGroup, type Report } from '../reportFacts';

const MAX_GROUPS = 7;
/** Of more groups, so many of the lowest and as many of the highest. */
const ENDS = 3;

export function groups(report: Report): Section[] {
	const { words, phrases, parts, groups: all } = report;
	const { all: total, gathered = 0 } = parts.groups?.value ?? {};
	if (total?.score == null || !hasNamedGroup(report)) return [];
	const everyone = total.score;
	const rows = all.map((group) => groupRow(report, group, everyone));
	const between = all.length > MAX_GROUPS ? all.slice(ENDS, -ENDS) : [];
	if (between.length > 0) rows.splice(ENDS, between.length, rowBetween(report, between));
	const hasOthers = all.at(-1)?.name === undefined && gathered > 0;
	const rest = hasOthers ? phrases.fill(words.gathered, { count: gathered }) : '';
	const html = rows.map((one) => one.html).join('');
	return [
		{
			heading: {
				title: harmless(report.property ?? '', MAX_NAME),
				aside: phrases.fill(words.lowestFirst, { metric: phrases.metric }),
			},
			html: table(scaleHead(report, everyone) + html + scaleFoot(report)) + note(rest),
			text: [
				`${words.everyone}: ${phrases.score(everyone)}`,
				...rows.map(({ line }) => line),
				rest,
			],
		},
	];
}

type Groups = Report['groups'];

function groupRow({ phrases, nameOf, scale }: Report, group: Groups[number], everyone: number) {
	const { score, answers } = group;
	const name = nameOf(group);
	const by = group.difference ?? 0;
	const difference = phrases.mark(by, by === 0 ? '' : phrases.count(Math.abs(by)));
	const counted = phrases.counted('answers', answers);
	const told = phrases.score(score);

	const ink = difference.tone === 'even' ? 'muted' : `${difference.tone}Ink`;
	const beside = `<span class="small muted">${unbroken(counted)}</span>`;
	const colour = answers < ENOUGH ? 'pale' : 'accent';
	const besideBar = 'padding-left:8px';
	return {
		line: `${name}: ${told} (${difference.text}), ${counted}`,
		html: row(
			textCell('text ink', `${worded(name)} ${beside}`, 'padding-right:10px', BAR_GRID.name),
			holder(barOf(score, { scale, everyone, colour }), BAR_GRID.bar),
			textCell(`small ${ink}`, unbroken(difference.text), besideBar, BAR_GRID.difference),
			textCell('text ink bold', told, besideBar, BAR_GRID.score),
		),
	};
}

const unbroken = (words: string) => worded(words).replace(' ', '&nbsp;');

/** Stands for the groups that are left out. */
function rowBetween({ words, phrases }: Report, between: Groups) {
	const [low, high] = [between[0], between.at(-1)].map((one) => phrases.score(one?.score ?? 0));
	const values = { count: between.length, low: low ?? '', high: high ?? '' };
	const line = phrases.fill(words.between, values);
	return { line, html: row(textCell('small muted', worded(line), 'padding:6px 0', 'colspan="4"')) };
}

/** Names the line of everyone, on that side of it where there is more room. */
function scaleHead({ words, phrases, scale }: Report, everyone: number): string {
	const line = Math.min(Math.max(placeOn(scale, everyone), 1), 99);
	const label = `${worded(words.everyone)} <strong>${phrases.score(everyone)}</strong>`;
	const [left, right] = line >= 50 ? [label, ''] : ['', label];
	return overBar(
		textCell('tiny ink', left, '', `width="${line}%" align="right" nowrap="nowrap"`),
		textCell('tiny ink', right, '', `width="${100 - line}%" nowrap="nowrap"`),
	);
}

function scaleFoot({ phrases, scale }: Report): string {
	const ends = [...new Set([scale[0], footOf(scale), scale[1]])];
	return overBar(
		...ends.map((end, index) =>
			textCell('tiny muted', phrases.count(end), '', placeOf(index, ends)),
		),
	);
}

/** A row of texts in the column of bars alone. */
const overBar = (...texts: string[]) =>
	row(holder(''), holder(table(row(...texts))), holder(''), holder(''));

/** Where a score is on its scale in percents, rounded towards where its bar begins, so that no bar is too long. */
function placeOn(scale: Scale, score: number): number {
	const [low, high] = scale;
	const exact = (100 * (score - low)) / (high - low);
	const place = score < footOf(scale) ? Math.ceil(exact) : Math.floor(exact);
	return Math.min(Math.max(place, 0), 100);
}

/** A bar from the foot of a scale to a score, with a line for everyone through it. */
function barOf(
	score: number,
	{ scale, everyone, colour }: { scale: Scale; everyone: number; colour: 'pale' | 'accent' },
): string {
	const foot = placeOn(scale, footOf(scale));
	const end = placeOn(scale, score);
	const mark = Math.min(placeOn(scale, everyone), 99);
	const lineAt = (place: number) => {
		if (place === mark) return 'mark';
		return place === foot && foot > 0 ? 'zero' : '';
	};
	const colourAt = (place: number) => {
		// Spaces beside the line, because it must be seen in front of any accent.
		if (Math.abs(place - mark) === 1) return lineAt(place) || 'card';
		const isIn = place >= Math.min(foot, end) && place < Math.max(foot, end);
		return lineAt(place) || (isIn ? colour : 'track');
	};
	const starts = [0, foot, foot + 1, end, mark - 1, mark, mark + 1, mark + 2]
		.filter((place, index, all) => place >= 0 && place < 100 && all.indexOf(place) === index)
		.sort((one, other) => one - other);
	const cells = (height: number, colourOf: (place: number) => keyof Look | '') =>
		starts.map((start, index) => {
			const width = (starts[index + 1] ?? 100) - start;
			return surface(colourOf(start), `width="${width}%" height="${height}"`);
		});
	const edge = row(...cells(6, lineAt));
	return table(edge + row(...cells(14, colourAt)) + edge);
}
