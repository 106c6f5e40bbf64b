import { toNumber } from '../records/scalars';
import { listFrom } from '../records/lists';
import type { JsonObject } from '../records/json';
import { factOf, ofKind, simplifiedBy } from './fact';
import { aCount, aTimeOrNone, saysSuppressed, toCount, toTime, wordFor } from './factValues';
import { FactFinder } from './factFinder';
import { tablesIn, type Rows, valuesByPath } from './shape';

const DAY = 86_400_000;
/** `2026-01`, `2026-Q1` and `2026-W05`. */
const PERIOD = /^(\d{4})(?:[-/](\d\d?)|[- ]?Q([1-4])|-?W(\d\d?))$/i;

/** `January 2026` */
const MONTH =
	/^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?) \d{4}$/i;

/** When a month, or a week of the year, begins; undefined where the year has none of that number. */
function startOf(year: number, month: number, week?: number): string | undefined {
	const isPeriod = month >= 1 && month <= 12 && (week === undefined || (week >= 1 && week <= 53));
	if (!isPeriod || !(year >= 1990 && year <= 2100)) return undefined;
	if (week === undefined) return toTime(Date.UTC(year, month - 1));
	// The fourth of January is in the first week, and weeks begin on Mondays.
	const fourth = Date.UTC(year, 0, 4);
	return toTime(fourth + (7 * (week - 1) - ((new Date(fourth).getUTCDay() + 6) % 7)) * DAY);
}

/** A time, or the beginning of a period or an interval (`2026-01-01/2026-02-01`). */
function toStart(value: unknown): string | undefined {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const [, year, month, quarter, week] = PERIOD.exec(text ?? '') ?? [];
	if (text !== undefined && MONTH.test(text)) return toTime(Date.parse(`1 ${text} UTC`));
	if (year === undefined) return toTime(text?.split('/', 1)[0] ?? value);
	const inYear = quarter === undefined ? (month ?? 1) : 3 * Number(quarter) - 2;
	return startOf(Number(year), Number(inYear), week === undefined ? undefined : Number(week));
}

/** Keys of numbers and times that those of a bucket are compared with. */
const ASIDE = /prev|prior|compar|baseline|benchmark|target|goal|delta|change|diff|trend/;
const bucket = (path: string) => `(?!…(${ASIDE.source}))(${path})`;
const START = '(starts?|from|begins?|beginning|since)(at|on|date|time)?';
const END = '(….|bucket|period|range|date|time)?to|…(ends?|until|till|through)(at|on|date|time)?';
const DATE = '(….)?(date|day|week|month|quarter|year|period|bucket|time|timestamp|at|label|x)s?';
const COUNTED =
	'(responses?|answers?|answered|responded|complet(ed|ions?)|respondents?|interviews?)';
/** Parts of keys whose number is not the score. */
const NOT_SCORE =
	'respon|answer|complet|count|interview|participant|total|number|volume|sample|size|index|rank|order|' +
	'position|min|max|low|high|std|deviation|variance|margin|error|confidence|rate|share|pct|percent|' +
	'invited|sent|started|promoter|passive|detractor|positive|neutral|negative|threshold|duration|id';

const NAMED_FROM = `
	(from|start);
	${bucket(`((bucket|period|interval|range).?)?${START}`)};
	${bucket(`…${START}`)}
`;
const aStart = factOf('string?', toStart, true);
const aCountOrNone = factOf('integer?', toCount, true);
const to = aTimeOrNone(`(to|end|until); ${bucket(END)}`);

const NAMED_SCORE = `
	scores?;
	metric_scores?;
	(metric|result).(score|value);
	(value|average|mean)s?;
	${bucket('(….)?((average|avg|mean|overall)?(e?nps|csat|ces|metric|rating|score)(score|value)?|value|avg|[yv])s?')}
`;
/** `52,6` is the score and cannot be read, so it is null: no other number may take its place. */
const aScore = factOf('number?', (value) => {
	if (typeof value === 'string' && /^(-?\d+,\d+)?$/.test(value)) return null;
	return toTime(value) === undefined ? toNumber(value) : undefined;
});
/** The size of buckets, in the node's words for periods; any other word as it is written. */
const aPeriod = factOf(
	'string?',
	wordFor({
		day: /^(days?|daily)$/,
		week: /^week(s|ly)?$/,
		month: /^month(s|ly)?$/,
		year: /^(year(s|ly)?|annual(ly)?)$/,
	}),
);

export const BUCKET_FACTS = ofKind('bucket', {
	// The only time of a bucket is its start, whatever its key, unless it says when the numbers were calculated.
	from: aStart(`
		${NAMED_FROM};
		${bucket(DATE)};
		${bucket(`(?!(${END})$|…(comput|calculat|generat|updat|creat|refresh|modif))…`)}
	`),
	to,
	// The only number of a bucket is its score, whatever its key, unless the key shows that it is something else.
	score: aScore(`${NAMED_SCORE}; ${bucket(`(?!(${DATE})$|(….)?n$|…(${NOT_SCORE}))…`)}`),
	answers: aCountOrNone(`
		${COUNTED}(counts?)?;
		(metric|result|counts?).(n|responses?|answers?|completed)(count)?;
		(n|respondents|counts?);
		${bucket(`(….)?(total|num(ber(of)?)?|n)?${COUNTED}(counts?|total)?`)};
		${bucket('(….)?(n|counts?|total|volume|size|sample(size)?)')}
	`),
});

