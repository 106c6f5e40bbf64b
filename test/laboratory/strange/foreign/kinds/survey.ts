/** Surveys with their themes and properties. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import { Table, put } from '../table';
import { type Facts, type Json, type JsonObject, type Made } from '../types';
import { names, nonsense, spell } from '../words';
import { sayMetric } from './metric';
import { ID, propertyTable, themeTable } from './parts';

const TITLE = (own: string) =>
	names(`name name title ${own}_name`, 'naam titel bezeichnung nom', 'goes_by headline_text');

/** A list inside the survey; sometimes in a container or absent. */
function inner(dialect: Dialect, record: JsonObject, key: string, rows: Json[]): void {
	const { random } = dialect;
	const held: Json = random.chance(0.1)
		? { items: rows, total: rows.length }
		: random.chance(0.07)
			? { edges: rows.map((node) => ({ node })) }
			: rows;
	put(record, spell(key, dialect.casing), held);
}

function listKey(dialect: Dialect, plain: string[]): { key: string; clear: boolean } {
	const { random, style } = dialect;
	const clear =
		style === 'plain' || style === 'foreign' || (style === 'mixed' && random.chance(0.5));
	return { key: clear ? random.pick(plain) : nonsense(random), clear };
}

const dim = (rows: Facts[], clear: boolean) => {
	if (!clear) rows.forEach((row) => Object.values(row).forEach((held) => (held.certain = false)));
	return rows;
};

export function makeSurvey(dialect: Dialect): Made {
	const { random } = dialect;
	const table = new Table(dialect)
		.fact('id', ID('survey'), 0.03)
		.fact('name', TITLE('survey'), 0.05)
		.fact(
			'metric_type',
			names(
				'metric_type metric_type metric metric.type metric.code type_of_metric',
				'kennzahl',
				'yardstick',
			),
		)
		.fact(
			'response_count',
			names(
				'response_count responses responses_count num_responses stats.responses counts.responses total_responses',
				'aantal_reacties anzahl_antworten',
				'heard_back',
			),
		)
		.fact(
			'participant_count',
			names(
				'participant_count participants participants_count n_participants stats.participants counts.participants',
				'aantal_deelnemers anzahl_teilnehmer',
				'heads_in_room',
			),
		)
		.beside(
			{
				max_responses: () => random.int(100, 900),
				responses_last_7_days: () => random.int(0, 9),
				response_goal: () => random.int(100, 900),
				participant_limit: () => random.int(100, 900),
				'owner.name': () => random.person().name,
				'owner.id': () => random.uuid(),
				company_name: () => 'Acme BV',
				company_id: () => random.uuid(),
				'mail_template.name': () => 'Reminder ' + random.int(1, 9),
				created_by: () => random.uuid(),
				previous_score: () => random.int(-50, 50),
				locked_fields: () => ['metric_type', 'name'],
				interview_locale: () => random.pick(['nl', 'en']),
				'latest_interview.respondent_name': () => random.person().name,
				'latest_interview.id': () => random.uuid(),
				'latest_interview.score': () => random.int(0, 10),
				invitation_count: () => random.int(100, 900),
			},
			0.2,
		)
		.noise()
		.done();
	const row = table.row({
		id: dialect.text(random.uuid()),
		name: dialect.text('Survey ' + random.sentence().slice(0, 20).trim()),
		metric_type: sayMetric(dialect),
		response_count: dialect.number(random.int(0, 60)),
		participant_count: dialect.number(random.int(60, 99)),
	});
	const lists: Record<string, Facts[]> = { themes: [], properties: [] };
	const theme = themeTable(dialect);
	const property = propertyTable(dialect);
	const put = (name: string, called: string[], rows: Array<ReturnType<typeof property>>) => {
		const { key, clear } = listKey(dialect, called);
		inner(
			dialect,
			row.json,
			key,
			rows.map((one) => one.json),
		);
		lists[name] = dim(
			rows.map((one) => one.facts),
			clear,
		);
	};
	if (random.chance(0.8)) {
		const rows = random.many(0, 4, () => theme(random.chance(0.4)));
		put('themes', ['themes', 'topic_categories', 'categories'], rows);
	}
	if (random.chance(0.8)) {
		put('properties', ['properties', 'participant_properties'], random.many(0, 3, property));
	}
	const [answer, shape] = wrapOne(dialect, row.json, 'survey');
	return { answer, truth: { facts: row.facts, lists }, note: [shape] };
}
