/** A report as a picture: SVG with system fonts, without scripts, links or other resources. */
import { asHtml } from '../records/scalars';
import { brokenLines, emsOf } from './brokenLines';
import { type Block, type DrawnBar, drawnBars, type ReportDocument } from './document';
import {
	COLOURS,
	FAINT,
	FONTS,
	INK,
	isNumbered,
	PADDING,
	PAPER,
	quoted,
	RULE,
	SIZES,
	TRACK,
	WIDEST,
} from './look';
import { plainTextOf } from './plainText';

/** Smaller than the width at which it is shown, so that the text stays legible when a phone shrinks it. */
const DRAWN = 400;
const INSIDE = DRAWN - 2 * PADDING.side;
/** The height of a line and the distance of the baseline from its top, in ems. */
const LINE = { height: 1.4, baseline: 1.05 };
const GAP = 8;

/** A part of the picture, for a stack of them. */
interface Piece {
	height: number;
	/** Gives the SVG with its top at y. */
	at: (y: number) => string;
}

export function svgOf(document: ReportDocument): string {
	const { locale, title, subtitle, blocks } = document;
	const head = stack([
		drawnText(title, { size: SIZES.title, isBold: true }),
		drawnText(subtitle, { fill: FAINT }),
	]);
	const padding = space(PADDING.above);
	const rows = [head, ...blocks.map(blockOf)].flatMap((row) => [padding, row, padding]);
	const { height, at } = stack(rows);
	const size = `width="${WIDEST}" height="${rounded((height * WIDEST) / DRAWN)}"`;
	const view = `viewBox="0 0 ${DRAWN} ${rounded(height)}"`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view} xml:lang="${locale}" role="img" font-family="${FONTS}" style="max-width:100%;height:auto">`,
		`<title>${asXml(title)}</title>`,
		`<desc>${asXml(plainTextOf({ ...document, link: undefined }))}</desc>`,
		element('rect', { x: 0, y: 0, width: DRAWN, height, fill: PAPER }),
		at(0),
		'</svg>',
	].join('\n');
}

function blockOf(block: Block): Piece {
	switch (block.kind) {
		case 'score':
			return stack([
				drawnText(block.score, { size: SIZES.score, isBold: true }),
				drawnText(block.label, { size: SIZES.metric, fill: FAINT }),
				...block.lines.map((line) => drawnText(line)),
			]);
		case 'lines':
			return stack([heading(block.title), ...block.lines.map((line) => drawnText(line))]);
		case 'bars': {
			const note = drawnText(block.note ?? '', { fill: FAINT });
			return stack([heading(block.title), ...drawnBars(block).map(barOf), note]);
		}
		case 'quotes':
			return stack([heading(block.title), ...block.quotes.map(quoteOf)]);
	}
}

const heading = (title = '') => drawnText(title, { size: SIZES.heading, isBold: true });

/** The label and the number are above the bar: on one line if they fit, else one below the other. */
function barOf({ label, text: number, parts }: DrawnBar): Piece {
	const size = SIZES.bar;
	const isOneLine = (emsOf(label) + emsOf(number)) * size + GAP <= INSIDE;
	const [left, right] = [
		drawnText(label, { size }),
		drawnText(number, { size, fill: FAINT, isAtEnd: isOneLine }),
	];
	const above = isOneLine
		? { height: left.height, at: (y: number) => left.at(y) + right.at(y) }
		: stack([left, right]);
	const bar = { height: SIZES.barHeight, at: (y: number) => rectanglesOf(parts, y) };
	return stack([above, bar, space(GAP)]);
}

function rectanglesOf(parts: DrawnBar['parts'], y: number): string {
	const height = SIZES.barHeight;
	let x = PADDING.side;
	const drawn = parts.map(({ tone, count, share }) => {
		const { fill, on } = COLOURS[tone];
		const width = share * INSIDE;
		const part = share > 0 ? element('rect', { x, y, width, height, fill }) : '';
		const isInside = isNumbered(tone) && share > 0 && emsOf(String(count)) * SIZES.inside < width;
		const middle = { x: x + width / 2, y: y + height * 0.73 };
		const look = { 'font-size': SIZES.inside, fill: on, 'text-anchor': 'middle' };
		x += width;
		return part + (isInside ? element('text', { ...middle, ...look }, String(count)) : '');
	});
	const track = element('rect', { x: PADDING.side, y, width: INSIDE, height, fill: TRACK });
	return track + drawn.join('');
}

function quoteOf({ text: said, about }: { text: string; about: string }): Piece {
	const indent = 13;
	const { height, at } = stack([
		drawnText(quoted(said), { indent }),
		drawnText(about, { indent, size: SIZES.small, fill: FAINT }),
	]);
	const lineAt = (y: number) =>
		element('rect', { x: PADDING.side, y, width: 3, height, fill: RULE });
	return stack([{ height, at: (y) => lineAt(y) + at(y) }, space(GAP)]);
}

interface TextLook {
	size?: number;
	fill?: string;
	isBold?: boolean;
	indent?: number;
	/** Whether it is aligned to the right. */
	isAtEnd?: boolean;
}

/** Text in as many lines as it needs; an empty text has none. */
function drawnText(content: string, look: TextLook = {}): Piece {
	const { size = SIZES.text, fill = INK, isBold = false, indent = 0, isAtEnd } = look;
	const lines = brokenLines(content, (INSIDE - indent) / size, isBold);
	const x = isAtEnd ? DRAWN - PADDING.side : PADDING.side + indent;
	const step = size * LINE.height;
	const style: Attributes = { 'font-size': size, fill };
	if (isBold) style['font-weight'] = 700;
	if (isAtEnd) style['text-anchor'] = 'end';
	const lineAt = (line: string, y: number) =>
		element('text', { x, y: y + size * LINE.baseline, ...style }, line);
	return {
		height: lines.length * step,
		at: (y) => lines.map((line, place) => lineAt(line, y + place * step)).join(''),
	};
}

const space = (height: number): Piece => ({ height, at: () => '' });

/** One below the other. */
function stack(pieces: readonly Piece[]): Piece {
	const height = pieces.reduce((sum, piece) => sum + piece.height, 0);
	const at = (top: number) => {
		let y = top;
		return pieces
			.map((piece) => {
				y += piece.height;
				return piece.at(y - piece.height);
			})
			.join('');
	};
	return { height, at };
}

const rounded = (length: number) => Math.round(10 * length) / 10;

type Attributes = Record<string, string | number>;

function element(name: string, attributes: Attributes, content?: string): string {
	const written = Object.entries(attributes).map(
		([key, value]) => ` ${key}="${typeof value === 'number' ? rounded(value) : value}"`,
	);
	const end = content === undefined ? '/>' : `>${asXml(content)}</${name}>`;
	return `<${name}${written.join('')}${end}`;
}

/** XML cannot contain most control characters, or half of an emoji, not even escaped. */
const asXml = (content: string) =>
	asHtml(content.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
