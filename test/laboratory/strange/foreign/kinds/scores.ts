/** Scores of single respondents. */
import { Dialect } from '../dialect';
import { wrapMany } from '../envelope';
import { Table } from '../table';
import { type Facts, type Made } from '../types';
import { names } from '../words';

export const listed = (rows: { facts: Facts }[]) => ({ rows: rows.map((row) => row.facts) });

export function makeScores(dialect: Dialect): Made {
	const { random } = dialect;
	const table = new Table(dialect)
		.fact(
			'score',
			names('score score value metric_score rating', 'cijfer punktzahl', 'verdict_points'),
			0.04,
		)
		.fact(
			'completed_at',
			names(
				'completed_at completed_at submitted_at finished_at completed_on',
				'voltooid_op',
				'wrapped_up',
			),
		)
		.fact(
			'respondent_id',
			names(
				'respondent_id respondent_id respondent.id respondent_uuid',
				'befragter_id',
				'seat_stamp',
			),
			0.15,
		)
		.beside(
			{
				previous_score: () => random.int(0, 10),
				max_score: () => 10,
				started_at: () => dialect.moment(random.moment()).json,
				invitation_id: () => random.uuid(),
				survey_id: () => random.uuid(),
				sentiment_score: () => random.int(-9, 9) / 10,
				radius: () => random.int(1, 9),
				color: () => '#00ff00',
				rank: () => random.int(1, 99),
			},
			0.18,
		)
		.noise()
		.done();
	const rows = random.many(random.chance(0.05) ? 0 : 1, 7, () =>
		table.row({
			score: dialect.score(random.chance(0.05) ? null : random.int(0, 10)),
			completed_at: dialect.moment(random.chance(0.05) ? null : random.moment()),
			respondent_id: dialect.text(random.chance(0.05) ? null : random.uuid()),
		}),
	);
	const [answer, shape] = wrapMany(
		dialect,
		rows.map((row) => row.json),
		'dots',
	);
	return { answer, truth: { facts: {}, lists: listed(rows) }, note: [shape] };
}
