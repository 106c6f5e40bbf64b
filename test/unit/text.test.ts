import { oneLine } from '../../nodes/SurveyInterview/records/scalars';

it.each([
	['a survey’s name', 'a survey’s name'],
	['two\r\nlines\tand \u2028 more', 'two lines and more'],
	['\u001b[31mred\u001b[0m and \u001b[2J\u001b[1;1Hhome', 'red and home'],
	['bell\u0007, null\0, right-to-left \u202eevil', 'bell, null, right-to-left evil'],
	['👩‍💻 and می‌خواهم', '👩‍💻 and می‌خواهم'],
	['half \ud83d of an emoji', 'half  of an emoji'],
	['', ''],
])('%j on one line is %j', (text, expected) => {
	expect(oneLine(text)).toBe(expected);
});

it('is cut at 500 characters, and says so', () => {
	const long = 'word '.repeat(1000);
	expect(oneLine(long)).toBe(`${'word '.repeat(100)}…`);
	expect(oneLine('x'.repeat(500))).toBe('x'.repeat(500));
	expect(oneLine('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
	// Where the beginning is cleaned to little, what is behind it is not taken up.
	expect(oneLine(`${'\n'.repeat(5000)}end`, 10)).toBe('…');
});
