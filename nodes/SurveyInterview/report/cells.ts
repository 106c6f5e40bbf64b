/** Tables and texts of a mail, as Outlook with Word's engine, Gmail and Apple Mail show them alike. */
import { asHtml } from '../service/scalars';
import { INKS, type Look, type Tone } from './colours';

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
		// A class named like a colour is the text's colour if it is one of `INKS`, or else the cell's background.
		const surfaceName = names.find((name) => name in colours && !INKS.includes(name)) ?? '';
		const styles = names.map((name) => (INKS.includes(name) ? `color:$${name}` : STYLES[name]));
		const style = [...styles, ownStyle].filter(Boolean).join(';');
		const attributes = {
			// The head has rules for the remaining classes, for dark mode and the narrow screen.
			class: names.filter((name) => !(name in STYLES)).join(' '),
			bgcolor: colours[surfaceName],
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

/** As wide as its content; `table` alone is as wide as its place. */
export const narrowTable = (rows: string) => table(rows, 'role="presentation"');

export const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`;

/** A cell around other tables. */
export const cell = (content: string, attributes = '') =>
	`<td${attributes && ` ${attributes}`}>${content}</td>`;

/** A cell with a text. */
export const textCell = (classes: string, content: string, style = '', attributes = '') =>
	cell(content, `${attributes && `${attributes} `}class="${classes}" style="${style}"`);

/** A cell that is only a surface; with '' it is a transparent gap. */
export const surface = (colour: keyof Look | '', attributes = '') =>
	cell('&nbsp;', `${attributes && `${attributes} `}class="flat ${colour}"`);

/** Lines of text below each other. */
export const textRows = (lines: readonly string[], classes: string, style = '') =>
	lines.map((line) => row(textCell(classes, textHtml(line), style))).join('');

/** A line below a picture, if there is one. */
export const note = (line: string) =>
	line && table(textRows([line], 'small muted', 'padding-top:6px'));

/** A box of one colour around rows. */
export const box = (colour: keyof Look, padding: string, rows: string) =>
	table(row(cell(table(rows), `class="${colour}" style="padding:${padding};border-radius:8px"`)));

/** A square of a colour, before what it stands for. The empty class makes `inlineStyles` look at its style. */
export const swatch = (tone: Tone) => `<span class="" style="color:$${tone}">&#9632;</span>`;

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

/** The columns of a table of topics or groups: the name, the bar, and one number or two. */
export const BAR_GRID = {
	name: 'width="33%"',
	bar: 'width="46%"',
	number: 'width="21%" align="right"',
	/** The two columns of groups in place of `number`. */
	difference: 'width="12%" align="right"',
	score: 'width="9%" align="right"',
};

/** Equal columns: the first at the left end, the last at the right end, those between in the middle. */
export function columnAttributes(index: number, { length }: readonly unknown[]): string {
	const align = index === 0 ? 'left' : index === length - 1 ? 'right' : 'center';
	return `width="${Math.floor(100 / length)}%" align="${align}"`;
}

/**
 * Words of so many letters that they must be divided, which Word (Outlook) does not do by itself. ASCII punctuation
 * counts as letters, so an address is divided too.
 */
const LONG_WORD =
	/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}!-/:-@[-`{-~]{18,}/gu;
/** Eight letters, with their accents, of a word that goes on for at least three more. */
const PIECE_OF_WORD = /.{8}\p{M}*(?=.{3})/gu;

export const isRightToLeft = (text: string) =>
	/^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** `9–10`, `1.5–2`: on a phone, the second number would stand on the next line. */
const RANGE = /[\d.,]{1,9}–[\d.,]{0,8}\d/g;

/** A text as HTML: escaped, and with places at which a long word may be divided, but not a range of numbers. */
export function textHtml(text: string): string {
	const divided = text.replace(LONG_WORD, (word) => word.replace(PIECE_OF_WORD, '$&\u200b'));
	const html = asHtml(divided)
		.replaceAll('\u200b', '&#8203;')
		.replace(RANGE, '<span style="white-space:nowrap">$&</span>');
	return isRightToLeft(text) ? `<span dir="rtl">${html}</span>` : html;
}
