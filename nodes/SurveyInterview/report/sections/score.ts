/** The score, its change, how many answers it tells of, and how many are for and against. */
import {
	cell,
	columnAttributes,
	narrowTable,
	row,
	stackedBar,
	surface,
	swatch,
	table,
	textCell,
	textHtml,
} from '../cells';
import type { Tone } from '../colours';
import { type Section, slackBold, slackText } from '../document';
import { type ScoreSummary, wholePercents } from '../metricScore';
import type { Mark } from '../phrases';
import type { Report } from '../reportFacts';

/** With fewer answers, a score says little. */
export const MIN_FOR_SCORE = 10;

/**
 * The part of the mail's subject that tells the score: `NPS 42, up 6`. Of few answers it is `NPS 0 (2 answers)`,
 * without a change, which they cannot show.
 */
export function scoreInSubject({ words, phrases, parts, change }: Report): string {
	// `missing` says why there is no value.
	const { value: now, missing = 'empty' } = parts.scores;
	if (now?.score == null) return words.subject[missing];
	const score = `${phrases.metric} ${phrases.score(now.score)}`;
	const { answers } = now;
	if (answers < MIN_FOR_SCORE) return `${score} (${phrases.counted('answers', answers)})`;
	if (!change) return score;
	return `${score}, ${phrases.fill(words.subject[change.direction], { by: change.size })}`;
}

export function score(report: Report): Section[] {
	const { words, parts } = report;
	const { value: summary, missing = 'empty' } = parts.scores;
	if (missing === 'notWanted') return [];
	if (summary?.score == null) {
		const why = words.noScore[missing];
		const html = table(row(textCell('lead ink stack', textHtml(why))));
		return [
			{ html, spaceBelowPx: 18, text: [why], slackTexts: [slackText(why)], isOnFirstScreen: true },
		];
	}

	const { phrases, scale } = report;
	const value = phrases.score(summary.score);
	const [low, high] = scale;
	const metric = phrases.fill(words.onScale, { metric: phrases.metric, low, high });
	const mark = markIn(report);
	const answers = [phrases.counted('answers', summary.answers), responseIn(report)].filter(Boolean);
	const counted = answers.join(' · ');
	const shares = sharesIn(report, summary);
	const sharesText = shares.map(({ percentText, label }) => `${percentText} (${label})`).join(', ');
	const slackHead = [
		`${slackBold(value)} ${slackText(metric)}`,
		...(mark ? [slackBold(mark.text)] : []),
		slackText(counted),
	];
	return [
		{
			html: headHtml(value, metric, answers, mark) + sharesHtml(shares),
			spaceBelowPx: 20,
			text: [`${value} ${metric}`, mark?.text ?? '', counted, sharesText],
			slackTexts: [slackHead.join('\n'), `${squaresOf(shares)}\n${slackText(sharesText)}`],
			isOnFirstScreen: true,
		},
	];
}

function markIn(report: Report): Mark | undefined {
	const { words, phrases, change, answersOfSmallerPeriod, periodBefore } = report;
	if (!change) return undefined;
	const values = { by: change.size, before: periodBefore };
	const text = phrases.fill(words.change[change.direction], values);
	const isJudged = answersOfSmallerPeriod >= MIN_FOR_SCORE;
	return phrases.mark(change.by, text, isJudged);
}

/** The response rate, with the service's period where it is not that of the report. */
function responseIn({ words, phrases, parts, isServicePeriod, servicePeriodText }: Report): string {
	const { value } = parts.response_rate;
	if (!value) return '';
	const share = phrases.percent(value.response_rate);
	if (!isServicePeriod) return phrases.fill(words.responseRate, { share, when: servicePeriodText });
	if (value.invited === null) return '';
	return phrases.fill(words.ofInvited, { share, invited: value.invited });
}

type Share = ReturnType<typeof sharesIn>[number];

/** Those against, between and for, with their percents as a number and in words. */
function sharesIn(report: Report, { groups: npsGroups, distribution }: ScoreSummary) {
	const kinds = npsGroups ? ofNps(report, npsGroups) : aroundMiddle(report, distribution);
	const percents = wholePercents(kinds.map(({ count }) => count));
	return kinds.map(({ tone, label }, index) => {
		const percent = percents[index] ?? 0;
		return { tone, label, percent, percentText: report.phrases.percent(percent / 100) };
	});
}

