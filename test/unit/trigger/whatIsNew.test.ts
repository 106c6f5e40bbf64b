/** The three sentences of docs/trigger.md, one after the other. */
import {
	type Completion,
	identityByTime,
	identityOf,
	isBeforeWatch,
	type KnownCompletions,
	newBaseline,
	type OldAtOnce,
	whatIsNew,
} from '../../../nodes/SurveyInterview/trigger/whatIsNew';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const SURVEY = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const ID = '0cae2d66-6503-4e23-900c-4ffee1741ea9';

const completions = (count: number, at: number | undefined, name = 'p'): Completion[] =>
	Array.from({ length: count }, (_unused, nth) => ({ hash: identityOf(SURVEY, name + nth), at }));
const listOf = (unknown: readonly Completion[], count = unknown.length) => ({
	...{ count, beforeWatch: [], unknown },
});
const read = (
	unknown: readonly Completion[],
	before: Partial<KnownCompletions> = {},
	{ expected = 0, oldAtOnce = 'hold' as OldAtOnce } = {},
) => whatIsNew(listOf(unknown), { known: '', ...before }, { expected, oldAtOnce });
const countsOf = ({ fresh, onlyRemembered, held }: ReturnType<typeof read>) => [
	...[fresh.length, onlyRemembered.length, held.length],
];

describe('an identity', () => {
	it('is the survey and the ID, a UUID in any case', () => {
		expect(identityOf(SURVEY, ID.toUpperCase())).toBe(identityOf(SURVEY, ID));
		expect(identityOf(SURVEY, 'crm-1')).not.toBe(identityOf(SURVEY, 'CRM-1'));
		expect(identityOf(ID, ID)).not.toBe(identityOf(SURVEY, ID));
	});

	it('is a time and a count without an ID, and never that of somebody with one', () => {
		const identities = [0, 1].flatMap((count) => [
			identityByTime(SURVEY, NOW, count),
			identityByTime(SURVEY, undefined, count),
			identityOf(SURVEY, String(count)),
		]);
		expect(new Set(identities).size).toBe(6);
	});
});

describe('a survey that is listed for the first time', () => {
	const since = NOW;
	const isOld = (at: number | undefined, meeting = newBaseline(since, undefined, false)) =>
		isBeforeWatch(meeting, at, false);

	it('brings what was completed since the poll before, less ten minutes', () => {
		expect(isOld(since - 10 * MINUTE)).toBe(false);
		expect(isOld(since - 10 * MINUTE - 1)).toBe(true);
	});

	it('brings what has no time only if it was created since then', () => {
		expect(isOld(undefined)).toBe(true);
		expect(isOld(undefined, newBaseline(since, since + 1, false))).toBe(false);
		expect(isOld(undefined, newBaseline(since, since, false))).toBe(true);
		expect(isOld(since - DAY, newBaseline(since, since + 1, false))).toBe(true);
	});

	it('brings everything with Emit Existing, and nothing in the poll of the activation', () => {
		expect(isBeforeWatch(newBaseline(since, undefined, true), 0, true)).toBe(false);
		expect(isBeforeWatch(newBaseline(since, undefined, false), since + DAY, true)).toBe(true);
	});

	const pendingBaseline = newBaseline(since, undefined, false);

	it('has a baseline when its list is as long as the list of surveys counts', () => {
		const now = whatIsNew(
			{ count: 3, beforeWatch: ['a', 'b'], unknown: completions(1, NOW) },
			{ known: '', pendingBaseline },
			{ expected: 3, oldAtOnce: 'hold' },
		);
		expect(countsOf(now)).toEqual([1, 2, 0]);
		expect(now.memory).toEqual({});
	});

	it('waits for it twice, and takes it at the third read', () => {
		let before: KnownCompletions = { known: '', pendingBaseline };
		const counts = [1, 2, 3].map(() => {
			const now = whatIsNew(
				{ count: 2, beforeWatch: ['a'], unknown: completions(1, NOW) },
				before,
				{
					expected: 3,
					oldAtOnce: 'hold',
				},
			);
			before = { known: '', ...now.memory };
			return [...countsOf(now), now.isShort];
		});
		expect(counts).toEqual([
			[0, 0, 0, true],
			[0, 0, 0, true],
			[1, 1, 0, false],
		]);
		expect(before).toEqual({ known: '', shortReads: 3 });
	});
});

it('a list that is too short later is read again, and brings what it has', () => {
	const now = read(completions(1, NOW), {}, { expected: 2 });
	expect([now.fresh.length, now.isShort, now.memory.shortReads]).toEqual([1, true, 1]);
});

describe('more than 50 completions that are three days older than the last clean read', () => {
	const cleanAt = NOW;
	const old = (count: number) => completions(count, cleanAt - 3 * DAY - 1, 'old');
	const late = completions(200, cleanAt - 3 * DAY, 'late');
	const untimed = completions(200, undefined, 'untimed');

	it.each<[string, Completion[], OldAtOnce, number[]]>([
		['are held, and only these', [...old(51), ...late, ...untimed], 'hold', [400, 0, 51]],
		['are delivered where a person wants that', old(51), 'deliver', [51, 0, 0]],
		['become known where a person wants that', [...old(51), ...late], 'takeAsKnown', [200, 51, 0]],
	])('%s', (_name, unknown, oldAtOnce, counts) => {
		expect(countsOf(read(unknown, { cleanAt }, { oldAtOnce }))).toEqual(counts);
	});

	it('are none while there are 50, or before a first clean read', () => {
		expect(countsOf(read(old(50), { cleanAt }))).toEqual([50, 0, 0]);
		expect(countsOf(read(old(500)))).toEqual([500, 0, 0]);
	});
});
