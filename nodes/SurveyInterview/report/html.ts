/** A report as HTML for mail programs: tables and inline styles, no picture, no script, readable in dark mode. */
import { asHtml } from '../records/scalars';
import { type Block, type DrawnBar, drawnBars, type ReportDocument } from './document';
import { COLOURS, FONTS, isNumbered, PADDING, quoted, SIZES, TONE_COLOURS, WIDEST } from './look';

/** A number does not fit in a part with a smaller share of the width. */
const FITS = 0.12;

const table = (rows: string, style = '') =>
	`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;${style}">${rows}</table>`;
const row = (content: string, style: string) => `<tr><td style="${style}">${content}</td></tr>`;
const paragraph = (content: string, style = '') =>
	content &&
	`<p style="margin:0 0 6px;font-size:${SIZES.text}px;line-height:1.5;color:${COLOURS.ink};overflow-wrap:anywhere;${style}">${asHtml(content)}</p>`;
const heading = (title: string) =>
	`<h2 style="margin:0 0 8px;font-size:${SIZES.heading}px;line-height:1.3;color:${COLOURS.ink};overflow-wrap:anywhere">${asHtml(title)}</h2>`;
const mainNumber = (score: string, label: string) =>
	`<p style="margin:0;font-size:${SIZES.score}px;line-height:1.1;font-weight:700;color:${COLOURS.ink}">${asHtml(score)}` +
	` <span style="font-size:${SIZES.metric}px;font-weight:400;color:${COLOURS.faint}">${asHtml(label)}</span></p>`;

/** @returns a fragment: mail programs and n8n's mail nodes put it into a page of their own */
export function htmlOf({ locale, title, subtitle, blocks, link }: ReportDocument): string {
	const head = [
		`<h1 style="margin:0 0 4px;font-size:${SIZES.title}px;line-height:1.25;color:${COLOURS.ink};overflow-wrap:anywhere">${asHtml(title)}</h1>`,
		paragraph(subtitle, `color:${COLOURS.faint}`),
	].join('');
	const rows = [head, ...blocks.map(blockOf)];
	if (link) {
		const style = `font-size:${SIZES.text}px;color:#2f4ac0`;
		rows.push(`<a href="${asHtml(link.url)}" style="${style}">${asHtml(link.label)}</a>`);
	}
	const card = table(
		rows.map((content) => row(content, `padding:${PADDING.above}px ${PADDING.side}px`)).join(''),
		`max-width:${WIDEST}px;margin:0 auto;background-color:${COLOURS.paper};font-family:${FONTS}`,
	);
	return `<div lang="${locale}" dir="auto" style="background-color:${COLOURS.paper};color:${COLOURS.ink};padding:8px 0">${card}</div>`;
}

function blockOf(block: Block): string {
	const { title = '', score, label = '', lines = [], bars, quotes = [], note = '' } = block;
	return [
		score === undefined ? heading(title) : mainNumber(score, label),
		...lines.map((line) => paragraph(line)),
		...drawnBars(bars).map(barOf),
		...quotes.map(quoteOf),
		paragraph(note, `color:${COLOURS.faint}`),
	].join('');
}

/** The label and the number are above the bar, because a phone is narrow. */
function barOf({ label, text: number, parts }: DrawnBar): string {
	const cells = parts.filter(({ share }) => share > 0).map(cellOf);
	const rest = 1 - parts.reduce((sum, { share }) => sum + share, 0);
	if (rest > 0.001 || cells.length === 0)
		cells.push(cellOf({ tone: 'none', count: 0, share: rest }));
	return [
		table(
			`<tr><td width="40%" style="font-size:${SIZES.bar}px;line-height:1.4;color:${COLOURS.ink};overflow-wrap:anywhere">${asHtml(label)}</td>` +
				`<td align="right" style="font-size:${SIZES.bar}px;line-height:1.4;color:${COLOURS.faint};padding-left:8px">${asHtml(number)}</td></tr>`,
		),
		table(`<tr>${cells.join('')}</tr>`, 'table-layout:fixed;margin:0 0 8px'),
	].join('');
}

function cellOf({ tone, count, share }: DrawnBar['parts'][number]) {
	const { fill, on } = TONE_COLOURS[tone];
	const inside = isNumbered(tone) && share >= FITS ? String(count) : '&nbsp;';
	const width = `width="${Math.max(Math.round(share * 100), 1)}%"`;
	return `<td ${width} align="center" bgcolor="${fill}" style="background-color:${fill};color:${on};font-size:${SIZES.inside}px;line-height:${SIZES.barHeight}px;height:${SIZES.barHeight}px">${inside}</td>`;
}

const quoteOf = ({ text: said, about }: { text: string; about: string }) =>
	table(
		row(
			paragraph(quoted(said)) +
				paragraph(about, `font-size:${SIZES.small}px;color:${COLOURS.faint}`),
			`border-left:3px solid ${COLOURS.rule};padding:2px 0 2px 10px`,
		),
		'margin:0 0 8px',
	);
