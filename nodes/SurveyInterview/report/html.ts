/**
 * A report as a mail: a whole document, because Gmail ignores styles in a body. Everything can be read without the
 * styles in its head, which only add the dark, the narrow screen, and the font for Word.
 */
import { asHtml } from '../records/scalars';
import { Cells, holder, isRightToLeft, row, section, table, worded } from './cells';
import { barOnScale, columnPicture, footOf, placeOn, stackedBar } from './charts';
import { coloursWith, type Look, rulesOf } from './colours';
import type { GroupRows, ReportPage } from './page';
import type { Mark } from './phrases';

/** `Segoe UI` is first, because Word falls back to Times where it does not know the first font. */
const FONT = "'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif";
const WIDTH = 600;
/** The columns of topics and groups. */
const GRID = { name: '33%', bar: '46%', number: '21%', difference: '12%', score: '9%' };
const BESIDE = 'padding-left:8px';
const TONES = ['bad', 'middle', 'good'] as const;

export function htmlOf(page: ReportPage): string {
	const { light, dark } = coloursWith(page.brand.accent);
	return new Mail(page, light).whole(dark);
}

/** How the first of several is aligned, the last, and those between. */
const alignOf = (at: number, { length }: readonly unknown[]) =>
	at === 0 ? 'left' : at === length - 1 ? 'right' : 'center';

class Mail extends Cells {
	constructor(
		private readonly page: ReportPage,
		look: Look,
	) {
		super(look);
	}

