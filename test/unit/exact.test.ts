import fc from 'fast-check';

import { isExact, isExactText } from '../../nodes/SurveyInterview/records/scalars';

it.each([0, -0, 0.1, -1.5, 1e-300, 2 ** 53 - 1, -(2 ** 53 - 1)])('%p is exact', (value) => {
	expect(isExact(value)).toBe(true);
});

it.each([2 ** 53, 1e20, -(2 ** 53), Infinity, -Infinity, NaN])('%p is not', (value) => {
	expect(isExact(value)).toBe(false);
});

it('a number in text is the same once it is read, if it is written as JavaScript writes it', () => {
	const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
	fc.assert(fc.property(numbers, (value) => isExactText(String(value))));
	fc.assert(fc.property(numbers, (value) => isExactText(value.toExponential())));
});

it('whatever zeros stand around it', () => {
	const zeros = fc.nat({ max: 30 }).map((count) => '0'.repeat(count));
	fc.assert(
		fc.property(fc.nat(), fc.nat({ max: 999 }), zeros, (whole, part, more) => {
			const power = more.length;
			expect(isExactText(`${more}${whole}.${part}${more}`)).toBe(true);
			expect(isExactText(`${whole}${more}e-${power}`)).toBe(true);
		}),
	);
});

it.each([
	'9007199254740993',
	'12345678901234567890',
	'-12345678901234567890.5',
	'0.12345678901234567890',
	'1e400',
	'1e-400',
	'-1E+999999999999999999999',
])('%s is not', (digits) => {
	expect(isExactText(digits)).toBe(false);
});
