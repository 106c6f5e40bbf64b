import { isObject, type JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { count, metricType, number } from './values';

const METRIC = '((metric|score|result|overview|summary)\\.)?';
const COUNTS = '((funnel|counts?|participation|totals?|statistics|stats|numbers)\\.)?';
const funnel = (name: string): Fact => ({
	name,
	type: 'integer?',
	at: [new RegExp(`^${name}(count)?$`), new RegExp(`^${COUNTS}${name}(count)?$`)],
	read: count,
});

const OVERVIEW_FACTS: readonly Fact[] = [
	{
		name: 'score',
		type: 'number?',
		at: [/^score$/, /^metricscore$/, new RegExp(`^${METRIC}(score|value)$`)],
		read: number,
	},
	{
		name: 'metric_type',
		type: 'string?',
		at: [/^metrictype$/, /^metric(\.type)?$/, /^(survey|metric)\.metrictype$/],
		read: metricType,
	},
	funnel('invited'),
	funnel('started'),
	funnel('completed'),
	{
		name: 'response_rate',
		type: 'number?',
		at: [new RegExp(`^${COUNTS}responserate$`)],
		read: share,
	},
	{
		name: 'response_rate_percent',
		type: 'number?',
		at: [new RegExp(`^${COUNTS}responserate(pct|percent|percentage)$`)],
		read: number,
	},
	{
		name: 'distribution',
		type: 'records',
		at: [/^(score)?distribution$/, new RegExp(`^${METRIC}(score)?distribution$`), /^histogram$/],
		read: distribution,
	},
];

/** A share between 0 and 1. */
function share(value: unknown): number | undefined {
	const read = number(value);
	return read !== undefined && read >= 0 && read <= 1 ? read : undefined;
}

const SCORE_FACTS: readonly Fact[] = [
	{
		name: 'score',
		type: 'number?',
		at: [/^score$/, /^(value|rating|bucket|label|key)$/],
		read: number,
	},
	{
		name: 'count',
		type: 'integer?',
		at: [/^count$/, /^(n|total|responses|respondents|frequency)$/],
		read: count,
	},
];

/** How many gave each score, lowest first, from a list or from an object by score. */
function distribution(value: unknown): JsonObject[] | undefined {
	const finder = new FactFinder(SCORE_FACTS);
	const entries = Array.isArray(value)
		? value.map((one: unknown) => (isObject(one) ? finder.in(one) : {}))
		: isObject(value)
			? Object.entries(value).map(([score, of]) => ({ score: number(score), count: count(of) }))
			: undefined;
	if (!entries?.every((one) => typeof one.score === 'number' && typeof one.count === 'number')) {
		return undefined;
	}
	return entries.sort((a, b) => Number(a.score) - Number(b.score));
}

const overviews = new FactFinder(OVERVIEW_FACTS);

/**
 * The facts of an overview. A response rate that is given in percent only is a share all the same; where
 * invited and completed are there, it is made of them, so that it is as exact as they are.
 */
export function overviewFacts(record: JsonObject): JsonObject {
	const { response_rate: given, response_rate_percent: percent, ...facts } = overviews.in(record);
	const { score, metric_type, invited, started, completed, distribution: scores } = facts;
	const rate =
		given ??
		(typeof invited === 'number' && typeof completed === 'number' && invited > 0
			? completed / invited
			: typeof percent === 'number' && invited !== 0
				? percent / 100
				: null);
	return {
		score,
		metric_type,
		invited,
		started,
		completed,
		response_rate: rate,
		distribution: scores,
	};
}
