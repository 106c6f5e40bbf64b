/** Lists of respondents. */
import { Dialect } from '../dialect';
import { wrapMany } from '../envelope';
import { entry } from '../lookup';
import { Table } from '../table';
import { type Facts, type JsonObject, type Made, fact, unsaid } from '../types';
import { names } from '../words';
import { sayMetric } from './metric';
import { NEIGHBOURS, propertyColumn } from './personal';
import { type State, Status, pickWay } from './status';

/** One person's name, either whole or in two columns. */
function nameColumns(dialect: Dialect, table: Table): boolean {
	const split = dialect.random.chance(0.15);
	if (!split) {
		table.fact(
			'name',
			names('name name full_name display_name contact.name respondent_name', 'naam nom', 'goes_by'),
		);
		return false;
	}
	table.fact('first', names('first_name given_name', 'voornaam vorname', 'called'), 0);
	table.fact('last', names('last_name family_name surname', 'achternaam nachname', 'of_house'), 0);
	return true;
}

function layout(dialect: Dialect, status: Status): { table: Table; split: boolean } {
	const table = new Table(dialect);
	table.fact('id', names('id id respondent_id uuid _id', 'kennung nummer', 'seat_stamp'), 0.04);
	const split = nameColumns(dialect, table);
	table
		.fact(
			'email',
			names(
				'email email email_address e_mail contact.email mail',
				'emailadres courriel',
				'reachable_at',
			),
		)
		.fact(
			'external_id',
			names(
				'external_id external_id external_ref external_reference',
				'extern_nummer',
				'their_own_stamp',
			),
		)
		.fact(
			'score',
			names(
				'score score metric_score metric.score result.score',
				'cijfer punktzahl',
				'verdict_points',
			),
		)
		.fact('metric_type', names('metric_type metric.type', 'kennzahl', 'yardstick'), 0.5);
	status.columns(table);
	table
		.fact(
			'started_at',
			names(
				'started_at started_at start_time start_date started timing.started_at',
				'gestart_op begonnen_am',
				'first_hello',
			),
		)
		.fact(
			'completed_at',
			names(
				'completed_at completed_at completion_date finished_at submitted_at timing.completed_at',
				'voltooid_op abgeschlossen_am',
				'wrapped_up',
			),
			status.way === 'moments' ? 0 : 0.12,
		)
		.fact(
			'properties',
			names(
				'properties properties property_values tags attributes_map',
				'eigenschappen merkmale',
				'stickers',
			),
		)
		.fact(
			'survey_id',
			names('survey_id survey_id survey.id', 'enquete_id umfrage_id', 'belongs_to_round'),
			0.5,
		)
		.beside(NEIGHBOURS(dialect), 0.18)
		.noise()
		.done();
	return { table, split };
}

export function makeRespondents(dialect: Dialect): Made {
	const { random } = dialect;
	const status = new Status(dialect, pickWay(dialect));
	const { table, split } = layout(dialect, status);
	const property = propertyColumn(dialect);
	const metric = sayMetric(dialect);
	const surveyId = random.uuid();
	const anonymous = random.chance(0.15);
	const make = (): { json: JsonObject; facts: Facts } => {
		const state: State = random.pick([
			'completed',
			'completed',
			'completed',
			'started',
			'erased',
			'other',
		]);
		const person = random.person();
		const hidden = state === 'erased' || anonymous;
		const known = (value: string) => dialect.text(hidden || random.chance(0.05) ? null : value);
		const start = random.moment();
		// An erased interview may keep the moment at which it was completed.
		const ended = state === 'completed' || (state === 'erased' && random.chance(0.4));
		const values: JsonObject = {};
		for (const key of random
			.shuffle(['department', 'location', 'team'])
			.slice(0, random.int(0, 3))) {
			values[key] = random.pick(['Sales', 'Utrecht', 'Ops & IT', '4']);
		}
		const row = table.row({
			id: dialect.text(random.uuid()),
			name: known(person.name),
			first: dialect.text(hidden ? null : person.first),
			last: dialect.text(hidden ? null : person.last),
			email: known(person.email),
			external_id: known(`E-${random.int(1000, 9999)}`),
			score: dialect.score(state === 'completed' ? random.int(0, 10) : null),
			metric_type: metric,
			started_at: dialect.moment(random.chance(0.05) ? null : start),
			completed_at: dialect.moment(ended ? start + random.int(60, 3600) * 1000 : null),
			properties: property.say(hidden ? {} : values),
			survey_id: dialect.text(surveyId),
			...status.says(state),
		});
		const { facts } = row;
		if (split) {
			const clear = entry(facts, 'first').certain && entry(facts, 'last').certain;
			facts.name = hidden ? unsaid() : fact(person.name, clear, [person.first]);
			delete facts.first;
			delete facts.last;
		}
		// A record that is made when somebody starts may well keep only its creation moment.
		const started = entry(facts, 'started_at');
		if (started.value === null && row.beside.created_at) {
			started.also.push(row.beside.created_at);
		}
		const properties = entry(facts, 'properties');
		if (!properties.value) properties.also.push({});
		const written = table.has('completed_at') ? ended : null;
		status.settle(
			table,
			facts,
			state,
			written === false && dialect.empty === 'absent' ? null : written,
		);
		return row;
	};
	const rows = random.chance(0.04) ? [] : random.many(1, 6, make);
	const records = rows.map((row) => row.json);
	// A table of columns would tear a map of property values apart.
	const [answer, shape] = wrapMany(dialect, records, 'respondents', property.flat);
	return {
		answer,
		truth: { facts: {}, lists: { rows: rows.map((row) => row.facts) } },
		note: [shape, status.way],
	};
}
