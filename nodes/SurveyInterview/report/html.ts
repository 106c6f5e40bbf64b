/**
 * A report as a mail: a whole document, because Gmail ignores styles in a body. Everything can be read without the
 * styles in its head, which only add the dark, the narrow screen, and the font for Word.
 */
import { asHtml } from '../service/scalars';
import { cell, inlineStyles, row, surface, table, textCell, textHtml } from './cells';
import { coloursWith, rulesOf } from './colours';
import type { ReportDocument, Section } from './document';

/** `Segoe UI` is first, because Word falls back to Times where it does not know the first font. */
const FONT = "'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif";
const WIDTH = 600;
const NARROW_STYLES =
	'.side{padding-left:20px !important;padding-right:20px !important}' +
	'.stack{display:block !important;width:100% !important;padding:0 0 8px !important}' +
	'.pill{font-size:13px !important}.num{font-size:10px !important}.col{padding:0 1px !important}';
/** Hides the first line of the mail, which mail programs show beside the subject in the list of mails. */
const PREVIEW_STYLE =
	'display:none;font-size:1px;line-height:1px;max-height:0;overflow:hidden;mso-hide:all';

/** So Outlook on the web and on a phone mark a mail when they show it in the dark. */
const DARK_IN_OUTLOOK = '[data-ogsc] ';

export function htmlOf(report: ReportDocument): string {
	const { light, dark } = coloursWith(report.brand.accentColor);
	return `<!doctype html>
<html lang="${report.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${asHtml(report.title)}</title>
<style>
:root{color-scheme:light dark}
table,td,h1,h2,a{font-family:${FONT};font-variant-numeric:tabular-nums}
@media (max-width:480px){${NARROW_STYLES}}
@media (prefers-color-scheme:dark){${rulesOf(dark)}}
${rulesOf(dark, DARK_IN_OUTLOOK)}
</style></head>
${inlineStyles(bodyOf(report), light)}</html>`;
}

/**
 * Word needs a table of a fixed width around the card; the others take all of the width up to that. `$page`, `$card` and
 * `$ink` are colours, which `inlineStyles` fills in.
 */
function bodyOf({
	title,
	subject,
	periodInWords,
	brand: { logoUrl },
	sections,
}: ReportDocument): string {
	const plainTable = 'role="presentation" cellpadding="0" cellspacing="0"';
	const picture = logoUrl
		? `<img src="${asHtml(logoUrl)}" alt="${asHtml(title)}" height="28" style="display:block;border:0;height:28px;margin:0 0 18px">`
		: '';
	const name = `<h1 class="title ink bold" style="margin:0">${textHtml(title)}</h1>`;
	const top = picture + name + table(row(textCell('text muted', textHtml(periodInWords))));
	const rows = [
		row(surface('accent', 'height="5"')),
		row(cell(top, 'class="side" style="padding:26px 32px 16px"')),
		...sections.map(rowOf),
	];
	return `<body class="page" style="margin:0;padding:0;background-color:$page">
<div style="${PREVIEW_STYLE}">${asHtml(subject)}</div>
<table ${plainTable} width="100%" class="page" style="background-color:$page;color:$ink;font-family:${FONT}"><tr><td align="center">
<!--[if mso]><table ${plainTable} width="${WIDTH}"><tr><td><![endif]-->
<table ${plainTable} width="100%" class="card" style="max-width:${WIDTH}px;background-color:$card;text-align:left">
${rows.join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>`;
}

function rowOf({ heading, html, spaceBelowPx = 26 }: Section): string {
	const content = heading ? headingOf(heading) + html : html;
	return row(cell(content, `class="side" style="padding:0 32px ${spaceBelowPx}px"`));
}

function headingOf({ title, aside }: NonNullable<Section['heading']>): string {
	const beside = `<span class="small muted" style="font-weight:400">${asHtml(aside)}</span>`;
	return `<h2 class="heading ink bold" style="margin:0 0 6px">${textHtml(title)}${aside && ` &nbsp;${beside}`}</h2>`;
}
