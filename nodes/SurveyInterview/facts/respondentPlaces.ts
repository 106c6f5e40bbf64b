/** The places of the facts of a respondent: of the person, of the score and of the interview. */
import { isObject } from '../records/json';
import { scalarText } from '../records/scalars';
import { factOf, factsNamed, helping, ofKind, simplifiedBy } from './fact';
import { FactFinder } from './factFinder';
import {
	anEmail,
	anId,
	aNumber,
	aText,
	aTime,
	aTimeOrNone,
	METRIC_LABELS,
	propertiesByKey,
	toEmail,
	toId,
	toName,
	toTime,
	toWord,
} from './factValues';

/** Objects about the person. */
export const WHO =
	'(recipient|participant|respondent|contact|person|invitee|identity|profile|details)';
/** Objects about the result of an interview. */
export const GAVE = '(interview|response|result|results|answer|answers|rating|outcome|metric)';
const METRICS = '(nps|enps|csat|ces|scale)';

/** When something happened, in these words; a null is skipped, because another place may have the time. */
const moment = (words: string, others = '') =>
	aTimeOrNone(`
		${words}(at|on|time|date);
		interview${words}(at|on|time|date);
		(${GAVE}|times|timestamps|dates).${words}(at|on|time|date);
		(times|timestamps|dates).${words}${others}
	`);

const partOfName = (words: string) =>
	helping(aText(`(${WHO}.?)?${words}name; (${WHO}.)?name.${words}(name)?`));

const SCORE_PLACES = `
	score;
	score.value;
	${GAVE}.score;
	${GAVE}.score.value;
	${GAVE}.(value|rating);
	(${METRICS}|metric|overall|final|total|response|respondent|interview)score;
	rating
`;

export const METRIC = factOf('string?', (value) => {
	const word = toWord(value) ?? '';
	return word in METRIC_LABELS ? word : undefined;
})(`
	metric_type;
	metric(.type)?;
	(survey|score|configuration|config|settings|${GAVE}).metric(type)?(.type)?
`);

/** Whether a metric defines promoters, passives and detractors. */
export const hasGroups = (metric: unknown): boolean => metric === 'nps' || metric === 'enps';

/** Null where the metric has no groups, and for a number that is not a score of it. */
export function npsGroup(metric: unknown, score: unknown): string | null {
	if (!hasGroups(metric) || typeof score !== 'number') return null;
	if (!Number.isInteger(score) || score < 0 || score > 10) return null;
	return score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor';
}

/** Places of a key of the person. In the invitation only the recipient's keys count: `email` may be the sender's. */
const ofPerson = (what: string) => `
	(${WHO}.)?${what};
	${WHO}${what};
	${WHO}.(${WHO}.)?${WHO}?${what};
	(${WHO}.)?invitation.(${WHO}.)?recipient.?${what}
`;

/** Parts of keys of other records inside a respondent, which may be erased by themselves. */
export const OTHERS = 'invitation|survey|company|workspace|mail|propert|attribut';
const PROPERTIES = '(participant)?propert(y|ies)(values?)?';
const ATTRIBUTES = '(participant)?attributes?(values?)?';

/** A number is read as an unknown word. */
const aStatusWord = factOf(
	'string?',
	(value) => toWord(typeof value === 'number' ? String(value) : value),
	true,
);
const anErasure = factOf(
	undefined,
	(value) =>
		/^(true|yes|y|1)$/i.test(scalarText(value)) || toTime(value) !== undefined || undefined,
	true,
);

export const PERSON_AND_SCORE = ofKind('respondent', {
	name: aText(`
		name;
		${WHO}.name;
		(${WHO}.)?(full|display)name;
		${WHO}name;
		${WHO}.${WHO}.(full|display)?name;
		invitation.recipient_name
	`),
	email: anEmail(ofPerson('e?mail(address)?')),
	external_id: anId(ofPerson('external(id|identifier|ref|reference|key)')),
	score: aNumber(SCORE_PLACES),
	metric_type: METRIC,
});
export const INTERVIEW = ofKind('respondent', {
	status: aStatusWord(`status; interview_status; state; ${GAVE}.(status|state)`),
	properties: factOf('object?', (value, path) =>
		/attr/i.test(path) && isGroup(value) ? undefined : propertiesByKey(value),
	)(`${PROPERTIES}; ${ATTRIBUTES}; ${WHO}.${PROPERTIES}; ${WHO}.${ATTRIBUTES}; tags`),
	// A `start_date` or `end_date` of a person may be that of a job.
	started_at: moment('(started|begun|opened|start(?!date))'),
	completed_at: moment('(completed|finished|submitted|completion|submission)'),
	ended_at: helping(moment('(ended|end(?!date))')),
	// At any place, except in another record inside this one.
	erased: anErasure(`
		(is|gdpr)?(erased|deleted|redacted|forgotten|anonymi[sz]ed)(at|on)?;
		(?!…(${OTHERS}))….(is)?(erased|redacted|forgotten|anonymi[sz]ed)(at|on)?
	`),
	survey_name: aText('survey_name; survey.(name|title); survey_title'),
	survey_id: anId('survey_id; survey.id'),
	id: factOf('string?', toId, true)('id; respondent_id; uuid; (respondent|participant).(id|uuid)'),
	created_at: helping(aTime('created(at|on|time|date)')),
	first_name: partOfName('(first|given)'),
	last_name: partOfName('(last|family|sur)'),
});

export const RESPONDENT_FACTS = [...PERSON_AND_SCORE, ...INTERVIEW];

/** A finder of some facts of respondents. */
export const respondentFinder = (...names: readonly string[]) =>
	new FactFinder(factsNamed(RESPONDENT_FACTS, ...names));

const anyFact = new FactFinder(RESPONDENT_FACTS);

/**
 * Whether `attributes` are not the person's properties, which are tags in texts (docs/interface.md, Properties): they
 * have facts, or values that are not tags, or only numbers.
 */
const isGroup = (value: unknown): boolean => {
	if (!isObject(value)) return false;
	const held = Object.values(value);
	const areNumbers = held.length > 0 && held.every((one) => typeof one === 'number');
	return areNumbers || anyFact.placesIn(value).size > 0 || !held.every((one) => isTag(one));
};
const isTag = (one: unknown): boolean =>
	Array.isArray(one)
		? one.every(isTag)
		: isObject(one)
			? 'value' in one
			: one === '' || typeof one !== 'string' || (toName(one) === one && !toEmail(one));

export const DOT_FACTS = ofKind('score', {
	score: aNumber(`${SCORE_PLACES}; (metric_score|value)`),
	completed_at: moment('(completed|finished|submitted|completion|submission|ended)', '; at'),
	respondent_id: anId('respondent_id; (respondent|participant).(id|uuid); participant_id'),
});

/** RespondentDot: a score, and when it was given. */
export const SCORE = simplifiedBy(DOT_FACTS);
