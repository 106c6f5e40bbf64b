/** A report as blocks of Slack, within the limits that Slack publishes for them. */
import { oneLine } from '../records/scalars';
import { type Block, type ReportDocument, sharesOf, type Tone } from './document';

type SlackBlock = Record<string, unknown>;

/** Slack's limits: blocks of a message, and characters of a header and of a section. */
const MAX_BLOCKS = 50;
const MAX_HEADER = 150;
const MAX_SECTION = 3000;
/** Characters of the longest bar. */
const WIDTH = 16;
/** Told apart by their shape as well. */
const SIGNS: Record<Tone, string> = {
	positive: '█',
	neutral: '▒',
	negative: '▓',
	plain: '█',
	below: '▓',
	none: ' ',
};

/** What Slack would take for a link, a mention or a style is text; the report's own styles come after it. */
const plain = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? '');
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** @returns what Slack's own builder gives and n8n's Slack node takes */
export function slackBlocksOf({ title, subtitle, blocks, link }: ReportDocument): {
	blocks: SlackBlock[];
} {
	const texts = [`_${plain(subtitle)}_`, ...blocks.map(textOf)];
	if (link) texts.push(`<${plain(link.url)}|${plain(link.label)}>`);
	const header = { type: 'header', text: { type: 'plain_text', text: cut(title, MAX_HEADER) } };
	return { blocks: [header, ...texts.flatMap(sectionsOf)].slice(0, MAX_BLOCKS) };
}

/** Whole lines in as many sections as they need. */
function sectionsOf(text: string): SlackBlock[] {
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

function textOf(block: Block): string {
	const title = 'title' in block && block.title !== undefined ? [`*${plain(block.title)}*`] : [];
	switch (block.kind) {
		case 'score':
			return [`*${plain(block.score)}* ${plain(block.label)}`, ...block.lines.map(plain)].join(
				'\n',
			);
		case 'lines':
			return [...title, ...block.lines.map(plain)].join('\n');
		case 'bars': {
			const shares = sharesOf(block);
			const bars = block.bars.map(({ label, text }, place) => {
				const bar = (shares[place] ?? []).map(({ tone, share }) =>
					SIGNS[tone].repeat(Math.round(share * WIDTH)),
				);
				return `\`${bar.join('').padEnd(WIDTH, ' ')}\` ${plain(label)}: ${plain(text)}`;
			});
			return [...title, ...bars, ...(block.note === undefined ? [] : [plain(block.note)])].join(
				'\n',
			);
		}
		case 'quotes':
			return [
				...title,
				...block.quotes.map(
					({ text, about }) => `> “${plain(text)}”${about === '' ? '' : ` ${plain(about)}`}`,
				),
			].join('\n');
	}
}

const cut = (text: string, most: number) => (text.length <= most ? text : oneLine(text, most - 1));
