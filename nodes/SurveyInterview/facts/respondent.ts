import type { JsonObject } from '../records/json';
import { propertiesByKey } from '../records/properties';
import { ERASED_STATUS } from '../records/respondent';
import { FactFinder, type Fact } from './fact';
import { at, GAVE, METRIC_FACT, NAME_FACT, npsGroup, SCORE_FACT, WHO } from './scored';
import { toId, wordFor, toText, toTime } from './values';

/** Statuses of a respondent. The interface names none; these are the words of this package. */
export const respondentStatus = wordFor({
	erased: ERASED_STATUS,
	completed: /^(complet|finish|done$|submit|answered$)/,
	started: /^(start|open|in.?progress|active|ongoing|partial|begun|incomplete|unfinished)/,
});

const moment = (name: string, words: string): Fact => ({
	name,
	type: 'string?',
	at: [
		at(`${words}(at|on|time|date)`),
		at(`interview${words}(at|on|time|date)`),
		at(`${words}(at|on|time|date)`, `(${GAVE}|times|timestamps|dates)\\.`),
		at(words, '(times|timestamps|dates)\\.'),
	],
	read: toTime,
});

/** What Simplified says of a respondent; the order is that of the output. */
export const RESPONDENT_FACTS: readonly Fact[] = [
	NAME_FACT,
	{
		name: 'email',
		type: 'string?',
		at: [
			at('e?mail(address)?', `(${WHO}\\.)?`),
			at('e?mail(address)?', WHO),
			at('e?mail(address)?', `${WHO}\\.${WHO}\\.`),
			at('invitation\\.recipiente?mail(address)?'),
		],
		read: toText,
	},
	{
		name: 'external_id',
		type: 'string?',
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
		type: 'string?',
		at: [at('status'), at('interviewstatus'), at('state'), at('(status|state)', `${GAVE}\\.`)],
		read: respondentStatus,
	},
	{
		name: 'properties',
		type: 'object?',
		at: [
			at('(participant)?propert(y|ies)(values?)?'),
			at('(participant)?attributes?(values?)?'),
			at('(participant)?propert(y|ies)(values?)?', `${WHO}\\.`),
			at('(participant)?attributes?(values?)?', `${WHO}\\.`),
			at('tags'),
		],
		read: propertiesByKey,
	},
	moment('started_at', '(start(ed)?|begun|opened)'),
	moment('completed_at', '(completed|finished|submitted|completion|submission)'),
	moment('ended_at', '(ended|end)'),
	{
		name: 'survey_name',
		type: 'string?',
		at: [at('surveyname'), at('survey\\.(name|title)'), at('surveytitle')],
		read: toText,
	},
	{ name: 'survey_id', type: 'string?', at: [at('surveyid'), at('survey\\.id')], read: toId },
	{
		name: 'id',
		type: 'string?',
		at: [at('id'), at('respondentid'), at('uuid'), at('(respondent|participant)\\.(id|uuid)')],
		read: toId,
	},
];

/** What the caller knows of the survey, for records that do not say it. */
export interface SurveyOfRecord {
	id?: string;
	name?: string | null;
	metricType?: unknown;
}

/** Reads the facts of respondents of one list. */
export class RespondentFactFinder {
	private readonly finder = new FactFinder(RESPONDENT_FACTS);

	/** The facts of a respondent, with the group that its score is in (docs/interface.md, Surveys). */
	in(record: JsonObject, survey: SurveyOfRecord = {}): JsonObject {
		const facts = this.finder.in(record);
		const { name, email, external_id, score, metric_type, status, properties } = facts;
		const metric = metric_type ?? survey.metricType ?? null;
		return {
			name,
			email,
			external_id,
			score,
			metric_type: metric,
			nps_group: npsGroup(metric, score),
			status,
			properties,
			started_at: facts.started_at,
			// An interview that was broken off has an end as well.
			completed_at:
				facts.completed_at ?? (status === 'completed' || status === null ? facts.ended_at : null),
			survey_name: facts.survey_name ?? survey.name ?? null,
			survey_id: facts.survey_id ?? survey.id ?? null,
			id: facts.id,
		};
	}
}
