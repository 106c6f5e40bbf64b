import { FactFinder, factsNamed } from '../facts/fact';
import { completionMessage, withMessage } from '../facts/message';
import { RESPONDENT, RESPONDENT_FACTS } from '../facts/respondent';
import { NAME_PARTS, npsGroup, personName } from '../facts/scored';
import type { KnownFacts } from '../facts/simplified';
import type { OutputChoice } from '../input/output';
import type { JsonObject } from '../records/json';
import type { Shape } from '../records/shapes';
import type { Draft } from './event';
import type { Completion } from './completionList';
import { draftWith, listedFacts } from './surveyFacts';
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

/** What the sentence is made of, in an event with the record as the service sent it. */
const SCORED = factsNamed(
	RESPONDENT_FACTS,
	...['name', 'score', 'metric_type'],
	...NAME_PARTS.map(({ name }) => name),
);

const COMPLETED_AT = factsNamed(RESPONDENT_FACTS, 'completed_at');

/** Makes the drafts of completions in one survey. */
export function draftsOf(
	{ survey }: Task,
	output: OutputChoice,
): (completion: Completion) => Draft {
	const ofList = listedFacts(survey);
	const isEverything = output === 'everything';
	const scored = new FactFinder(SCORED);
	const read = RESPONDENT.reader();
	const times = new FactFinder(COMPLETED_AT);
	/** Times that contradict each other say in their order what is new, and not when it was. */
	const timeOf = (record: JsonObject, at: number | undefined) => {
		const isUnclear = times.placesIn(record).get('completed_at')?.isCertain === false;
		return at === undefined || isUnclear ? null : new Date(at).toISOString();
	};
	return ({ hash, reading, record }) => {
		const { id, completedAt } = reading;
		let hasScore = false;
		const jsonWith = (known: KnownFacts): JsonObject => {
			const facts = isEverything ? scored.in(record) : read(record, known);
			const { score } = facts;
			const name = isEverything ? personName(scored, record, facts) : facts.name;
			hasScore = typeof score === 'number';
			const metric_type = facts.metric_type ?? known.metric_type ?? null;
			const survey_name = facts.survey_name ?? known.survey_name ?? null;
			const ofSurvey = {
				metric_type,
				nps_group: npsGroup(metric_type, score),
				survey_id: survey.id,
				survey_name,
				// For workflows that must recognize a completion, also where an anonymous survey gives no id.
				completion_id: hash,
			};
			const message = completionMessage({ name, score, metric_type, survey_name });
			if (isEverything) return { ...withMessage(message, record), ...ofSurvey };
			return {
				message,
				...facts,
				id: facts.id ?? id ?? null,
				completed_at: facts.completed_at ?? timeOf(record, completedAt),
				...ofSurvey,
			};
		};
		const draft = draftWith(ofList, jsonWith);
		return { ...draft, hasScore, at: completedAt, hash, respondentId: id };
	};
}
