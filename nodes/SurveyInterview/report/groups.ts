/** Compares the scores of groups, without revealing a small group of an anonymous survey. */
import type { JsonObject } from '../service/json';
import { isNoValue } from '../service/placeholders';
import { withoutHidden } from '../service/hidden';
import { rounded, textKey } from '../service/scalars';
import { readItems, type RunParts } from '../run/readItems';
import type { SurveyProperty } from '../service/surveys';
import { countLeftOut } from './fewPeople';
import { isScoreOf, summaryOf, type ScoreSummary } from './metricScore';
import type { ReportRequest } from './reportRequest';
import type { ReportSurvey } from './reportSurvey';

export interface Group extends ScoreSummary {
	/** Undefined for the group of all gathered people, which the output calls Others. */
	name?: string;
	score: number;
	/** Its score minus that of all. */
	difference: number;
}

export interface Comparison {
	/** The highest score first, and the gathered people last. */
	groups: Group[];
	all: ScoreSummary;
	/** How many groups are gathered into one, because they are smaller than the minimum. */
	gathered: number;
}

export interface ReadComparison extends Comparison {
	/** How many completed interviews have no time, so that nobody knows whether they belong to the period. */
	untimed: number;
	/** Why there is no group although people have answered. */
	whyNone?: 'tooFew' | 'unscored';
}

/** A respondent in Simplified with `FIELDS`. */
interface Person {
	status: string | null;
	completed_at: string | null;
	score: number | null;
	properties: JsonObject | null;
}
const FIELDS = ['status', 'completed_at', 'score', 'properties'];

/** The groups of those who completed in the period. */
export async function readGroups(
	runParts: RunParts,
	{ surveyId, range, minGroup, property = '' }: ReportRequest,
	{ metric, mayBeAnonymous, minPeople }: ReportSurvey,
): Promise<ReadComparison> {
	const getRespondents = ['respondent', 'getAll'] as const;
	const identifiers = { survey_id: surveyId };
	const options = { fields: FIELDS };
	const respondents = await readItems<Person>(runParts, getRespondents, identifiers, {}, options);
	const completed = respondents.filter(({ status }) => status === 'completed');
	const untimed = completed.filter(({ completed_at }) => completed_at === null).length;
	const valuesIn = valueReader();
	const people = completed
		.filter(({ completed_at }) => {
			const at = Date.parse(String(completed_at));
			return at >= Date.parse(range.start) && at <= Date.parse(range.end);
		})
		.map(({ score, properties }) => ({ score, values: valuesIn(valueOf(property, properties)) }));
	// `minPeople` is 1 in a survey that is certainly not anonymous.
	const compared = compareScores(metric, people, Math.max(minGroup, minPeople), mayBeAnonymous);
	if (people.length === 0 || compared.groups.length > 0) return { ...compared, untimed };
	// If it is not anonymous, everybody with a score is in a group, at least in that of the others. So nobody had one.
	return { ...compared, untimed, whyNone: mayBeAnonymous ? 'tooFew' : 'unscored' };
}

/** How many other properties the sentence names. */
const MAX_KEYS = 20;
/** A model may use the keys as they are, so those with characters of links or markup are left out. */
const PLAIN_KEY = /^[\p{L}\p{N}_-]{1,60}$/u;

/** A sentence where nobody is in a group of a value, although no group was too small to be shown. */
export function noValueProblem(
	{ groups, gathered }: Pick<Comparison, 'groups' | 'gathered'>,
	property: string,
	properties: readonly SurveyProperty[],
): string | undefined {
	if (gathered > 0 || groups.some(({ name }) => name !== undefined)) return undefined;
	const plainKeys = properties
		.map(({ key }) => key)
		.filter((key) => PLAIN_KEY.test(key) && key !== property)
		.slice(0, MAX_KEYS);
	const otherKeys = plainKeys.length === 0 ? '' : ` (${plainKeys.join(', ')})`;
	return `No answer in this period has one value of ${property}: choose another property${otherKeys}, or another period.`;
}

