/** A report as a picture: SVG with system fonts, without script, links or anything outside of itself. */
import { asHtml } from '../records/scalars';
import { brokenLines, emsOf } from './brokenLines';
import { type Bar, type Block, type ReportDocument, sharesOf } from './document';
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

/** It is drawn on less than it is wide, so that a phone, which makes it smaller, leaves the words legible. */
const DRAWN = 400;
const INSIDE = DRAWN - 2 * PADDING.side;
/** Of a line of text, in its size; and of its baseline, from its top. */
const LINE = { height: 1.4, baseline: 1.05 };
const GAP = 8;

/** What can be put below each other. */
interface Piece {
	height: number;
	/** As SVG, with its top at y. */
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
		rectangle({ x: 0, y: 0, width: DRAWN, height, fill: PAPER }),
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
			const shares = sharesOf(block);
			const bars = block.bars.map((bar, place) => barOf(bar, shares[place] ?? []));
			return stack([heading(block.title), ...bars, drawnText(block.note ?? '', { fill: FAINT })]);
		}
		case 'quotes':
			return stack([heading(block.title), ...block.quotes.map(quoteOf)]);
	}
}

const heading = (title = '') => drawnText(title, { size: SIZES.heading, isBold: true });

/** Its label and its number stand above it: on one line where there is room, else below each other. */
function barOf({ label, text: number }: Bar, parts: ReturnType<typeof sharesOf>[number]): Piece {
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

function rectanglesOf(parts: ReturnType<typeof sharesOf>[number], y: number): string {
	const height = SIZES.barHeight;
	let x = PADDING.side;
	const drawn = parts.map(({ tone, count, share }) => {
		const { fill, on } = COLOURS[tone];
		const width = share * INSIDE;
		const part = share > 0 ? rectangle({ x, y, width, height, fill }) : '';
		const isInside = isNumbered(tone) && share > 0 && fits(String(count), width);
		const at = { x: x + width / 2, y: y + height * 0.73, size: SIZES.inside };
		x += width;
		return part + (isInside ? words(String(count), { ...at, fill: on, anchor: 'middle' }) : '');
	});
	return rectangle({ x: PADDING.side, y, width: INSIDE, height, fill: TRACK }) + drawn.join('');
}

const fits = (count: string, width: number) => emsOf(count) * SIZES.inside < width;

function quoteOf({ text: said, about }: { text: string; about: string }): Piece {
	const indent = 13;
	const { height, at } = stack([
		drawnText(quoted(said), { indent }),
		drawnText(about, { indent, size: SIZES.small, fill: FAINT }),
	]);
	const line = { x: PADDING.side, width: 3, height, fill: RULE };
	return stack([{ height, at: (y) => rectangle({ ...line, y }) + at(y) }, space(GAP)]);
}

interface TextLook {
	size?: number;
	fill?: string;
	isBold?: boolean;
	indent?: number;
	/** On the right. */
	isAtEnd?: boolean;
}

/** Text in as many lines as it needs; nothing, of nothing. */
function drawnText(content: string, look: TextLook = {}): Piece {
	const { size = SIZES.text, fill = INK, isBold = false, indent = 0, isAtEnd } = look;
	const lines = brokenLines(content, (INSIDE - indent) / size, isBold);
	const x = isAtEnd ? DRAWN - PADDING.side : PADDING.side + indent;
	const step = size * LINE.height;
	const style = { x, size, fill, isBold, anchor: isAtEnd ? 'end' : undefined };
	return {
		height: lines.length * step,
		at: (y) =>
			lines
				.map((line, place) => words(line, { ...style, y: y + place * step + size * LINE.baseline }))
				.join(''),
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

interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
	fill: string;
}

const rectangle = ({ x, y, width, height, fill }: Box) =>
	`<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" fill="${fill}"/>`;

interface TextPlace {
	x: number;
	y: number;
	size: number;
	fill: string;
	isBold?: boolean;
	/** Where x is in it; without, at its left. */
	anchor?: string;
}

function words(content: string, { x, y, size, fill, isBold, anchor }: TextPlace): string {
	const weight = isBold ? ' font-weight="700"' : '';
	const place = anchor === undefined ? '' : ` text-anchor="${anchor}"`;
	return `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${size}" fill="${fill}"${weight}${place}>${asXml(content)}</text>`;
}

/** XML has no place for most control characters and for half of an emoji, not even escaped. */
const asXml = (content: string) =>
	asHtml(content.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
