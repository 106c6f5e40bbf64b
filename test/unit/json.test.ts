import { forbiddenKeyIn, foreignKind } from '../../nodes/SurveyInterview/records/json';

it('keys that reach into a prototype are found at any depth', () => {
	expect(forbiddenKeyIn(JSON.parse('{"a":[{"__proto__":{}}]}'))).toBe('__proto__');
	expect(forbiddenKeyIn({ a: { constructor: 1 } })).toBe('constructor');
	expect(forbiddenKeyIn({ a: ['prototype'] })).toBeUndefined();
});

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
