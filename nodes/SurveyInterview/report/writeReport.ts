/** The sections of a report in their order; the short ones are written here, and the others in `sections/`. */
import { asHtml, oneLine } from '../service/scalars';
import { harmless } from '../service/harmless';
import { hasNpsGroups } from '../service/metric';
import { box, cell, narrowTable, row, surface, table, textHtml, textRows } from './cells';
import { type ReportDocument, type Section, slackText } from './document';
import type { Words } from './words';
import type { Missing, ReportParts } from './parts';
import { type Report, type ReportFacts, reportOf } from './reportFacts';
import { MAX_NAME } from './reportSurvey';
import { groups } from './sections/groups';
import { lead } from './sections/lead';
import { score, scoreInSubject } from './sections/score';
import { trend } from './sections/trend';
import { whatPeopleSay } from './sections/whatPeopleSay';

/**
 * The sections in their order. A new one is a function that gives them, if there is anything to say, with `slackTexts`
 * if Slack shows them, and its words in `words.ts`. Its data is a part (`parts.ts`), which is missing if
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
		subject: `${title}: ${scoreInSubject(report)}`,
		title,
		periodInWords: days,
		highlights: lead(report).flatMap((section) => section.text),
		brand,
		sections: SECTIONS.flatMap((section) => section(report)),
	};
}

const MAX_POINTS = 3;
const MAX_PARAGRAPH = 320;

function conclusion({ words, parts, servicePeriodText }: Report): Section[] {
	const { text: written, points } = parts.conclusion.value ?? {};
	const bullets = (points ?? []).slice(0, MAX_POINTS).map((point) => `• ${point.text}`);
	const lines = [...(written?.split('\n') ?? []), ...bullets]
		.map((line) => harmless(line, MAX_PARAGRAPH))
		.filter(Boolean);
	if (lines.length === 0) return [];
	const heading = { title: words.conclusion, aside: servicePeriodText };
	return [{ heading, html: table(textRows(lines, 'text ink', 'padding-bottom:4px')), text: lines }];
}

/** What could not be shown, in one sentence for each reason. */
function missing(report: Report): Section[] {
	const { words, phrases } = report;
	const list = new Intl.ListFormat(words.formats);
	const reasons = ['unreadable', 'suppressed', 'maybeSuppressed', 'empty'] as const;
	const lines = reasons.flatMap((reason) => {
		const names = partsMissing(report, reason).map((name) => words.part[name]);
		if (names.length === 0) return [];
		return [phrases.fill(words.missing[reason], { parts: list.format(names) })];
	});
	if (lines.length === 0) return [];
	const html = box('track', '12px 16px', textRows(lines, 'small muted'));
	return [{ html, text: lines, slackTexts: [slackText(lines.join('\n'))] }];
}

function partsMissing({ words, parts, wanted, hasNamedGroup }: Report, reason: Missing) {
	const isNoResult = reason === 'empty' || reason === 'maybeSuppressed';
	// Where there are no results at all, the score's section has said so.
	if (isNoResult && parts.scores.missing === reason) return [];
	// Groups that are all too small to be shown are gathered in one without a name: they were suppressed.
	const areAllGathered = parts.groups?.value !== undefined && !hasNamedGroup;
	const names = Object.keys(words.part) as Array<keyof Words['part']>;
	return names.filter((name) => {
		// A service that does not count who was invited has no response rate.
		if (name === 'response_rate' && isNoResult) return false;
		// Topics are read for the quotes as well, so they may be missing although nobody asked for them.
		if (name === 'topics' && !wanted.has('topics')) return false;
		if (name === 'groups' && areAllGathered) return reason === 'suppressed';
		return parts[name]?.missing === reason;
	});
}

const MAX_BUTTON = 45;

function button({ words, brand }: Report): Section[] {
	const { linkUrl: url } = brand;
	if (url === undefined) return [];
	const label = oneLine(brand.linkText ?? words.more, MAX_BUTTON);
	const link = `href="${asHtml(url)}" class="text onAccent bold" style="text-decoration:none"`;
	// `accent`, like all classes, gets its style and colour in cells.ts.
	const face = 'class="accent" style="padding:10px 22px;border-radius:6px"';
	return [
		{
			html: narrowTable(row(cell(`<a ${link}>${textHtml(label)}</a>`, face))),
			spaceBelowPx: 24,
			text: [`${label}: ${url}`],
			slackTexts: [`<${slackText(url)}|${slackText(label)}>`],
			isOnFirstScreen: true,
		},
	];
}

const MAX_FOOTER = 200;

function footer({ words, phrases, parts, metric, brand }: Report): Section[] {
	const showsNps = hasNpsGroups(metric) && parts.scores.missing !== 'notWanted';
	const explanation = showsNps ? phrases.fill(words.npsExplained, { metric: phrases.metric }) : '';
	const lines = [explanation, oneLine(brand.footer ?? '', MAX_FOOTER)].filter(Boolean);
	const rule = lines.length > 0 ? table(row(surface('rule', 'height="1"'))) : '';
	const html = rule + table(textRows(lines, 'small muted', 'padding-top:8px'));
	// Also without a line: it is the space at the end of the mail.
	return [{ html, spaceBelowPx: 24, text: lines }];
}
