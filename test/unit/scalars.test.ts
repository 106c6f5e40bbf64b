import {
	isExact,
	millis,
	oneLine,
	rounded,
	scalarText,
	twoDecimals,
} from '../../nodes/SurveyInterview/service/scalars';
import { toMetric } from '../../nodes/SurveyInterview/service/metric';

it.each([
	['a survey’s name', 'a survey’s name'],
	['two\r\nlines\tand \u2028 more', 'two lines and more'],
	['\u001b[31mred\u001b[0m and \u001b[2J\u001b[1;1Hhome', 'red and home'],
	['bell\u0007, null\0, right-to-left \u202eevil', 'bell, null, right-to-left evil'],
	['👩‍💻 and می‌خواهم', '👩‍💻 and می‌خواهم'],
	['half \ud83d of an emoji', 'half of an emoji'],
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

it.each([
	[-12.5, 0, -13],
	[12.5, 0, 13],
	[-0.4, 0, 0],
	[-2.05, 1, -2.1],
	[2.05, 1, 2.1],
	[33.333333333333336, 2, 33.33],
])('%d to %i decimals is %d', (value, decimals, expected) => {
	expect(Object.is(rounded(value, decimals), expected)).toBe(true);
	if (decimals === 2) expect(twoDecimals(value)).toBe(expected);
});

it.each([0, -0, 0.1, -1.5, 1e-300, 2 ** 53 - 1, -(2 ** 53 - 1)])('%p is exact', (value) => {
	expect(isExact(value)).toBe(true);
});

it.each([2 ** 53, 1e20, -(2 ** 53), Infinity, -Infinity, NaN])('%p is not', (value) => {
	expect(isExact(value)).toBe(false);
});

it.each([
	['2026-01-01T10:00:00Z', 1_767_261_600_000],
	['2026-01-01T11:00:00+01:00', 1_767_261_600_000],
	['2026-01-01T10:00:00.123456+00:00', 1_767_261_600_123],
	['2026-01-01 10:00:00+00:00', 1_767_261_600_000],
	['2026-01-01 12:00:00+02', 1_767_261_600_000],
	['2026-01-01T05:00:00.000-05', 1_767_261_600_000],
	['2026-01-01 12:00:00 GMT+2', undefined],
	['2026-01-01', 1_767_225_600_000],
	[1_767_261_600, 1_767_261_600_000],
	[1_767_261_600.5, 1_767_261_600_500],
	[1_767_261_600_123, 1_767_261_600_123],
	[20260101, 1_767_225_600_000],
	[20261301, undefined],
	// Nine digits are no time: phone numbers and counters have so many.
	[999_999_999, undefined],
	[1_000_000_000, 1_000_000_000_000],
	[1e13, 1e13],
	[1e13 + 1, undefined],
	['1990-01-01', undefined],
	['1990-01-02', 631_238_400_000],
	[12345678, undefined],
	['01/02/2026', undefined],
	['yesterday', undefined],
	['2026-13-45T10:00:00Z', undefined],
	[95, undefined],
	[0, undefined],
	[null, undefined],
	[true, undefined],
	[{}, undefined],
	[`2026-03-01T10:00:00.${'1'.repeat(100)}Z`, undefined],
])('the time %p is %p', (value, expected) => {
	expect(millis(value)).toBe(expected);
});

it('a number from a hundred milliards on is one of milliseconds', () => {
	expect(millis(1e11 - 1)).toBe((1e11 - 1) * 1000);
	expect(millis(1e11)).toBe(1e11);
});

it('an object and a list have no text, and null has none', () => {
	expect([{ toString: 'x' }, ['a'], null, 0, false].map(scalarText)).toEqual([
		'',
		'',
		'',
		'0',
		'false',
	]);
});

it.each([
	[' NPS ', 'nps'],
	['eNPS', 'enps'],
	['nps score', undefined],
	['toString', undefined],
	[7, undefined],
])('%j is the metric %j', (value, metric) => {
	expect(toMetric(value)).toBe(metric);
});
