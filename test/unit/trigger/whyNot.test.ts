/** Why respondents start nothing. */
import { InterviewReader } from '../../../nodes/SurveyInterview/service/respondents';
import { newestReasons, whyNotOf } from '../../../nodes/SurveyInterview/trigger/whyNot';

const completed = {
	id: 'p',
	status: 'completed',
	started_at: '2026-03-01T12:00:00Z',
	completed_at: '2026-03-01T12:05:00Z',
};
type Verdict = 'passes' | 'rejected' | 'noScoreYet' | 'unknownMetric';

const why = (record: object, verdict: Verdict, isKnown = false) =>
	whyNotOf(record as never, {
		reader: new InterviewReader(),
		verdictOn: () => verdict,
		rejectedBy: () => ['Score To', 'Property Filter'],
		isKnown: () => isKnown,
	});

it.each<[string, object, Verdict, boolean, RegExp | undefined]>([
	['an event', completed, 'passes', false, undefined],
	['one that is known', completed, 'passes', true, /^Respondent p who .* does not come again/],
	[
		'one that a filter rejects',
		completed,
		'rejected',
		false,
		/ does not pass Score To and Property Filter\.$/,
	],
	['one without a score', completed, 'noScoreYet', false, / waits: its score is not visible yet/],
	['one without a metric', completed, 'unknownMetric', false, / its metric is not visible yet\.$/],
	['one settled without a score', completed, 'noScoreYet', true, / does not come again/],
	['one settled without a metric', completed, 'unknownMetric', true, / does not come again/],
	['one who was erased', { ...completed, status: 'erased' }, 'passes', false, / was erased\.$/],
	['one under way', { id: 'p', status: 'started' }, 'passes', false, /status reads “started”/],
	['one without a status', {}, 'passes', false, /^Somebody has not completed .*neither a status/],
])('of %s', (_who, record, verdict, isKnown, sentence) => {
	const reason = why(record, verdict, isKnown);
	if (sentence) expect(reason?.sentence).toMatch(sentence);
	else expect(reason).toBeUndefined();
});

it('names when the respondent began, and nobody', () => {
	const record = { ...completed, name: 'Ada', email: 'ada@x.test' };
	const sentence =
		'Respondent p who began at 2026-03-01T12:00:00.000Z does not pass Score To and Property Filter.';
	const at = Date.parse(completed.started_at);
	expect(why(record, 'rejected')).toEqual({ at, hasCompleted: true, sentence });
});

it('the newest five are told', () => {
	const reasons = [3, 9, 1, 7, 5, 8, 2].map((at) => ({ at, sentence: `${at}` }));
	expect(newestReasons(reasons).map(({ at }) => at)).toEqual([9, 8, 7, 5, 3]);
});
