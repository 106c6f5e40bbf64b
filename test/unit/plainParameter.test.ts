import { PlainParameter } from '../../nodes/SurveyInterview/input/parameters';

/** Reads a parameter of several items. @returns the values, and for which items n8n was asked */
function read(parameter: unknown, items: unknown[], ofN8n: (json: never, item: number) => unknown) {
	const plain = PlainParameter.of(parameter);
	const asked: number[] = [];
	const values = items.map((json, item) => {
		try {
			return plain?.read(json, () => (asked.push(item), ofN8n(json as never, item)));
		} catch (error) {
			return (error as Error).message;
		}
	});
	return { values, asked };
}

const PATH = '={{ $json.a.b }}';
const of = (...values: unknown[]) => values.map((b) => ({ a: { b } }));
const b = ({ a }: { a: { b: unknown } }) => a.b;

it('n8n is asked for the first value of a path, and not again where it found the same', () => {
	expect(read(PATH, of(1, 2, null, 'x'), b)).toEqual({ values: [1, 2, null, 'x'], asked: [0] });
});

it('a path whose value was missing is proven by its first value', () => {
	const found = read(PATH, of(undefined, undefined, 1, 2), b);
	expect(found).toEqual({ values: [undefined, undefined, 1, 2], asked: [0, 2] });
});

it('where n8n finds something else, it is asked for every item', () => {
	const found = read(PATH, of(1, 2, 3), (_json, item) => `n8n ${item}`);
	expect(found).toEqual({ values: ['n8n 0', 'n8n 1', 'n8n 2'], asked: [0, 1, 2] });
});

it('also where it refuses the expression, and for another type or a missing key', () => {
	const refuse = () => {
		throw new Error('Refused');
	};
	expect(read(PATH, of(1, 2), refuse)).toEqual({ values: ['Refused', 'Refused'], asked: [0, 1] });
	expect(read(PATH, of(1, 2), (json) => String(b(json))).asked).toEqual([0, 1]);
	expect(read({ key: PATH }, of(1, 2), () => ({})).asked).toEqual([0, 1]);
	expect(read([PATH], of(1, 2), (json) => ({ 0: b(json) })).asked).toEqual([0, 1]);
});

it('what it is not sure of is left to n8n, for this item', () => {
	const found = read(
		PATH,
		[...of(1, 2), { a: 'text' }, ...of({ c: 1 }, 3)],
		(_json, item) => item + 1,
	);
	expect(found).toEqual({ values: [1, 2, 3, 4, 3], asked: [0, 2, 3] });
});

it('a locator, a list of rows and constants beside paths', () => {
	const rows = {
		values: [
			{ key: 'team', value: PATH },
			{ key: '={{ $json["key"] }}', value: 1 },
		],
	};
	const parameter = { __rl: true, mode: 'id', value: PATH, rows, nothing: null };
	const valueOf = (json: { a: { b: unknown }; key: string }) => ({
		__rl: true,
		mode: 'id',
		value: b(json),
		rows: {
			values: [
				{ key: 'team', value: b(json) },
				{ key: json.key, value: 1 },
			],
		},
		nothing: null,
	});
	const items = of('x', 'y').map((json) => ({ ...json, key: 'level' }));
	expect(read(parameter, items, valueOf)).toEqual({ values: items.map(valueOf), asked: [0] });
});

it('an expression that is more than a path makes the whole parameter n8n’s', () => {
	for (const more of ['={{ $json.a + 1 }}', '={{ $json }}', '=text', '={{ $json.a }} ']) {
		expect(PlainParameter.of({ one: PATH, more: [more] })).toBeUndefined();
	}
	expect(PlainParameter.of(JSON.parse('{ "__proto__": "={{ $json.a }}" }'))).toBeUndefined();
});
