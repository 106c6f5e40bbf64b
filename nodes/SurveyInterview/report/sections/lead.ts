/** What to look at first, and whether it may be chance. */
import { box, row, textCell, textHtml } from '../cells';
import { type Section, slackBold, slackText } from '../document';
import { MIN_TO_JUDGE, worstFirst } from '../parts';
import type { Line } from '../phrases';
import type { Report } from '../reportFacts';
import { MIN_FOR_SCORE } from './score';

/** With fewer answers, a change may be chance. */
const MIN_TO_RULE_OUT_CHANCE = 30;

export function lead(report: Report): Section[] {
	// A line without a bold part says that all is well, so it comes after one that does not.
	const whatStandsOut = [...topicLine(report), ...groupLine(report)].sort(
		(a, b) => Number(a.strong === '') - Number(b.strong === ''),
	);
	const lines = [...tooFew(report), ...whatStandsOut, ...mayBeChance(report)];
	if (lines.length === 0) return [];
	const inSlack = lines.map(({ strong, rest }) => `${slackBold(strong)} ${slackText(rest)}`.trim());
	return [
		{
			html: box('tint', '14px 18px', lines.map(rowOf).join('')),
			text: lines.map(({ strong, rest }) => `${strong} ${rest}`.trim()),
			slackTexts: [inSlack.join('\n')],
			isOnFirstScreen: true,
		},
	];
}

function rowOf({ strong, rest }: Line, index: number): string {
	const style = index > 0 ? 'padding-top:6px' : '';
	if (strong === '') return row(textCell('lead muted', textHtml(rest), style));
	return row(textCell('lead ink', `<strong>${textHtml(strong)}</strong> ${textHtml(rest)}`, style));
}

function tooFew({ words, phrases, parts }: Report): Line[] {
	const count = parts.scores.value?.answers;
	if (count === undefined || count >= MIN_FOR_SCORE) return [];
	return [phrases.line(words.tooFew, { count })];
}

/**
 * The topic that is mostly negative; or, if topics have enough mentions, that none is. The service may count the topics
 * of a longer period, which does not say that all is well in one with hardly any answers.
 */
function topicLine(report: Report): Line[] {
	const { words, phrases, parts, nameOf, servicePeriodText: when } = report;
	const topics = worstFirst(parts.topics.value ?? []);
	const worst = topics.find(({ all }) => all >= MIN_TO_JUDGE);
	if (!worst) return [];
	const { negative, positive, all } = worst;
	if (negative > positive)
		return [phrases.line(words.lookAt, { topic: nameOf(worst), negative, all, when })];
	// Nor is all well where a topic of few mentions is mostly negative.
	const areAllWell = topics.every((topic) => topic.negative <= topic.positive);
	return areAllWell && tooFew(report).length === 0 ? [phrases.line(words.allWell)] : [];
}

/** The group with the lowest score, if it is below that of everyone, and no other has it as well. */
function groupLine({ words, phrases, groups, nameOf }: Report): Line[] {
	const named = groups.filter(({ name }) => name !== undefined);
	const [lowest, next] = named.filter(({ answers }) => answers >= MIN_TO_JUDGE);
	if (!lowest || named.length < 2 || lowest.difference >= 0) return [];
	const score = phrases.score(lowest.score);
	if (next && phrases.score(next.score) === score) return [];
	const values = { group: nameOf(lowest), score, by: -lowest.difference };
	return [phrases.line(words.lowest, values)];
}

function mayBeChance(report: Report): Line[] {
	const { words, phrases, parts, change, answersOfSmallerPeriod, periodBefore } = report;
	const answers = parts.scores.value?.answers ?? 0;
	const by = change?.size ?? 0;
	if (by === 0 || answersOfSmallerPeriod >= MIN_TO_RULE_OUT_CHANCE || answers < MIN_FOR_SCORE)
		return [];
	// The one of the two periods that has too few answers.
	const phrase = answersOfSmallerPeriod < answers ? words.chanceBefore : words.chance;
	return [phrases.line(phrase, { count: answersOfSmallerPeriod, by, before: periodBefore })];
}
