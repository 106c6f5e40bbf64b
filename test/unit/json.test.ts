import { foreignKind } from '../../nodes/SurveyInterview/service/json';

it.each([
	[() => 1, 'a function'],
	[Symbol('x'), 'a symbol'],
	[1n, 'a BigInt'],
	[new Date(0), 'a Date'],
	[{ a: [1] }, undefined],
	[null, undefined],
])('%p is, where JSON cannot say it, %s', (value, kind) => {
	expect(foreignKind(value)).toBe(kind);
});
