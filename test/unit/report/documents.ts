/** Reports with anything in them. */
import fc from 'fast-check';
import type { Block, ReportDocument } from '../../../nodes/SurveyInterview/report/document';

const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 300 }),
	fc.constantFrom(
		'<script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		'<!channel> &amp;',
		'W'.repeat(300),
	),
);
const count = fc.integer({ min: 0, max: 1_000_000 });
const tone = fc.constantFrom('positive', 'neutral', 'negative', 'plain', 'below', 'none');
const bar = fc.record({
	label: text,
	text,
	parts: fc.array(fc.record({ tone, count }), { minLength: 1, maxLength: 3 }),
});
const block = fc.oneof(
	fc.record({
		score: text,
		label: text,
		lines: fc.array(text, { maxLength: 3 }),
	}),
	fc.record({ title: text, lines: fc.array(text, { maxLength: 8 }) }),
	fc.record({
		title: text,
		bars: fc.array(bar, { maxLength: 21 }),
		note: text,
	}),
	fc.record({
		title: text,
		quotes: fc.array(fc.record({ text, about: text }), { maxLength: 4 }),
	}),
) satisfies fc.Arbitrary<Block>;
export const documents: fc.Arbitrary<ReportDocument> = fc.record({
	locale: fc.constantFrom('en', 'nl'),
	title: text.filter((one) => one.trim() !== ''),
	subtitle: text,
	blocks: fc.array(block, { maxLength: 8 }),
	link: fc.option(fc.record({ url: fc.webUrl(), label: text }), { nil: undefined }),
});
