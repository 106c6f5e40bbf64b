/** A report as its sections, and how they become a text and blocks of Slack; `html.ts` makes the mail of them. */
import { asHtml, oneLine } from '../service/scalars';
import type { Brand } from './reportRequest';

export interface ReportDocument {
	/** The language of the texts, such as `en`. */
	locale: string;
	subject: string;
	title: string;
	/** Such as `2 February – 1 March 2026`. */
	periodInWords: string;
	/** What to look at first, for the field `highlights` of the output; the sections say it as well. */
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
	/** The space below it in the mail; 26 if absent. */
	spaceBelowPx?: number;
	/** Lines of a text; empty ones are left out. */
	text: string[];
	/** Its texts in Slack; without them, Slack does not show it. */
	slackTexts?: string[];
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

function textOf({ title, periodInWords }: ReportDocument, sections: readonly Section[]): string {
	const paragraphs = sections.map(({ heading, text }) => [
		heading?.aside ? `${heading.title} (${heading.aside})` : heading?.title,
		...text,
	]);
	return [[title, periodInWords], ...paragraphs]
		.map((lines) => lines.filter(Boolean).join('\n'))
		.filter(Boolean)
		.join('\n\n');
}

/** Limits that Slack publishes for a header and a section, in characters. */
const MAX_HEADER = 150;
const MAX_SECTION = 3000;

/** @returns the form of Slack's Block Kit Builder, which n8n's Slack node takes */
export function slackBlocksOf({ title, periodInWords, sections }: ReportDocument) {
	// One less, because `oneLine` puts `…` behind what it cuts.
	const header = { type: 'plain_text', text: oneLine(title, MAX_HEADER - 1) };
	const texts = [
		`_${slackText(periodInWords)}_`,
		...sections.flatMap(({ slackTexts = [] }) => slackTexts),
	];
	// A text that is too long may be cut inside an escape such as `&amp;`, but without the cut Slack would refuse all.
	const blocks = texts.map((text) => ({
		type: 'section',
		text: { type: 'mrkdwn', text: text.slice(0, MAX_SECTION) },
	}));
	return { blocks: [{ type: 'header', text: header }, ...blocks] };
}

/** Escaped as Slack requires, so that nothing in a text becomes a link or a mention. */
export const slackText = (text: string): string => text.replace(/[&<>]/g, asHtml);
export const slackBold = (text: string): string => (text === '' ? '' : `*${slackText(text)}*`);
