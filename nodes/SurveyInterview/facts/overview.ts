import { toNumber } from '../records/scalars';
import { isObject, type JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { COUNT_OBJECT, METRIC_OBJECT, OVERVIEW_NUMBERS } from './overviewNumbers';
import { rowsOf } from './rows';
import type { Simplified } from './simplified';
import { saysSuppressed, toCount, toText } from './values';

export const OVERVIEW_FACTS: readonly Fact[] = [
	...OVERVIEW_NUMBERS,
	{
		name: 'response_rate',
		at: [new RegExp(`^${COUNT_OBJECT}responserate$`)],
		read: toNumber,
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
	if (rows?.some(isOfGroup)) return undefined;
	const entries = rows?.map((one) => finder.in(one));
	if (!entries?.every((one) => typeof one.score === 'number' && typeof one.count === 'number')) {
		return undefined;
	}
	return entries.sort((a, b) => Number(a.score) - Number(b.score));
}

/** Whether a row's name is no score: beside “Promoters”, a value is something else. */
function isOfGroup({ score, ...row }: JsonObject): boolean {
	if (toNumber(score) !== undefined) return false;
	return ['label', 'key', 'bucket', 'name', 'group'].some(
		(name) => toText(row[name]) !== undefined && toNumber(row[name]) === undefined,
	);
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
 * they agree with what the service says, so that it is as exact as they are: services round it, and write it as
 * a share or in percent.
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
			const distribution = countedScores(facts);
			const score = saysSuppressed(record) && facts.score === 0 ? null : facts.score;
			return { ...facts, score, distribution, response_rate: responseRate(facts) };
		};
	},
};

/** A distribution, unless it counts more scores than there are interviews: then its numbers are percentages. */
function countedScores({ distribution: rows, started, completed }: JsonObject) {
	const interviews = Math.max(...[started, completed].map((count) => Number(count ?? -1)));
	const scores = ((rows ?? []) as Array<{ count: number }>).reduce(
		(sum, row) => sum + row.count,
		0,
	);
	return interviews >= 0 && scores > interviews ? null : rows;
}

/** More than rounding to whole percents changes a rate. */
const ROUNDED = 0.0051;

function responseRate({ invited, started, completed, response_rate: given, ...facts }: JsonObject) {
	if (invited === 0) return null;
	const { response_rate_percent: percent } = facts;
	const told = typeof percent === 'number' ? percent / 100 : null;
	const isRate = (rate: unknown) => typeof rate === 'number' && rate >= 0 && rate <= 1;
	const rates = [completed, started]
		.map((count) => Number(count ?? NaN) / Number(invited ?? NaN))
		.filter(isRate);
	if (given === null && told === null)
		return typeof completed === 'number' ? (rates[0] ?? null) : null;
	// The service says which of its counts it means; it may write a share or percents.
	const meant = [given, Number(given ?? NaN) / 100, told];
	const exact = rates.find((rate) =>
		meant.some((one) => typeof one === 'number' && Math.abs(one - rate) < ROUNDED),
	);
	if (exact !== undefined) return exact;
	if (isRate(told)) return told;
	return rates.length === 0 && isRate(given) ? given : null;
}
