/** What to look at first, and whether it may be chance. */
import { box, row, textCell, worded } from '../cells';
import type { Section } from '../document';
import { ENOUGH, worstFirst } from '../parts';
import type { Line } from '../phrases';
import type { Report } from '../reportFacts';
import { bold, plain } from '../slack';
import { TOO_FEW } from './score';

/** With fewer answers, a change may be chance. */
const FEW = 30;

export function lead(report: Report): Section[] {
	const lines = [...tooFew(report), ...whatStandsOut(report), ...mayBeChance(report)];
	if (lines.length === 0) return [];
	const inSlack = lines.map(({ strong, rest }) => `${bold(strong)} ${plain(rest)}`.trim());
	return [
		{
			html: box('tint', '14px 18px', lines.map(lineOf).join('')),
			text: lines.map(({ strong, rest }) => `${strong} ${rest}`.trim()),
			slack: [inSlack.join('\n')],
			isFirst: true,
		},
	];
}

function lineOf({ strong, rest }: Line, index: number): string {
	const style = index > 0 ? 'padding-top:6px' : '';
	if (strong === '') return row(textCell('lead muted', worded(rest), style));
	return row(textCell('lead ink', `<strong>${worded(strong)}</strong> ${worded(rest)}`, style));
}

function tooFew({ words, phrases, parts }: Report): Line[] {
	const count = parts.scores.value?.answers ?? TOO_FEW;
	return count < TOO_FEW ? [phrases.line(words.tooFew, { count })] : [];
}

function whatStandsOut(report: Report): Line[] {
	const lines = [...worstTopic(report), ...lowestGroup(report)];
	const order = ({ strong }: Line) => (strong === '' ? 1 : 0);
	return lines.sort((one, other) => order(one) - order(other));
}

function worstTopic({ words, phrases, parts, nameOf, when }: Report): Line[] {
	const worst = worstFirst(parts.topics.value ?? []).find(({ all }) => all >= ENOUGH);
	if (!worst) return [];
	const { negative, positive, all } = worst;
	if (negative <= positive) return [phrases.line(words.allWell)];
	return [phrases.line(words.lookAt, { topic: nameOf(worst), negative, all, when })];
}

/** The group with the lowest score, if it is below that of everyone. */
function lowestGroup({ words, phrases, groups, nameOf }: Report): Line[] {
	const named = groups.filter(({ name }) => name !== undefined);
	const lowest = named.find(({ answers }) => answers >= ENOUGH);
	if (!lowest || named.length < 2) return [];
	const { score, difference } = lowest;
	if (difference === null || difference >= 0) return [];
	const values = { group: nameOf(lowest), score: phrases.score(score), by: -difference };
	return [phrases.line(words.lowest, values)];
}

function mayBeChance({ words, phrases, parts, change, fewest, before }: Report): Line[] {
	const answers = parts.scores.value?.answers ?? 0;
	const by = change?.size ?? 0;
	if (by === 0 || fewest >= FEW || answers < TOO_FEW) return [];
	const phrase = fewest < answers ? words.chanceBefore : words.chance;
	return [phrases.line(phrase, { count: fewest, by, before })];
}
