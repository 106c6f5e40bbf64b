/** Which surveys a poll reads. */
import type { ListedSurvey } from '../../../nodes/SurveyInterview/trigger/reading';
import { newWatch, type State } from '../../../nodes/SurveyInterview/trigger/state';
import { planPoll, type WatchSettings } from '../../../nodes/SurveyInterview/trigger/surveys';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const survey = (id: string, entryHash = `${id} 1`, facts = {}): ListedSurvey => ({
	...{ id, name: id, entryHash, facts },
});
const WATCH: WatchSettings = {
	...{ watch: 'all', surveyIds: [], emitExisting: false, fullCheckMs: 60 * MINUTE, event: {} },
};
const plan = (
	before: State,
	surveys: ListedSurvey[],
	settings: Partial<WatchSettings> = {},
	readAt = NOW,
) => planPoll(before, { surveys, readAt }, { ...WATCH, ...settings });
const idsOf = (surveys: readonly ListedSurvey[]) => surveys.map(({ id }) => id);

/** A state in which everything of these surveys is settled. */
const settled = (...surveys: ListedSurvey[]): State => ({
	...newWatch('scope', NOW - 100 * MINUTE),
	...{ listedAt: NOW - MINUTE, checkedAt: NOW - MINUTE },
	surveys: Object.fromEntries(
		surveys.map(({ id, entryHash }) => [id, { entryHash, known: `of ${id}` }]),
	),
});

it('reads what has changed, and nothing else', () => {
	const before = settled(survey('a'), survey('b'), survey('c'));
	const now = plan(before, [survey('a'), survey('b', 'b 2'), survey('c')]);
	expect([idsOf(now.due), idsOf(now.firstListed), now.isCheck]).toEqual([['b'], [], false]);
	expect(now.state.listedAt).toBe(NOW);
});

it('reads every survey in a full check, changed ones first, also when the clock was set back', () => {
	const before = settled(survey('a'), survey('b'));
	const surveys = [survey('a'), survey('b', 'b 2')];
	for (const readAt of [NOW + 60 * MINUTE, NOW - 10 * MINUTE]) {
		const now = plan(before, surveys, {}, readAt);
		expect([idsOf(now.due), now.isCheck, now.state.checkedAt]).toEqual([['b', 'a'], true, readAt]);
	}
	const event = { readsEverySurvey: true } as const;
	expect(idsOf(plan(before, surveys, { event }).due)).toEqual(['a', 'b']);
});

it('begins where the last poll stopped', () => {
	const before = { ...settled(), next: 'b' };
	const now = plan(
		before,
		['a', 'b', 'c'].map((id) => survey(id)),
	);
	expect(idsOf(now.due)).toEqual(['b', 'c', 'a']);
});

it('a survey that is listed for the first time gets the time of the poll before, in the first poll that of the activation', () => {
	const before = settled(survey('a'));
	const now = plan(before, [survey('b'), survey('a')]);
	expect(now.state.surveys.b).toEqual({
		entryHash: '',
		known: '',
		pendingBaseline: { since: NOW - MINUTE },
	});
	const first = plan(newWatch('scope', NOW - 5), [survey('b')]);
	expect(first.state.surveys.b?.pendingBaseline).toEqual({ since: NOW - 5 });
	const created = { created_at: new Date(NOW).toISOString() };
	const own = plan(before, [survey('c', 'c 1', created)]);
	expect(own.state.surveys.c?.pendingBaseline).toEqual({ since: NOW - MINUTE, isNewSurvey: true });
	const all = plan(before, [survey('b')], { emitExisting: true });
	expect(all.state.surveys.b?.pendingBaseline).toEqual({ isAllNew: true });
});

it('what is known of a survey stays known while the list does not show it', () => {
	const before = settled(survey('a'), survey('b'));
	const gone = plan(before, [survey('a')], {}, NOW + 90 * 24 * 60 * MINUTE);
	expect(gone.state.surveys.b).toEqual(before.surveys.b);
	const back = plan(gone.state, [survey('a'), survey('b', 'b 2')]);
	expect([idsOf(back.firstListed), back.state.surveys.b?.known]).toEqual([[], 'of b']);
});

it('a survey that comes back into the choice begins anew, and its completions stay known', () => {
	const before = settled(survey('a'), survey('b'));
	const list = [survey('a'), survey('b')];
	const without = plan(before, list, { watch: 'chosen', surveyIds: ['a'] });
	expect(without.state.surveys.b).toMatchObject({ known: 'of b', isOut: true });
	const back = plan(without.state, list, { watch: 'chosen', surveyIds: ['a', 'b'] });
	expect(back.state.surveys.b).toEqual({
		entryHash: '',
		known: 'of b',
		pendingBaseline: { since: NOW },
	});
	expect(idsOf(back.firstListed)).toEqual(['b']);
});

it('reads a chosen survey that the list never shows, and a UUID of the choice in any case', () => {
	const id = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
	const surveyIds = [id.toUpperCase(), 'hidden'];
	const chosen: Partial<WatchSettings> = { watch: 'chosen', surveyIds };
	const now = plan(settled(), [survey(id), survey('other')], chosen);
	expect(idsOf(now.due)).toEqual([id, 'hidden']);
	const again = plan({ ...now.state, surveys: { ...settled(survey(id)).surveys } }, [survey(id)], {
		...chosen,
	});
	expect(idsOf(again.due)).toEqual(['hidden']);
});
