/** A record may call its facts anything: what the package knows is right, and what it does not know is null. */
import { CONVERSATION } from '../../nodes/SurveyInterview/service/conversations';
import { PUBLIC_INVITATION, SENT_EMAIL } from '../../nodes/SurveyInterview/service/invitations';
import { RESPONDENT, SCORE } from '../../nodes/SurveyInterview/service/respondents';
import {
	CONCLUSION,
	BUCKET,
	OVERVIEW,
	QUOTE,
	SUGGESTED_RANGE,
	TOPIC,
} from '../../nodes/SurveyInterview/service/results';
import { PROPERTY, SURVEY, THEME } from '../../nodes/SurveyInterview/service/surveys';
import { TOKEN } from '../../nodes/SurveyInterview/service/token';

const ID = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
type Simplified = Pick<typeof SURVEY, 'read'>;

it.each<[string, Simplified, object, object]>([
	['a chart', BUCKET, { labels: ['2026-02-01'], datasets: [{ label: 'Score', data: [39] }] }, {}],
	[
		'a range under keys that nobody knows',
		SUGGESTED_RANGE,
		{ u_119: 1766966400000, bucket_size: 'month', opens_with: 1741564800000 },
		{ granularity: 'month' },
	],
	[
		'a quote under keys that somebody made up',
		QUOTE,
		{ createdat: '2026-01-20T06:21:11.000000+00:00', moodcolour: -0.9, saidaloud: 'Slow.' },
		{ at: '2026-01-20T06:21:11.000Z' },
	],
	[
		'an overview in another language, and counts without scores',
		OVERVIEW,
		{ gesamtwert: -48.9, uitgenodigd: 91, begonnen: 51, voltooid: 47, distribution: [6, 8] },
		{},
	],
	[
		'an email under keys that nobody knows',
		SENT_EMAIL,
		{ OPENED_AT: '13/12/2025', u_391: 'false', zz_320: 'd@x.test', SENT_COUNT: 3 },
		{ sent: true },
	],
	[
		'a property with few keys',
		PROPERTY,
		{ options: ['Sales', 'Support'], required: 0, id: ID },
		{ id: ID, options: ['Sales', 'Support'] },
	],
	[
		'a survey in capitals, with numbers as text',
		SURVEY,
		{ ID, NAME: 'Support', RESPONSES_COUNT: '2', METRIC: { CODE: 'Effort' }, PROPERTIES: [] },
		{ id: ID, name: 'Support', response_count: 2 },
	],
	[
		'a theme archived at a time that ends in a zero',
		THEME,
		{ id: ID, archivedAt: '2025-06-23T05:06:31+05:30' },
		{ id: ID, is_archived: true },
	],
	[
		'a theme with a word for its state, and its name in an object',
		THEME,
		{ id: ID, state: 'Active', body: { category_name: 'Leadership' } },
		{ id: ID, is_archived: false },
	],
	['a theme with a flag as a letter', THEME, { id: ID, isArchived: 'N' }, { id: ID }],
	[
		'a respondent with first and last name, and an object of a number for the status',
		RESPONDENT,
		{
			...{ respondent_id: ID, given_name: 'Daan', family_name: 'Bos', e_mail: 'd@x.test' },
			...{ external_ref: 'E-1', progress: { status: 3 }, manager_email: 'm@x.test' },
			...{ start_date: '2026-10-04T18:37:25-09:30', metric_score: null, email_status: 'bounced' },
		},
		{
			...{ id: ID, email: 'd@x.test', external_id: 'E-1' },
			...{ name: 'Daan Bos', first_name: 'Daan', last_name: 'Bos' },
		},
	],
	[
		'a respondent with a metric in an object, and a word of another language',
		RESPONDENT,
		{
			...{ id: ID, display_name: 'Jörg', external_reference: 'E-2', created_by: 'Chidi' },
			...{ progress: { status: 'Voltooid' }, submitted_at: '2025-01-03T19:35:32.000000+00:00' },
			...{ score: 2, metric: { type: 'nps' }, job_end_date: '2025-06-11T14:04:56Z' },
		},
		{
			...{ id: ID, name: 'Jörg', external_id: 'E-2', status: 'voltooid' },
			...{ completed_at: '2025-01-03T19:35:32.000Z' },
			...{ score: 2, metric_type: 'nps', nps_group: 'detractor' },
		},
	],
	[
		'a respondent with keys that mean nothing',
		RESPONDENT,
		{ zesp: 'E-4', xyg_vesp: 'j@x.test', c_263: 5, STAND: 'complete', CIJFER: '4/10' },
		{},
	],
	[
		'a conversation with a summary in an object',
		CONVERSATION,
		{
			transcript: [
				{ message: 'How was it?', from: 'Bot' },
				{ message: 'Slow.', from: 'Human' },
			],
			summary: { summary: 'It was slow.', positives: [], negatives: ['Slow'] },
		},
		{
			transcript: 'Interviewer: How was it?\n\nParticipant: Slow.',
			...{ participant_text: 'Slow.', quote: 'Slow.' },
			messages: [
				{ role: 'interviewer', text: 'How was it?' },
				{ role: 'participant', text: 'Slow.' },
			],
			...{ summary: 'It was slow.', negatives: ['Slow'] },
		},
	],
	[
		'an overview with counts by score',
		OVERVIEW,
		{
			...{ groups: { promoters: 11, passives: 13, detractors: 19 }, metric: { score: -18.6 } },
			...{ invited: 109, started_count: 59, completed_count: 43, max_score: 100 },
			distribution: { '0': 7, '10': 9 },
		},
		{
			...{ score: -18.6, invited: 109, started: 59, completed: 43, response_rate: 43 / 109 },
			...{ promoters: 11, passives: 13, detractors: 19 },
			distribution: [
				{ score: 0, count: 7 },
				{ score: 10, count: 9 },
			],
		},
	],
	[
		'a score with what it is out of',
		SCORE,
		{ respondent_id: ID, score: '5/10' },
		{ respondent_id: ID },
	],
	[
		'a score in an object, and a day as the time',
		SCORE,
		{ score: { value: 4, max: 10 }, finishedAt: '2025-03-05' },
		{ score: 4, completed_at: '2025-03-05T00:00:00.000Z' },
	],
	[
		'a score under the shortest keys',
		SCORE,
		{ value: 10, respondent: { id: ID }, maxScore: 10 },
		{ score: 10, respondent_id: ID },
	],
	[
		'a topic with keys without separators',
		TOPIC,
		{ id: ID, label: 'Tools', avgsentiment: '-0.61', mentionscount: '42' },
		{ id: ID, name: 'Tools', sentiment: -0.61, mentions: 42 },
	],
	[
		'a topic with keys with spaces',
		TOPIC,
		{ Mentions: 49, 'Mention Share': 10.9, 'Goes By': 'Noise' },
		{ mentions: 49 },
	],
	[
		'a quote in capitals',
		QUOTE,
		{ CONTENT: 'It surprised me.', SENTIMENT: 'POSITIVE', QUESTION: 'Why?', SCORE: 5 },
		{ text: 'It surprised me.', sentiment: 'positive' },
	],
	[
		'a period with hyphens in its keys',
		BUCKET,
		{ 'bucket-start': '2026-04-01T00:00:00.000Z', respondents: 23, score: 10.5, 'score-delta': -6 },
		{ from: '2026-04-01T00:00:00.000Z', answers: 23, score: 10.5 },
	],
	[
		'a range beside the time of a first answer',
		SUGGESTED_RANGE,
		{ firstResponseAt: '2026-06-23T00:00:00Z', from: '2026-06-24', bucketSize: 'month' },
		{ from: '2026-06-24T00:00:00.000Z', granularity: 'month' },
	],
	[
		'a conclusion in paragraphs',
		CONCLUSION,
		{ prose: ['Fine.', 'Slow.'], points: [{ text: 'It is fine.', sentiment: 'Neutral' }] },
		{ text: 'Fine.\n\nSlow.', points: [{ text: 'It is fine.', tone: 'neutral' }] },
	],
	[
		'a conclusion in an object',
		CONCLUSION,
		{ conclusion: { text: '<p>Fine.</p>' }, key_points: [{ Text: 'Slow.', Tone: 'negative' }] },
		{ text: '<p>Fine.</p>', points: [{ text: 'Slow.', tone: 'negative' }] },
	],
	[
		'a token with empty text for what there is not',
		TOKEN,
		{ Scopes: '', Expires: 1775049484, 'Survey Id': '' },
		{ expires_at: '2026-04-01T13:18:04.000Z' },
	],
	[
		'a token with an object for the survey, and a time in milliseconds as text',
		TOKEN,
		{ scopes: ['results:read'], expires: '1780380551000', survey: { id: ID, name: 'Pulse' } },
		{ scopes: ['results:read'], survey_id: ID },
	],
	[
		'an invitation with an object for its ID alone',
		PUBLIC_INVITATION,
		{ email: 'e@x.test', privacy_policy_url: 'https://x.test/p', invitation: { id: ID } },
		{ id: ID, email: 'e@x.test' },
	],
	[
		'an invitation with links beside its link',
		PUBLIC_INVITATION,
		{ id: ID, _links: { self: { href: '/self' } }, interview_url: 'https://x.test/i/504a' },
		{ id: ID, link: 'https://x.test/i/504a' },
	],
	[
		'an email with a flag that says no, and a list of one recipient',
		SENT_EMAIL,
		{ wasSent: 'N', recipient: ['c@x.test'], sender: 's@x.test', sentCount: 1 },
		{ sent: false, email: 'c@x.test' },
	],
	[
		'an email with a flag as a text, and an object for the recipient',
		SENT_EMAIL,
		{ sent: '1', recipient: { email: 'd@x.test' }, sentAt: 1753831982, invitationId: ID },
		{ id: ID, sent: true, email: 'd@x.test', sent_at: '2025-07-29T23:33:02.000Z' },
	],
	[
		'an email with a word that says no',
		SENT_EMAIL,
		{ ontvanger: 'c@x.test', invitation_id: ID, status: 'Failed', skipped_reason: 'unsubscribed' },
		{ id: ID, sent: false, reason: 'unsubscribed' },
	],
])('%s', (_what, simplified, answer, says) => {
	expect(said(simplified.read({ ...answer }, {}))).toEqual(says);
});

/** What an output says, without what is null or empty, and the sentence of the node. */
function said(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(said);
	if (typeof value !== 'object' || value === null) return value;
	const isSaid = ([name, one]: [string, unknown]) =>
		name !== 'message' && ![null, undefined, ''].includes(one as null) && !isEmptyList(one);
	const facts = Object.entries(value).filter(isSaid);
	return Object.fromEntries(facts.map(([name, one]) => [name, said(one)]));
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
