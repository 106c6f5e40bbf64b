import {
	storeState,
	type KnownSurvey,
	type State,
} from '../../../nodes/SurveyInterview/trigger/state';
import { listedSurveys, withSurvey } from '../../../nodes/SurveyInterview/trigger/pollPlan';
import { DAY, emptyAt, HOUR, idsOf, iso, MINUTE, planned, START, survey, uuid } from './make';

type Json = Record<string, unknown>;
const [A, B, C, D] = [uuid(1), uuid(2), uuid(3), uuid(4)];

/** The state when all that is in these surveys is settled. */
function settled(list: Json[], extra: Parameters<typeof planned>[3] = {}): State {
	const { state, tasks } = planned(undefined, list, START, extra);
	const fingerprints = new Map(tasks.map(({ survey: { id }, fingerprint }) => [id, fingerprint]));
	const closed = (entry: KnownSurvey) => ({
		...entry,
		pending: undefined,
		fingerprint: fingerprints.get(entry.id) ?? '',
	});
	return { ...state, surveys: state.surveys.map(closed) };
}

const entryOf = ({ surveys }: State, id: string) => surveys.find((entry) => entry.id === id);
const next = START + MINUTE;
/** The entry of a new survey, which has no baseline. */
const NEW = { id: D, fingerprint: '', rereads: 0 };

describe('the list', () => {
	it('gives ids in one case, and a name where there is one', () => {
		const [one, two, three] = listedSurveys([
			{ id: 'ABCDEF01-0000-4000-8000-000000000001', name: 'Pulse' },
			{ id: B, title: 'Exit' },
			{ id: C, name: null },
		]);
		expect(one).toMatchObject({ id: 'abcdef01-0000-4000-8000-000000000001', name: 'Pulse' });
		expect([two?.name, three?.name]).toEqual(['Exit', null]);
	});

	it('finds id and name where the output finds them', () => {
		for (const record of [{ survey_id: A }, { uuid: A }, { surveyId: A.toUpperCase() }]) {
			const [one] = listedSurveys([{ ...record, title: 'Pulse' }]);
			expect(one).toMatchObject({ id: A, name: 'Pulse' });
		}
	});

	it('has each survey once, or its completions would come twice', () => {
		const [a, b] = [survey('ABCDEF01-0000-4000-8000-000000000001'), survey(B)];
		const list = [a, b, { ...a, name: 'again' }, { ...b, id: B.toUpperCase() }];
		expect(listedSurveys(list).map(({ name }) => name)).toEqual([a.name, b.name]);
		expect(idsOf(planned(undefined, list, START))).toEqual([String(a.id).toLowerCase(), B]);
	});

	it('leaves out what cannot be read', () => {
		expect(listedSurveys([null, 'x', {}, { id: 7 }, { id: '../me' }, { id: A }])).toHaveLength(1);
	});
});

