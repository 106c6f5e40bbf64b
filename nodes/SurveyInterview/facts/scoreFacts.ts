/** Who gave which score: the facts that a sentence about a completion needs. */
import type { JsonObject } from '../records/json';
import type { FactFinder } from './factFinder';
import { factOf, helping, ofKind, simplifiedBy } from './fact';
import { aNumber, anId, aText, aTimeOrNone, METRIC_LABELS, toWord } from './factValues';

/** Objects that say who a respondent is. */
export const WHO =
	'(recipient|participant|respondent|contact|person|invitee|identity|profile|details)';
/** Objects that say what an interview gave. */
export const GAVE = '(interview|response|result|results|answer|answers|rating|outcome|metric)';
const METRICS = '(nps|enps|csat|ces|scale)';

/** When something happened, in these words; a null says nothing, because another place may tell it. */
export const moment = (words: string, others = '') =>
	aTimeOrNone(`
		${words}(at|on|time|date);
		interview${words}(at|on|time|date);
		(${GAVE}|times|timestamps|dates).${words}(at|on|time|date);
		(times|timestamps|dates).${words}${others}
	`);

export const PERSON_NAME = aText(`
	name;
	${WHO}.name;
	(${WHO}.)?(full|display)name;
	${WHO}name;
	${WHO}.${WHO}.(full|display)?name;
	invitation.recipient_name
`);

const partOfName = (words: string) =>
	aText(`(${WHO}.?)?${words}name; (${WHO}.)?name.${words}(name)?`);

/** The parts of a name. */
export const NAME_PARTS = {
	first_name: helping(partOfName('(first|given)')),
	last_name: helping(partOfName('(last|family|sur)')),
};

/** A person's name: the whole one, or else its parts; two whole names that differ leave it open. */
export function personName(
	finder: FactFinder,
	record: JsonObject,
	{ name, first_name, last_name }: JsonObject,
): unknown {
	// Half of a name may be a first name, but the family's alone is nobody's.
	if (name !== null || typeof first_name !== 'string') return name;
	const parts = [first_name, last_name].filter((part) => typeof part === 'string');
	const isOpen = finder.placesIn(record).get('name')?.isCertain === false;
	return isOpen ? null : parts.map((part) => part.trim()).join(' ');
}

const SCORE_PLACES = `
	score;
	score.value;
	${GAVE}.score;
	${GAVE}.score.value;
	${GAVE}.(value|rating);
	(${METRICS}|metric|overall|final|total|response|respondent|interview)score;
	rating
`;
export const GIVEN_SCORE = aNumber(SCORE_PLACES);

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

/** Promoter, passive or detractor, where the metric defines it: for `nps` and `enps` only. */
export function npsGroup(metric: unknown, score: unknown): string | null {
	if (!hasGroups(metric) || typeof score !== 'number') return null;
	if (!Number.isInteger(score) || score < 0 || score > 10) return null;
	return score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor';
}

export const DOT_FACTS = ofKind('score', {
	score: aNumber(`${SCORE_PLACES}; (metric_score|value)`),
	completed_at: moment('(completed|finished|submitted|completion|submission|ended)', '; at'),
	respondent_id: anId('respondent_id; (respondent|participant).(id|uuid); participant_id'),
});

/** The score of a respondent and when it was given, of RespondentDot. */
export const SCORE = simplifiedBy(DOT_FACTS);
