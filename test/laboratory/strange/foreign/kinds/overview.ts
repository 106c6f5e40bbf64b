/** The results overview: the metric, the counts and the distribution of scores. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import { entry } from '../lookup';
import { Table, put } from '../table';
import { type Facts, type Json, type Made, fact, unsaid } from '../types';
import { names, nonsense, spell } from '../words';
import { pickShare } from './shares';

interface Counts {
	score: number;
	invited: number;
	started: number;
	completed: number;
	groups: [number, number, number];
	perScore: number[];
}

function count(dialect: Dialect): Counts {
	const { random } = dialect;
	const perScore = Array.from({ length: 11 }, () => (random.chance(0.2) ? 0 : random.int(1, 9)));
	const sum = (from: number, to: number) =>
		perScore.slice(from, to + 1).reduce((total, one) => total + one, 0);
	const groups: [number, number, number] = [sum(9, 10), sum(7, 8), sum(0, 6)];
	const completed = sum(0, 10);
	const started = completed + random.int(0, 20);
	const score = Math.round(((groups[0] - groups[2]) / completed) * 1000) / 10;
	return { score, invited: started + random.int(1, 60), started, completed, groups, perScore };
}

/** Writes the distribution in one of its layouts; the facts are always sorted by score. */
function distribution(dialect: Dialect, counts: Counts): { json: Json; facts: Facts[] } {
	const { random } = dialect;
	const way = random.pick(['records', 'records', 'map', 'pairs', 'list', 'columns']);
	const all = counts.perScore.map((held, score) => ({ score, held }));
	const kept = way === 'list' || random.chance(0.6) ? all : all.filter((one) => one.held > 0);
	const order = random.chance(0.3) ? [...kept].reverse() : kept;
	const rows = (certain: boolean, scoreSure = certain) =>
		kept.map(
			(one): Facts => ({
				score: fact(one.score, scoreSure),
				count: fact(one.held, certain),
			}),
		);
	switch (way) {
		case 'map':
			return {
				json: Object.fromEntries(order.map((one) => [String(one.score), one.held])),
				facts: rows(true),
			};
		case 'pairs':
			return { json: order.map((one) => [one.score, one.held]), facts: rows(false) };
		case 'list':
			// Eleven bare counts: most would read them as the scores 0 to 10, but nothing says so.
			return { json: all.map((one) => one.held), facts: rows(false) };
		case 'columns':
			return {
				json: { scores: order.map((one) => one.score), counts: order.map((one) => one.held) },
				facts: rows(true),
			};
		default: {
			const table = new Table(dialect)
				.fact('score', names('score score value rating bucket', 'cijfer note', 'rung'), 0)
				.fact(
					'count',
					names('count count n respondents total responses', 'aantal anzahl', 'heads'),
					0,
				)
				.beside(
					{ percentage: () => random.int(1, 90), color: () => '#ff0000', label: () => 'x' },
					0.2,
				)
				.done();
			const made = new Map(
				kept.map((one) => [
					one.score,
					table.row({ score: dialect.number(one.score), count: dialect.number(one.held) }),
				]),
			);
			return {
				json: order.map((one) => made.get(one.score)!.json),
				facts: kept.map((one) => made.get(one.score)!.facts),
			};
		}
	}
}

/** The three groups as counts, or as percentages, from which the counts can only be inferred. */
function groupColumns(dialect: Dialect, table: Table): 'counts' | 'percent' | 'none' {
	const way = dialect.random.pick(['counts', 'counts', 'percent', 'none'] as const);
	const end = way === 'percent' ? '_pct' : '';
	const nest = dialect.random.pick(['', 'breakdown.', 'groups.']);
	if (way === 'none') return way;
	for (const [name, foreign, coined] of [
		['promoters', 'promotors_aantal', 'fans'],
		['passives', 'neutrale_groep', 'shruggers'],
		['detractors', 'criticasters', 'grumblers'],
	] as const) {
		table.fact(name, names(`${nest}${name}${end}`, foreign + end, coined), 0.05);
	}
	return way;
}

