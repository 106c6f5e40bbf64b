import fc from 'fast-check';

import {
	afterReading,
	countOf,
	fingerprintOf,
	setOf,
	union,
	type SeenHashes,
} from '../../../nodes/SurveyInterview/trigger/seen';
import { HASH_LENGTH, shortHash } from '../../../nodes/SurveyInterview/records/scalars';
import { canonical } from '../../../nodes/SurveyInterview/records/json';

const hashes = (count: number) =>
	Array.from({ length: count }, (_unused, number) => shortHash(`person ${number}`));

const A = 'a survey';

describe('what is settled', () => {
	it('takes eight characters a completion', () => {
		expect(HASH_LENGTH).toBe(8);
		const seen = afterReading({}, A, [], hashes(1000));
		expect(seen[A]).toHaveLength(8000);
		expect(countOf({ ...seen, B: 'abcdefgh' })).toBe(1001);
	});

	it('knows what is in it, and nothing that only begins in the middle of it', () => {
		const set = setOf({ [A]: 'abcdefghijklmnop' }, A);
		expect(['abcdefgh', 'ijklmnop', 'efghijkl'].map((one) => set.has(one))).toEqual([
			...[true, true, false],
		]);
		expect(setOf({}, A).size).toBe(0);
	});

	it('is itself when nothing changes, and stays as it was when something does', () => {
		const seen: SeenHashes = { [A]: 'abcdefgh' };
		expect(afterReading(seen, A, [], [])).toBe(seen);
		expect(afterReading(seen, A, ['abcdefgh'], ['ijklmnop'])).toEqual({ [A]: 'ijklmnop' });
		expect(seen).toEqual({ [A]: 'abcdefgh' });
	});

	it('of two states has each completion once', () => {
		const both = union({ A: 'abcdefghijklmnop', B: 'abcdefgh' }, { A: 'ijklmnopqrstuvwx' });
		expect(both).toEqual({ A: 'abcdefghijklmnopqrstuvwx', B: 'abcdefgh' });
	});

	it('answers as a set would, however it grew and shrank', () => {
		const word = fc.integer({ min: 0, max: 30 }).map((number) => shortHash(String(number)));
		const step = fc.record({ put: fc.uniqueArray(word), drop: fc.array(word) });
		fc.assert(
			fc.property(fc.array(step), (steps) => {
				let seen: SeenHashes = {};
				const model = new Set<string>();
				for (const { put, drop } of steps) {
					const gone = drop.filter((hash) => model.has(hash));
					for (const hash of gone) model.delete(hash);
					const more = put.filter((hash) => !model.has(hash));
					for (const hash of more) model.add(hash);
					seen = afterReading(seen, A, gone, more);
					expect([...setOf(seen, A)].sort()).toEqual([...model].sort());
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
