/** A report as text, for a mail without HTML, or a chat that supports none of the other forms. */
import { type Block, type DrawnBar, drawnBars, type ReportDocument } from './document';

/** How a form of text writes what stands out, any other text, and what precedes a bar's label or a quote. */
export interface TextStyle {
	strong: (text: string) => string;
	plain: (text: string) => string;
	bar: (parts: DrawnBar['parts']) => string;
	quote: string;
}

const PLAIN: TextStyle = {
	strong: (text) => text,
	plain: (text) => text,
	bar: () => '',
	quote: '',
};

export function plainTextOf({ title, subtitle, blocks, link }: ReportDocument): string {
	const parts = [[title, subtitle].join('\n'), ...blocks.map((block) => textOfBlock(block, PLAIN))];
	if (link) parts.push(`${link.label}: ${link.url}`);
	return parts.join('\n\n');
}

/** A block as lines of text. */
export function textOfBlock(block: Block, style: TextStyle): string {
	const title = 'title' in block ? [style.strong(block.title)] : [];
	return [...title, ...linesOf(block, style)].join('\n');
}

function linesOf(block: Block, { strong, plain, bar, quote }: TextStyle): string[] {
	switch (block.kind) {
		case 'score':
			return [`${strong(block.score)} ${plain(block.label)}`, ...block.lines.map(plain)];
		case 'lines':
			return block.lines.map(plain);
		case 'bars': {
			const bars = drawnBars(block).map(
				({ label, text, parts }) => `${bar(parts)}${plain(label)}: ${plain(text)}`,
			);
			return block.note === undefined ? bars : [...bars, plain(block.note)];
		}
		case 'quotes':
			return block.quotes.map(
				({ text, about }) => `${quote}“${plain(text)}”${about === '' ? '' : ` ${plain(about)}`}`,
			);
	}
}
