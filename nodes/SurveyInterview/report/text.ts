/** A report as text, for a mail without HTML, a model, or a chat that supports none of the other forms. */
import type { ReportDocument, Section } from './document';

export const plainTextOf = (report: ReportDocument): string => textOf(report, report.sections);

/** What is seen without scrolling, and the link. */
export const firstScreenOf = (report: ReportDocument): string =>
	textOf(
		report,
		report.sections.filter(({ isOnFirstScreen }) => isOnFirstScreen),
	);

function textOf({ title, days }: ReportDocument, sections: readonly Section[]): string {
	const paragraphs = sections.map(({ heading, text }) => [
		heading?.aside ? `${heading.title} (${heading.aside})` : heading?.title,
		...text,
	]);
	return [[title, days], ...paragraphs]
		.map((lines) => lines.filter(Boolean).join('\n'))
		.filter(Boolean)
		.join('\n\n');
}
