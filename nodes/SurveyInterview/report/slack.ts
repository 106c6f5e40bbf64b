/** The first screen of a report as blocks of Slack, within the limits that Slack publishes for them. */
import { asHtml, oneLine } from '../service/scalars';
import type { ReportDocument } from './document';

/** Characters of a header and of a section. */
const MAX_HEADER = 150;
const MAX_SECTION = 3000;

/** Escaped as Slack requires, so that nothing in a text becomes a link or a mention. */
export const slackText = (text: string): string => text.replace(/[&<>]/g, asHtml);
export const slackBold = (text: string): string => (text === '' ? '' : `*${slackText(text)}*`);

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
