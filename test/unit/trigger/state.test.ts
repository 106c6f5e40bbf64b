import fc from 'fast-check';
import { omit } from 'lodash';

import { afterReading, setOf } from '../../../nodes/SurveyInterview/trigger/seen';
import {
	isSameState,
	restoreState,
	STATE_VERSION,
	storeState,
	UnreadableState,
	type KnownSurvey,
	type State,
} from '../../../nodes/SurveyInterview/trigger/state';
import { completed, emptyAt, planned, polled, START, survey, uuid } from './make';
import version1 from './state-v1.json';
import version2 from './state-v2.json';

/** What a state says, its sets of completions as the texts that are kept. */
const said = ({ seen, ...rest }: State) => ({ ...rest, seen: { ...seen } });

const restoredOr = (data: Parameters<typeof restoreState>[0]): State => {
	const state = restoreState(data);
	if (!state) throw new Error('Nothing was restored.');
	return state;
};

/** The surveys of both states; in the first one the statuses had just changed, so it has a new baseline. */
const SURVEYS = [
	{
		id: '6f1c2a34-8b7d-4e21-9c55-0d2f7a61b3e8',
		...{ fingerprint: '', rereads: 0, pending: true, counts: [17, 40] },
		...{ oldUpTo: 1772449200000, openAt: [1772448000456], ids: 'all' },
		values: { score: 42.5, 'distribution.9.count': 17, conclusion: null },
	},
	{
		id: 'b93e0d57-41ca-4f0e-8a16-7c5d92e4f1a0',
		...{ fingerprint: '', rereads: 2, pending: true, oldUpTo: 1772452803456 },
		values: { '3d0c6b52-9f14-4a7b-8e2d-5a1f0c9b7e63': 'sending' },
	},
];

describe('a state of version 1', () => {
	it('is taken over as it is, with everything in it', () => {
		expect(said(restoredOr(version1))).toEqual({
			number: 41,
			scope: version1.scope,
			since: 1772366400123,
			checkedAt: 1772452803456,
			watch: 'all',
			token: 'mZ3f/0Kq',
			completedStatuses: 'completed\nfinished',
			next: 'b93e0d57-41ca-4f0e-8a16-7c5d92e4f1a0',
			surveys: SURVEYS,
			seen: Object.fromEntries(
				(JSON.parse(version1.surveys) as KnownSurvey[]).map(({ id }) => [id, version1.seen]),
			),
			waiting: JSON.parse(version1.waiting),
		});
	});

	it('still knows whom it has delivered, and what it waits for', () => {
		const state = restoredOr(version1);
		expect(version1.seen.length).toBe(40);
		for (const { id } of state.surveys) {
			expect(setOf(state.seen, id).has(version1.seen.slice(0, 8))).toBe(true);
			expect(setOf(state.seen, id).has(version1.seen.slice(32))).toBe(true);
		}
		expect(Object.values(state.waiting)).toEqual([2, 1]);
		expect(state.surveys.map(({ pending }) => pending)).toEqual([true, true]);
	});
});

describe('a state of version 2', () => {
	it('still knows whom it has delivered in which survey', () => {
		const { seen } = restoredOr(version2);
		const [[one = '', text = ''] = [], [other = ''] = []] = Object.entries(version2.seen);
		expect(text.length).toBe(24);
		expect(setOf(seen, one).has(text.slice(16))).toBe(true);
		expect(setOf(seen, other).has(text.slice(16))).toBe(false);
		expect(setOf(seen, other).has(version2.seenOfAll)).toBe(true);
	});

	it('is written as version 3, which no other version comes after', () => {
		expect(STATE_VERSION).toBe(3);
		const stored = storeState(restoredOr(version2));
		const expected = {
			...omit(version2, 'seenOfAll'),
			version: 3,
			seen: stored.seen,
			surveys: stored.surveys,
		};
		expect(stored).toStrictEqual(expected);
		expect(JSON.parse(String(stored.surveys))).toEqual(SURVEYS);
		expect(storeState(restoredOr(stored))).toEqual(stored);
	});
});

describe('reading a state', () => {
	it('finds nothing where nothing was saved', () => {
		expect(restoreState(undefined)).toBeUndefined();
		expect(restoreState({})).toBeUndefined();
		expect(restoreState({ lastTimeChecked: '2026-01-01' })).toBeUndefined();
	});

	it.each([4, '4', 99])('refuses one of the newer version %p in a sentence', (version) => {
		const read = () => restoreState({ ...version1, version });
		expect(read).toThrow(UnreadableState);
		expect(read).toThrow(/newer version of the package: .+\.$/);
	});

	it.each([
		['surveys that break off', { surveys: version1.surveys.slice(0, -5) }],
		['surveys that are no list', { surveys: '{}' }],
		['no surveys', { surveys: undefined }],
		['waiting that breaks off', { waiting: '{"a' }],
		['waiting that is a list', { waiting: '[]' }],
		['no completions', { seen: undefined }],
		['completions that are no text', { seen: 7 }],
	])('refuses one with %s in a sentence', (_name, damage) => {
		const read = () => restoreState({ ...version1, ...damage });
		expect(read).toThrow(UnreadableState);
		expect(read).toThrow(/damaged: .+\.$/);
	});

	// Each of these would go unnoticed: the poll would fail in odd ways, or deliver for ever.
	it.each([
		['completions that break off', { seen: version1.seen.slice(0, -3) }],
		['surveys that are no records', { surveys: '[null]' }],
		['surveys without ids', { surveys: '[{"fingerprint":"","rereads":0}]' }],
		['no number', { number: undefined }],
		['a beginning that is no time', { since: 'x' }],
	])('refuses one with %s', (_name, damage) => {
		expect(() => restoreState({ ...version1, ...damage })).toThrow(UnreadableState);
	});
});

