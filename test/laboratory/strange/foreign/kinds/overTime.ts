/** The metric over time. */
import { Dialect } from '../dialect';
import { wrapMany } from '../envelope';
import { nth } from '../lookup';
import { Table } from '../table';
import { iso } from '../times';
import {
	type Facts,
	type Json,
	type JsonObject,
	type Made,
	type Said,
	fact,
	unsaid,
} from '../types';
import { names, nonsense, spellKey } from '../words';

/** The start of a monthly bucket, as a moment or as the usual label of a month. */
function bucketColumn(dialect: Dialect): (ms: number) => Said {
	const way = dialect.random.pick(['moment', 'moment', 'date', 'month', 'words']);
	return (ms) => {
		const start = iso(ms);
		if (way === 'date') return { json: start.slice(0, 10), ...fact(start) };
		if (way === 'month') return { json: start.slice(0, 7), ...fact(start) };
		if (way === 'words') {
			const month = new Date(ms).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
			return { json: `${month} ${start.slice(0, 4)}`, ...fact(start) };
		}
		return dialect.moment(ms);
	};
}

export function makeOverTime(dialect: Dialect): Made {
	const { random } = dialect;
	const bucket = bucketColumn(dialect);
	const first = random.int(0, 17);
	const months = random.many(1, 6, (at) => Date.UTC(2025, first + at, 1));
	const points = months.map((ms) => {
		const answers = random.chance(0.15) ? 0 : random.int(1, 60);
		return { ms, answers, score: answers ? random.int(-900, 900) / 10 : null };
	});
	if (random.chance(0.25)) return series(dialect, points, bucket);
	const table = new Table(dialect)
		.fact(
			'from',
			names(
				'from period_start bucket_start start bucket start_date period date from_date',
				'van periode_beginn',
				'opens_with',
			),
			// The metric score over the range is what this record is: a bucket has a time and a score.
			0,
		)
		.fact(
			'score',
			names('score score value metric_score metric.score', 'cijfer wert', 'verdict_points'),
			0,
		)
		.fact(
			'answers',
			names(
				'answers responses response_count respondents count n',
				'aantal anzahl',
				'heads_in_slot',
			),
			0.15,
		)
		.beside(
			{
				period_end: () => dialect.moment(random.moment()).json,
				previous_score: () => random.int(-50, 50),
				target_score: () => 40,
				score_delta: () => random.int(-9, 9),
				invited_count: () => random.int(60, 99),
				margin_of_error: () => random.int(1, 9),
				bucket_index: () => random.int(0, 5),
				color: () => '#abcdef',
				computed_at: () => dialect.moment(random.moment()).json,
			},
			0.2,
		)
		.noise()
		.done();
	const rows = points.map((point) =>
		table.row({
			from: bucket(point.ms),
			score: dialect.number(point.score),
			answers: dialect.number(point.answers),
		}),
	);
	const [answer, shape] = wrapMany(
		dialect,
		rows.map((row) => row.json),
		random.pick(['points', 'series', 'buckets']),
	);
	return {
		answer,
		truth: { facts: {}, lists: { rows: rows.map((row) => row.facts) } },
		note: [shape],
	};
}

type Point = { ms: number; answers: number; score: number | null };

/** Series as charting libraries want them. */
function series(dialect: Dialect, points: Point[], bucket: (ms: number) => Said): Made {
	const { random } = dialect;
	const starts = points.map((point) => bucket(point.ms));
	const labels = starts.map((said) => said.json);
	const scores = points.map((point) => point.score);
	const answers = points.map((point) => point.answers);
	const way = random.pick(['chart', 'arrays', 'map', 'pairs', 'strangeArrays']);
	const rows = (sure: boolean, withAnswers: boolean) =>
		points.map((point, at): Facts => {
			const { value, certain, also } = nth(starts, at);
			return {
				from: { value, certain: certain && sure, also },
				score: fact(point.score, sure),
				answers: withAnswers ? fact(point.answers, sure) : unsaid(),
			};
		});
	const done = (answer: Json, list: Facts[]): Made => ({
		answer,
		truth: { facts: {}, lists: { rows: list } },
		note: [way],
	});
	const key = (name: string) => spellKey(name, dialect.casing);
	switch (way) {
		case 'chart':
			return done({ labels, datasets: [{ label: 'Score', data: scores }] }, rows(false, false));
		case 'arrays':
			return done(
				{ [key('period_start')]: labels, [key('score')]: scores, [key('response_count')]: answers },
				rows(true, true),
			);
		case 'strangeArrays':
			return done(
				{ [nonsense(random)]: labels, [nonsense(random)]: scores, [nonsense(random)]: answers },
				rows(false, true),
			);
		case 'pairs':
			return done(
				{ series: labels.map((label, at) => [label, nth(scores, at)]) },
				rows(false, false),
			);
		default: {
			const record: JsonObject = {};
			points.forEach((point, at) => {
				record[typeof labels[at] === 'object' ? iso(point.ms) : String(labels[at])] = {
					[key('score')]: point.score,
					[key('response_count')]: point.answers,
				};
			});
			// Keys that look like whole numbers are sorted by the language; months then stay in order.
			return done({ [key('series')]: record }, rows(false, true));
		}
	}
}
