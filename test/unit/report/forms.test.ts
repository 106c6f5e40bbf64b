/** The three forms of a report, within what mail programs and Slack show, whatever stands in it. */
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { extent } from '../../extent';
import { htmlOf } from '../../../nodes/SurveyInterview/report/html';
import { plainTextOf } from '../../../nodes/SurveyInterview/report/plainText';
import { slackBlocksOf } from '../../../nodes/SurveyInterview/report/slack';
import { documents } from './documents';

interface Element {
	tagName?: string;
	attrs?: Array<{ name: string; value: string }>;
	childNodes?: Element[];
	value?: string;
}

const elementsIn = (node: Element): Element[] => [
	...(node.tagName === undefined ? [] : [node]),
	...(node.childNodes ?? []).flatMap(elementsIn),
];
const textIn = (node: Element): string =>
	node.value ?? (node.childNodes ?? []).map(textIn).join('');

const TAGS = ['a', 'div', 'h1', 'h2', 'p', 'span', 'table', 'tbody', 'td', 'tr'];
const ATTRIBUTES = [
	'align',
	'bgcolor',
	'border',
	'cellpadding',
	'cellspacing',
	'dir',
	'href',
	'lang',
	'role',
	'style',
	'width',
];
/** Properties that mail programs leave out or that reach for something elsewhere. */
const UNSAFE = /url\(|expression|position|float|flex|grid|var\(|@|!important/i;

it('HTML is tables with inline styles alone, and says every text as text', () => {
	fc.assert(
		fc.property(documents, (document) => {
			const html = htmlOf(document);
			const root = parseFragment(html) as Element;
			for (const { tagName = '', attrs = [] } of elementsIn(root)) {
				expect(TAGS).toContain(tagName);
				for (const { name, value } of attrs) {
					expect(ATTRIBUTES).toContain(name);
					if (name === 'style') expect(value).not.toMatch(UNSAFE);
				}
			}
			const said = textIn(root);
			const shown = document.blocks.flatMap(({ title }) => title || []);
			for (const title of shown)
				expect(said).toContain(title.replace(/\r\n?/g, '\n').replaceAll('\0', ''));
		}),
		{ numRuns: extent({ quick: 10, all: 40 }) },
	);
});

it('Slack blocks keep Slack’s limits, and nothing in them is a mention', () => {
	fc.assert(
		fc.property(documents, (document) => {
			const { blocks } = slackBlocksOf(document);
			expect(blocks.length).toBeLessThanOrEqual(50);
			for (const one of blocks as Array<{ type: string; text: { type: string; text: string } }>) {
				const { text: written } = one.text;
				expect(written.length).toBeGreaterThan(0);
				expect(written.length).toBeLessThanOrEqual(one.type === 'header' ? 150 : 3000);
				if (one.type === 'section') expect(written).not.toMatch(/<[!@#]/);
			}
		}),
	);
});

it('plain text has every bar with its number', () => {
	fc.assert(
		fc.property(documents, (document) => {
			const plain = plainTextOf(document);
			for (const { label, text: number } of document.blocks.flatMap(({ bars = [] }) => bars)) {
				expect(plain).toContain(`${label}: ${number}`);
			}
		}),
	);
});
