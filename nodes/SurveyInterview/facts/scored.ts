/** Who gave which score: the facts that a sentence about a completion needs. */
import type { JsonObject } from '../records/json';
import { toNumber } from '../records/scalars';
import type { Fact, FactFinder } from './fact';
import { toMetricType, toText } from './values';

/** Objects that say who a respondent is. */
export const WHO =
	'(recipient|participant|respondent|contact|person|invitee|identity|profile|details)';
/** Objects that say what an interview gave. */
export const GAVE = '(interview|response|result|results|answer|answers|rating|outcome|metric)';
const METRIC = '(nps|enps|csat|ces|scale)';

export const at = (what: string, before = '') => new RegExp(`^${before}${what}$`);

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
	const parts = [first_name, last_name].filter((part) => typeof part === 'string');
	if (name !== null || parts.length === 0) return name;
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
