/** Respondents and what they share with other records: words and values that only look like a fact. */
import { completionMessage } from '../../../nodes/SurveyInterview/service/messages';
import {
	RESPONDENT,
	InterviewReader,
	SCORE,
} from '../../../nodes/SurveyInterview/service/respondents';
import { SUGGESTED_RANGE } from '../../../nodes/SurveyInterview/service/results';
import { SURVEY, THEME } from '../../../nodes/SurveyInterview/service/surveys';
import { TOKEN } from '../../../nodes/SurveyInterview/service/token';

const ID = '7d0f2a8c-3b5e-4c6d-9f1a-2e4b6c8d0f12';
const facts = (record: object) => RESPONDENT.read({ ...record }, {});

it.each<[Record<string, unknown>, string]>([
	[{ status: 'erasure_requested' }, 'erasure_requested'],
	[{ status: 'completion_pending' }, 'completion_pending'],
	[{ status: 'completed', erased_at: '2026-01-01T00:00:00Z' }, 'erased'],
	[{ status: 'completed', is_erased: true }, 'erased'],
	[{ status: 'completed', erased_at: '2026-01-01T00:00:00Z', is_deleted: null }, 'erased'],
	...['TRUE', 'yes', 'Y', '1', 1].map((erased): [Record<string, unknown>, string] => [
		{ erased },
		'erased',
	]),
	[{ status: 'completed', erased: 'N' }, 'completed'],
	// A part of a record may be erased alone, and a person may be active.
	...['respondent', 'person', 'interview'].map((part): [Record<string, unknown>, string] => [
		{ status: 'completed', [part]: { is_deleted: true, erased: true } },
		'completed',
	]),
	[{ completed_at: '2026-01-01T00:00:00Z', respondent: { status: 'active' } }, 'completed'],
	[{ status: 'GDPR_REMOVED' }, 'erased'],
	[{ email_status: 'deleted', completed_at: '2026-01-01T00:00:00Z' }, 'completed'],
	[{ properties: { team: 'Removed' }, completed_at: '2026-01-01T00:00:00Z' }, 'completed'],
])('%j: the status is %s, and both readers agree on who was erased', (record, status) => {
	expect(facts(record)).toMatchObject({ status });
	expect(new InterviewReader().read(record).erased).toBe(status === 'erased');
});

it.each(['not given', 'anonymous', '[removed]'])('%s is no email address', (email) => {
	expect(facts({ email })).toMatchObject({ email: null });
	expect(facts({ email, contact_email: 'lena@x.example' })).toMatchObject({
		email: 'lena@x.example',
	});
});

/** A new fact of one of these names would take the properties for the record. */
it.each(['department', 'language', 'location'])('%s is a property among others', (key) => {
	const properties = { [key]: 'nl', team: 'Utrecht' };
	expect(facts({ properties })).toMatchObject({ properties });
});

it('properties are an object, labelled values, or a list of keys and values', () => {
	const propertiesOf = (properties: unknown) => facts({ properties }).properties;
	expect(propertiesOf({ department: 'Sales', size: 3 })).toEqual({ department: 'Sales', size: 3 });
	const labelled = { department: { label: 'Department', value: 'Sales' } };
	expect(propertiesOf(labelled)).toEqual({ department: 'Sales' });
	expect(propertiesOf([{ key: 'department', value: 'Sales' }])).toEqual({ department: 'Sales' });
	expect(propertiesOf(['Sales'])).toBeNull();
});

it('a property with several values has all of them', () => {
	const properties = ['A', 'B'].map((value) => ({ key: 'team', value }));
	expect(facts({ properties })).toMatchObject({ properties: { team: ['A', 'B'] } });
});

it.each([1_767_225_600_000_000, 1_767_225_600_000_000_000, 4])('%d is no time', (at) => {
	expect(SCORE.read({ at }, {})).toMatchObject({ completed_at: null });
});

it.each<[object, object]>([
	[{ survey: 'Customers' }, { survey_id: null }],
	[{ restriction: 'none' }, { survey_id: null }],
	[
		{ survey: ID, workspace: ID },
		{ survey_id: ID, workspace: null },
	],
])('a token that says %j: %j', (record, told) => {
	expect(TOKEN.read({ ...record }, {})).toMatchObject(told);
});

it('words are whole: what is to open is not open, and data are no days', () => {
	const survey = (status: string) => SURVEY.read({ status }, {}).status;
	expect(['Active', 'opening_soon', 'closing'].map(survey)).toEqual([
		'active',
		'opening_soon',
		'closing',
	]);
	const range = (granularity: string) => SUGGESTED_RANGE.read({ granularity }, {}).granularity;
	expect(['Daily', 'weeks', 'data'].map(range)).toEqual(['day', 'week', 'data']);
});

it("the survey's score is not the respondent's", () => {
	expect(facts({ survey_score: 42 })).toMatchObject({ score: null });
});

it('a theme whose status is archived is archived', () => {
	const theme = (status: string) => THEME.read({ id: ID, status }, {}).is_archived;
	const words = ['archived', 'Archived', 'active', 'on hold'];
	expect(words.map(theme)).toEqual([true, true, false, null]);
	// TopicCategoryRead is not shown, so that no default is known of it.
	expect(THEME.read({ id: ID, name: 'Delivery' }, {}).is_archived).toBeNull();
});

it.each<[object, string | null]>([
	[{ first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
	[{ person: { first_name: 'Ada', last_name: 'Lovelace' } }, 'Ada Lovelace'],
	[{ recipient: { name: { first: 'Ada', last: 'Lovelace' } } }, 'Ada Lovelace'],
	[{ first_name: 'Ada', last_name: null }, 'Ada'],
	[{ name: null, first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
	[{ name: 'Countess', first_name: 'Ada', last_name: 'Lovelace' }, 'Countess'],
	[{ full_name: 'Ada L.', display_name: 'AL', first_name: 'Ada' }, 'Ada L.'],
	[{ first_name: null, last_name: null }, null],
	[{ interviewer: { first_name: 'Bob' } }, null],
])('%j: the name is %j, in the output and in the message', (record, name) => {
	expect(facts(record)).toMatchObject({ name });
	const message = completionMessage({ ...facts(record), survey_name: 'Survey 1' }, false);
	expect(message).toBe(`${name ?? 'Somebody'} completed the interview in Survey 1.`);
});
