/** Paths of keys in expressions: what the node reads itself, and which columns an expression names. */
import {
	LEFT_TO_N8N,
	expressionsIn,
	pathIn,
	pathsIn,
	valueAt,
} from '../../nodes/SurveyInterview/input/expressions';

it.each([
	['={{ $json.email }}', ['email']],
	['={{$json.email}}', ['email']],
	['={{   $json.a_1   }}', ['a_1']],
	['={{ $json.person.email }}', ['person', 'email']],
	['={{ $json["first name"].x }}', ['first name', 'x']],
	["={{ $json['first name'].x }}", ['first name', 'x']],
	['{{ $json.email }}', undefined],
	['x={{ $json.email }}', undefined],
	['={{ $json.email }} ', undefined],
	['={{ $json.email }}x', undefined],
	['={{ $json.1 }}', undefined],
	['={{ $json.email.trim() }}', undefined],
	['={{ $json }}', undefined],
	['={{ x$json.email }}', undefined],
	['={{ $json.email x}}', undefined],
	['={{ $json["a\\"b"] }}', undefined],
	["={{ $json['a}b'] }}", undefined],
])('%s is the path %j', (expression, path) => {
	expect(pathIn(expression)).toEqual(path);
});

it.each([
	['={{ $json.first + $json["last name"] }}', [['first'], ['last name']]],
	["={{ $json['last name'].x }}", [['last name', 'x']]],
	['={{ $json?.person?.email }}', [['person', 'email']]],
	['={{ $json?.["last name"] }}', [['last name']]],
	["={{ $json?.['last name'] }}", [['last name']]],
	['={{ $("Set").item.json.email }}', [['email']]],
	['={{ $json }}', []],
	['={{ $xjson.email }}', []],
])('%s has the paths %j', (expression, paths) => {
	expect(pathsIn(expression)).toEqual(paths);
});

it('expressions are found at any depth', () => {
	const parameter = { a: '=1', b: 'x=2', c: [{ d: '=3', e: null, f: 4 }], g: undefined };
	expect(expressionsIn(parameter)).toEqual(['=1', '=3']);
	expect(expressionsIn('=5')).toEqual(['=5']);
	expect(expressionsIn(null)).toEqual([]);
});

it.each<[string[], unknown, unknown]>([
	[['a'], { a: 1 }, 1],
	[['a'], { a: null }, null],
	[['a', 'b'], { a: { b: 'x' } }, 'x'],
	[['a', 'b'], { a: null }, undefined],
	[['a'], undefined, undefined],
	[['a'], {}, undefined],
	[['a', 'length'], { a: 'x' }, LEFT_TO_N8N],
	[['a'], { a: {} }, LEFT_TO_N8N],
	[['a'], { a: [] }, LEFT_TO_N8N],
	[['toString'], {}, LEFT_TO_N8N],
])('%j of %j is %p', (path, json, value) => {
	expect(valueAt(path, json)).toBe(value);
});