export function makeOverview(dialect: Dialect): Made {
	const { random } = dialect;
	const counts = count(dialect);
	const rate = pickShare(
		dialect,
		'response_rate response_rate rate.response metrics.response_rate',
		'responspercentage ruecklaufquote',
		'bite_ratio',
	);
	const place = random.pick(['', '', 'counts.', 'totals.', 'funnel.']);
	const table = new Table(dialect)
		.fact(
			'score',
			names(
				'score score metric_score metric.score nps_score metric.value',
				'cijfer gesamtwert',
				'verdict_points',
			),
		)
		.fact(
			'invited',
			names(`${place}invited ${place}invited_count`, 'uitgenodigd eingeladen', 'doors_knocked'),
		)
		.fact(
			'started',
			names(`${place}started ${place}started_count`, 'gestart begonnen', 'doors_opened'),
		)
		.fact(
			'completed',
			names(`${place}completed ${place}completed_count`, 'voltooid abgeschlossen', 'tea_drunk'),
		)
		.fact('response_rate', rate.names);
	const groups = groupColumns(dialect, table);
	table
		.beside(
			{
				previous_score: () => random.int(-90, 90),
				max_score: () => 100,
				benchmark_score: () => random.int(-90, 90),
				score_delta: () => random.int(-9, 9),
				target_score: () => 50,
				'previous.completed_count': () => random.int(0, 300),
				reminders_sent: () => random.int(0, 300),
				emails_opened: () => random.int(0, 300),
				completion_rate: () => 0.123,
				erased_count: () => random.int(0, 9),
				period: () => 'all_time',
				invited_last_week: () => random.int(0, 50),
				margin_of_error: () => random.int(1, 20),
			},
			0.2,
		)
		.noise()
		.done();
	const share = Math.round((counts.completed / counts.invited) * 1e4) / 1e4;
	const [promoters, passives, detractors] = counts.groups;
	const group = (size: number) =>
		dialect.number(groups === 'percent' ? Math.round((size / counts.completed) * 1000) / 10 : size);
	const row = table.row({
		score: dialect.number(counts.score),
		invited: dialect.number(counts.invited),
		started: dialect.number(counts.started),
		completed: dialect.number(counts.completed),
		response_rate: rate.say(share),
		promoters: group(promoters),
		passives: group(passives),
		detractors: group(detractors),
	});
	const { facts } = row;
	for (const [name, size] of Object.entries({ promoters, passives, detractors })) {
		// The counts follow from the percentages or from the distribution; whoever does the sum is right.
		const held = (groups === 'counts' && facts[name]) || unsaid(size);
		facts[name] = held;
		if (held.value === null) held.also.push(size);
	}
	// The bars add up to the completed interviews, and the metric follows from them.
	const inferred = (name: string, ...readings: number[]) => {
		const held = entry(facts, name);
		if (held.value === null) held.also.push(...readings);
	};
	inferred('completed', counts.completed);
	inferred('score', counts.score);
	inferred('response_rate', share, counts.started / counts.invited);
	const lists: Record<string, Facts[]> = { distribution: [] };
	if (random.chance(0.85)) {
		const { json, facts: rows } = distribution(dialect, counts);
		const clear = dialect.style === 'plain' || dialect.style === 'foreign';
		const key = clear
			? random.pick(['distribution', 'score_distribution', 'histogram'])
			: nonsense(random);
		put(row.json, spell(key, dialect.casing), json);
		if (!clear) rows.forEach((one) => Object.values(one).forEach((held) => (held.certain = false)));
		lists.distribution = rows;
	}
	const [answer, shape] = wrapOne(dialect, row.json, 'overview');
	return { answer, truth: { facts, lists }, note: [shape, groups] };
}
