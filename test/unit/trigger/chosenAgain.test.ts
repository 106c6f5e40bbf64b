/** A survey that leaves the choice and is added again. */
import { restoreState, storeState } from '../../../nodes/SurveyInterview/trigger/state';
import { days, idsOfEvents, MINUTE, polled, START, survey, uuid, type Extra } from './make';

type Json = Record<string, unknown>;

const [A, B] = [uuid(1), uuid(2)];

describe('removed from the choice and added again', () => {
	const chosen = (...surveyIds: string[]): Extra => ({
		watch: 'chosen',
		surveyIds,
		emitExisting: true,
	});
	it('does not bring with Emit Existing what came before', () => {
		const respondents = { [A]: days(300), [B]: [] as Json[] };
		const surveys = [survey(B, 0), survey(A, 300)];
		const first = polled(undefined, { surveys, respondents }, START, chosen(A, B));
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
});
