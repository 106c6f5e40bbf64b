import { toNumber } from '../records/scalars';
import { listFrom } from '../records/lists';
import type { JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { rowsOf } from './rows';
import { toCount, toTime } from './values';

export const BUCKET_FACTS: readonly Fact[] = [
	{
		name: 'from',
		type: 'string?',
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
		type: 'string?',
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
		type: 'number?',
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
		type: 'integer?',
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

/** One item a bucket of the metric over time; undefined where the answer shows no buckets. */
export function overTimeFacts(answer: unknown): JsonObject[] | undefined {
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