/** The value of a property. Its key may be written in another case, as in filters. */
function valueOf(property: string, properties: JsonObject | null): unknown {
	if (!properties || property in properties) return properties?.[property];
	const wanted = textKey(property);
	return Object.entries(properties).find(([key]) => textKey(key) === wanted)?.[1];
}

/** One completed interview. */
interface ScoredPerson {
	score: unknown;
	/** The person's values of the property, of which there may be several. */
	values: readonly string[];
}

/**
 * Groups people by their value of a property. Groups smaller than the minimum are gathered into one.
 *
 * In a survey that may be anonymous, subtraction must not reveal fewer people than the minimum. So whoever has several
 * values is in no group of their own, groups are gathered by the rule of `countLeftOut`, and if all people together are
 * fewer than the minimum, nothing is compared.
 */
export function compareScores(
	metric: unknown,
	people: readonly ScoredPerson[],
	minimum: number,
	mayBeAnonymous: boolean,
): Comparison {
	const scored = people.filter(({ score }) => isScoreOf(metric, score));
	const isTooFew = (count: number) => mayBeAnonymous && count < minimum;
	const all = summaryOf(metric, isTooFew(scored.length) ? [] : scored.map(({ score }) => score));

	const { byValue, withoutGroup } = groupByValue(scored, mayBeAnonymous);
	const smallestFirst = [...byValue].sort(([, a], [, b]) => a.length - b.length);
	const sizes = smallestFirst.map(([, { length }]) => length);
	const gathered = mayBeAnonymous
		? countLeftOut(sizes, withoutGroup.length, minimum)
		: sizes.filter((size) => size < minimum).length;

	const groupOf = (scores: readonly unknown[], name?: string): Group => {
		const summary = summaryOf(metric, scores);
		// Each group has people with a score, and where a group is shown, everyone has one.
		const score = Number(summary.score);
		return { name, ...summary, score, difference: rounded(score - Number(all.score), 1) };
	};
	const groups = smallestFirst
		.slice(gathered)
		.map(([name, scores]) => groupOf(scores, name))
		.sort((a, b) => b.score - a.score);
	const gatheredScores = smallestFirst.slice(0, gathered).flatMap(([, scores]) => scores);
	const others = [...withoutGroup, ...gatheredScores];
	if (others.length > 0 && !isTooFew(others.length)) groups.push(groupOf(others));
	return { groups, all, gathered };
}

/** The scores of the people with each value, and the scores of people who are in no group of their own. */
function groupByValue(people: readonly ScoredPerson[], mayBeAnonymous: boolean) {
	const byValue = new Map<string, unknown[]>();
	const withoutGroup: unknown[] = [];
	for (const { score, values } of people) {
		const groupsOfPerson = new Set(mayBeAnonymous && values.length > 1 ? [] : values);
		if (groupsOfPerson.size === 0) withoutGroup.push(score);
		for (const value of groupsOfPerson) {
			const scores = byValue.get(value);
			if (scores) scores.push(score);
			else byValue.set(value, [score]);
		}
	}
	return { byValue, withoutGroup };
}

/**
 * Reads the values of a property, of which a person may have several. Values that differ only in case or in invisible
 * characters count as one, as in filters, in the spelling that came first. Placeholders such as `n/a` are left out.
 */
export function valueReader(): (propertyValue: unknown) => string[] {
	const spellings = new Map<string, string>();
	const inOneSpelling = (value: string) => {
		const key = textKey(value);
		const spelling = spellings.get(key) ?? value;
		spellings.set(key, spelling);
		return spelling;
	};
	return (propertyValue) => {
		const values = [propertyValue]
			.flat()
			.filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
			.map((value) => withoutHidden(String(value)).normalize('NFC').trim())
			.filter((value) => !isNoValue(value));
		return [...new Set(values.map(inOneSpelling))];
	};
}