describe('which surveys are read', () => {
	const list = [survey(C), survey(B), survey(A)];

	it('all, for their baselines, when the watch begins', () => {
		const plan = planned(undefined, list, START);
		expect(idsOf(plan)).toEqual([C, B, A]);
		for (const { known } of plan.tasks)
			expect(known).toMatchObject({ pending: true, oldUpTo: START - 1 });
		expect(plan.watched).toHaveLength(3);
	});

	it('none, when no summary changed', () => {
		const plan = planned(settled(list), list, next);
		expect(plan.tasks).toEqual([]);
		expect(plan.watched).toHaveLength(3);
	});

	it('none, when only the order of keys or of surveys changed', () => {
		const [first = {}, ...others] = list;
		const turned = Object.fromEntries(Object.entries(first).reverse());
		expect(idsOf(planned(settled(list), [...others, turned], next))).toEqual([]);
	});

	it('one whose summary changed, anywhere in it', () => {
		const changed = [survey(C), survey(B, 1), survey(A, 0, { latest: { at: 'now' } })];
		expect(idsOf(planned(settled(list), changed, next))).toEqual([B, A]);
	});

	it('one that is to be read again', () => {
		const before = settled(list);
		const again = withSurvey(before, { ...before.surveys[1], rereads: 1 } as KnownSurvey);
		expect(idsOf(planned(again, list, next))).toEqual([B]);
	});

	it('one whose baseline could not be taken yet', () => {
		const before = settled(list);
		const open = { ...before.surveys[1], pending: true } as KnownSurvey;
		expect(idsOf(planned(withSurvey(before, open), list, next))).toEqual([B]);
	});

	it('each, when no list across surveys tells a change', () => {
		const plan = planned(settled(list), list, next, { event: 'mailingStatusChanged' });
		expect(idsOf(plan)).toEqual([C, B, A]);
	});

	it('each, in a full check, and then none until the next', () => {
		const before = settled(list);
		expect(idsOf(planned(before, list, START + HOUR - 1))).toEqual([]);
		const check = planned(before, list, START + HOUR);
		expect(idsOf(check)).toEqual([C, B, A]);
		expect(check.state.checkedAt).toBe(START + HOUR);
		const after = { ...check.state, surveys: before.surveys };
		expect(idsOf(planned(after, list, START + HOUR + MINUTE))).toEqual([]);
	});

	it('those that a full check had no time for, in the next poll', () => {
		const check = planned(settled(list), list, START + HOUR);
		const done = withSurvey(check.state, { ...check.tasks[0]?.known, rereads: 0 } as KnownSurvey);
		expect(idsOf(planned(done, list, START + HOUR + MINUTE))).toEqual([B, A]);
	});

	it('each, when the clock was set back, and then none', () => {
		const before = settled(list);
		const check = planned(before, list, START - DAY);
		expect(idsOf(check)).toEqual([C, B, A]);
		const after = { ...check.state, surveys: before.surveys };
		expect(idsOf(planned(after, list, START - DAY + MINUTE))).toEqual([]);
	});

	it('does not shorten what was to be read more often, in a full check', () => {
		const before = settled(list);
		const twice = withSurvey(before, { ...before.surveys[0], rereads: 2 } as KnownSurvey);
		const { state } = planned(twice, list, START + HOUR);
		expect(state.surveys.map(({ rereads }) => rereads)).toEqual([2, 1, 1]);
	});

	it('begin where the last poll stopped, and go round', () => {
		const all = [survey(D, 1), survey(C, 1), survey(B), survey(A, 1)];
		const before = settled([survey(D), survey(C), survey(B), survey(A)]);
		expect(idsOf(planned({ ...before, next: C }, all, next))).toEqual([C, A, D]);
		// That one changed no more, or went: the order is kept all the same.
		expect(idsOf(planned({ ...before, next: B }, all, next))).toEqual([A, D, C]);
		expect(idsOf(planned({ ...before, next: uuid(9) }, all, next))).toEqual([D, C, A]);
	});

	it('that changed come before those that are only looked at again', () => {
		const before = settled(list);
		const all = before.surveys.map((entry) => ({ ...entry, rereads: 1 }));
		const now = [survey(C), survey(B, 1), survey(A)];
		expect(idsOf(planned({ ...before, surveys: all }, now, next))).toEqual([B, C, A]);
	});

	it('leaves the state that it was given as it was', () => {
		const before = settled(list);
		const kept = structuredClone(before);
		planned(before, [survey(D), survey(C, 1), survey(B)], START + DAY);
		expect(structuredClone(before)).toEqual(kept);
	});
});

describe('chosen surveys', () => {
	const choose = (...surveyIds: string[]) => ({ watch: 'chosen' as const, surveyIds });
	const list = [survey(C), survey(B), survey(A)];

	it('are the only ones that are known and read', () => {
		const plan = planned(undefined, list, START, choose(A, C));
		expect(idsOf(plan)).toEqual([A, C]);
		expect(plan.state.surveys.map(({ id }) => id)).toEqual([A, C]);
		expect(plan.watched).toHaveLength(2);
	});

	it('are read in every poll where the list does not have them', () => {
		const before = settled(list, choose(A, D));
		const plan = planned(before, list, next, choose(A, D));
		expect(idsOf(plan)).toEqual([D]);
		expect(plan.tasks[0]).toMatchObject({ fingerprint: '', survey: { id: D, name: null } });
	});

	it('have a baseline when they are added, whenever they were created', () => {
		const before = settled([survey(A)], choose(A));
		const young = { created_at: iso(START + 1000) };
		const plan = planned(before, [survey(B, 0, young), survey(A)], next, choose(A, B));
		expect(idsOf(plan)).toEqual([B]);
		expect(plan.tasks[0]?.known).toMatchObject({ pending: true, oldUpTo: next - 1 });
	});

	it('have a baseline too where all were watched before', () => {
		const plan = planned(settled([survey(A)]), [survey(B), survey(A)], next, choose(A, B));
		expect(idsOf(plan)).toEqual([B]);
		expect(plan.tasks[0]?.known.pending).toBe(true);
	});

	it('are forgotten a week after they are taken out of the choice', () => {
		const before = settled(list, choose(A, B));
		const seen = { ...before, seen: { [A]: 'abcdefgh' } };
		const { state } = planned(seen, list, next, choose(B));
		expect(entryOf(state, A)?.leftAt).toBe(next);
		expect(state.seen).toEqual({ [A]: 'abcdefgh' });
		const later = planned(state, list, next + 7 * DAY, choose(B)).state;
		expect([entryOf(later, A)?.leftAt, later.seen[A]]).toEqual([next, 'abcdefgh']);
		const gone = planned(later, list, next + 7 * DAY + 1, choose(B)).state;
		expect([entryOf(gone, A), storeState(gone).seen]).toEqual([undefined, {}]);
	});

	it('that become all: the others get a baseline, the chosen go on', () => {
		const before = settled(list, choose(A));
		const plan = planned(before, list, next);
		expect(idsOf(plan)).toEqual([C, B]);
		for (const { known } of plan.tasks) expect(known.pending).toBe(true);
		expect(plan.state.watch).toBe('all');
		// From then on a new survey is new.
		const later = planned(plan.state, [survey(D), ...list], next + MINUTE);
		expect(entryOf(later.state, D)).toEqual({ ...NEW, oldBefore: START - DAY });
	});
});

