/** A survey that leaves the choice and is added again. */
import { restoreState, storeState } from '../../../nodes/SurveyInterview/trigger/state';
import {
	completed,
	CROWD,
	days,
	idsOfEvents,
	MINUTE,
	polled,
	START,
	survey,
	uuid,
	type Extra,
} from './make';

type Json = Record<string, unknown>;

const [A, B] = [uuid(1), uuid(2)];

describe('removed from the choice and added again', () => {
	const chosen = (...surveyIds: string[]): Extra => ({
		watch: 'chosen',
		surveyIds,
		emitExisting: true,
	});
	it.each<[string, Extra]>([
		['', {}],
		[', also of more than are remembered', { others: CROWD }],
	])('does not bring with Emit Existing what came before%s', (_what, more) => {
		const respondents = { [A]: days(300), [B]: [] as Json[] };
		const surveys = [survey(B, 0), survey(A, 300)];
		const first = polled(undefined, { surveys, respondents }, START, {
			...chosen(A, B),
			...more,
		});
		expect(first.events).toHaveLength(300);
		const second = polled(first.state, { surveys, respondents }, START + MINUTE, chosen(B));
		const third = polled(
			restoreState(storeState(second.state)),
			{ surveys, respondents },
			START + 2 * MINUTE,
			chosen(A, B),
		);
		expect(idsOfEvents(third.events)).toEqual([]);
	});

	it('counts no more tries of who is in its baseline', () => {
		const unscored = completed('unscored', START + MINUTE, { score: null });
		const surveys = [survey(B, 0), survey(A, 1)];
		const of = (...surveyIds: string[]): Extra => ({ watch: 'chosen', surveyIds, scoreTo: 10 });
		const first = polled(undefined, { surveys, respondents: {} }, START, of(A, B));
		const more = [survey(B, 0), survey(A, 2)];
		const respondents = { [A]: [unscored] };
		const second = polled(first.state, { surveys: more, respondents }, START + MINUTE, of(A, B));
		expect(Object.values(second.state.waiting)).toEqual([1]);
		const third = polled(second.state, { surveys: more, respondents }, START + 2 * MINUTE, of(B));
		const again = { surveys: more, respondents };
		const fourth = polled(third.state, again, START + 3 * MINUTE, of(A, B));
		expect([fourth.events, fourth.state.waiting]).toEqual([[], {}]);
	});
});