it('a strange value in a state is as if it were absent: a poll never fails of it', () => {
	const keys = Object.keys(SURVEYS[0]!);
	const strange = fc.record({
		key: fc.constantFrom(...keys.filter((key) => key !== 'id'), 'leftAt', 'shortReads', 'x'),
		value: fc.jsonValue(),
		waiting: fc.dictionary(fc.string(), fc.jsonValue()),
	});
	fc.assert(
		fc.property(fc.array(strange, { maxLength: 5 }), (all) => {
			const changed = Object.fromEntries(all.map(({ key, value }) => [key, value]));
			const surveys = JSON.stringify([{ ...SURVEYS[0], ...changed }]);
			const waiting = JSON.stringify(all[0]?.waiting ?? {});
			const stored = storeState(restoredOr(version2));
			const state = restoredOr({ ...stored, surveys, waiting });
			const answers = {
				surveys: [survey(SURVEYS[0]!.id, 1)],
				respondents: { [SURVEYS[0]!.id]: [completed('ada', START)] },
			};
			expect(() => polled(state, answers, START)).not.toThrow();
		}),
	);
});

const hash = fc.stringMatching(/^[A-Za-z0-9+/]{8}$/);
const time = fc.integer({ min: 0, max: 4e12 });
const knownSurvey: fc.Arbitrary<KnownSurvey> = fc.record(
	{
		id: fc.uuid(),
		fingerprint: fc.oneof(fc.constant(''), hash),
		rereads: fc.nat(3),
		oldBefore: time,
		pending: fc.constant(true as const),
		shortReads: fc.nat(3),
		oldUpTo: time,
		openAt: fc.array(time, { minLength: 1 }),
		ids: fc.constantFrom('all' as const, 'some' as const, 'none' as const),
		counts: fc.array(fc.nat()),
		values: fc.dictionary(
			fc.string().filter((name) => name !== '__proto__'),
			fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
			{ noNullPrototype: true },
		),
	},
	{ requiredKeys: ['id', 'fingerprint', 'rereads'], noNullPrototype: true },
);
const hashes = fc.array(hash, { minLength: 1 }).map((all) => all.join(''));
const anyState: fc.Arbitrary<State> = fc.record(
	{
		number: fc.nat(),
		scope: hash,
		since: time,
		checkedAt: time,
		watch: fc.constantFrom('all' as const, 'chosen' as const),
		token: hash,
		completedStatuses: fc.constantFrom('', 'completed', 'completed\nfinished'),
		next: fc.oneof(fc.constant(''), fc.uuid()),
		surveys: fc.array(knownSurvey),
		seen: fc.dictionary(fc.uuid(), hashes, { noNullPrototype: true }),
		waiting: fc.dictionary(
			hash.map((of) => `score ${of}`),
			fc.integer({ min: 1, max: 3 }),
			{ noNullPrototype: true },
		),
	},
	{ noNullPrototype: true },
);

describe('a state', () => {
	it('comes back from n8n’s database as it was', () => {
		fc.assert(
			fc.property(anyState, (state) => {
				const kept = JSON.parse(JSON.stringify(storeState(state)));
				expect(said(restoredOr(kept))).toEqual(said(state));
			}),
		);
	});

	it('is kept as few plain values, which n8n compares fast', () => {
		const { seen, ...others } = storeState(restoredOr(version2));
		for (const value of [...Object.values(others), ...Object.values(seen as object)]) {
			expect(['number', 'string']).toContain(typeof value);
		}
	});

	it('is the same as itself, read again, with another number', () => {
		const state = restoredOr(version2);
		expect(isSameState(state, { ...restoredOr(version2), number: 77 })).toBe(true);
	});

	it.each<[string, (state: State) => Partial<State>]>([
		[
			'completion',
			({ seen, surveys: [one] }) => ({
				seen: afterReading(seen, one?.id ?? '', [], ['abcdefgh']),
			}),
		],
		['survey', ({ surveys }) => ({ surveys: surveys.slice(1) })],
		[
			'fingerprint',
			({ surveys }) => ({ surveys: surveys.map((s) => ({ ...s, fingerprint: 'x' })) }),
		],
		['look', ({ waiting }) => ({ waiting: { ...waiting, 'score abcdefgh': 1 } })],
		['full check', () => ({ checkedAt: 1 })],
		['place to begin', () => ({ next: '' })],
		['choice', () => ({ watch: 'chosen' })],
	])('is not the same with another %s', (_name, change) => {
		const state = restoredOr(version2);
		expect(isSameState(state, { ...state, ...change(state) })).toBe(false);
	});

	it('is the same after an idle poll, so that nothing is saved', () => {
		const list = [survey(uuid(1))];
		const { state } = planned(undefined, list, START);
		const settled = { ...state, surveys: state.surveys.map((s) => ({ ...s, pending: undefined })) };
		const kept = restoredOr(JSON.parse(JSON.stringify(storeState(settled))));
		expect(isSameState(kept, planned(kept, list, START + 1000).state)).toBe(true);
		expect(isSameState(emptyAt(START), settled)).toBe(false);
	});
});
