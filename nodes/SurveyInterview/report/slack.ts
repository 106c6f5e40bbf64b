/** A report as blocks of Slack, within the limits that Slack publishes for them. */
import { asHtml, oneLine } from '../records/scalars';
import type { ReportDocument, Tone } from './document';
import { textOfBlock, type TextStyle } from './plainText';

/** Blocks of a message, and characters of a header and of a section. */
const MAX_BLOCKS = 50;
const MAX_HEADER = 150;
const MAX_SECTION = 3000;
/** Characters of the longest bar. */
const WIDTH = 16;
/** Different shapes, because a text has no colours. */
const SIGNS: Record<Tone, string> = {
	positive: '█',
	neutral: '▒',
	negative: '▓',
	plain: '█',
	below: '▓',
	none: ' ',
};

/** Escaped as Slack requires, so that nothing in a text becomes a link or a mention. */
const plain = (text: string) => text.replace(/[&<>]/g, asHtml);

const STYLE: TextStyle = {
	strong: (text) => `*${plain(text)}*`,
	plain,
	bar(parts) {
		const signs = parts.map(({ tone, share }) => SIGNS[tone].repeat(Math.round(share * WIDTH)));
		return `\`${signs.join('').padEnd(WIDTH, ' ')}\` `;
	},
	quote: '> ',
};

/** @returns the form of Slack's Block Kit Builder, which n8n's Slack node takes */
export function slackBlocksOf({ title, subtitle, blocks, link }: ReportDocument) {
	const texts = [`_${plain(subtitle)}_`, ...blocks.map((block) => textOfBlock(block, STYLE))];
	if (link) texts.push(`<${plain(link.url)}|${plain(link.label)}>`);
	const header = { type: 'header', text: { type: 'plain_text', text: cut(title, MAX_HEADER) } };
	return { blocks: [header, ...texts.flatMap(sectionsOf)].slice(0, MAX_BLOCKS) };
}

/** The lines in as few sections as possible; no line is divided. */
function sectionsOf(text: string) {
	const pieces: string[] = [];
	for (const line of text.split('\n').map((one) => cut(one, MAX_SECTION))) {
		const last = pieces.at(-1);
		if (last !== undefined && last.length + 1 + line.length <= MAX_SECTION) {
			pieces[pieces.length - 1] = `${last}\n${line}`;
		} else pieces.push(line);
	}
	return pieces
		.filter((piece) => piece.trim() !== '')
		.map((piece) => ({ type: 'section', text: { type: 'mrkdwn', text: piece } }));
}

const cut = (text: string, most: number) => (text.length <= most ? text : oneLine(text, most - 1));