/** Possible names of the list of buckets, the surest first. */
export const BUCKET_LISTS = ['buckets', 'points', 'series', 'time_series', 'values'];

/** The buckets of TimeSeriesRead (docs/interface.md, Results). */
export const OVER_TIME = simplifiedBy(BUCKET_FACTS, {
	always: 'from',
	recordsIn(answer) {
		const rows = seriesIn(answer)?.rows;
		return rows && bucketsOf(rows);
	},
	reader: () => (facts) => facts,
});

export const RANGE_FACTS = ofKind('suggestedRange', {
	from: aStart(NAMED_FROM),
	to,
	granularity: aPeriod(`
		granularity;
		(bucket|bucket_size|interval|unit);
		suggestion.(granularity|bucket(size)?|interval)
	`),
});

export const SUGGESTED_RANGE = simplifiedBy(RANGE_FACTS);

/** The table of buckets in an answer: the one with a likely name, or else one that has times and numbers. */
export function seriesIn(answer: unknown): Rows | undefined {
	const named = listFrom(answer, BUCKET_LISTS);
	const tables = tablesIn(answer);
	const likely = tables.find(({ rows }) => named.kind === 'list' && rows === named.records);
	const isBucket = (row: JsonObject) => row.from !== null && (row.score ?? row.answers) !== null;
	const isSeries = ({ rows }: Rows) => rows.some((row) => isBucket(bucketFacts(row)));
	const has = (table: Rows | undefined) =>
		table && (table.rows.length === 0 || table.rows.some((row) => bucketFacts(row).from !== null));
	return has(likely) ? likely : (tables.find(isSeries) ?? likely ?? tables[0]);
}

const buckets = new FactFinder(BUCKET_FACTS);
const scores = new FactFinder(ofKind('bucket', { score: aScore(NAMED_SCORE) }));
const years = new FactFinder(ofKind('bucket', { year: aCount(bucket(`${START}|${DATE}`)) }));

/** The facts of a bucket. A suppressed number may be a 0 with a flag beside it. */
function bucketFacts(record: JsonObject): JsonObject {
	const { to: end, ...facts } = buckets.in(record);
	const places = buckets.placesIn(record);
	const [ofTwo = null, place] =
		facts.from === null ? earlierOfTwo(record, end) : [null, places.get('from')?.path];
	const begins = facts.from ?? startOfYear(record) ?? ofTwo;
	// Without a time the row may be something else, so its score must be at a place with a name for scores.
	const isNamed = scores.placesIn(record).size > 0;
	const orHeldBack = (number: unknown) => (number === 0 && saysSuppressed(record) ? null : number);
	return {
		from: begins,
		place,
		to: end,
		score: orHeldBack(isNamed || begins !== null ? facts.score : null),
		answers: orHeldBack(facts.answers),
		isNamed,
		isOpen: places.get('score')?.isCertain === false,
	};
}

/**
 * The facts of a list of buckets. A number whose key does not name a score is the score only if no row has one with
 * such a key; a time is the start only if it is at the same place in every row.
 */
function bucketsOf(rows: readonly JsonObject[]): JsonObject[] {
	const all = rows.map(bucketFacts);
	const areNamed =
		all.some(({ isNamed, isOpen }) => isNamed === true || isOpen === true) ||
		// If all numbers are 0, they may be something else.
		all.every(({ score: number }) => !number);
	const places = new Set(all.flatMap(({ from: start, place }) => (start === null ? [] : place)));
	return all.map(({ from: start, to: end, score: number, answers, isNamed }) => ({
		from: places.size > 1 ? null : start,
		to: end,
		score: areNamed && isNamed === false ? null : number,
		answers,
	}));
}

/** The beginning of a year without a month or a week beside it. */
function startOfYear(record: JsonObject): string | undefined {
	const { year } = years.in(record);
	const isPart = Object.keys(record).some((key) => /month|quarter|week|day/i.test(key));
	return isPart ? undefined : startOf(Number(year), 1);
}

/** Of two times of a bucket with keys that mean the same, the one at midnight, or else the earlier; and its place. */
function earlierOfTwo(record: JsonObject, end: unknown): readonly string[] {
	const columns = [...valuesByPath([record])].filter(([path]) => !ASIDE.test(path.toLowerCase()));
	const places = new Map(columns.map(([path, [value]]) => [toStart(value) ?? '', path]));
	places.delete('');
	places.delete(String(end));
	const times = [...places.keys()].sort();
	const time = times.find((one) => one.endsWith('T00:00:00.000Z')) ?? times[0] ?? '';
	return times.length === 2 ? [time, places.get(time) ?? ''] : [];
}
