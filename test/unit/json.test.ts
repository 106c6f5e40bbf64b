import { freeFields } from '../../nodes/SurveyInterview/input/additionalFields';
import { foreignKind } from '../../nodes/SurveyInterview/service/json';

it('keys that reach into a prototype are refused at any depth', () => {
	expect(() => freeFields('{"a":[{"__proto__":{}}]}')).toThrow('the key "__proto__"');
	expect(() => freeFields({ a: { constructor: 1 } })).toThrow('the key "constructor"');
	expect(freeFields({ a: ['prototype'] })).toEqual({ a: ['prototype'] });
});

it('an object that holds itself is refused', () => {
	const circle: Record<string, unknown> = {};
	circle.inner = [circle];
	expect(() => freeFields(circle)).toThrow('nested too deeply');
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
