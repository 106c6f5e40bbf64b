import { isObject, type JsonObject } from '../records/json';
import { scalarText, toNumber } from '../records/scalars';
import { factOf, ofKind, simplifiedBy } from './fact';
import { aCount, aNumber, saysSuppressed, toCount, toWord } from './factValues';
import { FactFinder } from './factFinder';
import { METRIC } from './respondentPlaces';
import { tablesIn, distributionOf } from './shape';

/** Objects of an overview that hold the metric, and those that hold its counts. */
const METRIC_OBJECT = '((metric|score|result|overview|summary).)?';
const COUNT_OBJECT = '((funnel|counts?|participation|totals?|statistics|stats|numbers).)?';
const funnel = (name: string) =>
	aCount(`(total)?${name}(count)?; ${COUNT_OBJECT}(total)?${name}(count)?`);

/** Places of the distribution, and of the groups. */
const DISTRIBUTION = `(${METRIC_OBJECT}(score)?distribution|histogram)`;
const GROUPS = ['promoters', 'passives', 'detractors'] as const;
const IN_GROUPS = '(nps|enps|groups|npsgroups|breakdown|segments).';
const group = (name: string) => {
	const aGroup = factOf('integer?', (value) => toCount(value) ?? countOfGroup(value, name));
	return aGroup(`
		(${METRIC_OBJECT}|${COUNT_OBJECT}|${DISTRIBUTION}.|${IN_GROUPS})${name.slice(0, -1)}s?(count|.count)?;
		(${DISTRIBUTION}|groups|npsgroups|breakdown|segments)
	`);
};
/** The number of `34%`. */
const inPercents = (value: unknown) => toNumber(scalarText(value).replace(/ ?%$/, ''));
const aRate = factOf(
	'number?',
	(value) => toNumber(value) ?? toNumber(asShare(inPercents(value) ?? NaN)),
);
const aPercentage = factOf(undefined, inPercents);
const aDistribution = factOf(
	{ list: { score: 'number', count: 'integer' }, nullable: true },
	distribution,
);

export const OVERVIEW_FACTS = ofKind('overview', {
	score: aNumber(`score; metric_score; ${METRIC_OBJECT}(score|value)`),
	metric_type: METRIC,
	invited: funnel('invited'),
	started: funnel('started'),
	completed: funnel('completed'),
	response_rate: aRate(`${COUNT_OBJECT}response_rate(.(value|rate))?`),
	response_rate_percent: aPercentage(`${COUNT_OBJECT}response_rate(pct|percent|percentage)`),
	distribution: aDistribution(`(score)?distribution; ${DISTRIBUTION}`),
	promoters: group('promoters'),
	passives: group('passives'),
	detractors: group('detractors'),
});

/** A percentage as a share, without the error of binary fractions. */
const asShare = (percent: number) => Number((percent / 100).toPrecision(12));

const scores = new FactFinder(
	ofKind('distribution', {
		score: aNumber('score; scores; (value|rating|bucket|label|key)s?'),
		count: aCount('count; counts; (n|total|responses|respondents|frequency)'),
	}),
);

/** How many gave each score, the lowest first: from a list, from an object by score, or from two columns. */
function distribution(value: unknown): JsonObject[] | undefined {
	const tables = tablesIn(value).map(({ rows }) => rows);
	const filled = [...tables, byScore(value)].filter((rows) => rows.length > 0);
	const isNone =
		filled.length === 0 &&
		(tables.length > 0 || (isObject(value) && Object.keys(value).length === 0));
	return isNone ? [] : filled.map(countsByScore).find((entries) => entries !== undefined);
}

/** The distribution under an unknown name: the only table that can be one. */
function distributionByShape(record: JsonObject, completed: unknown): JsonObject[] | null {
	const found = tablesIn(record).map((table) => distributionOf(table, completed));
	const [only, other] = found.filter((rows) => rows !== undefined);
	return only && !other ? (countsByScore(only) ?? null) : null;
}

