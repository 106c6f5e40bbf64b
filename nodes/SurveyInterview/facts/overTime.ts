import { toNumber } from '../records/scalars';
import { listFrom } from '../records/lists';
import type { JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { rowsOf } from './rows';
import { simplifiedBy, type Simplified } from './simplified';
import { toCount, toTime, wordFor } from './values';

export const BUCKET_FACTS: readonly Fact[] = [
	{
		name: 'from',
		at: [
			/^(from|start)$/,
			/^(starts?|begins?)(at|on|date)$/,
			/^(date|time|at|periodstart|day|from|start)s?$/,
			/^(range|period|bucket)\.(from|start)$/,
		],
		read: toTime,
	},
	{
		name: 'to',
		at: [
			/^(to|end|until)$/,
			/^ends?(at|on|date)$/,
			/^periodend$/,
			/^(range|period|bucket)\.(to|end)$/,
		],
		read: toTime,
	},
	{
		name: 'score',
		at: [
			/^scores?$/,
			/^metricscores?$/,
			/^(metric|result)\.(score|value)$/,
			/^(value|average|mean)s?$/,
		],
		read: toNumber,
	},
	{
		name: 'answers',
		at: [
			/^(responses?|answers?|completed|completions)(counts?)?$/,
			/^(metric|result|counts?)\.(n|responses?|answers?|completed)(count)?$/,
			/^(n|respondents|counts?)$/,
		],
		read: toCount,
	},
];

/** Names of the list of buckets, the surest first. */
export const BUCKET_LISTS = ['buckets', 'points', 'series', 'time_series', 'values'];

/** The metric over time, an item a bucket, of TimeSeriesRead (docs/interface.md, Results). */
export const OVER_TIME: Simplified = {
	fields: { from: 'string', to: 'string?', score: 'number?', answers: 'integer?' },
	recordsIn: bucketsIn,
	reader: () => (bucket) => bucket,
};

export const RANGE_FACTS: readonly Fact[] = [
	{
		name: 'from',
		at: [
			/^(from|start)$/,
			/^(range)?(start|from)(at|on|date)?$/,
			/^(suggestion\.)?(suggested)?range\.(from|start)(at)?$/,
		],
		read: toTime,
	},
	{
		name: 'to',
		at: [
			/^(to|end|until)$/,
			/^(range)?(end|to|until)(at|on|date)?$/,
			/^(suggestion\.)?(suggested)?range\.(to|end|until)(at)?$/,
		],
		read: toTime,
	},
	{
		name: 'granularity',
		at: [
			/^granularity$/,
			/^(bucket|bucketsize|interval|unit)$/,
			/^suggestion\.(granularity|bucket(size)?|interval)$/,
		],
		read: wordFor({ day: /^da/, week: /^week/, month: /^month/, year: /^(year|annual)/ }),
	},
];

/** A range of time and a bucket size, of SuggestedTimeRange. */
export const SUGGESTED_RANGE: Simplified = simplifiedBy(
	{ from: 'string?', to: 'string?', granularity: 'string?' },
	RANGE_FACTS,
);

function bucketsIn(answer: unknown): JsonObject[] | undefined {
	const found = listFrom(answer, BUCKET_LISTS);
	const finder = new FactFinder(BUCKET_FACTS);
	const tables = [found.kind === 'list' ? found.records : undefined, rowsOf(answer, finder)];
	const read = tables.flatMap((rows) => (rows ? [rows.map((one) => finder.in(one))] : []));
	// A bucket has a beginning; a list of anything else is none of buckets.
	const buckets = read.find((rows) => rows.length > 0 && rows.every(({ from }) => from !== null));
	if (buckets === undefined) return read.some((rows) => rows.length === 0) ? [] : undefined;
	// A bucket ends where the next one begins; the end of the last is not known.
	return buckets.map((one, place) => ({ ...one, to: one.to ?? buckets[place + 1]?.from ?? null }));
}
