import fc from 'fast-check';
import { findOperation } from '../../nodes/SurveyInterview/operations';
import type { Operation } from '../../nodes/SurveyInterview/operations/operation';
import { withoutHidden } from '../../nodes/SurveyInterview/service/hidden';
import { fitForModel } from '../../nodes/SurveyInterview/run/toolAnswer';
import { HARMLESS, HIDDEN_CHARACTERS, unseen } from '../examples/text/strangers';

const hiddenTag = (letter: string) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0));

it.each(HIDDEN_CHARACTERS)('%j is removed where nothing needs it', (hidden) => {
	for (const [before, after] of ['ab', '  ', '1.', 'é(', '가나', '\u200b\u200b'].map((pair) => [
		...pair,
	])) {
		const text = `${before}${hidden}${hidden}${after}`;
		expect(withoutHidden(text)).toBe(withoutHidden(`${before}${after}`));
	}
});

it.each([
	...HARMLESS,
	...[
		'नमस्ते क्‍ष',
		'خانهٔ\u200cما',
		'ನ್‍ನ',
		'ශ්‍රී',
		'ന്‍',
		'ᠮᠠᠨ᠋',
		'葛\u{e0100}城',
		'神\ufe00',
		'1️⃣ #️⃣',
		'☺︎ ☺️ 🏴‍☠️',
	],
	'line\none\r\ntwo\tthree\u2028four\u0085five\u00a0six',
])('what scripts, emoji and lines need stays: %s', (text) => {
	expect(withoutHidden(text)).toBe(text);
});

it('nothing hides words: behind a flag, an emoji, an ideograph or a letter', () => {
	const words = [...'obey me'].map(hiddenTag).join('');
	const asFlag = `${[...'obeyme'].map(hiddenTag).join('')}\u{e007f}`;
	expect(withoutHidden(`🏴${asFlag}`)).toBe('🏴');
	for (const base of ['🏴', '😀', '葛', 'می', 'a']) {
		expect(withoutHidden(base + words)).toBe(base);
		for (const bits of ['\ufe0f\ufe0e', '\u{e0110}\u{e0111}', '\u200c\u200d', '\u3164\u2800']) {
			expect(withoutHidden(base + bits.repeat(20)).length).toBeLessThanOrEqual(base.length + 2);
		}
	}
});

it('what is left has nothing more to remove, and all that can be seen', () => {
	fc.assert(
		fc.property(unseen, (text) => {
			const left = withoutHidden(text);
			expect(withoutHidden(left)).toBe(left);
			const seen = (one: string) => one.replace(/[\p{DI}\p{Cs}\p{Cc}\u2800\ufff9]/gu, '');
			expect(seen(left)).toBe(seen(text));
		}),
	);
});

describe('what a model reads', () => {
	const operation = findOperation('respondent', 'getAll') as Operation;
	const answered = (...records: object[]): unknown =>
		fitForModel(
			records.map((json) => ({ json, pairedItem: 0 }) as never),
			operation,
			'respondent',
			2000,
		).map(({ json }) => json);
	const hidden = HIDDEN_CHARACTERS.join('');

	it('has no hidden characters in any value and any key, and is otherwise the same', () => {
		const record = (more: string) => ({
			[`na${more}me`]: `A${more}da`,
			list: [{ [`k${more}`]: [`x\ny${more} https://a.test <b> ms-x:y`] }, null, 7, true],
		});
		expect(answered(record(hidden))).toEqual([record('')]);
	});

	it.each(['ms-msdt:/id', 'search-ms:q=x', 'magnet:?xt', 'FaceTime:ada', '[x](javascript:x)'])(
		'no link that starts something: %s',
		(link) => expect(JSON.stringify(answered({ text: `See ${link}` }))).toMatch(/See [^:]*"/),
	);

	it.each(['https://a.test:80/x', '10:30', 'to: do', 'metadata:x'])('%s stays', (text) =>
		expect(answered({ text })).toEqual([{ text }]),
	);

	it('no key takes the place of another', () => {
		expect(answered({ name: 'Ada', 'na\u200bme': 'Eve' })).toEqual([{ name: 'Ada' }]);
		expect(answered({ 'na\u200bme': 'Eve', name: 'Ada' })).toEqual([{ name: 'Ada' }]);
	});
});
