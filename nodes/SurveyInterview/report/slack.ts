/** The first screen of a report as blocks of Slack, within the limits that Slack publishes for them. */
import { asHtml, oneLine } from '../records/scalars';
import type { ReportPage, Tone } from './page';

/** Characters of a header and of a section. */
const MAX_HEADER = 150;
const MAX_SECTION = 3000;
/** Squares of a bar. */
const WIDTH = 10;
const SQUARES: Record<Tone, string> = {
	bad: '🟥',
	middle: '⬜',
	good: '🟩',
	pale: '🟨',
	accent: '🟦',
};

/** Escaped as Slack requires, so that nothing in a text becomes a link or a mention. */
const plain = (text: string) => text.replace(/[&<>]/g, asHtml);
const bold = (text: string) => (text === '' ? '' : `*${plain(text)}*`);

/** @returns the form of Slack's Block Kit Builder, which n8n's Slack node takes */
export function slackBlocksOf({ title, days, headline, shares, lead, missing, link }: ReportPage) {
	const { score, why, change, answers, response, metric = '' } = headline ?? {};
	const bar = shares.flatMap(({ tone, percent }, at) => {
		const before = shares.slice(0, at).reduce((sum, one) => sum + one.percent, 0);
		const place = (end: number) => Math.round((end * WIDTH) / 100);
		return SQUARES[tone].repeat(place(before + percent) - place(before));
	});
	const told = shares.map(({ share, label }) => `${share} (${plain(label)})`);
	const counted = [answers, response].filter((one) => one !== undefined).map(plain);
	const sections = [
		[`_${plain(days)}_`],
		[
			score === undefined ? plain(why ?? '') : `${bold(score)} ${plain(metric)}`,
			change ? bold(change.text) : '',
			counted.join(' · '),
		],
		[bar.join(''), told.join(', ')],
		lead.map(({ strong, rest }) => [bold(strong), plain(rest)].filter(Boolean).join(' ')),
		missing.map(plain),
		link ? [`<${plain(link.url)}|${plain(link.label)}>`] : [],
	];
	const texts = sections.map((rows) => rows.filter(Boolean).join('\n')).filter(Boolean);
	const section = (text: string) => ({
		type: 'section',
		text: { type: 'mrkdwn', text: text.slice(0, MAX_SECTION) },
	});
	const header = { type: 'plain_text', text: oneLine(title, MAX_HEADER - 1) };
	return { blocks: [{ type: 'header', text: header }, ...texts.map(section)] };
}
