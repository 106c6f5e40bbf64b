/** The form offers the words that the specification names, and for an optional field its default. */
import { findOperation } from '../../nodes/SurveyInterview/operations';
import type { EndpointOperation } from '../../nodes/SurveyInterview/operations/operation';

const PERIODS = ['all_time', 'last_month', 'current_month', 'current_year', 'last_year'];

/** From the specification; null where it names no default. */
it.each<[operation: string, field: string, words: string[], initial: string | null]>([
	['survey.create', 'metric_type', ['nps', 'enps', 'csat', 'ces', 'scale'], null],
	['survey.create', 'interview_locale', ['en', 'nl'], null],
	['invitation.getAll', 'status', ['open', 'used', 'expired'], null],
	['invitation.getAll', 'type', ['personal', 'csv', 'api', 'shared_link', 'popup', 'test'], null],
	['invitation.create', 'on_duplicate', ['skip'], 'skip'],
	['mailing.create', 'channels', ['personal', 'csv', 'api'], null],
	['mailing.create', 'completed', ['yes', 'no'], null],
	['mailing.create', 'last_invited', ['never', 'older_than_7_days', 'older_than_1_month'], 'never'],
	['result.getOverview', 'period', PERIODS, 'all_time'],
	['result.getConclusion', 'period', PERIODS, 'all_time'],
	['result.getConclusion', 'locale', ['nl', 'en'], null],
	['result.getTopics', 'period', PERIODS, 'all_time'],
	['result.getQuotes', 'sentiment', ['all', 'positive', 'neutral', 'negative'], 'all'],
	['result.getOverTime', 'granularity', ['day', 'week', 'month', 'year'], 'month'],
])('%s: %s', (name, fieldName, words, initial) => {
	const [resource = '', value = ''] = name.split('.');
	const operation = findOperation(resource, value) as EndpointOperation;
	const { required = [], inForm = [], optional = [], nested } = operation;
	const fields = [...required, ...inForm, ...optional, ...(nested?.fields ?? [])];
	const field = fields.find((one) => one.name === fieldName);
	const choices = field && 'choices' in field ? field.choices : [];
	expect(choices.map((choice) => choice.value).sort()).toEqual(expect.arrayContaining(words));
	// The names of languages are no words of the specification.
	for (const { value: word, label } of fieldName.endsWith('locale') ? [] : choices)
		expect(label.toLowerCase().replaceAll(' ', '_')).toBe(word);
	if (initial !== null) expect(field).toMatchObject({ default: initial });
});
