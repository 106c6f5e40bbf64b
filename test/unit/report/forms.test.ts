/** The forms of a report, within what mail programs and Slack show, whatever stands in it. */
import fc from 'fast-check';
import { parse } from 'parse5';
import { extent } from '../../extent';
import { isRightToLeft, textHtml } from '../../../nodes/SurveyInterview/report/cells';
import { coloursWith, contrast } from '../../../nodes/SurveyInterview/report/colours';
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import {
	firstScreenOf,
	plainTextOf,
	slackBlocksOf,
} from '../../../nodes/SurveyInterview/report/document';
import { reportOf, reports, scoresOf, topicOf } from './aReport';
import { elementsIn } from './elements';

const bodyOf = (html: string) => elementsIn(parse(html)).filter((one) => one.tagName === 'body');

/** What Word's engine shows of a body, or at least leaves out without harm (caniemail.com). */
const TAGS = 'body table tbody tr td div span strong br h1 h2 a img'.split(' ');
const ATTRIBUTES = (
	'align alt aria-label bgcolor cellpadding cellspacing class colspan dir height href nowrap ' +
	'role src style valign width'
).split(' ');
const PROPERTIES = (
	'background-color border border-radius color display font-family font-size font-weight height ' +
	'letter-spacing line-height margin max-height max-width mso-hide overflow padding padding-bottom ' +
	'padding-left padding-right padding-top text-align text-decoration white-space'
).split(' ');
/** What Word does not show, or shows elsewhere. */
const UNSAFE =
	/url\(|calc\(|var\(|rgba|expression|flex|grid|inline-block|auto|[%]|!important|\dem\b/i;

it('a body has only what Outlook with Word’s engine shows', () => {
	fc.assert(
		fc.property(reports, (report) => {
			const html = htmlOf(report);
			expect(Buffer.byteLength(html)).toBeLessThan(102_000);
			for (const { tagName, attrs } of bodyOf(html).flatMap(elementsIn)) {
				expect(TAGS).toContain(tagName);
				for (const { name, value } of attrs) {
					expect(ATTRIBUTES).toContain(name);
					if (name !== 'style') continue;
					expect(value).not.toMatch(UNSAFE);
					for (const one of value.split(';')) expect(PROPERTIES).toContain(one.split(':')[0]);
				}
				const style = attrs.find(({ name }) => name === 'style')?.value ?? '';
				// Word needs a table of a fixed width around what is only as wide as it may be.
				if (style.includes('max-width')) expect(html).toContain('<!--[if mso]><table');
				if (style.includes('display:none')) expect(style).toContain('mso-hide:all');
			}
		}),
		{ numRuns: extent({ quick: 10, all: 60 }) },
	);
});

it('nothing that others wrote becomes a link, a picture or a tag', () => {
	fc.assert(
		fc.property(reports, (report) => {
			const body = bodyOf(htmlOf(report)).flatMap(elementsIn);
			expect(body.filter(({ tagName }) => ['a', 'img', 'script'].includes(tagName))).toEqual([]);
			for (const text of [plainTextOf(report), firstScreenOf(report), htmlOf(report)]) {
				expect(text).not.toMatch(/https?:\/\/|www\.\w/);
			}
		}),
		{ numRuns: extent({ quick: 10, all: 60 }) },
	);
});

it('Slack’s blocks are the first screen within Slack’s limits, and nothing in them is a mention', () => {
	fc.assert(
		fc.property(reports, (report) => {
			const { blocks } = slackBlocksOf(report);
			expect(blocks.length).toBeLessThanOrEqual(7);
			for (const { type, text } of blocks) {
				expect(text.text.length).toBeGreaterThan(0);
				expect(text.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3000);
				if (type === 'section') expect(text.text).not.toMatch(/<[!@#h]/);
			}
		}),
	);
});

it('names and links that are too long for Slack are cut', () => {
	// Each link of the name becomes a longer text in its place.
	const name = 'www.a '.repeat(13);
	const brand = { linkUrl: `https://example.com/${'a'.repeat(3000)}` };
	const { blocks } = slackBlocksOf(reportOf({ name, brand }));
	expect(blocks.map(({ text }) => text.text.length)).toEqual([150, 27, 3000]);
});

it('the first screen is the score, what to look at and the link', () => {
	const brand = { linkUrl: 'https://example.com/report' };
	const topics = { value: [topicOf('Prices', 9, 2, 1)] };
	const report = reportOf({ brand }, { topics, scores: scoresOf('nps', 9, 9, 3) });
	const [title, score, lead, link, ...others] = firstScreenOf(report).split('\n\n');
	expect(title).toBe('Survey\n2 February – 1 March 2026');
	expect(score).toContain('NPS');
	expect(lead).toContain('Prices');
	expect(link).toContain(brand.linkUrl);
	expect(others).toEqual([]);
	expect(firstScreenOf(reportOf({}, { scores: { missing: 'empty' } }))).toContain('Nobody');
});

it.each<[string, boolean]>([
	['قال: رائع', true],
	['“שלום”', true],
	['12 ܫܠܡܐ', true],
	['He said שלום', false],
	['12', false],
])('“%s” is read from right to left: %s', (text, isFromRight) => {
	expect(isRightToLeft(text)).toBe(isFromRight);
	const quotes = { value: [{ text, topic: 'Greeting', sentiment: null }] };
	expect(htmlOf(reportOf({}, { quotes })).includes('dir="rtl" align="right"')).toBe(isFromRight);
});

it('a long word may be divided, but neither before an accent nor near its end', () => {
	const letter = 'e\u0301';
	const [start, end] = [`a${letter.repeat(4)}`, letter.repeat(5)];
	expect(textHtml(start + end)).toBe(`${start}&#8203;${end}`);
	expect(textHtml('a'.repeat(17))).toBe('a'.repeat(17));
});

it('a range of numbers stays on one line', () => {
	expect(textHtml('13 gave 0–4, 2 – 8 March')).toBe(
		'13 gave <span style="white-space:nowrap">0–4</span>, 2 – 8 March',
	);
});

it('a report without a footer of the sender’s own ends with what it says itself', () => {
	const linesOf = (footer?: string) =>
		plainTextOf(
			reportOf({ metric: 'csat', brand: { footer } }, { scores: scoresOf('csat', 4, 5) }),
		);
	expect(linesOf('By us.')).toBe(`${linesOf()}\n\nBy us.`);
	expect(htmlOf(reportOf({ metric: 'csat' }))).not.toMatch(/class="rule"|padding-top:8px/);
	expect(htmlOf(reportOf({ brand: { footer: 'By us.' } }))).toContain('class="rule"');
});

describe('what is the sender’s own', () => {
	const brand = {
		heading: 'Our report',
		accentColor: '#f2c200',
		logoUrl: 'https://example.com/logo.png?a="b"',
		footer: 'Questions & answers: team@example.com',
		linkUrl: 'https://example.com/report?a=1&b=2',
		linkText: 'Look into it',
	};
	const report = reportOf({ brand }, { scores: scoresOf('nps', 9, 9, 3) });

	it('stands in the mail', () => {
		const html = htmlOf(report);
		const body = bodyOf(html).flatMap(elementsIn);
		const attributesOf = (tag: string) =>
			Object.fromEntries(
				body
					.find(({ tagName }) => tagName === tag)
					?.attrs.map(({ name, value }) => [name, value]) ?? [],
			);
		expect(attributesOf('img')).toMatchObject({
			src: brand.logoUrl,
			alt: 'Our report',
			height: '28',
		});
		expect(attributesOf('a')).toMatchObject({ href: brand.linkUrl });
		expect(html).toContain('Questions &amp; answers: team@example.com');
		expect(html).toContain('Look into it');
		expect(html).toContain(
			`.accent{background-color:${coloursWith(brand.accentColor).dark.accent}`,
		);
	});

	it('stands in the subject, the text and the blocks of Slack', () => {
		expect(report.subject).toBe('Our report: NPS 33 (3 answers)');
		expect(plainTextOf(report)).toContain('Look into it: https://example.com/report?a=1&b=2');
		const { blocks } = slackBlocksOf(report);
		expect(blocks[0]?.text.text).toBe('Our report');
		expect(blocks.at(-1)?.text.text).toBe('<https://example.com/report?a=1&amp;b=2|Look into it>');
	});
});

it('whatever the accent, texts and bars can be seen in light and dark', () => {
	const channel = fc.integer({ min: 0, max: 255 });
	const accent = fc
		.tuple(channel, channel, channel)
		.map((channels) => `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`);
	fc.assert(
		fc.property(accent, (given) => {
			for (const look of Object.values(coloursWith(given))) {
				for (const colour of Object.values(look)) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
				const surfaces = [look.card, look.tint, look.track] as const;
				for (const surface of surfaces) {
					expect(contrast(look.ink, surface)).toBeGreaterThanOrEqual(4.5);
					expect(contrast(look.muted, surface)).toBeGreaterThanOrEqual(4.5);
				}
				expect(contrast(look.badInk, look.badTint)).toBeGreaterThanOrEqual(4.5);
				expect(contrast(look.goodInk, look.goodTint)).toBeGreaterThanOrEqual(4.5);
				expect(contrast(look.ink, look.evenTint)).toBeGreaterThanOrEqual(4.5);
				expect(contrast(look.onAccent, look.accent)).toBeGreaterThanOrEqual(4.5);
				for (const bar of [look.accent, look.bad, look.middle, look.good]) {
					expect(contrast(bar, look.card)).toBeGreaterThanOrEqual(3);
				}
			}
		}),
	);
});
