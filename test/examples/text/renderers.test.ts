import { harmInHtml, harmInMarkdown, harmInQuestion, harmInSlack, harmInText } from './renderers';
import { HARMFUL } from './strangers';

describe('the renderers of these tests', () => {
	it('see the harm that there is', () => {
		// Some of the examples do harm in one place only, and some only to what n8n turns back.
		const seen = HARMFUL.filter((text) => harmInMarkdown(text).length > 0);
		expect(seen.length).toBeGreaterThan(HARMFUL.length * 0.8);
		expect(harmInMarkdown('![a](/x)')).toEqual(['<img>', 'src="/x"', 'alt="a"']);
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
