/** A report as text, for a mail without HTML, or a chat that knows none of the other forms. */
import type { Block, ReportDocument } from './document';

export function plainTextOf({ title, subtitle, blocks, link }: ReportDocument): string {
	const parts = [[title, subtitle].join('\n'), ...blocks.map(linesOf)];
	if (link) parts.push(`${link.label}: ${link.url}`);
	return parts.join('\n\n');
}

function linesOf(block: Block): string {
	const title = 'title' in block && block.title !== undefined ? [block.title] : [];
	switch (block.kind) {
		case 'score':
			return [`${block.score} ${block.label}`, ...block.lines].join('\n');
		case 'lines':
			return [...title, ...block.lines].join('\n');
		case 'bars': {
			const bars = block.bars.map(({ label, text }) => `${label}: ${text}`);
			return [...title, ...bars, ...(block.note === undefined ? [] : [block.note])].join('\n');
		}
		case 'quotes':
			return [
				...title,
				...block.quotes.map(({ text, about }) => `“${text}”${about === '' ? '' : ` ${about}`}`),
			].join('\n');
	}
}
