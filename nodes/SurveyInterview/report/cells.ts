/** Tables and texts of a mail, as Outlook with Word's engine, Gmail and Apple Mail show them alike. */
import { asHtml } from '../service/scalars';
import type { Heading, Tone } from './document';
import { INKS, type Look } from './colours';

/** The styles of classes. Those of colours are made from the colour. */
const STYLES: Record<string, string> = {
	score: 'font-size:64px;line-height:64px',
	title: 'font-size:22px;line-height:28px',
	share: 'font-size:20px;line-height:24px',
	heading: 'font-size:17px;line-height:24px',
	lead: 'font-size:16px;line-height:24px',
	text: 'font-size:15px;line-height:22px',
	small: 'font-size:13px;line-height:18px',
	tiny: 'font-size:12px;line-height:16px',
	/** Of a cell that is only a surface: with a larger font, Word would make it higher. */
	flat: 'font-size:1px;line-height:1px',
	bold: 'font-weight:700',
};

/**
 * Writes the style of each class, and the colour of each surface, where mail programs without styles in the head find
 * it: in the element. A `style` of its own stands right after the class, and may name a colour as `$accent`. No text
 * of others is taken for a class, because its quotation marks are escaped.
 */
export function inlined(html: string, look: Look): string {
	const colours: Record<string, string> = look;
	const withStyles = (_: string, classes: string, own = '') => {
		const names = classes.split(' ');
		const styles = names.map((name) => (INKS.includes(name) ? `color:$${name}` : STYLES[name]));
		const style = [...styles, own].filter(Boolean).join(';');
		const surfaceName = names.find((name) => name in colours && !INKS.includes(name));
		const attributes = {
			class: names.filter((name) => !(name in STYLES)).join(' '),
			bgcolor: colours[surfaceName ?? ''],
			style: style.replace(/\$(\w+)/g, (_name, name: string) => colours[name] ?? ''),
		};
		return Object.entries(attributes)
			.map(([name, value]) => (value ? ` ${name}="${value}"` : ''))
			.join('');
	};
	return html.replace(/ {1,2}class="([^"]*)"(?: style="([^"]*)")?/g, withStyles);
}

/** A table that only places what is in it, unless its attributes say otherwise. */
export const table = (rows: string, attributes = 'role="presentation" width="100%"') =>
	`<table ${attributes} cellpadding="0" cellspacing="0">${rows}</table>`;

export const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`;

/** A cell around other tables. */
export const holder = (content: string, attributes = '') =>
	`<td${attributes && ` ${attributes}`}>${content}</td>`;

/** A cell with a text. */
export const textCell = (classes: string, content: string, style = '', attributes = '') =>
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
	content && table(row(textCell('small muted', worded(content), 'padding-top:6px')));

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
