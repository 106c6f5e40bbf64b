import { isObject } from '../records/json';
import { ofKind } from './fact';
import { METRIC_FACT } from './scored';
import { simplifiedBy, withoutEnvelope, type KnownFacts, type Simplified } from './simplified';
import { toCount, toId, toText, toTime, toWord } from './values';

/** Objects of a survey that count, and those that hold its settings or its times. */
const COUNTS = '(counts?|statistics|stats|totals?|numbers|summary)\\.';
/** What is counted of those who have answered. */
const ANSWERED = '(responses?|completions?|completed(interviews?|respondents?|participants?)?)';
const SETTINGS = '((configuration|config|settings|metric|interview)\\.)?';
const TIMES = '((timestamps|times|dates)\\.)?';
/** The snapshot of the latest completed interview, which the list of surveys carries. */
const LATEST =
	'(latest|last|mostrecent|recent)(completed)?(interview|response|completion)?|snapshot';

export const SURVEY_FACTS = ofKind('survey', [
	{ name: 'name', at: [/^name$/, /^title$/], read: toText },
	METRIC_FACT,
	{
		name: 'interview_locale',
		at: [new RegExp(`^${SETTINGS}interviewlocale$`), new RegExp(`^${SETTINGS}(locale|language)$`)],
		read: toText,
	},
	{
		name: 'status',
		at: [/^(survey)?status$/, /^state$/, new RegExp(`^${SETTINGS}(is)?open$`)],
		read: (value) => (typeof value === 'boolean' ? (value ? 'open' : 'closed') : toWord(value)),
	},
	{
		name: 'response_count',
		at: [
			/^responses?count$/,
			new RegExp(`^(total|num(ber)?(of)?)?${ANSWERED}(count|total)?$`),
			new RegExp(`^${COUNTS}(total)?${ANSWERED}(count|total)?$`),
		],
		read: toCount,
	},
	{
		name: 'participant_count',
		at: [
			/^participants?count$/,
			/^(participants|respondents|respondents?count|numberofparticipants|totalparticipants)$/,
			new RegExp(`^${COUNTS}(participants?|respondents?)(count)?$`),
		],
		read: toCount,
	},
	{
		name: 'latest_completed_at',
		at: [
			/^(latest|last)(completed)?(interview|response)?(completed|finished|ended)?(at|on|time)$/,
			new RegExp(`^(${LATEST})\\.(completed|finished|submitted|ended)(at|on|time)$`),
			new RegExp(`^(${LATEST})\\.(at|time)$`),
		],
		read: toTime,
	},
	{
		name: 'created_at',
		at: [new RegExp(`^${TIMES}created(at|on|time|date)?$`)],
		read: toTime,
	},
	{ name: 'id', at: [/^id$/, /^surveyid$/, /^uuid$/], read: toId },
	{
		// Whether it hides who answered, for Check Service.
		name: 'anonymous',
		at: [
			/^(is)?anonymous(responses|answers|survey)?$/,
			/^(configuration|config|settings|privacy)\.(is)?anonymous(responses|answers)?$/,
		],
		read: (value) => (typeof value === 'boolean' ? value : undefined),
	},
]);

/** A survey as the list shows it, of SurveyRead (docs/interface.md, Surveys). */
export const SURVEY: Simplified = simplifiedBy(
	{
		name: 'string?',
		metric_type: 'string?',
		interview_locale: 'string?',
		status: 'string?',
		response_count: 'integer?',
		participant_count: 'integer?',
		latest_completed_at: 'string?',
		created_at: 'string?',
		id: 'string?',
	},
	SURVEY_FACTS,
	'id',
);

/** What a survey's own record tells of the records in it: its name and its metric, as far as it says them. */
export function tellsOfRecords(own: unknown): KnownFacts {
	const { name, metric_type } = SURVEY.reader()(withoutEnvelope(isObject(own) ? own : {}), {});
	return {
		...(name === null ? {} : { survey_name: name }),
		...(metric_type === null ? {} : { metric_type }),
	};
}
