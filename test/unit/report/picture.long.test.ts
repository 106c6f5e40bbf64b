/** A report as a picture: valid XML of five elements, with every text inside of it, whatever stands in it. */
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Bar, ReportDocument } from '../../../nodes/SurveyInterview/report/document';
import { brokenLines, svgOf } from '../../../nodes/SurveyInterview/report/svg';
import { documents } from './documents';

const WIDTH = 400;
/** Beside the texts, in the units of the drawing. */
const SIDE = 16;

/** What XML 1.0 has no place for. */
const NOT_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const HOSTILE = [
	'</text><script>alert(1)</script>',
	'"><image href="https://evil.example/x.png"/>',
	']]>&amp;&#x0;<!ENTITY x SYSTEM "file:///etc/passwd">',
	'\0\u0001\u000B\u001F\uFFFE\uFFFF\uD800 half',
	'<foreignObject><b onload="x">',
];

interface Node {
	name: string;
	attributes: Record<string, string>;
	text: string;
}

/** Every element of the picture, by a parser of its own. */
function elementsOf(svg: string): Node[] {
	expect(XMLValidator.validate(svg)).toBe(true);
	expect(svg).not.toMatch(NOT_XML);
	const parser = new XMLParser({
		preserveOrder: true,
		ignoreAttributes: false,
		attributeNamePrefix: '',
		parseAttributeValue: false,
		parseTagValue: false,
		trimValues: false,
	});
	const walk = (nodes: Array<Record<string, unknown>>): Node[] =>
		nodes.flatMap((node) => {
			const [name = ''] = Object.keys(node).filter((key) => key !== ':@');
			if (name === '#text') return [];
			const inner = node[name] as Array<Record<string, unknown>>;
			const text = inner.map((one) => String(one['#text'] ?? '')).join('');
			return [{ name, attributes: (node[':@'] ?? {}) as Node['attributes'], text }, ...walk(inner)];
		});
	return walk(parser.parse(svg) as Array<Record<string, unknown>>);
}

const withTexts = (text: string): ReportDocument => ({
	locale: 'en',
	title: text,
	subtitle: text,
	blocks: [
		{ score: '−5', label: text, lines: [text] },
		{ title: text, bars: [{ label: text, text, parts: [] }], note: text },
		{ title: text, quotes: [{ text, about: text }] },
	],
	link: { url: 'https://app.example.com/', label: text },
});

const ATTRIBUTES: Record<string, string[]> = {
	svg: ['xmlns', 'width', 'height', 'viewBox', 'xml:lang', 'role', 'font-family', 'style'],
	title: [],
	desc: [],
	rect: ['x', 'y', 'width', 'height', 'fill'],
	text: ['x', 'y', 'font-size', 'fill', 'font-weight', 'text-anchor'],
};

