import { blankObject } from '../records/json';
import { propertiesByKey } from '../records/properties';
import { ERASED_STATUS } from '../records/respondent';
import { FactFinder, type Fact } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { at, GAVE, METRIC_FACT, NAME_FACT, npsGroup, SCORE_FACT, WHO } from './scored';
import { toEmail, toId, wordFor, toText, toTime } from './values';

/** Statuses of a respondent. The interface names none; these are the words of this package. */
export const respondentStatus = wordFor({
	erased: ERASED_STATUS,
	completed: /^(completed?|finish(ed)?|done|submit(ted)?|answered)$/,
	started: /^(start|open|in.?progress|active|ongoing|partial|begun|incomplete|unfinished)/,
});

const moment = (name: string, words: string, others: RegExp[] = []): Fact => ({
	name,
	at: [
		at(`${words}(at|on|time|date)`),
		at(`interview${words}(at|on|time|date)`),
		at(`${words}(at|on|time|date)`, `(${GAVE}|times|timestamps|dates)\\.`),
		at(words, '(times|timestamps|dates)\\.'),
		...others,
	],
	read: toTime,
});

export const RESPONDENT_FACTS: readonly Fact[] = [
	NAME_FACT,
	{
		name: 'email',
		at: [
			at('e?mail(address)?', `(${WHO}\\.)?`),
			at('e?mail(address)?', WHO),
			at('e?mail(address)?', `${WHO}\\.${WHO}\\.`),
			at('invitation\\.recipiente?mail(address)?'),
		],
		read: toEmail,
	},
	{
		name: 'external_id',
		at: [
			at('external(id|identifier|ref|reference|key)', `(${WHO}\\.)?`),
			at('external(id|identifier|ref|reference|key)', WHO),
			at('external(id|identifier|ref|reference|key)', `${WHO}\\.${WHO}\\.`),
			at('invitation\\.recipientexternal(id|identifier|ref|reference|key)'),
		],
		read: toId,
	},
	SCORE_FACT,
	METRIC_FACT,
	{
		name: 'status',
		at: [at('status'), at('interviewstatus'), at('state'), at('(status|state)', `${GAVE}\\.`)],
		read: respondentStatus,
	},
	{
		name: 'properties',
		at: [
			at('(participant)?propert(y|ies)(values?)?'),
			at('(participant)?attributes?(values?)?'),
			at('(participant)?propert(y|ies)(values?)?', `${WHO}\\.`),
			at('(participant)?attributes?(values?)?', `${WHO}\\.`),
			at('tags'),
		],
		read: propertiesByKey,
	},
	// A `start_date` or `end_date` of a person may be that of a job.
	moment('started_at', '(started|begun|opened|start(?!date))'),
	moment('completed_at', '(completed|finished|submitted|completion|submission)'),
	moment('ended_at', '(ended|end(?!date))'),
	{
		name: 'erased',
		at: [at('(is)?(erased|deleted|redacted|forgotten)(at|on)?')],
		read: (value) => value === true || toTime(value) !== undefined || undefined,
	},
	{
		name: 'survey_name',
		at: [at('surveyname'), at('survey\\.(name|title)'), at('surveytitle')],
		read: toText,
	},
	{ name: 'survey_id', at: [at('surveyid'), at('survey\\.id')], read: toId },
	{
		name: 'id',
		at: [at('id'), at('respondentid'), at('uuid'), at('(respondent|participant)\\.(id|uuid)')],
		read: toId,
	},
];

/** A respondent, of RespondentRead (docs/interface.md, Respondents). */
export const RESPONDENT: Simplified = {
	fields: {
		name: 'string?',
		email: 'string?',
		external_id: 'string?',
		score: 'number?',
		metric_type: 'string?',
		nps_group: 'string?',
		status: 'string?',
		properties: 'object?',
		started_at: 'string?',
		completed_at: 'string?',
		survey_name: 'string?',
		survey_id: 'string?',
		id: 'string?',
	},
	ofSurvey: { metric_type: ['metric_type', 'nps_group'], survey_name: ['survey_name'] },
	reader() {
		const finder = new FactFinder(RESPONDENT_FACTS);
		return (record, known) => {
			const found = finder.in(record);
			const facts = blankObject(FIELD_NAMES);
			for (const name of FIELD_NAMES) facts[name] = found[name] ?? null;
			if (found.erased === true) facts.status = 'erased';
			facts.metric_type ??= known.metric_type;
			facts.nps_group = npsGroup(facts.metric_type, facts.score);
			// An interview that was broken off has an end as well.
			const isOver = facts.status === 'completed' || facts.status === null;
			if (isOver) facts.completed_at ??= found.ended_at;
			return facts;
		};
	},
};

const FIELD_NAMES = Object.keys(RESPONDENT.fields);

export const DOT_FACTS: readonly Fact[] = [
	{ ...SCORE_FACT, at: [...SCORE_FACT.at, at('(metricscore|value)')] },
	moment('completed_at', '(completed|finished|submitted|completion|submission|ended)', [at('at')]),
	{
		name: 'respondent_id',
		at: [at('respondentid'), at('(respondent|participant)\\.(id|uuid)'), at('participantid')],
		read: toId,
	},
];

/** The score of a respondent and when it was given, of RespondentDot. */
export const SCORE: Simplified = simplifiedBy(
	{ score: 'number?', completed_at: 'string?', respondent_id: 'string?' },
	DOT_FACTS,
);
