/** Facts of the survey in an event: what the list says now goes before what its record said once. */
import { completed, MINUTE, planned, polled, settings, START, SURVEY } from './make';

const LISTED = { id: SURVEY, name: 'New name' };
const READ_BEFORE = { survey_name: 'Old name', metric_type: 'nps' };
const NEWEST = { survey_name: 'New name', metric_type: 'nps' };

it.each(['simplified', 'everything'])('of Interview Completed, %s', (output) => {
	const respondents = { [SURVEY]: [completed('a', START)] };
	const { events } = polled(undefined, { surveys: [LISTED], respondents }, START, {
		output,
		emitExisting: true,
	});
	expect(events).toHaveLength(1);
	expect(events[0]?.completedBy?.(READ_BEFORE)).toMatchObject(NEWEST);
});

it('of Results Changed', () => {
	const extra = { event: 'resultsChanged', emitExisting: true };
	const { state, tasks } = planned(undefined, [LISTED], START, extra);
	const judgement = tasks[0] && settings(extra).event.judge(state, tasks[0], { score: 3 }, 5);
	expect(judgement?.drafts[0]?.completedBy?.(READ_BEFORE)).toMatchObject(NEWEST);
});

it('a time of completion that the record contradicts is null', () => {
	const unclear = { submitted_at: new Date(START + MINUTE).toISOString() };
	const respondents = { [SURVEY]: [completed('a', START, unclear)] };
	const extra = { output: 'simplified', emitExisting: true };
	const { events } = polled(undefined, { surveys: [LISTED], respondents }, START, extra);
	expect(events.map(({ json }) => json.completed_at)).toEqual([null]);
});