/** Holds that it is nothing but shapes and words inside the picture. */
function expectSound(svg: string) {
	const [root, ...inside] = elementsOf(svg);
	const height = Number(root?.attributes.viewBox?.split(' ')[3]);
	expect(root?.attributes).toMatchObject({ width: '600', role: 'img' });
	expect(inside.slice(0, 2).map(({ name }) => name)).toEqual(['title', 'desc']);
	for (const { name, attributes } of [root, ...inside].flatMap((one) => one ?? [])) {
		const allowed = ATTRIBUTES[name] ?? [`no ${name}`];
		expect(allowed).toEqual(expect.arrayContaining(Object.keys(attributes)));
		const values = Object.values(attributes).filter((value) => !value.startsWith('http://www.w3'));
		expect(values.join(' ')).not.toMatch(/url\(|https?:|javascript|NaN|Infinity|undefined/i);
		if (name !== 'rect' && name !== 'text') continue;
		const [x, y, width, tall] = ['x', 'y', 'width', 'height'].map((key) =>
			Number(attributes[key] ?? 0),
		) as [number, number, number, number];
		expect(x).toBeGreaterThanOrEqual(0);
		expect(x + width).toBeLessThanOrEqual(WIDTH + 0.1);
		expect(y + tall).toBeLessThanOrEqual(height + 0.1);
	}
	return inside;
}

it('whatever the report says, it is shapes and words inside the picture', () => {
	fc.assert(
		fc.property(documents, (document) => void expectSound(svgOf(document))),
		{ numRuns: 60 },
	);
});

it.each(HOSTILE)('%j is text', (text) => {
	const texts = expectSound(svgOf(withTexts(text)));
	const said = texts.filter(({ name }) => name === 'text').map((one) => one.text);
	expect(said.length).toBeGreaterThan(5);
});

it('the words of a report are all there, and those who hear it have all of it', () => {
	const words = 'A sentence that has more words than one line of a picture can hold, by far.';
	const inside = expectSound(svgOf(withTexts(words)));
	const said = inside.filter(({ name }) => name === 'text').map(({ text }) => text);
	expect(said.join(' ').split(words).length - 1).toBe(11);
	const described = inside.find(({ name }) => name === 'desc')?.text ?? '';
	expect(described).toContain(words);
	expect(described).not.toContain('app.example.com');
});

/** Of the parts of a bar, those that say their number in the bar. */
const numbersIn = (bar: Bar) => {
	const blocks = [{ title: 'T', bars: [bar] } as const];
	const svg = svgOf({ locale: 'en', title: 'R', subtitle: 'S', blocks });
	const inside = elementsOf(svg);
	const centred = inside.filter(({ attributes }) => attributes['text-anchor'] === 'middle');
	return { numbers: centred.map(({ text }) => text), inside };
};

it('a stacked bar has its numbers, where they fit, and above it in words', () => {
	const parts = [
		{ tone: 'negative', count: 100_000 },
		{ tone: 'neutral', count: 3 },
		{ tone: 'positive', count: 50_000 },
	] as const;
	const { numbers, inside } = numbersIn({ label: 'Topic', text: '100,000 and more', parts });
	expect(numbers).toEqual(['100000', '50000']);
	expect(inside.map(({ text }) => text)).toEqual(
		expect.arrayContaining(['Topic', '100,000 and more']),
	);
	const fills = inside
		.filter(({ name }) => name === 'rect')
		.map(({ attributes }) => attributes.fill);
	expect(new Set(fills).size).toBe(5);
});

it('bars of nothing at all are drawn', () => {
	const { numbers } = numbersIn({ label: 'N', text: '–', parts: [{ tone: 'positive', count: 0 }] });
	expect(numbers).toEqual([]);
});

describe('lines', () => {
	const EMS = 20;

	/** The width of a character in DejaVu Sans, which is the widest of the usual; of CJK and emoji, in Noto. */
	it.each([
		['W', 0.99],
		['m', 0.97],
		['e', 0.62],
		['i', 0.28],
		['8', 0.64],
		['é', 0.62],
		['Щ', 1.09],
		['ش', 1.22],
		['中', 1],
		['한', 1],
		['！', 1],
		['😀', 1.25],
		['👨‍👩‍👧', 1.25],
		['🇳🇱', 1.25],
	])('of %s alone are not too wide', (character, width) => {
		for (const text of [character.repeat(200), `${character} `.repeat(200)]) {
			const lines = brokenLines(text, EMS);
			const longest = Math.max(...lines.map((line) => line.split(character).length - 1));
			expect(longest * width).toBeLessThanOrEqual(EMS);
			expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
		}
	});

	it('end between words, and inside one that is longer than a line', () => {
		expect(brokenLines('one two three four', 7)).toEqual(['one two', 'three four']);
		const [first = '', ...others] = brokenLines(`see ${'x'.repeat(40)} end`, EMS);
		expect(first).toMatch(/^see x+$/);
		expect(others.at(-1)).toMatch(/x end$/);
	});

	it('of bold text are shorter', () => {
		const text = 'n'.repeat(200);
		expect(brokenLines(text, EMS, true).length).toBeGreaterThan(brokenLines(text, EMS).length);
	});

	it('of no text are none', () => {
		expect(brokenLines(' \n ', EMS)).toEqual([]);
	});

	it('leave room beside them', () => {
		const inside = elementsOf(svgOf(withTexts('m'.repeat(300))));
		for (const { name, attributes, text } of inside) {
			if (name !== 'text' || !text.startsWith('m')) continue;
			const wide = 0.97 * Number(attributes['font-size']) * text.length;
			expect(Number(attributes.x) + wide).toBeLessThanOrEqual(WIDTH - SIDE);
		}
	});
});
