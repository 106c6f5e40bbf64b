/** Why respondents start nothing, of a list that arrives in parts: only the newest are kept. */
import { InterviewReader } from '../../../nodes/SurveyInterview/service/respondents';
import { MAX_REASONS, Reasons } from '../../../nodes/SurveyInterview/trigger/whyNot';

const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const completed = (id: string, at: number) => {
	const time = new Date(at).toISOString();
	return { id, status: 'completed', started_at: time, completed_at: time };
};

const reader = new InterviewReader();
const people = Array.from({ length: 50 }, (_unused, at) =>
	completed(`p${at}`, START + at * MINUTE),
);
const idIn = (sentence: string) => /^Respondent (p\d+) who began at/.exec(sentence)?.[1];
const newest = people.slice(-MAX_REASONS).reverse();

it('keeps the newest of a list in any order and in any parts', () => {
	for (const list of [people, [...people].reverse()]) {
		const whyNot = new Reasons(
			reader,
			() => 'rejected',
			() => false,
		);
		whyNot.addRecords(list.slice(0, 7));
		whyNot.addRecords(list.slice(7));
		expect(whyNot.all.map(({ sentence }) => sentence).map(idIn)).toEqual(
			newest.map(({ id }) => id),
		);
	}
});

it('says nothing of those that are events and not known', () => {
	const whyNot = new Reasons(
		reader,
		({ id }) => (id === 'p3' ? 'rejected' : 'passes'),
		(id) => id === 'p5',
	);
	whyNot.addRecords(people);
	expect(whyNot.all.map(({ sentence }) => sentence)).toEqual([
		expect.stringMatching(/^Respondent p5 who began at 2026-.* does not come again/),
		expect.stringMatching(/^Respondent p3 who began at 2026-.* does not pass the filters\.$/),
	]);
});

it.each(['noScoreYet', 'unknownMetric'] as const)(
	'of somebody whom the trigger has settled without a score it does not say that they wait (%s)',
	(verdict) => {
		const whyNot = new Reasons(
			reader,
			() => verdict,
			(id) => id === 'p4',
		);
		whyNot.addRecords(people.slice(4, 6));
		expect(whyNot.all.map(({ sentence }) => sentence)).toEqual([
			expect.stringMatching(/^Respondent p5 .* waits: its (score|metric) is not visible yet\.$/),
			expect.stringMatching(/^Respondent p4 .* does not come again: .* turned away by a filter/),
		]);
	},
);
