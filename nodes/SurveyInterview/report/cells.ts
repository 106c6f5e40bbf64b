/** Tables and texts of a mail, as Outlook with Word's engine, Gmail and Apple Mail show them alike. */
import { asHtml } from '../records/scalars';
import type { Heading, Tone } from './document';
import { INKS, type Look } from './colours';

/** Size and line height of texts, in pixels. */
const SIZES = {
	score: [64, 64],
	title: [22, 28],
	share: [20, 24],
	heading: [17, 24],
	lead: [16, 24],
	text: [15, 22],
	small: [13, 18],
	tiny: [12, 16],
	/** Of a cell that is only a surface: with a larger font, Word would make it higher. */
	flat: [1, 1],
};

/** The styles of classes. A name after `$` is that of a colour. */
const STYLES: Record<string, string> = {
	...Object.fromEntries(
		Object.entries(SIZES).map(([name, [size, line]]) => [
			name,
			`font-size:${size}px;line-height:${line}px`,
		]),
	),
	...Object.fromEntries(INKS.map((ink) => [ink, `color:$${ink}`])),
	bold: 'font-weight:700',
};
/** Those that the styles in the head do not need. */
const INLINE_ONLY = [...Object.keys(SIZES), 'bold'];

/**
 * Writes the style of each class, and the colour of each surface, where mail programs without styles in the head find
 * it: in the element. A `style` of its own stands right after the class.
 */
export function inlined(html: string, look: Look): string {
	const colours: Record<string, string> = look;
	return html.replace(
		/ {1,2}class="([^"]*)"(?: style="([^"]*)")?/g,
		(_, classes: string, own = '') => {
			const names = classes.split(' ');
			const surface = names.find((name) => name in colours && !INKS.includes(name));
			const kept = names.filter((name) => !INLINE_ONLY.includes(name)).join(' ');
			const style = [...names.map((name) => STYLES[name]), own as string].filter(Boolean).join(';');
			const written = {
				class: kept,
				bgcolor: surface && colours[surface],
				style: style.replace(/\$(\w+)/g, (_name, name: string) => colours[name] ?? ''),
			};
			return Object.entries(written)
				.map(([name, value]) => (value ? ` ${name}="${value}"` : ''))
				.join('');
		},
	);
}

/** A table that only places what is in it, unless its attributes say otherwise. */
export const table = (rows: string, attributes = 'role="presentation" width="100%"') =>
	`<table ${attributes} cellpadding="0" cellspacing="0">${rows}</table>`;

export const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`;

/** A cell around other tables. */
export const holder = (content: string, attributes = '') =>
	`<td${attributes && ` ${attributes}`}>${content}</td>`;

/** A cell with a text. */
export const text = (classes: string, content: string, style = '', attributes = '') =>
	`<td ${attributes} class="${classes}" style="${style}">${content}</td>`;

/** A cell that is only a surface; without a colour, a space. */
export const surface = (colour: keyof Look | '', attributes = '') =>
	`<td ${attributes} class="flat ${colour}">&nbsp;</td>`;

/** A square of a colour, before what it stands for. */
export const swatch = (tone: Tone) => `<span class="" style="color:$${tone}">&#9632;</span>`;

export function headingOf({ title, aside }: Heading): string {
	const beside = `<span class="small muted" style="font-weight:400">${asHtml(aside)}</span>`;
	return `<h2 class="heading ink bold" style="margin:0 0 6px">${worded(title)}${aside && ` &nbsp;${beside}`}</h2>`;
}

/** One bar of parts that make the whole. */
export function stackedBar(
	parts: ReadonlyArray<{ tone: Tone; percent: number }>,
	height: number,
): string {
	const shown = parts.filter(({ percent }) => percent > 0);
	const cells = shown.map(({ tone, percent }) =>
		surface(tone, `width="${percent}%" height="${height}"`),
	);
	return table(row(...cells));
}

/** The columns of rows with bars, which are alike in all sections. */
export const BAR_GRID = {
	name: 'width="33%"',
	bar: 'width="46%"',
	number: 'width="21%" align="right"',
	/** Two in place of one number. */
	difference: 'width="12%" align="right"',
	score: 'width="9%" align="right"',
};

/** Equal columns: the first at the left end, the last at the right end, those between in the middle. */
export function placeOf(index: number, { length }: readonly unknown[]): string {
	const align = index === 0 ? 'left' : index === length - 1 ? 'right' : 'center';
	return `width="${Math.floor(100 / length)}%" align="${align}"`;
}

export const note = (content: string) =>
	content && table(row(text('small muted', worded(content), 'padding-top:6px')));

/** A box of one colour around rows. */
export const box = (colour: keyof Look, padding: string, rows: string) =>
	table(
		row(`<td class="${colour}" style="padding:${padding};border-radius:8px">${table(rows)}</td>`),
	);

/** Letters that Word does not divide. */
const LONG = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}!-/:-@[-`{-~]{18,}/gu;
const PIECE = /.{8}\p{M}*(?=.{3})/gu;

export const isRightToLeft = (given: string) =>
	/^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(given);

/** A text of others: escaped, and with places at which a long word may be divided. */
export function worded(given: string): string {
	const divided = given.replace(LONG, (word) => word.replace(PIECE, '$&\u200b'));
	const html = asHtml(divided).replaceAll('\u200b', '&#8203;');
	return isRightToLeft(given) ? `<span dir="rtl">${html}</span>` : html;
}
