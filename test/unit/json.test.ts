import { forbiddenKeyIn } from '../../nodes/SurveyInterview/records/json';

it('keys that reach into a prototype are found at any depth', () => {
	expect(forbiddenKeyIn(JSON.parse('{"a":[{"__proto__":{}}]}'))).toBe('__proto__');
	expect(forbiddenKeyIn({ a: { constructor: 1 } })).toBe('constructor');
	expect(forbiddenKeyIn({ a: ['prototype'] })).toBeUndefined();
});
