import type { JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { METRIC_FACT } from './scored';
import { toCount, toId, wordFor, toText, toTime } from './values';

/** Objects of a survey that count, and those that hold its settings or its times. */
const COUNTS = '(counts?|statistics|stats|totals?|numbers|summary)\\.';
const SETTINGS = '((configuration|config|settings|metric|interview)\\.)?';
const TIMES = '((timestamps|times|dates)\\.)?';
/** The snapshot of the latest completed interview, which the list of surveys carries. */
const LATEST =
	'(latest|last|mostrecent|recent)(completed)?(interview|response|completion)?|snapshot';

export const SURVEY_FACTS: readonly Fact[] = [
	{ name: 'name', type: 'string?', at: [/^name$/, /^title$/], read: toText },
	METRIC_FACT,
	{
		name: 'interview_locale',
		type: 'string?',
		at: [new RegExp(`^${SETTINGS}interviewlocale$`), new RegExp(`^${SETTINGS}(locale|language)$`)],
		read: toText,
	},
	{
		name: 'status',
		type: 'string?',
		at: [/^(survey)?status$/, /^state$/, new RegExp(`^${SETTINGS}(is)?open$`)],
		read: (value) =>
			typeof value === 'boolean' ? (value ? 'open' : 'closed') : surveyStatus(value),
	},
	{
		name: 'response_count',
		type: 'integer?',
		at: [
			/^responses?count$/,
			/^(responses|completed(count)?|completions?(count)?|numberofresponses|totalresponses)$/,
			new RegExp(`^${COUNTS}(responses?(count)?|completed(count)?|completions?)$`),
		],
		read: toCount,
	},
	{
		name: 'participant_count',
		type: 'integer?',
		at: [
			/^participants?count$/,
			/^(participants|respondents|respondents?count|numberofparticipants|totalparticipants)$/,
			new RegExp(`^${COUNTS}(participants?|respondents?)(count)?$`),
		],
		read: toCount,
	},
	{
		name: 'latest_completed_at',
		type: 'string?',
		at: [
			/^(latest|last)(completed)?(interview|response)?(completed|finished|ended)?(at|on|time)$/,
			new RegExp(`^(${LATEST})\\.(completed|finished|submitted|ended)(at|on|time)$`),
			new RegExp(`^(${LATEST})\\.(at|time)$`),
		],
		read: toTime,
	},
	{
		name: 'created_at',
		type: 'string?',
		at: [new RegExp(`^${TIMES}created(at|on|time|date)?$`)],
		read: toTime,
	},
	{ name: 'id', type: 'string?', at: [/^id$/, /^surveyid$/, /^uuid$/], read: toId },
];

const surveyStatus = wordFor({
	open: /^(open|active|live|running)/,
	closed: /^(closed|ended|stopped)/,
});

/** Reads the facts of surveys. */
export class SurveyFactFinder {
	private readonly surveys = new FactFinder(SURVEY_FACTS);

	/** The facts of a survey as a list shows it. */
	in(record: JsonObject): JsonObject {
		return this.surveys.in(record);
	}
}
