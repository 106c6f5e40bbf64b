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
export function textOfBlock(block: Block, { strong, plain, bar, quote }: TextStyle): string {
	const { title, score = '', label = '', lines = [], bars, quotes = [], note } = block;
	return [
		title === undefined ? `${strong(score)} ${plain(label)}` : strong(title),
		...lines.map(plain),
		...drawnBars(bars).map(
			({ label: name, text, parts }) => `${bar(parts)}${plain(name)}: ${plain(text)}`,
		),
		...quotes.map(
			({ text, about }) => `${quote}“${plain(text)}”${about === '' ? '' : ` ${plain(about)}`}`,
		),
		...(note === undefined ? [] : [plain(note)]),
	].join('\n');
}
