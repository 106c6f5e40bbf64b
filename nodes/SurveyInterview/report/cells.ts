/** Tables and texts of a mail, as Outlook with Word's engine, Gmail and Apple Mail show them alike. */
import { asHtml } from '../service/scalars';
import type { Heading, Tone } from './document';
import { INKS, type Look } from './colours';

/** The style of each class. Classes with the name of a colour get their style from `colours.ts`. */
const STYLES: Record<string, string> = {
	score: 'font-size:64px;line-height:64px',
	title: 'font-size:22px;line-height:28px',
	share: 'font-size:20px;line-height:24px',
	heading: 'font-size:17px;line-height:24px',
	lead: 'font-size:16px;line-height:24px',
	text: 'font-size:15px;line-height:22px',
	small: 'font-size:13px;line-height:18px',
	tiny: 'font-size:12px;line-height:16px',
	/** Of a cell that is only a surface: with a larger font, Word (Outlook) would make it higher. */
	flat: 'font-size:1px;line-height:1px',
	bold: 'font-weight:700',
};

/**
 * Writes the style of each class, and the colour of each surface, into the element itself, because some mail programs
 * ignore styles in the head. An element's own `style` comes right after its class, and may name a colour as `$accent`.
 * A text that others wrote is never taken for a class, because its quotation marks are escaped.
 */
export function inlineStyles(html: string, look: Look): string {
	const colours: Record<string, string> = look;
	const withStyles = (_: string, classes: string, ownStyle = '') => {
		const names = classes.split(' ');
		const styles = names.map((name) => (INKS.includes(name) ? `color:$${name}` : STYLES[name]));
		const style = [...styles, ownStyle].filter(Boolean).join(';');
		// The names of colours in INKS are for texts; those of all others are surfaces.
		const surfaceName = names.find((name) => name in colours && !INKS.includes(name));
		const attributes = {
			// Those without a style here have rules in the head, for dark mode.
			class: names.filter((name) => !(name in STYLES)).join(' '),
			bgcolor: colours[surfaceName ?? ''],
			style: style.replace(/\$(\w+)/g, (_name, name: string) => colours[name] ?? ''),
		};
		return Object.entries(attributes)
			.map(([name, value]) => (value ? ` ${name}="${value}"` : ''))
			.join('');
	};
	return html.replace(/ class="([^"]*)"(?: style="([^"]*)")?/g, withStyles);
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
	`<td${attributes && ` ${attributes}`} class="${classes}" style="${style}">${content}</td>`;

/** A cell that is only a surface; with '' it is a transparent gap. */
export const surface = (colour: keyof Look | '', attributes = '') =>
	`<td${attributes && ` ${attributes}`} class="flat ${colour}">&nbsp;</td>`;

/** A square of a colour, before what it stands for. Without a class, `inlineStyles` would not see its colour. */
export const swatch = (tone: Tone) => `<span class="" style="color:$${tone}">&#9632;</span>`;

export function headingOf({ title, aside }: Heading): string {
	const beside = `<span class="small muted" style="font-weight:400">${asHtml(aside)}</span>`;
	return `<h2 class="heading ink bold" style="margin:0 0 6px">${textHtml(title)}${aside && ` &nbsp;${beside}`}</h2>`;
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
	/** Two columns in place of `number`. */
	difference: 'width="12%" align="right"',
	score: 'width="9%" align="right"',
};

/** Equal columns: the first at the left end, the last at the right end, those between in the middle. */
export function columnAttributes(index: number, { length }: readonly unknown[]): string {
	const align = index === 0 ? 'left' : index === length - 1 ? 'right' : 'center';
	return `width="${Math.floor(100 / length)}%" align="${align}"`;
}

export const note = (content: string) =>
	content && table(row(textCell('small muted', textHtml(content), 'padding-top:6px')));

/** A box of one colour around rows. */
export const box = (colour: keyof Look, padding: string, rows: string) =>
	table(
		row(`<td class="${colour}" style="padding:${padding};border-radius:8px">${table(rows)}</td>`),
	);

/** Words of so many letters that they must be divided, which Word (Outlook) does not do by itself. */
const LONG_WORD =
	/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}!-/:-@[-`{-~]{18,}/gu;
/** Eight letters, with their accents, of a word that goes on for at least three more. */
const PIECE_OF_WORD = /.{8}\p{M}*(?=.{3})/gu;

export const isRightToLeft = (text: string) =>
	/^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** A text as HTML: escaped, and with places at which a long word may be divided. */
export function textHtml(text: string): string {
	const divided = text.replace(LONG_WORD, (word) => word.replace(PIECE_OF_WORD, '$&\u200b'));
	const html = asHtml(divided).replaceAll('\u200b', '&#8203;');
	return isRightToLeft(text) ? `<span dir="rtl">${html}</span>` : html;
}
