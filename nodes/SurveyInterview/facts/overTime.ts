import { toNumber } from '../records/scalars';
import { listFrom } from '../records/lists';
import type { JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { rowsOf } from './rows';
import { simplifiedBy, type Simplified } from './simplified';
import { saysSuppressed, toCount, toTime, wordFor } from './values';

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
		read: wordFor({
			day: /^(days?|daily)$/,
			week: /^week(s|ly)?$/,
			month: /^month(s|ly)?$/,
			year: /^(year(s|ly)?|annual(ly)?)$/,
		}),
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
	const read = tables.flatMap((rows) => (rows ? [rows.map((one) => shown(one, finder))] : []));
	// A bucket has a beginning; a list of anything else is none of buckets.
	const buckets = read.find((rows) => rows.length > 0 && rows.every(({ from }) => from !== null));
	if (buckets === undefined) return read.some((rows) => rows.length === 0) ? [] : undefined;
	const ends = endsOf(buckets.map(({ from }) => String(from)));
	return buckets.map((one) => ({ ...one, to: one.to ?? ends.get(String(one.from)) ?? null }));
}

/** The facts of a bucket. A service may write 0 for what it holds back, and say so beside it. */
function shown(bucket: JsonObject, finder: FactFinder): JsonObject {
	const { score, answers, ...facts } = finder.in(bucket);
	const orHeldBack = (number: unknown) => (number === 0 && saysSuppressed(bucket) ? null : number);
	return { ...facts, score: orHeldBack(score), answers: orHeldBack(answers) };
}

const DAY = 86_400_000;
/** In days, from the shortest to the longest; on two days of the year a clock is put forward or back. */
const BUCKETS = [
	[0.95, 1.05],
	[6.95, 7.05],
	[27.95, 31.05],
	[364.95, 366.05],
];

/**
 * Where each bucket ends: where the next one begins, in whatever order they come. A gap longer than a bucket means
 * that empty ones are left out, and then its end is not known, nor is that of the last.
 */
function endsOf(beginnings: readonly string[]): Map<string, string> {
	const inOrder = [...new Set(beginnings)].sort();
	const gaps = inOrder.slice(1).map((next, place) => {
		const from = inOrder[place] ?? next;
		const days = (Date.parse(next) - Date.parse(from)) / DAY;
		const size = BUCKETS.findIndex(([least = 0, most = 0]) => days >= least && days <= most);
		return { from, next, size };
	});
	const sizes = gaps.map(({ size }) => size).filter((size) => size >= 0);
	const smallest = Math.min(...sizes);
	return new Map(
		gaps.filter(({ size }) => size === smallest).map(({ from, next }) => [from, next]),
	);
}
