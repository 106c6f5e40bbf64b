import fc from 'fast-check';

import { afterReading } from '../../../nodes/SurveyInterview/trigger/seen';
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
import saved from './state.json';

/** What a state says, its sets of completions as the texts that are kept. */
const said = ({ seen, ...rest }: State) => ({ ...rest, seen: { ...seen } });

const restoredOr = (data: Parameters<typeof restoreState>[0]): State => {
	const state = restoreState(data);
	if (!state) throw new Error('Nothing was restored.');
	return state;
};

const SURVEYS = JSON.parse(saved.surveys) as KnownSurvey[];

it('a saved state is taken over as it is, with everything in it, and written the same', () => {
	const { version, ...rest } = saved;
	expect(version).toBe(STATE_VERSION);
	expect(said(restoredOr(saved))).toEqual({
		...rest,
		surveys: SURVEYS,
		waiting: JSON.parse(saved.waiting),
	});
	expect(storeState(restoredOr(saved))).toStrictEqual(saved);
});

describe('reading a state', () => {
	it('finds nothing where nothing was saved', () => {
		expect(restoreState(undefined)).toBeUndefined();
		expect(restoreState({})).toBeUndefined();
		expect(restoreState({ lastTimeChecked: '2026-01-01' })).toBeUndefined();
	});

	it.each([1, 2, 4, '3', 99])('refuses one of version %p in a sentence', (version) => {
		const read = () => restoreState({ ...saved, version });
		expect(read).toThrow(UnreadableState);
		expect(read).toThrow(/another version of the package: .+\.$/);
	});

	it.each([
		['surveys that break off', { surveys: saved.surveys.slice(0, -5) }],
		['surveys that are no list', { surveys: '{}' }],
		['no surveys', { surveys: undefined }],
		['waiting that breaks off', { waiting: '{"a' }],
		['waiting that is a list', { waiting: '[]' }],
		['no completions', { seen: undefined }],
		['completions that are no text', { seen: 7 }],
	])('refuses one with %s in a sentence', (_name, damage) => {
		const read = () => restoreState({ ...saved, ...damage });
		expect(read).toThrow(UnreadableState);
		expect(read).toThrow(/damaged: .+\.$/);
	});

	// Each of these would go unnoticed: the poll would fail in odd ways, or deliver for ever.
	it.each([
		['completions that break off', { seen: { [SURVEYS[0]!.id]: 'YCkC24Q8CO' } }],
		['surveys that are no records', { surveys: '[null]' }],
		['surveys without ids', { surveys: '[{"fingerprint":"","rereads":0}]' }],
		['no number', { number: undefined }],
		['a beginning that is no time', { since: 'x' }],
	])('refuses one with %s', (_name, damage) => {
		expect(() => restoreState({ ...saved, ...damage })).toThrow(UnreadableState);
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
			const stored = saved;
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
		const { seen, ...others } = saved;
		for (const value of [...Object.values(others), ...Object.values(seen as object)]) {
			expect(['number', 'string']).toContain(typeof value);
		}
	});

	it('is the same as itself, read again, with another number', () => {
		const state = restoredOr(saved);
		expect(isSameState(state, { ...restoredOr(saved), number: 77 })).toBe(true);
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
		const state = restoredOr(saved);
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
