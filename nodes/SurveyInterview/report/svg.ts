/** A report as a picture: SVG with system fonts, without scripts, links or other resources. */
import { asHtml, characters } from '../records/scalars';
import { type Block, type DrawnBar, drawnBars, type ReportDocument } from './document';
import { COLOURS, FONTS, isNumbered, PADDING, quoted, SIZES, TONE_COLOURS, WIDEST } from './look';
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
		drawnText(subtitle, { fill: COLOURS.faint }),
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
		element('rect', { x: 0, y: 0, width: DRAWN, height, fill: COLOURS.paper }),
		at(0),
		'</svg>',
	].join('\n');
}

function blockOf(block: Block): Piece {
	const { title = '', score = '', label = '', lines = [], bars, quotes = [], note = '' } = block;
	return stack([
		drawnText(title, { size: SIZES.heading, isBold: true }),
		drawnText(score, { size: SIZES.score, isBold: true }),
		drawnText(label, { size: SIZES.metric, fill: COLOURS.faint }),
		...lines.map((line) => drawnText(line)),
		...drawnBars(bars).map(barOf),
		...quotes.map(quoteOf),
		drawnText(note, { fill: COLOURS.faint }),
	]);
}

/** The label and the number are above the bar: on one line if they fit, else one below the other. */
function barOf({ label, text: number, parts }: DrawnBar): Piece {
	const size = SIZES.bar;
	const isOneLine = (emsOf(label) + emsOf(number)) * size + GAP <= INSIDE;
	const [left, right] = [
		drawnText(label, { size }),
		drawnText(number, { size, fill: COLOURS.faint, isAtEnd: isOneLine }),
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
		const { fill, on } = TONE_COLOURS[tone];
		const width = share * INSIDE;
		const part = share > 0 ? element('rect', { x, y, width, height, fill }) : '';
		const isInside = isNumbered(tone) && share > 0 && emsOf(String(count)) * SIZES.inside < width;
		const middle = { x: x + width / 2, y: y + height * 0.73 };
		const look = { 'font-size': SIZES.inside, fill: on, 'text-anchor': 'middle' };
		x += width;
		return part + (isInside ? element('text', { ...middle, ...look }, String(count)) : '');
	});
	const track = element('rect', { x: PADDING.side, y, width: INSIDE, height, fill: COLOURS.track });
	return track + drawn.join('');
}

function quoteOf({ text: said, about }: { text: string; about: string }): Piece {
	const indent = 13;
	const { height, at } = stack([
		drawnText(quoted(said), { indent }),
		drawnText(about, { indent, size: SIZES.small, fill: COLOURS.faint }),
	]);
	const lineAt = (y: number) =>
		element('rect', { x: PADDING.side, y, width: 3, height, fill: COLOURS.rule });
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
	const { size = SIZES.text, fill = COLOURS.ink, isBold = false, indent = 0, isAtEnd } = look;
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

/**
 * The widths of characters in ems; the first match counts. They are those of the widest of the usual fonts, because
 * that of a reader is unknown.
 */
const WIDTHS: ReadonlyArray<readonly [RegExp, number]> = [
	// Accents and joiners.
	[/\p{sc=Zinh}/u, 0],
	[/[ !'(),./:;I[\\\]fijlrt|‘’·-]/, 0.42],
	[/[a-ln-vx-z\d$*?J_`{}"“”€]/, 0.65],
	[/[A-LN-VX-Zw#&+<=>^~−–]/, 0.85],
	[/[mMW%@—…]|\p{Ideo}|[\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFF01-\uFF60]/u, 1],
	[/[\p{L}\p{M}]/u, 1.25],
];
/** Emoji and other pictures. */
const PICTOGRAM = 1.5;
/** Bold text is wider by this factor. */
const BOLD = 1.17;

/** A letter with an accent is as wide as the letter, and a ligature as wide as its letters. */
const widthOf = (character: string): number => {
	const own = WIDTHS.find(([signs]) => signs.test(character))?.[1];
	if (own !== undefined && own <= 1) return own;
	const parts = character.normalize('NFKD');
	return parts === character ? (own ?? PICTOGRAM) : emsOf(parts);
};

/** The width of a text in ems, at most. */
function emsOf(text: string, isBold = false): number {
	const ems = [...text].reduce((sum, character) => sum + widthOf(character), 0);
	return isBold ? ems * BOLD : ems;
}

/** SVG does not wrap text. Lines end between words; inside a word only if it is wider than a line. */
export function brokenLines(text: string, most: number, isBold = false): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/).filter(Boolean)) {
		const isOneLine = emsOf(word, isBold) <= most;
		const pieces = isOneLine ? [word] : Array.from(characters.segment(word), (one) => one.segment);
		for (const [place, piece] of pieces.entries()) {
			const longer = line === '' ? piece : `${line}${place === 0 ? ' ' : ''}${piece}`;
			const fits = line === '' || emsOf(longer, isBold) <= most;
			if (!fits) lines.push(line);
			line = fits ? longer : piece;
		}
	}
	return line === '' ? lines : [...lines, line];
}
