/** A report as its sections, and how they become a text and blocks of Slack; `html.ts` makes the mail of them. */
import { asHtml, oneLine } from '../service/scalars';
import type { Brand } from './reportRequest';

export interface ReportDocument {
	/** The language of the texts, such as `en`. */
	locale: string;
	subject: string;
	title: string;
	/** The period in words. */
	days: string;
	/** What to look at first. */
	highlights: string[];
	brand: Brand;
	/** In the order in which they are read. */
	sections: Section[];
}

export interface Section {
	/** The aside stands beside the title in grey; it may be empty. */
	heading?: { title: string; aside: string };
	/** The content of its cell in the mail, with classes of `cells.ts`. */
	html: string;
	/** The space below it in the mail, in pixels; 26 if absent. */
	below?: number;
	/** Lines of a text; empty ones are left out. */
	text: string[];
	/** Its sections in Slack; without them, Slack does not show it. */
	slack?: string[];
	/** Whether it is seen without scrolling; the short text (`summary`) has only such sections. */
	isOnFirstScreen?: boolean;
}

/** For a mail without HTML, a model, or a chat that supports none of the other forms. */
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

/** Limits that Slack publishes for a header and a section, in characters. */
const MAX_HEADER = 150;
const MAX_SECTION = 3000;

/** @returns the form of Slack's Block Kit Builder, which n8n's Slack node takes */
export function slackBlocksOf({ title, days, sections }: ReportDocument) {
	const header = { type: 'plain_text', text: oneLine(title, MAX_HEADER - 1) };
	const texts = [`_${slackText(days)}_`, ...sections.flatMap(({ slack = [] }) => slack)];
	const blocks = texts.map((text) => ({
		type: 'section',
		text: { type: 'mrkdwn', text: text.slice(0, MAX_SECTION) },
	}));
	return { blocks: [{ type: 'header', text: header }, ...blocks] };
}

/** Escaped as Slack requires, so that nothing in a text becomes a link or a mention. */
export const slackText = (text: string): string => text.replace(/[&<>]/g, asHtml);
export const slackBold = (text: string): string => (text === '' ? '' : `*${slackText(text)}*`);
