import { listNamedLike, PROPERTY_LIST_NAMES, THEME_LIST_NAMES } from '../records/namedLists';
import { isObject, type JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { toCount, toId, toMetricType, wordFor, toText, toTime } from './values';

/** Objects of a survey that count, and those that hold its settings or its times. */
const COUNTS = '(counts?|statistics|stats|totals?|numbers|summary)\\.';
const SETTINGS = '((configuration|config|settings|metric|interview)\\.)?';
const TIMES = '((timestamps|times|dates)\\.)?';
/** The snapshot of the latest completed interview, which the list of surveys carries. */
const LATEST =
	'(latest|last|mostrecent|recent)(completed)?(interview|response|completion)?|snapshot';

const SURVEY_FACTS: readonly Fact[] = [
	{ name: 'name', type: 'string?', at: [/^name$/, /^title$/], read: toText },
	{
		name: 'metric_type',
		type: 'string?',
		at: [/^metrictype$/, /^metric(\.type)?$/, new RegExp(`^${SETTINGS}metric(type)?(\\.type)?$`)],
		read: toMetricType,
	},
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

const THEME_FACTS: readonly Fact[] = [
	{ name: 'name', type: 'string?', at: [/^name$/, /^(label|title)$/], read: toText },
	{
		name: 'description',
		type: 'string?',
		at: [/^description$/, /^(prompt|instruction|explanation|about)$/],
		read: toText,
	},
	{
		name: 'is_archived',
		type: 'boolean',
		at: [/^(is)?archived$/, /^archived(at|on)$/],
		read: (value) =>
			typeof value === 'boolean' ? value : toTime(value) !== undefined || undefined,
	},
	{ name: 'id', type: 'string?', at: [/^id$/, /^(category|theme)id$/, /^uuid$/], read: toId },
];

const PROPERTY_FACTS: readonly Fact[] = [
	{ name: 'key', type: 'string?', at: [/^(property)?key$/, /^slug$/, /^code$/], read: toText },
	{
		name: 'label',
		type: 'string?',
		at: [/^(property)?label$/, /^(display)?name$/, /^title$/],
		read: toText,
	},
	{
		name: 'options',
		type: 'strings',
		at: [/^options$/, /^(allowed)?values$/, /^choices$/],
		read: labels,
	},
	{ name: 'id', type: 'string?', at: [/^id$/, /^propertyid$/, /^uuid$/], read: toId },
];

/** The labels of options, which are texts or objects that have one. */
function labels(value: unknown): string[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const read = value.map((one: unknown) =>
		toText(isObject(one) ? (one.label ?? one.name ?? one.value) : one),
	);
	return read.every((label) => label !== undefined) ? read : undefined;
}

/** Reads the facts of surveys. */
export class SurveyFactFinder {
	private readonly surveys = new FactFinder(SURVEY_FACTS);
	private readonly themes = new FactFinder(THEME_FACTS);
	private readonly properties = new FactFinder(PROPERTY_FACTS);

	/** The facts of a survey as a list shows it. */
	in(record: JsonObject): JsonObject {
		return this.surveys.in(record);
	}

	/** The facts of one survey, with its themes, properties and locked fields; null where it does not show them. */
	inDetail(record: JsonObject): JsonObject {
		const themes = listNamedLike(record, THEME_LIST_NAMES);
		const properties = listNamedLike(record, PROPERTY_LIST_NAMES);
		const { locked_fields: locked } = record;
		return {
			...this.in(record),
			themes: themes?.map((one) => this.theme(one)) ?? null,
			properties: properties?.map((one) => this.properties.in(one)) ?? null,
			locked_fields: Array.isArray(locked) ? locked : null,
		};
	}

	/** The facts of a theme; one that says nothing of it is not archived (docs/interface.md, Themes). */
	theme(record: JsonObject): JsonObject {
		const facts = this.themes.in(record);
		return { ...facts, is_archived: facts.is_archived ?? false };
	}

	property(record: JsonObject): JsonObject {
		return this.properties.in(record);
	}
}
