import { FactFinder, factsNamed } from '../facts/fact';
import { completionMessage, withMessage } from '../facts/message';
import { RESPONDENT, RESPONDENT_FACTS } from '../facts/respondent';
import { npsGroup } from '../facts/scored';
import type { OutputChoice } from '../input/options';
import type { Shape, JsonObject } from '../records/json';
import type { Draft } from './event';
import type { Completion } from './completionList';
import { surveyFactsOf } from './surveyFacts';
import type { Task } from './surveys';

/** An event Interview Completed, but for Everything; the last three only with Include Conversation. */
export const COMPLETION: Shape = {
	message: 'string',
	...RESPONDENT.fields,
	completion_id: 'string',
	transcript: 'string?',
	participant_text: 'string?',
	conversation_error: 'string?',
};

const COMPLETED_AT = factsNamed(RESPONDENT_FACTS, 'completed_at');

/** Makes the drafts of completions in one survey. */
export function draftsOf(task: Task, output: OutputChoice): (completion: Completion) => Draft {
	const { survey } = task;
	const known = surveyFactsOf(task);
	const read = RESPONDENT.reader();
	const times = new FactFinder(COMPLETED_AT);
	/** Times that contradict each other say in their order what is new, and not when it was. */
	const timeOf = (record: JsonObject, at: number | undefined) => {
		const isUnclear = times.placesIn(record).get('completed_at')?.isCertain === false;
		return at === undefined || isUnclear ? null : new Date(at).toISOString();
	};
	return ({ hash, reading, record }) => {
		const { id, completedAt } = reading;
		const facts = read(record, known);
		const { name, score } = facts;
		const metric_type = facts.metric_type ?? null;
		const survey_name = facts.survey_name ?? known.survey_name ?? null;
		const ofSurvey = {
			metric_type,
			nps_group: npsGroup(metric_type, score),
			survey_id: survey.id,
			survey_name,
			// For workflows that must recognize a completion, also where an anonymous survey gives no id.
			completion_id: hash,
		};
		const isAnonymous = survey.facts?.anonymous === true;
		const message = completionMessage({ name, score, metric_type, survey_name }, isAnonymous);
		const simplified = {
			message,
			...facts,
			id: facts.id ?? id ?? null,
			completed_at: facts.completed_at ?? timeOf(record, completedAt),
			...ofSurvey,
		};
		const json =
			output === 'everything' ? { ...withMessage(message, record), ...ofSurvey } : simplified;
		const hasScore = typeof score === 'number';
		return { json, hasScore, at: completedAt, hash, respondentId: id };
	};
}
