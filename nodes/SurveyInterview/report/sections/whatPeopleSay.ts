/** What people say: topics, and quotes below them. */
import { harmless } from '../../service/harmless';
import {
	BAR_GRID,
	cell,
	isRightToLeft,
	note,
	row,
	stackedBar,
	surface,
	swatch,
	table,
	textCell,
	textHtml,
} from '../cells';
import type { Tone } from '../colours';
import type { Section } from '../document';
import { wholePercents } from '../metricScore';
import { MIN_TO_JUDGE, type Quote, tonesOf, type Topic, worstFirst } from '../parts';
import type { Report } from '../reportFacts';

export function whatPeopleSay(report: Report): Section[] {
	const [first, ...rest] = [...topics(report), ...quotes(report)];
	if (!first) return [];
	const heading = { title: report.words.whatPeopleSay, aside: report.servicePeriodText };
	const spaceBelowPx = rest.length > 0 ? 16 : undefined;
	return [{ ...first, heading, spaceBelowPx }, ...rest];
}

const TONES = ['negative', 'neutral', 'positive'] as const;
const COLOURS: Record<string, Tone> = { negative: 'bad', neutral: 'middle', positive: 'good' };
const colourOf = (tone: string | null): Tone => COLOURS[String(tone)] ?? 'middle';

const MAX_TOPICS = 5;

/** What pulls the score down most stands first, and topics whose tones the service does not tell stand last. */
function topics(report: Report): Section[] {
	const { words, parts, wanted } = report;
	const all = wanted.has('topics') ? (parts.topics.value ?? []) : [];
	const withTones = worstFirst(all);
	const shown = [...withTones, ...all.filter((topic) => !tonesOf(topic) && topic.mentions !== 0)];
	if (shown.length === 0) return [];
	const rest = noteOnRest(report, withTones.slice(MAX_TOPICS), shown.length - MAX_TOPICS);
	const rows = shown.slice(0, MAX_TOPICS).map((topic) => topicRow(report, topic));

	const legend = TONES.map((tone) => `${swatch(colourOf(tone))}&nbsp;${words.tone[tone]}`);
	const head = row(
		textCell('tiny ink', '', '', BAR_GRID.name),
		textCell('tiny muted', legend.join('&nbsp; '), '', BAR_GRID.bar),
		textCell('tiny muted', words.tone.negative, '', BAR_GRID.number),
	);
	return [
		{
			html: table(head + rows.map(({ html }) => html).join('')) + note(rest),
			text: [...rows.map(({ line }) => line), rest],
		},
	];
}

/** A topic has a bar if the service tells its tones, or else only the number of its mentions. */
function topicRow({ words, phrases, nameOf }: Report, topic: Topic) {
	const name = nameOf(topic);
	const rowWith = (bar: string, count: string) =>
		row(
			textCell('text ink', textHtml(name), 'padding:2px 10px 2px 0', BAR_GRID.name),
			cell(bar, BAR_GRID.bar),
			textCell('text ink', textHtml(count), 'padding-left:8px', BAR_GRID.number),
		);
	const tones = tonesOf(topic);
	if (!tones) {
		const mentions = topic.mentions === null ? '' : phrases.counted('mentions', topic.mentions);
		return { line: `${name}: ${mentions}`, html: rowWith('', mentions) };
	}
	const percents = wholePercents(TONES.map((tone) => tones[tone]));
	const bar = TONES.map((tone, index) => ({
		tone: colourOf(tone),
		percent: percents[index] ?? 0,
	}));
	const counts = TONES.map((tone) => `${phrases.count(tones[tone])} ${words.tone[tone]}`);
	const negative = phrases.fill(words.ofAll, { count: tones.negative, all: tones.all });
	return {
		line: `${name}: ${counts.join(', ')}`,
		html: rowWith(stackedBar(bar, 12), negative),
	};
}

/**
 * On the topics that are not shown: the best one, and how many more there are.
 *
 * @param withTones those of them whose tones the service tells, in the order of `worstFirst`
 * @param count how many there are in all
 */
function noteOnRest(
	{ words, phrases, nameOf }: Report,
	withTones: ReturnType<typeof worstFirst>,
	count: number,
): string {
	const best = withTones.findLast(
		({ all, positive, negative }) => all >= MIN_TO_JUDGE && positive > negative,
	);
	const praise =
		best &&
		phrases.fill(words.praised, { topic: nameOf(best), count: best.positive, all: best.all });
	const more = best ? count - 1 : count;
	const others = more > 0 && phrases.fill(words.moreTopics, { count: more });
	return [praise, others].filter(Boolean).join(' ');
}

const MAX_QUOTES = 3;
const MAX_NEGATIVE_QUOTES = 2;
const MAX_QUOTE_LENGTH = 180;

/** Different quotes: two negative ones at most if there are others, so that praise is heard as well. */
function quotes(report: Report): Section[] {
	const allQuotes = report.wanted.has('quotes') ? (report.parts.quotes.value ?? []) : [];
	const byText = new Map(allQuotes.map((quote) => [quotable(quote.text), quote]));
	byText.delete('');
	const different = [...byText].map(([text, quote]) => ({ ...quote, text }));
	if (different.length === 0) return [];
	const withTone = (tone: string) => different.filter(({ sentiment }) => sentiment === tone);
	const first = [
		...withTone('negative').slice(0, MAX_NEGATIVE_QUOTES),
		...withTone('positive').slice(0, 1),
	];
	const shown = [...new Set([...first, ...different])].slice(0, MAX_QUOTES);
	const rows = shown.map((quote) => quoteRow(report, quote));
	const space = row(surface('', 'height="12" colspan="2"'));
	const html = table(rows.map((quoteLine) => quoteLine.html).join(space));
	return [{ html, text: rows.map(({ line }) => line) }];
}

/** What a participant said, cut, and without quotation marks, which could end the quote early. */
const quotable = (text: string) => harmless(text, MAX_QUOTE_LENGTH).replace(/["“”„‟«»]/g, '’');

function quoteRow({ words, phrases, nameOf }: Report, { text, topic, sentiment }: Quote) {
	const tones: Record<string, string> = words.tone;
	const tone = tones[String(sentiment)] ?? '';
	const quoted = phrases.fill(words.quoted, { text });
	const values = { tone, topic: nameOf({ name: topic }) };
	const about = phrases.fill(tone ? words.about : words.aboutOnly, values);
	const direction = isRightToLeft(text) ? 'dir="rtl" align="right"' : '';
	const content =
		row(textCell('lead ink', textHtml(quoted), '', direction)) +
		row(textCell('small muted', textHtml(about)));
	const line = surface(colourOf(sentiment), 'width="4"');
	return {
		line: `${quoted} ${about}`,
		html: row(line, cell(table(content), 'style="padding-left:14px"')),
	};
}
