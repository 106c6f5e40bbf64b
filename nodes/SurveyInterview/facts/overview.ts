import { toNumber } from '../records/scalars';
import { isObject, type JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { COUNT_OBJECT, METRIC_OBJECT, OVERVIEW_NUMBERS } from './overviewNumbers';
import { rowsOf } from './rows';
import type { Simplified } from './simplified';
import { toCount } from './values';

export const OVERVIEW_FACTS: readonly Fact[] = [
	...OVERVIEW_NUMBERS,
	{
		name: 'response_rate',
		at: [new RegExp(`^${COUNT_OBJECT}responserate$`)],
		read: share,
	},
	{
		name: 'response_rate_percent',
		at: [new RegExp(`^${COUNT_OBJECT}responserate(pct|percent|percentage)$`)],
		read: toNumber,
	},
	{
		name: 'distribution',
		at: [
			/^(score)?distribution$/,
			new RegExp(`^${METRIC_OBJECT}(score)?distribution$`),
			/^histogram$/,
		],
		read: distribution,
	},
];

/** A share between 0 and 1. */
function share(value: unknown): number | undefined {
	const read = toNumber(value);
	return read !== undefined && read >= 0 && read <= 1 ? read : undefined;
}

const SCORE_FACTS: readonly Fact[] = [
	{
		name: 'score',
		at: [/^score$/, /^scores$/, /^(value|rating|bucket|label|key)s?$/],
		read: toNumber,
	},
	{
		name: 'count',
		at: [/^count$/, /^counts$/, /^(n|total|responses|respondents|frequency)$/],
		read: toCount,
	},
];

/**
 * How many gave each score, lowest first: from a list, from an object by score, or from two columns.
 */
function distribution(value: unknown): JsonObject[] | undefined {
	const finder = new FactFinder(SCORE_FACTS);
	const rows = rowsOf(value, finder) ?? byScore(value);
	const entries = rows?.map((one) => finder.in(one));
	if (!entries?.every((one) => typeof one.score === 'number' && typeof one.count === 'number')) {
		return undefined;
	}
	return entries.sort((a, b) => Number(a.score) - Number(b.score));
}

/** The rows of an object by score (`{"9": 3, "10": 1}`). Its other keys are not about a score. */
function byScore(value: unknown): JsonObject[] | undefined {
	if (!isObject(value)) return undefined;
	const rows = Object.entries(value).flatMap(([score, of]) =>
		toNumber(score) === undefined ? [] : [{ score, count: of }],
	);
	return rows.length > 0 || Object.keys(value).length === 0 ? rows : undefined;
}

/**
 * An overview, of ResultsOverview (docs/interface.md, Results). The response rate is made of the counts where
 * they are there, so that it is as exact as they are: services round it, and write it as a share or in percent.
 */
export const OVERVIEW: Simplified = {
	fields: {
		score: 'number?',
		metric_type: 'string?',
		invited: 'integer?',
		started: 'integer?',
		completed: 'integer?',
		response_rate: 'number?',
		distribution: { list: { score: 'number', count: 'integer' }, nullable: true },
	},
	ofSurvey: { metric_type: ['metric_type'] },
	reader() {
		const finder = new FactFinder(OVERVIEW_FACTS);
		return (record) => {
			const facts = finder.in(record);
			return { ...facts, response_rate: responseRate(facts) };
		};
	},
};

function responseRate({ invited, completed, response_rate: given, ...facts }: JsonObject) {
	if (invited === 0) return null;
	if (typeof invited === 'number' && typeof completed === 'number') return completed / invited;
	const { response_rate_percent: percent } = facts;
	return given ?? (typeof percent === 'number' ? percent / 100 : null);
}
