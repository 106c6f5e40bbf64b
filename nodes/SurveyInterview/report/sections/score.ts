/** The score, its change, how many answers it tells of, and how many are for and against. */
import {
	holder,
	columnAttributes,
	row,
	stackedBar,
	surface,
	swatch,
	table,
	textCell,
	textHtml,
} from '../cells';
import type { Section, Tone } from '../document';
import { type ScoreSummary, wholePercents } from '../metricScore';
import type { Mark } from '../phrases';
import type { Report } from '../reportFacts';
import { slackBold, slackText } from '../slack';

/** With fewer answers, a score says little. */
export const MIN_FOR_SCORE = 10;

/** `NPS 42, up 6`; of few answers `NPS 0 (2 answers)`, without a change that they cannot show. */
export function subjectOf({ words, phrases, parts, change }: Report): string {
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
	const { value: now, missing = 'empty' } = parts.scores;
	if (missing === 'notWanted') return [];
	if (now?.score == null) {
		const why = words.noScore[missing];
		const html = table(row(textCell('lead ink stack', textHtml(why))));
		return [{ html, below: 18, text: [why], slack: [slackText(why)], isOnFirstScreen: true }];
	}
	const texts = scoreTexts(report, now.score, now);
	return [
		{
			html: htmlOf(texts),
			below: 20,
			text: linesOf(texts),
			slack: slackOf(texts),
			isOnFirstScreen: true,
		},
	];
}

type ScoreTexts = ReturnType<typeof scoreTexts>;

/** The texts of the section, for all of its forms. */
function scoreTexts(report: Report, value: number, summary: ScoreSummary) {
	const { words, phrases, scale } = report;
	const [low, high] = scale;
	return {
		value: phrases.score(value),
		metric: phrases.fill(words.onScale, { metric: phrases.metric, low, high }),
		change: markIn(report),
		answers: phrases.counted('answers', summary.answers),
		response: responseIn(report),
		shares: sharesIn(report, summary),
	};
}

function markIn({ words, phrases, change, fewerAnswers, before }: Report): Mark | undefined {
	if (!change) return undefined;
	const text = phrases.fill(words.change[change.direction], { by: change.size, before });
	return phrases.mark(change.by, text, fewerAnswers >= MIN_FOR_SCORE);
}

/** The response rate, with the service's period where it is not that of the report. */
function responseIn({ words, phrases, parts, isServicePeriod, when }: Report): string {
	const { value } = parts.response_rate;
	if (!value) return '';
	const share = phrases.percent(value.response_rate);
	if (!isServicePeriod) return phrases.fill(words.responseRate, { share, when });
	if (value.invited === null) return '';
	return phrases.fill(words.ofInvited, { share, invited: value.invited });
}

type Share = ReturnType<typeof sharesIn>[number];

/** Those against, between and for, with their percents as a number and in words. */
function sharesIn(report: Report, { groups, distribution }: ScoreSummary) {
	const kinds = groups ? ofNps(report, groups) : aroundMiddle(report, distribution);
	const percents = wholePercents(kinds.map(({ count }) => count));
	return kinds.map(({ tone, label }, index) => {
		const percent = percents[index] ?? 0;
		return { tone, label, percent, share: report.phrases.percent(percent / 100) };
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
	const kindOf = (tone: Tone, isIn: (score: number) => boolean, from: number, to: number) => {
		const inRange = distribution.filter(({ score: value }) => isIn(value));
		const count = inRange.reduce((sum, entry) => sum + entry.count, 0);
		const scores = [...new Set([from, to])].map((end) => phrases.count(end)).join('–');
		return { tone, count, label: phrases.fill(words.gave, { count, scores }) };
	};
	const isHigherBetter = metric === 'csat';
	const between = kindOf('middle', (value) => value === middle, middle, middle);
	// Nobody can give 5.5 on a scale of whole numbers.
	const hasMiddle = Number.isInteger(middle) || between.count > 0;
	return [
		kindOf(isHigherBetter ? 'bad' : 'pale', (value) => value < middle, low, Math.ceil(middle) - 1),
		...(hasMiddle ? [between] : []),
		kindOf(
			isHigherBetter ? 'good' : 'accent',
			(value) => value > middle,
			Math.floor(middle) + 1,
			high,
		),
	];
}

const joinFilled = (texts: string[], between: string) => texts.filter(Boolean).join(between);

function linesOf({ value, metric, change, answers, response, shares }: ScoreTexts): string[] {
	const shareTexts = shares.map(({ share, label }) => `${share} (${label})`);
	return [
		`${value} ${metric}`,
		change?.text ?? '',
		joinFilled([answers, response], ' · '),
		shareTexts.join(', '),
	];
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

function slackOf(texts: ScoreTexts): string[] {
	const { value, metric, shares } = texts;
	const [, change = '', counted = '', labels = ''] = linesOf(texts);
	const squaresUpTo = (percents: number) => Math.round((percents * SQUARES_IN_BAR) / 100);
	let percents = 0;
	const bar = shares.map(({ tone, percent }) => {
		const start = squaresUpTo(percents);
		percents += percent;
		return SQUARES[tone].repeat(squaresUpTo(percents) - start);
	});
	const first = `${slackBold(value)} ${slackText(metric)}`;
	return [
		joinFilled([first, slackBold(change), slackText(counted)], '\n'),
		joinFilled([bar.join(''), slackText(labels)], '\n'),
	];
}

/** The score; beside it its change and the answers; below it one bar of its shares. */
function htmlOf({ value, metric, change, answers, response, shares }: ScoreTexts): string {
	const style = 'letter-spacing:-1px;padding-right:22px';
	const attributes = 'width="1%" valign="middle" nowrap="nowrap"';
	const facts = [
		change ? row(holder(pill(change), 'style="padding-bottom:8px"')) : '',
		row(textCell('text ink', joinFilled([`<strong>${answers}</strong>`, response], ' · '))),
		row(textCell('small muted', textHtml(metric))),
	];
	const beside = holder(table(facts.join('')), 'class="stack" valign="middle"');
	const head = table(row(textCell('score ink bold stack', value, style, attributes), beside));
	const space = table(row(surface('', 'height="18"')));
	const below = shares.map((share, index) => shareCell(share, columnAttributes(index, shares)));
	return head + space + stackedBar(shares, 16) + table(row(...below));
}

function pill({ tone, text: content }: Mark): string {
	const ink = tone === 'even' ? 'ink' : `${tone}Ink`;
	const style = 'padding:3px 12px;border-radius:14px';
	const cell = textCell(`text ${ink} ${tone}Tint bold pill`, textHtml(content), style);
	return table(row(cell), 'role="presentation"');
}

function shareCell({ tone, share, label }: Share, attributes: string): string {
	const large = `<strong><span class="share ink">${share}</span></strong>`;
	const content = `${large}<br>${swatch(tone)} ${textHtml(label)}`;
	return textCell('small muted', content, 'padding-top:6px', `${attributes} valign="top"`);
}
