/** Who gave which score: the facts that a sentence about a completion needs. */
import type { JsonObject } from '../records/json';
import { toNumber } from '../records/scalars';
import { ofKind, type Fact, type FactFinder } from './fact';
import { simplifiedBy, type Simplified } from './simplified';
import { toId, toMetricType, toText, toTime } from './values';

/** Objects that say who a respondent is. */
export const WHO =
	'(recipient|participant|respondent|contact|person|invitee|identity|profile|details)';
/** Objects that say what an interview gave. */
export const GAVE = '(interview|response|result|results|answer|answers|rating|outcome|metric)';
const METRIC = '(nps|enps|csat|ces|scale)';

export const at = (what: string, before = '') => new RegExp(`^${before}${what}$`);

export const moment = (name: string, words: string, others: RegExp[] = []): Fact => ({
	name,
	at: [
		at(`${words}(at|on|time|date)`),
		at(`interview${words}(at|on|time|date)`),
		at(`${words}(at|on|time|date)`, `(${GAVE}|times|timestamps|dates)\\.`),
		at(words, '(times|timestamps|dates)\\.'),
		...others,
	],
	read: toTime,
	isOpenWhenNull: true,
});

export const NAME_FACT: Fact = {
	name: 'name',
	at: [
		at('name'),
		at('name', `${WHO}\\.`),
		at('(full|display)name', `(${WHO}\\.)?`),
		at('name', WHO),
		at('(full|display)?name', `${WHO}\\.${WHO}\\.`),
		at('invitation\\.recipientname'),
	],
	read: toText,
};

const partOfName = (name: string, words: string): Fact => ({
	name,
	at: [at(`${words}name`, `(${WHO}\\.?)?`), at(`name\\.${words}(name)?`, `(${WHO}\\.)?`)],
	read: toText,
});

/** The parts of a name. */
export const NAME_PARTS: readonly Fact[] = [
	partOfName('first_name', '(first|given)'),
	partOfName('last_name', '(last|family|sur)'),
];

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

export const SCORE_FACT: Fact = {
	name: 'score',
	at: [
		at('score'),
		at('score\\.value'),
		at('score', `${GAVE}\\.`),
		at('score\\.value', `${GAVE}\\.`),
		at('(value|rating)', `${GAVE}\\.`),
		at('score', `(${METRIC}|metric|overall|final|total|response|respondent|interview)`),
		at('rating'),
	],
	read: toNumber,
};

export const METRIC_FACT: Fact = {
	name: 'metric_type',
	at: [
		at('metrictype'),
		at('metric(\\.type)?'),
		at('metric(type)?(\\.type)?', `(survey|score|configuration|config|settings|${GAVE})\\.`),
	],
	read: toMetricType,
};

/** Whether a metric defines promoters, passives and detractors. */
export const hasGroups = (metric: unknown): boolean => metric === 'nps' || metric === 'enps';

/** Promoter, passive or detractor, where the metric defines it: for `nps` and `enps` only. */
export function npsGroup(metric: unknown, score: unknown): string | null {
	if (!hasGroups(metric) || typeof score !== 'number') return null;
	if (!Number.isInteger(score) || score < 0 || score > 10) return null;
	return score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor';
}

export const DOT_FACTS = ofKind('score', [
	{ ...SCORE_FACT, at: [...SCORE_FACT.at, at('(metricscore|value)')] },
	moment('completed_at', '(completed|finished|submitted|completion|submission|ended)', [at('at')]),
	{
		name: 'respondent_id',
		at: [at('respondentid'), at('(respondent|participant)\\.(id|uuid)'), at('participantid')],
		read: toId,
	},
]);

/** The score of a respondent and when it was given, of RespondentDot. */
export const SCORE: Simplified = simplifiedBy(
	{ score: 'number?', completed_at: 'string?', respondent_id: 'string?' },
	DOT_FACTS,
);
