/** Cells and tables of a mail, which Outlook with Word's engine, Gmail and Apple Mail show alike. */
import { asHtml } from '../records/scalars';
import { INKS, type Look } from './colours';

/** Font size and line height in pixels. */
const SIZES: Record<string, readonly [size: number, line: number]> = {
	score: [64, 64],
	title: [22, 28],
	share: [20, 24],
	heading: [17, 24],
	lead: [16, 24],
	text: [15, 22],
	small: [13, 18],
	tiny: [12, 16],
};

/** Attributes of a cell; those without a value are left out. */
type Attributes = Record<string, string | number | undefined>;

const written = (attributes: Attributes) =>
	Object.entries(attributes)
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value]) => ` ${name}="${value}"`)
		.join('');

/** @param label of a drawing, for those who hear it */
export function table(rows: string, { width = '100%', label = '' } = {}): string {
	const role = label === '' ? 'presentation' : 'img';
	const given = written({ role, 'aria-label': asHtml(label), width });
	return `<table${given} cellpadding="0" cellspacing="0">${rows}</table>`;
}

export const row = (...cells: string[]) => `<tr>${cells.join('')}</tr>`;

/** A cell around other tables. */
export const holder = (content: string, attributes: Attributes = {}) =>
	`<td${written(attributes)}>${content}</td>`;

/** A part of the mail. */
export const section = (content: string, below = 26) =>
	row(holder(content, { class: 'side', style: `padding:0 32px ${below}px` }));

export class Cells {
	constructor(protected readonly look: Look) {}

	/**
	 * The classes and the style of a text.
	 *
	 * @param look a size, `bold`, the names of colours, which are classes for the dark, and any other classes
	 */
	protected styled(look: string, css = '') {
		const names = `text ink ${look}`.split(' ');
		const colours: Record<string, string> = this.look;
		const ink = names.findLast((name) => INKS.includes(name)) ?? 'ink';
		const [size, line] = SIZES[names.findLast((name) => name in SIZES) ?? 'text'] ?? [];
		const surface = names.find((name) => name in colours && !INKS.includes(name));
		const others = names.filter((name) => ![...INKS, 'bold'].includes(name) && !(name in SIZES));
		const weight = names.includes('bold') ? ';font-weight:700' : '';
		const own = css && `;${css}`;
		return {
			class: [ink, ...others].join(' '),
			bgcolor: surface && colours[surface],
			style: `font-size:${size}px;line-height:${line}px;color:${colours[ink]}${weight}${own}`,
		};
	}

	text(look: string, content: string, css = '', attributes: Attributes = {}): string {
		return holder(content, { ...attributes, ...this.styled(look, css) });
	}

	span(look: string, content: string): string {
		return `<span${written(this.styled(look))}>${content}</span>`;
	}

	/** A cell that is only a surface, or without a name a space. With a larger font, Word would make it higher. */
	surface(colour?: keyof Look, attributes: Attributes = {}): string {
		const bgcolor = colour && this.look[colour];
		const style = 'font-size:1px;line-height:1px';
		return holder('&nbsp;', { class: colour, bgcolor, ...attributes, style });
	}

	/** A square of a colour, before what it stands for. */
	swatch(colour: keyof Look): string {
		return `<span style="color:${this.look[colour]}">&#9632;</span>`;
	}

	heading(title: string, aside = ''): string {
		const beside =
			aside &&
			` &nbsp;${this.span('small muted', `<span style="font-weight:400">${asHtml(aside)}</span>`)}`;
		return `<h2${written(this.styled('heading bold', 'margin:0 0 6px'))}>${title}${beside}</h2>`;
	}

	note(content: string): string {
		return content && table(row(this.text('small muted', content, 'padding-top:6px')));
	}

	/** A box of one colour around rows. */
	box(colour: keyof Look, rows: string[], padding: string): string {
		const style = `padding:${padding};border-radius:8px`;
		const bgcolor = this.look[colour];
		return table(row(holder(table(rows.join('')), { class: colour, bgcolor, style })));
	}
}

/** Letters that Word does not divide. */
const LONG = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}!-/:-@[-`{-~]{18,}/gu;
const PIECE = /.{8}\p{M}*(?=.{3})/gu;

export const isRightToLeft = (text: string) =>
	/^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

/** A text of others: escaped, and with places at which a long word may be divided. */
export function worded(text: string): string {
	const divided = text.replace(LONG, (word) => word.replace(PIECE, '$&\u200b'));
	const html = asHtml(divided).replaceAll('\u200b', '&#8203;');
	return isRightToLeft(text) ? `<span dir="rtl">${html}</span>` : html;
}
