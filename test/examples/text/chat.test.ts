import fc from 'fast-check';
import { play } from './player';
import { harmInHtml, harmInMarkdown, harmInQuestion, harmInSlack, harmInText } from './renderers';
import { HARMFUL, HARMLESS, markup } from './strangers';

const NODE = 'Take links out of the answer';

/** What no renderer is to be trusted with, whatever the ones of these tests make of it. */
const MARKUP =
	/\\|\/\/|!\[|\][([:]|[<>&@](?!\s)|\S[<>&@]|[^\s.]\.\p{L}\p{L}|[a-z\d][。．｡][a-z\d]|[\u00AD\u200B\u202E\uFEFF\p{Cs}]/iu;

/** What the chat shows of what the agent answers. */
async function shown(answers: string[]): Promise<string[]> {
	const given = { 'Answer from the results': answers.map((output) => ({ output })) };
	const file = 'ask-about-results.json';
	return (await play({ file, given, played: [NODE] })).map(({ output }) => String(output));
}

describe('the answer in the chat of ask-about-results.json', () => {
	it.each(HARMFUL)('leads nowhere and fetches nothing: %j', async (answer) => {
		const [text = ''] = await shown([answer]);
		expect(text).not.toBe('');
		expect(harmInMarkdown(text)).toEqual([]);
		expect(text).not.toMatch(MARKUP);
	});

	it.each(HARMLESS)('stays as it is: %j', async (answer) => {
		expect(await shown([answer])).toEqual([answer]);
	});

	it.each([
		['See (https://a.test/x?y=1), thanks.', 'See ((link removed)), thanks.'],
		['**https://a.test/x_y/**: good', '**(link removed)**: good'],
		['[the page](https://a.test/x) and more', '[the page］((link removed)) and more'],
		['"https://a.test:8080/q?a=1&b=2", she said', '"(link removed)", she said'],
		['|www.a.test|7 of 10|', '|(link removed)|7 of 10|'],
		['https://a.test/Foo_(bar)! New', '(link removed)! New'],
		['请看https://a.test。谢谢', '请看(link removed)。谢谢'],
		['<https://a.test/login|our page> now', '‹(link removed)|our page› now'],
		['Write to mailto:ada@a.test; it works', 'Write to mailto∶ada＠a[.]test; it works'],
	])('loses a link and nothing else: %s', async (answer, due) => {
		expect(await shown([answer])).toEqual([due]);
	});

	it('is harmless whatever it is made of, and cleaning it again changes nothing', async () => {
		const texts = fc.array(markup, { minLength: 60, maxLength: 60 });
		await fc.assert(
			fc.asyncProperty(texts, async (answers) => {
				const clean = await shown(answers);
				expect(clean.flatMap(harmInMarkdown)).toEqual([]);
				for (const text of clean) expect(text).not.toMatch(MARKUP);
				expect(await shown(clean)).toEqual(clean);
			}),
			{ numRuns: 50 },
		);
	});

	it('is cleaned in time, however long it is', async () => {
		for (const part of ['a-', 'a.', '/', '@a', '](', 'www.', '1.', '![', '\\', '&', '<', '://(']) {
			const [text = ''] = await shown([part.repeat(20_000)]);
			expect(text.length).toBeGreaterThan(0);
		}
	});
});

describe('the renderers of these tests', () => {
	it('see the harm that there is', () => {
		// Some of the examples do harm in one place only, and some only to what n8n turns back.
		const seen = HARMFUL.filter((text) => harmInMarkdown(text).length > 0);
		expect(seen.length).toBeGreaterThan(HARMFUL.length * 0.8);
		expect(harmInMarkdown('![a](/x)')).toEqual([
			'<img>',
			'src="/x"',
			'alt="a"',
			'<img>',
			'src="/x"',
			'alt="a"',
		]);
		expect(harmInMarkdown('**bold** `code` > a & b')).toEqual([]);
		expect(harmInHtml('<p style="background:url(x)">')).not.toEqual([]);
		expect(harmInHtml('<p>see evil.test</p>')).toEqual(['http://evil.test']);
		expect(harmInQuestion('&lt;img src=x&gt;')).toEqual(['<img>', 'src="x"']);
		expect(harmInSlack('<!channel>')).not.toEqual([]);
		expect(harmInSlack('evil.test')).toEqual(['http://evil.test']);
		expect(harmInText('a@evil.test', { addresses: true })).toEqual([]);
		expect(harmInText('a@evil.test')).toEqual(['mailto:a@evil.test']);
		expect(harmInText('//203.0.113.7/x', { addresses: true })).not.toEqual([]);
	});
});