function countsByScore(rows: readonly JsonObject[]): JsonObject[] | undefined {
	const entries = rows.map((row) => (groupOf(row) === undefined ? scores.in(row) : {}));
	const isCount = ({ score, count }: JsonObject) =>
		typeof score === 'number' && typeof count === 'number';
	if (!entries.every(isCount)) return undefined;
	return entries.sort((a, b) => Number(a.score) - Number(b.score));
}

/** The name of a row that counts a group such as “Promoters”, and not a score. */
function groupOf({ score, ...row }: JsonObject): string | undefined {
	if (toNumber(score) !== undefined) return undefined;
	return ['label', 'key', 'bucket', 'name', 'group', 'segment', 'category', 'type']
		.map((name) => toWord(row[name]))
		.find((word) => word !== undefined && toNumber(word) === undefined);
}

function countOfGroup(value: unknown, group: string): number | undefined {
	const row = tablesIn(value)
		.flatMap(({ rows }) => rows)
		.find((one) => [group, group.slice(0, -1)].includes(groupOf(one) ?? ''));
	return row && toCount(scores.in(row).count);
}

/** The rows of an object by score (`{"9": 3, "10": 1}`). Its other keys are ignored. */
const byScore = (value: unknown): JsonObject[] =>
	Object.entries(isObject(value) ? value : {}).flatMap(([score, count]) =>
		toNumber(score) === undefined ? [] : [{ score, count }],
	);

/** ResultsOverview (docs/interface.md, Results). */
export const OVERVIEW = simplifiedBy(OVERVIEW_FACTS, {
	ofSurvey: { metric_type: ['metric_type'] },
	reader() {
		const finder = new FactFinder(OVERVIEW_FACTS);
		return (record) => {
			const { response_rate_percent: percent, ...facts } = finder.in(record);
			if (facts.distribution === null && !finder.placesIn(record).has('distribution')) {
				facts.distribution = distributionByShape(record, facts.completed);
			}
			const rows = facts.distribution as Array<{ count: number }> | null;
			const distribution = areCounts(rows?.map(({ count }) => count) ?? [], facts) ? rows : null;
			const groups = GROUPS.map((name) => facts[name] as number | null);
			const sum = sumOf(groups);
			// Percentages of the groups add up to about 100.
			const mayBePercents = Math.abs(sum - 100) <= 1 && sum !== facts.completed;
			const areGroups = areCounts(groups, facts) && !mayBePercents;
			return {
				...facts,
				...(areGroups ? {} : { promoters: null, passives: null, detractors: null }),
				score: saysSuppressed(record) && facts.score === 0 ? null : facts.score,
				distribution,
				response_rate: typeof percent === 'number' ? asShare(percent) : responseRate(facts),
			};
		};
	},
});

const sumOf = (counts: ReadonlyArray<number | null>) =>
	counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

/** Whether these may count interviews: if their sum is above the number of interviews, they are percentages. */
function areCounts(counts: ReadonlyArray<number | null>, { started, completed }: JsonObject) {
	const interviews = Math.max(...[started, completed].map((count) => Number(count ?? -1)));
	return interviews < 0 || sumOf(counts) <= interviews;
}

/** Rounding to whole percents changes a rate by less. */
const ROUNDED = 0.0051;

/**
 * The response rate of the service as a share, or else that of the completed among the invited. A service may write
 * a share or a percentage; the counts show which, or else a number up to 1 is a share.
 */
function responseRate({ invited, started, completed, response_rate: given }: JsonObject) {
	const [ofCompleted, ofStarted] = [completed, started].map((count) =>
		invited !== 0 && typeof count === 'number' ? count / Number(invited ?? NaN) : NaN,
	);
	if (typeof given !== 'number') return Number(ofCompleted) <= 1 ? ofCompleted : null;
	const isRate = (rate: number) =>
		[ofCompleted, ofStarted].some((counted) => Math.abs(Number(counted) - rate) < ROUNDED);
	const isShare = isRate(given) === isRate(given / 100) ? given <= 1 : isRate(given);
	return isShare ? given : asShare(given);
}