describe('a survey that was not there before', () => {
	const list = [survey(B), survey(A)];
	const isNew = (created: Json, place: 'above' | 'below', before = settled(list)) => {
		const one = survey(D, 3, created);
		const now = place === 'above' ? [one, ...list] : [survey(B), one, survey(A)];
		const plan = planned(before, now, next);
		expect(idsOf(plan)).toEqual([D]);
		return entryOf(plan.state, D)?.pending !== true;
	};

	it.each([
		['above', {}, true],
		['above', { created_at: iso(START + 1000) }, true],
		['above', { created_at: iso(START - HOUR) }, true],
		['above', { created_at: iso(START - 2 * DAY) }, false],
		['above', { createdAt: iso(START - 2 * DAY) }, false],
		['above', { timestamps: { created: iso(START - 2 * DAY) } }, false],
		['above', { created_at: null }, true],
		['below', {}, false],
		['below', { created_at: null }, false],
		['below', { created_at: iso(START - 1000) }, false],
		['below', { created_at: iso(START + 1000) }, true],
		['below', { created: (START + 1000) / 1000 }, true],
	] as const)('%s the known ones, with %j: new is %p', (place, created, expected) => {
		expect(isNew(created, place)).toBe(expected);
	});

	it('is new as a whole: all since the watch began is new', () => {
		const { state } = planned(settled(list), [survey(D), ...list], next);
		expect(entryOf(state, D)).toEqual({ ...NEW, oldBefore: START - DAY });
	});

	it('is new where there was none before', () => {
		const before = settled([]);
		expect(entryOf(planned(before, [survey(D)], next).state, D)?.pending).toBeUndefined();
	});

	it('is new when n8n’s clock was ahead at the activation and was then set back', () => {
		const real = START - 3 * DAY;
		const young = survey(D, 1, { created_at: iso(real + HOUR) });
		const plan = planned(settled(list), [young, ...list], real + 2 * HOUR);
		expect(entryOf(plan.state, D)).toEqual({ ...NEW, oldBefore: real + 2 * HOUR - DAY });
		expect(plan.state.since).toBe(real + 2 * HOUR);
	});

	it('is not new where another token shows another workspace', () => {
		const other = [survey(D), survey(C)];
		const baselines = (token: string) =>
			planned(settled(list), other, next, {}, token).tasks.map(({ known }) => known.pending);
		expect(baselines('another')).toEqual([true, true]);
		expect(baselines('token')).toEqual([undefined, undefined]);
		// The same workspace, with a token that was renewed.
		const renewed = planned(settled(list), [survey(D), ...list], next, {}, 'another');
		expect(renewed.tasks.map(({ known }) => known.pending)).toEqual([undefined]);
	});

	it('is known when it comes back', () => {
		const gone = planned(settled(list), [survey(B)], next).state;
		expect(idsOf(planned(gone, list, next + MINUTE))).toEqual([]);
		const nothing = planned(gone, [], next).state;
		expect(idsOf(planned(nothing, list, next + MINUTE))).toEqual([]);
	});

	it('is not new when the watch begins with it', () => {
		const young = survey(D, 1, { created_at: iso(START + 1000) });
		expect(planned(undefined, [young], START).tasks[0]?.known.pending).toBe(true);
	});

	it('allows for clocks that differ once, however long its baseline takes', () => {
		let { state } = planned(undefined, [survey(A, 1)], START);
		for (const count of [1, 2, 3, 4]) {
			state = planned(state, [survey(A, count)], START + count * MINUTE).state;
		}
		expect(entryOf(state, A)).toMatchObject({ pending: true, oldUpTo: START - 1 - 10 * MINUTE });
	});

	it('is new with all in it, where what exists is to be delivered', () => {
		const plan = planned(undefined, list, START, { emitExisting: true });
		for (const { known } of plan.tasks)
			expect(known).toMatchObject({ fingerprint: '', rereads: 0 });
		expect(plan.tasks.some(({ known }) => known.pending ?? known.oldUpTo)).toBe(false);
		expect(emptyAt(START).surveys).toEqual([]);
	});
});