function ofNps({ phrases }: Report, groups: NonNullable<ScoreSummary['groups']>) {
	const kindOf = (tone: Tone, name: keyof typeof groups) => {
		const count = groups[name];
		return { tone, count, label: phrases.counted(name, count) };
	};
	return [kindOf('bad', 'detractors'), kindOf('middle', 'passives'), kindOf('good', 'promoters')];
}

/** How many gave scores below, in and above the middle of the scale. */
function aroundMiddle(
	{ words, phrases, metric, scale: [low, high] }: Report,
	distribution: ScoreSummary['distribution'],
) {
	const middle = (low + high) / 2;
	/** @param side of the middle: −1 below it, 1 above it, 0 in it */
	const kindOf = (tone: Tone, side: -1 | 0 | 1, from: number, to: number) => {
		const count = distribution
			.filter((entry) => Math.sign(entry.score - middle) === side)
			.reduce((sum, entry) => sum + entry.count, 0);
		const scores = [...new Set([from, to])].map((end) => phrases.count(end)).join('–');
		return { tone, count, label: phrases.fill(words.gave, { count, scores }) };
	};
	// Of CES and custom scales nobody knows which end is the better one, so they get neutral colours.
	const isHigherBetter = metric === 'csat';
	const below = kindOf(isHigherBetter ? 'bad' : 'pale', -1, low, Math.ceil(middle) - 1);
	const between = kindOf('middle', 0, middle, middle);
	const above = kindOf(isHigherBetter ? 'good' : 'accent', 1, Math.floor(middle) + 1, high);
	// Nobody can give 5.5 on a scale of whole numbers.
	const hasMiddle = Number.isInteger(middle) || between.count > 0;
	return hasMiddle ? [below, between, above] : [below, above];
}

/** The squares of a bar in Slack. */
const SQUARES: Record<Tone, string> = {
	bad: '🟥',
	middle: '⬜',
	good: '🟩',
	pale: '🟨',
	accent: '🟦',
};
/** How many squares make a bar. */
const SQUARES_IN_BAR = 10;

function squaresOf(shares: readonly Share[]): string {
	const squaresUpTo = (percents: number) => Math.round((percents * SQUARES_IN_BAR) / 100);
	let percents = 0;
	const parts = shares.map(({ tone, percent }) => {
		const start = squaresUpTo(percents);
		percents += percent;
		return SQUARES[tone].repeat(squaresUpTo(percents) - start);
	});
	return parts.join('');
}

/** The score; beside it its change, the answers with the response rate, and the metric. */
function headHtml(value: string, metric: string, answers: string[], mark?: Mark): string {
	const style = 'letter-spacing:-1px;padding-right:22px';
	const attributes = 'width="1%" valign="middle" nowrap="nowrap"';
	const [count = '', ...response] = answers;
	const counted = [`<strong>${count}</strong>`, ...response].join(' · ');
	const facts = [
		mark ? row(cell(pill(mark), 'style="padding-bottom:8px"')) : '',
		row(textCell('text ink', counted)),
		row(textCell('small muted', textHtml(metric))),
	];
	const beside = cell(table(facts.join('')), 'class="stack" valign="middle"');
	return table(row(textCell('score ink bold stack', value, style, attributes), beside));
}

function pill({ tone, text }: Mark): string {
	const ink = tone === 'even' ? 'ink' : `${tone}Ink`;
	const style = 'padding:3px 12px;border-radius:14px';
	const content = textCell(`text ${ink} ${tone}Tint bold pill`, textHtml(text), style);
	return narrowTable(row(content));
}

/** One bar of all shares, and the texts of each below it. */
function sharesHtml(shares: readonly Share[]): string {
	const below = shares.map(({ tone, percentText, label }, index) => {
		const large = `<strong><span class="share ink">${percentText}</span></strong>`;
		const content = `${large}<br>${swatch(tone)} ${textHtml(label)}`;
		const attributes = `${columnAttributes(index, shares)} valign="top"`;
		return textCell('small muted', content, 'padding-top:6px', attributes);
	});
	return gap(18) + stackedBar(shares, 16) + table(row(...below));
}

const gap = (height: number) => table(row(surface('', `height="${height}"`)));
