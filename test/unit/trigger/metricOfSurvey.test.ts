/** Facts of the survey in an event: what the list says now goes before what its record said once. */
import { completed, judged, planned, settings, START, SURVEY, uuid, type Extra } from './make';

const LISTED = { id: SURVEY, name: 'New name' };
const READ_BEFORE = { survey_name: 'Old name', metric_type: 'nps' };
const NEWEST = { survey_name: 'New name', metric_type: 'nps' };

/** The items of an answer, once the survey's own record was read. */
function itemsOf(extra: Extra, answer: unknown) {
	const wanted = { emitExisting: true, ...extra };
	const { state, tasks } = planned(undefined, [LISTED], START, wanted);
	const task = { ...tasks[0]!, ofRecord: READ_BEFORE };
	const { drafts = [] } = judged(settings(wanted), state, task, answer, 5) ?? {};
	return drafts.map(({ json }) => json);
}

it.each(['simplified', 'everything'])('of Interview Completed, %s', (output) => {
	const items = itemsOf({ output }, [completed('a', START)]);
	expect(items).toMatchObject([NEWEST]);
});

it('of Results Changed', () => {
	expect(itemsOf({ event: 'resultsChanged' }, { score: 3 })).toMatchObject([NEWEST]);
});

it('of Mailing Status Changed', () => {
	const mailings = [{ id: uuid(5), status: 'sent' }];
	expect(itemsOf({ event: 'mailingStatusChanged' }, mailings)).toMatchObject([NEWEST]);
});

it('the credential’s Respondent Page is no part of an item', () => {
	const wanted = { event: 'mailingStatusChanged', emitExisting: true };
	const { state, tasks } = planned(undefined, [LISTED], START, wanted);
	const task = { ...tasks[0]!, respondentPage: 'https://x.example/{respondent_id}' };
	const mailings = [{ id: uuid(5), status: 'sent' }];
	const { drafts = [] } = judged(settings(wanted), state, task, mailings, 5) ?? {};
	expect(drafts).toHaveLength(1);
	expect(JSON.stringify(drafts)).not.toMatch(/respondent/i);
});
