import fc from 'fast-check';

import { fingerprintOf, SeenSet } from '../../../nodes/SurveyInterview/trigger/seen';
import { HASH_LENGTH, shortHash } from '../../../nodes/SurveyInterview/records/shortHash';
import { canonical } from '../../../nodes/SurveyInterview/records/json';

const hashes = (count: number) =>
	Array.from({ length: count }, (_unused, number) => shortHash(`person ${number}`));

describe('the seen-set', () => {
	it('takes eight characters a completion', () => {
		expect(HASH_LENGTH).toBe(8);
		expect(new SeenSet('').with(hashes(1000)).text).toHaveLength(8000);
	});

	it('knows what is in it, and nothing that only begins in the middle of it', () => {
		const set = new SeenSet('').with(['abcdefgh', 'ijklmnop']);
		expect(set.has('abcdefgh')).toBe(true);
		expect(set.has('ijklmnop')).toBe(true);
		expect(set.has('efghijkl')).toBe(false);
	});

	it('is the same after n8n has kept its text', () => {
		const [first = '', second = '', third = ''] = hashes(3);
		const set = new SeenSet(new SeenSet('').with([first, second]).text);
		expect([first, second, third].map((hash) => set.has(hash))).toEqual([true, true, false]);
	});

	it('unpacks its text at the first question, and only then', () => {
		const set = new SeenSet(hashes(100).join(''));
		const read = jest.spyOn(Set.prototype, 'add');
		try {
			const more = set.with(['abcdefgh']);
			expect(read).not.toHaveBeenCalled();
			more.has('abcdefgh');
			expect(read).toHaveBeenCalledTimes(101);
			more.has('ijklmnop');
			expect(read).toHaveBeenCalledTimes(101);
		} finally {
			read.mockRestore();
		}
	});

	it('does not unpack again when more is put in', () => {
		const set = new SeenSet(hashes(100).join(''));
		set.has('abcdefgh');
		const read = jest.spyOn(Set.prototype, 'add');
		try {
			expect(set.with(['abcdefgh']).has('abcdefgh')).toBe(true);
			expect(read).toHaveBeenCalledTimes(1);
		} finally {
			read.mockRestore();
		}
	});

	it('stays as it was when another is made of it, asked before or not', () => {
		for (const askFirst of [true, false]) {
			const before = new SeenSet('abcdefgh');
			if (askFirst) before.has('abcdefgh');
			const after = before.with(['ijklmnop']);
			expect(after.has('ijklmnop')).toBe(true);
			expect(before.has('ijklmnop')).toBe(false);
			expect(before.has('abcdefgh')).toBe(true);
			expect(before.text).toBe('abcdefgh');
		}
	});

	it('is itself when nothing is put in', () => {
		const set = new SeenSet('abcdefgh');
		expect(set.with([])).toBe(set);
	});

	it('answers as a set would, however it grew', () => {
		const word = fc.integer({ min: 0, max: 30 }).map((number) => shortHash(String(number)));
		const step = fc.record({ put: fc.array(word, { maxLength: 5 }), ask: fc.array(word) });
		fc.assert(
			fc.property(fc.array(step), (steps) => {
				let set = new SeenSet('');
				const model = new Set<string>();
				for (const { put, ask } of steps) {
					set = set.with(put);
					for (const hash of put) model.add(hash);
					for (const hash of ask) expect(set.has(hash)).toBe(model.has(hash));
				}
			}),
		);
	});
});

describe('fingerprints', () => {
	it('do not depend on the order of keys, at any depth', () => {
		const one = { id: 1, latest: { at: 'x', score: 2 }, list: [{ a: 1, b: 2 }] };
		const other = { list: [{ b: 2, a: 1 }], latest: { score: 2, at: 'x' }, id: 1 };
		expect(fingerprintOf(one)).toBe(fingerprintOf(other));
		expect(fingerprintOf(one)).toHaveLength(HASH_LENGTH);
	});

	it.each([
		[{ a: 1 }, { a: 2 }],
		[{ a: 1 }, { b: 1 }],
		[{ a: 1 }, { a: '1' }],
		[{ a: null }, {}],
		[{ a: null }, { a: 'null' }],
		[{ a: [1, 2] }, { a: [2, 1] }],
		[{ a: [] }, { a: {} }],
		[{ a: [[1], 2] }, { a: [1, [2]] }],
		[{ a: { b: 1 } }, { a: 1, b: 1 }],
		[{ a: 'x', b: 'y' }, { a: 'x","b":"y' }],
		[{ latest: { completed_at: 1 } }, { latest: { completed_at: 2 } }],
	])('%j is not %j', (one, other) => {
		expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
	});

	it('are equal for JSON that says the same, and for no other', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
				const [left, right] = [one, other].map((value) => JSON.parse(JSON.stringify(value)));
				expect(canonical(reversed(left))).toBe(canonical(left));
				expect(JSON.parse(canonical(left))).toEqual(left);
				const same = JSON.stringify(inOrder(left)) === JSON.stringify(inOrder(right));
				expect(canonical(left) === canonical(right)).toBe(same);
			}),
		);
	});
});

/** The value with its keys put in another order by this function. */
function ordered(value: unknown, order: (keys: string[]) => string[]): unknown {
	if (Array.isArray(value)) return value.map((entry) => ordered(entry, order));
	if (typeof value !== 'object' || value === null) return value;
	const object = value as Record<string, unknown>;
	const keys = order(Object.keys(object));
	return Object.fromEntries(keys.map((key) => [key, ordered(object[key], order)]));
}

const reversed = (value: unknown) => ordered(value, (keys) => [...keys].reverse());
const inOrder = (value: unknown) => ordered(value, (keys) => [...keys].sort());
