/** The sections of a report in their order; the short ones are written here, and the others in `sections/`. */
import { asHtml, oneLine } from '../service/scalars';
import { harmless } from '../service/harmless';
import { hasGroups } from '../service/metric';
import { box, holder, row, surface, table, textCell, textHtml } from './cells';
import type { ReportDocument, Section } from './document';
import type { Words } from './english';
import { MAX_NAME } from './groups';
import type { Missing, ReportParts } from './parts';
import { hasNamedGroup, type Report, type ReportFacts, reportOf } from './reportFacts';
import { groups } from './sections/groups';
import { lead } from './sections/lead';
import { whatPeopleSay } from './sections/said';
import { score, subjectOf } from './sections/score';
import { trend } from './sections/trend';
import { slackText } from './slack';

/**
 * The sections in their order. A new one is a function that gives them, if there is anything to say, with `slack` if
 * Slack shows them, and its words in `english.ts` and `dutch.ts`. Its data is a part (`parts.ts`), which is missing if
 * too few have answered in a survey that may be anonymous. It is tested in `test/unit/report/sections.test.ts`, and its
 * words as a situation in `written.test.ts`.
 */
const SECTIONS: ReadonlyArray<(report: Report) => Section[]> = [
	score,
	lead,
	trend,
	whatPeopleSay,
	conclusion,
	groups,
	missing,
	button,
	footer,
];

export function writeReport(facts: ReportFacts, parts: ReportParts): ReportDocument {
	const report = reportOf(facts, parts);
	const { words, brand, name, days } = facts;
	const names = [brand.heading, name].map((text) => harmless(String(text ?? ''), MAX_NAME));
	const title = names.find((text) => text !== '') ?? words.aSurvey;
	return {
		locale: words.locale,
		subject: `${title}: ${subjectOf(report)}`,
		title,
		days,
		highlights: lead(report).flatMap((section) => section.text),
		accent: brand.accent,
		logo: brand.logo,
		sections: SECTIONS.flatMap((section) => section(report)),
	};
}

/** Rows of a mail, one for each line. */
const rowsOf = (lines: readonly string[], classes: string, style = '') =>
	lines.map((line) => row(textCell(classes, textHtml(line), style))).join('');

const MAX_POINTS = 3;
const MAX_PARAGRAPH = 320;

function conclusion({ words, parts, when }: Report): Section[] {
	const { text: written, points } = parts.conclusion.value ?? {};
	const bullets = (points ?? []).slice(0, MAX_POINTS).map((point) => `• ${point.text}`);
	const lines = [...(written?.split('\n') ?? []), ...bullets]
		.map((line) => harmless(line, MAX_PARAGRAPH))
		.filter(Boolean);
	if (lines.length === 0) return [];
	const heading = { title: words.conclusion, aside: when };
	return [{ heading, html: table(rowsOf(lines, 'text ink', 'padding-bottom:4px')), text: lines }];
}

/** What could not be shown, in one sentence for each reason (`Missing`). Why there is no score stands in its place. */
function missing(report: Report): Section[] {
	const { words, phrases } = report;
	const list = new Intl.ListFormat(words.formats);
	const lines = (['unreadable', 'suppressed', 'perhapsHeld', 'empty'] as const).flatMap((why) => {
		const names = partsMissing(report, why).map((name) => words.part[name]);
		if (names.length === 0) return [];
		return [phrases.fill(words.missing[why], { parts: list.format(names) })];
	});
	if (lines.length === 0) return [];
	const html = box('track', '12px 16px', rowsOf(lines, 'small muted'));
	return [{ html, text: lines, slack: [slackText(lines.join('\n'))] }];
}

function partsMissing(report: Report, why: Missing) {
	const { words, parts, wanted } = report;
	const isNoResult = why === 'empty' || why === 'perhapsHeld';
	// Where there are no results at all, the score's section has said so.
	if (isNoResult && parts.scores.missing === why) return [];
	// Groups that are all too small to be shown are gathered in one without a name: they were held back.
	const areAllGathered = parts.groups?.value !== undefined && !hasNamedGroup(report);
	const names = Object.keys(words.part) as Array<keyof Words['part']>;
	return names.filter((name) => {
		// A service that does not count who was invited has no response rate.
		if (name === 'response_rate' && isNoResult) return false;
		// They are read for the quotes as well.
		if (name === 'topics' && !wanted.has('topics')) return false;
		if (name === 'groups' && areAllGathered) return why === 'suppressed';
		return parts[name]?.missing === why;
	});
}

const MAX_BUTTON = 45;

function button({ words, brand }: Report): Section[] {
	const { link: url } = brand;
	if (url === undefined) return [];
	const label = oneLine(brand.linkText ?? words.more, MAX_BUTTON);
	const link = `href="${asHtml(url)}" class="text onAccent bold" style="text-decoration:none"`;
	const face = 'class="accent" style="padding:10px 22px;border-radius:6px"';
	const buttonRow = row(holder(`<a ${link}>${textHtml(label)}</a>`, face));
	return [
		{
			html: table(buttonRow, 'role="presentation"'),
			below: 24,
			text: [`${label}: ${url}`],
			slack: [`<${slackText(url)}|${slackText(label)}>`],
			isOnFirstScreen: true,
		},
	];
}

const MAX_FOOTER = 200;

function footer({ words, phrases, parts, metric, brand }: Report): Section[] {
	const showsNps = hasGroups(metric) && parts.scores.missing !== 'notWanted';
	const explanation = showsNps ? phrases.fill(words.explain, { metric: phrases.metric }) : '';
	const lines = [explanation, oneLine(brand.footer ?? '', MAX_FOOTER)].filter(Boolean);
	const rule = lines.length > 0 ? table(row(surface('rule', 'height="1"'))) : '';
	const html = rule + table(rowsOf(lines, 'small muted', 'padding-top:8px'));
	// Also without a line: it is the space at the end of the mail.
	return [{ html, below: 24, text: lines }];
}
