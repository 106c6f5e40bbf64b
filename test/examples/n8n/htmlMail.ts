/** An HTML email as somebody sees it. */
export interface HtmlMail {
	/** All of it, without tags. */
	text: string;
	/** The cells of the tables that have text, row by row, by the heading above them; '' is above all headings. */
	rows: Record<string, string[][]>;
	/** What is quoted. */
	quotes: string[];
}

export function readHtml(html: string): HtmlMail {
	const sections = html.split(/<h2[^>]*>/);
	const rows = sections.map((section, place): [string, string[][]] => {
		const [heading = '', rest = ''] = place === 0 ? ['', section] : section.split('</h2>');
		// A bar is a table in a cell, and has no text.
		const drawn = rest.replace(/<td><table.*?<\/table><\/td>/gs, '');
		return [seen(heading), parts(drawn, 'tr').map((row) => parts(row, 'td').map(seen))];
	});
	return {
		text: seen(html),
		rows: Object.fromEntries(
			rows.map(([heading, all]) => [heading, all.filter((row) => row.length > 0)]),
		),
		quotes: parts(html, 'blockquote').map(seen),
	};
}

const parts = (html: string, tag: string) =>
	[...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'))].map(([part]) => part);

const seen = (html: string) =>
	html
		.replace(/<[^>]*>/g, '')
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replace(/&nbsp;/g, ' ')
		.trim();