	/** The document around the card. Word needs a table of a fixed width; the others take all of it up to that. */
	whole(dark: Look): string {
		const { locale, title, subject } = this.page;
		const { page, card, ink } = this.look;
		const around = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';
		const fixed = `<table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0">`;
		const parts = [
			...[this.top(), this.headline(), this.shares(), this.lead(), this.trend(), this.topics()],
			...[this.quotes(), this.conclusion(), this.groups(), this.missing(), this.button()],
			this.footer(),
		];
		return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${asHtml(title)}</title>
<style>
:root{color-scheme:light dark}
table,td,h1,h2,a{font-family:${FONT};font-variant-numeric:tabular-nums}
@media (max-width:480px){.side{padding-left:20px !important;padding-right:20px !important}.stack{display:block !important;width:100% !important;padding:0 0 8px !important}.pill{font-size:13px !important}.num{font-size:10px !important}.col{padding:0 1px !important}}
@media (prefers-color-scheme:dark){${rulesOf(dark)}}
${rulesOf(dark, '[data-ogsc] ')}
</style></head>
<body class="page" style="margin:0;padding:0;background-color:${page}">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;overflow:hidden;mso-hide:all">${asHtml(subject)}</div>
<table ${around} class="page" bgcolor="${page}" style="background-color:${page};color:${ink};font-family:${FONT}"><tr><td align="center">
<!--[if mso]>${fixed}<tr><td><![endif]-->
<table ${around} class="card" bgcolor="${card}" style="max-width:${WIDTH}px;background-color:${card};text-align:left">
${parts.filter(Boolean).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>`;
	}

	private top(): string {
		const { title, days, brand } = this.page;
		const alt = asHtml(title);
		const picture = 'display:block;border:0;height:28px;margin:0 0 18px';
		const logo = brand.logo
			? `<img src="${asHtml(brand.logo)}" alt="${alt}" height="28" style="${picture}">`
			: '';
		const { style } = this.styled('title bold', 'margin:0');
		const name = `<h1 class="ink" style="${style}">${worded(title)}</h1>`;
		const head = logo + name + table(row(this.text('muted', asHtml(days))));
		return (
			row(this.surface('accent', { height: 5 })) +
			row(holder(head, { class: 'side', style: 'padding:26px 32px 16px' }))
		);
	}

	/** The score; beside it its change, and how many it tells of. */
	private headline(): string {
		if (!this.page.headline) return '';
		const {
			score,
			why = '',
			change,
			answers = '',
			response = '',
			metric = '',
		} = this.page.headline;
		const counted = [answers && `<strong>${asHtml(answers)}</strong>`, asHtml(response)];
		const beside = [
			why && this.text('lead', asHtml(why)),
			change ? holder(this.pill(change), { style: 'padding-bottom:8px' }) : '',
			answers && this.text('text', counted.filter(Boolean).join(' · ')),
			metric && this.text('small muted', asHtml(metric)),
		];
		const facts = table(
			beside
				.filter(Boolean)
				.map((one) => row(one))
				.join(''),
		);
		const css = 'letter-spacing:-1px;padding-right:22px';
		const place = { width: '1%', valign: 'middle', nowrap: 'nowrap' };
		const number =
			score === undefined ? '' : this.text('score bold stack', asHtml(score), css, place);
		return section(table(row(number, holder(facts, { class: 'stack', valign: 'middle' }))), 18);
	}

	private pill({ tone, text }: Mark): string {
		const look = `${tone === 'even' ? 'ink' : `${tone}Ink`} ${tone}Tint bold pill`;
		const cell = this.text(look, asHtml(text), 'padding:3px 12px;border-radius:14px');
		return table(row(cell), { width: '' });
	}

	/** One bar of those against, between and for, with their shares below. */
	private shares(): string {
		const { shares } = this.page;
		if (shares.length === 0) return '';
		const width = `${Math.floor(100 / shares.length)}%`;
		const under = shares.map(({ tone, share, label }, at) => {
			const large = `<strong>${this.span('share', share)}</strong>`;
			const counted = `${large}<br>${this.swatch(tone)} ${asHtml(label)}`;
			const place = { width, valign: 'top', align: alignOf(at, shares) };
			return this.text('small muted', counted, 'padding-top:6px', place);
		});
		return section(stackedBar(this, shares, 16) + table(row(...under)), 20);
	}

	private lead(): string {
		const rows = this.page.lead.map(({ strong, rest }, at) => {
			const text = `${strong && `<strong>${worded(strong)}</strong>`} ${worded(rest)}`.trim();
			const look = strong === '' ? 'lead muted' : 'lead';
			return row(this.text(look, text, at > 0 ? 'padding-top:6px' : ''));
		});
		return rows.length > 0 ? section(this.box('tint', rows, '14px 18px')) : '';
	}

	private trend(): string {
		const { trend } = this.page;
		const title = trend && this.heading(asHtml(trend.title), trend.aside);
		return trend ? section(title + columnPicture(this, trend)) : '';
	}

	private topics(): string {
		const { topics, said, quotes } = this.page;
		if (!topics) return '';
		const legend = TONES.map((tone, at) => `${this.swatch(tone)}&nbsp;${topics.legend[at]}`);
		const end = { width: GRID.number, align: 'right' };
		const head = row(
			this.text('tiny', '', '', { width: GRID.name }),
			this.text('tiny muted', legend.join('&nbsp; '), '', { width: GRID.bar }),
			this.text('tiny muted', topics.legend[0] ?? '', '', end),
		);
		const rows = topics.rows.map(({ name, percents, count }) => {
			const parts = TONES.map((tone, at) => ({ tone, percent: percents?.[at] ?? 0 }));
			return row(
				this.text('text', worded(name), 'padding:2px 10px 2px 0', { width: GRID.name }),
				holder(percents ? stackedBar(this, parts, 12) : '', { width: GRID.bar }),
				this.text('text', asHtml(count), BESIDE, end),
			);
		});
		const content = table(head + rows.join('')) + this.note(worded(topics.note));
		return section(this.heading(said.title, said.aside) + content, quotes.length > 0 ? 16 : 26);
	}

	private quotes(): string {
		const { quotes, said, topics } = this.page;
		const rows = quotes.map(({ text, quoted, about, tone }, at) => {
			const place = isRightToLeft(text) ? { dir: 'rtl', align: 'right' } : {};
			const content = table(
				row(this.text('lead', worded(quoted), '', place)) +
					row(this.text('small muted', worded(about))),
			);
			const space = at > 0 ? row(this.surface(undefined, { height: 12, colspan: 2 })) : '';
			const line = this.surface(tone, { width: 4 });
			return space + row(line, holder(content, { style: 'padding-left:14px' }));
		});
		const heading = topics ? '' : this.heading(said.title, said.aside);
		return rows.length > 0 ? section(heading + table(rows.join(''))) : '';
	}

	private conclusion(): string {
		const { conclusion } = this.page;
		if (!conclusion) return '';
		const rows = conclusion.lines.map((line) =>
			row(this.text('text', worded(line), 'padding-bottom:4px')),
		);
		return section(this.heading(conclusion.title, conclusion.aside) + table(rows.join('')));
	}

	private groups(): string {
		const { groups } = this.page;
		if (!groups) return '';
		const rows = groups.rows.map((group) => this.groupRow(groups, group));
		if (groups.between !== undefined) {
			const css = 'padding:6px 0';
			const between = this.text('small muted', asHtml(groups.between), css, { colspan: 4 });
			rows.splice(groups.lowest, 0, row(between));
		}
		const content = table(this.scaleHead(groups) + rows.join('') + this.scaleFoot(groups));
		const heading = this.heading(worded(groups.title), groups.aside);
		return section(heading + content + this.note(worded(groups.note)));
	}

	private groupRow({ scale, everyone }: GroupRows, group: GroupRows['rows'][number]): string {
		const { name, answers, score, text, difference, isPale } = group;
		const counted = this.span('small muted', asHtml(answers).replace(' ', '&nbsp;'));
		const colour = isPale ? 'pale' : 'accent';
		const bar = barOnScale(this, score, { scale, everyone: everyone.score, colour });
		const ink = difference.tone === 'even' ? 'muted' : `${difference.tone}Ink`;
		const told = asHtml(difference.text).replace(' ', '&nbsp;');
		const [by, own] = [GRID.difference, GRID.score].map((width) => ({ width, align: 'right' }));
		return row(
			this.text('text', `${worded(name)} ${counted}`, 'padding-right:10px', { width: GRID.name }),
			holder(bar, { width: GRID.bar }),
			this.text(`small ${ink}`, told, BESIDE, by),
			this.text('bold', asHtml(text), BESIDE, own),
		);
	}

	/** Names the line of everyone, on that side of it where there is more room. */
	private scaleHead({ everyone, scale }: GroupRows): string {
		const place = Math.min(Math.max(placeOn(scale, everyone.score), 1), 99);
		const label = `${asHtml(everyone.name)} <strong>${asHtml(everyone.text)}</strong>`;
		const [left, right] = place >= 50 ? [label, ''] : ['', label];
		return this.overBar(
			this.text('tiny', left, '', { width: `${place}%`, align: 'right', nowrap: 'nowrap' }),
			this.text('tiny', right, '', { width: `${100 - place}%`, nowrap: 'nowrap' }),
		);
	}

	private scaleFoot({ scale, numberOf }: GroupRows): string {
		const ends = [...new Set([scale[0], footOf(scale), scale[1]])];
		const width = `${Math.floor(100 / ends.length)}%`;
		return this.overBar(
			...ends.map((end, at) =>
				this.text('tiny muted', numberOf(end), '', { width, align: alignOf(at, ends) }),
			),
		);
	}

	private overBar(...texts: string[]): string {
		return row(holder(''), holder(table(row(...texts))), holder(''), holder(''));
	}

	private missing(): string {
		const rows = this.page.missing.map((line) => row(this.text('small muted', asHtml(line))));
		return rows.length > 0 ? section(this.box('track', rows, '12px 16px')) : '';
	}

	private button(): string {
		const { link } = this.page;
		if (!link) return '';
		const { style } = this.styled('text bold onAccent', 'text-decoration:none');
		const label = worded(link.label);
		const anchor = `<a class="onAccent" href="${asHtml(link.url)}" style="${style}">${label}</a>`;
		const look = { class: 'accent', bgcolor: this.look.accent };
		const face = holder(anchor, { ...look, style: 'padding:10px 22px;border-radius:6px' });
		return section(table(row(face), { width: '' }), 24);
	}

	private footer(): string {
		const rows = this.page.footer.map((line) =>
			row(this.text('small muted', worded(line), 'padding-top:8px')),
		);
		const rule = rows.length > 0 ? table(row(this.surface('rule', { height: 1 }))) : '';
		return section(rule + table(rows.join('')), 24);
	}
}
