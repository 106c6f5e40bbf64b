/** A report as text, for a mail without HTML, a model, or a chat that supports none of the other forms. */
import type { ReportPage } from './page';

const lines = (...all: Array<string | undefined>) => all.filter(Boolean).join('\n');
const titled = (title: string, aside: string) => (aside ? `${title} (${aside})` : title);

/** What is seen without scrolling, and the link. */
export function firstScreenOf({ title, days, headline, shares, highlights, link }: ReportPage) {
	const { score, why, change, answers, response, metric } = headline ?? {};
	const numbers = lines(
		score === undefined ? why : `${score} ${metric}`,
		change?.text,
		[answers, response].filter(Boolean).join(' · '),
		shares.map(({ share, label }) => `${share} (${label})`).join(', '),
	);
	const to = link && `${link.label}: ${link.url}`;
	return [lines(title, days), numbers, lines(...highlights), to].filter(Boolean).join('\n\n');
}

export function plainTextOf(page: ReportPage): string {
	const { trend, topics, quotes, said, conclusion, groups, missing, footer, link } = page;
	const rows = groups?.rows.map(
		({ name, text, difference, answers }) => `${name}: ${text} (${difference.text}), ${answers}`,
	);
	if (groups?.between !== undefined) rows?.splice(groups.lowest, 0, groups.between);
	const parts = [
		firstScreenOf({ ...page, link: undefined }),
		trend &&
			lines(
				titled(trend.title, trend.aside),
				...trend.columns.map(
					({ label, text, answers }) => `${label}: ${text}${answers ? ` · ${answers}` : ''}`,
				),
			),
		(topics || quotes.length > 0) &&
			lines(
				titled(said.title, said.aside),
				...(topics?.rows ?? []).map(({ name, told, count }) => `${name}: ${told ?? count}`),
				topics?.note,
			),
		lines(...quotes.map(({ quoted, about }) => `${quoted} ${about}`)),
		conclusion && lines(titled(conclusion.title, conclusion.aside), ...conclusion.lines),
		groups &&
			lines(
				titled(groups.title, groups.aside),
				`${groups.everyone.name}: ${groups.everyone.text}`,
				...(rows ?? []),
				groups.note,
			),
		lines(...missing),
		link && `${link.label}: ${link.url}`,
		lines(...footer),
	];
	return parts.filter(Boolean).join('\n\n');
}
