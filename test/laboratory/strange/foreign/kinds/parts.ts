/** What belongs to a survey: a theme and a property. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import { entry } from '../lookup';
import { Table } from '../table';
import { type Facts, type JsonObject, type Made, type Said, fact } from '../types';
import { names } from '../words';

export const ID = (own: string) =>
	names(`id id id uuid _id ${own}_id`, 'kennung nummer', 'ref_stamp');

/** Whether a theme is archived, in the ways a backend may keep it. */
function archivedColumn(dialect: Dialect): {
	names: ReturnType<typeof names>;
	say: (is: boolean) => Said;
} {
	const { random } = dialect;
	const way = random.pick(['flag', 'flag', 'inverse', 'state', 'moment']);
	if (way === 'inverse') {
		return {
			names: names('is_active active', 'actief aktiv', 'still_asked'),
			say: (is) => ({ ...dialect.boolean(!is), ...fact(is) }),
		};
	}
	if (way === 'state') {
		return {
			names: names('status state', 'toestand zustand', 'shelf_position'),
			say: (is) => ({ json: dialect.word(is ? 'archived' : 'active'), ...fact(is) }),
		};
	}
	if (way === 'moment') {
		return {
			names: names('archived_at', 'gearchiveerd_op', 'shelved_since'),
			// A missing moment means "not archived" to most readers, but it is not said outright.
			say: (is) =>
				is
					? { json: dialect.moment(random.moment()).json, ...fact(true) }
					: { json: null, ...fact(false, false) },
		};
	}
	return {
		names: names('is_archived archived isArchived', 'gearchiveerd archiviert', 'put_away'),
		say: (is) => dialect.boolean(is),
	};
}

export function themeTable(
	dialect: Dialect,
): (archived: boolean) => { json: JsonObject; facts: Facts } {
	const { random } = dialect;
	const archived = archivedColumn(dialect);
	const table = new Table(dialect)
		.fact('id', ID('category'), 0.05)
		.fact('name', names('name name title label category_name', 'naam titel', 'banner_text'), 0.05)
		.fact('is_archived', archived.names)
		.beside(
			{
				survey_id: () => random.uuid(),
				created_by: () => random.person().name,
				survey_name: () => 'Pulse ' + random.int(1, 99),
				is_implicit: () => random.pick(dialect.booleans),
				updated_at: () => dialect.moment(random.moment()).json,
				'owner.name': () => random.person().name,
				position: () => random.int(0, 9),
				'parent.is_default': () => dialect.booleans[0],
			},
			0.2,
		)
		.noise()
		.done();
	return (is) => {
		const name = random.pick(['Culture', 'Workload', 'Pay & benefits', 'Leadership', 'Tools']);
		const row = table.row({
			id: dialect.text(random.uuid()),
			name: dialect.text(`${name} ${random.int(1, 99)}`),
			is_archived: archived.say(is),
		});
		return row;
	};
}

export function propertyTable(dialect: Dialect): () => { json: JsonObject; facts: Facts } {
	const { random } = dialect;
	const table = new Table(dialect)
		.fact('id', ID('property'), 0.05)
		.fact('key', names('key key property_key slug code', 'sleutel schluessel', 'filing_word'), 0.05)
		.beside(
			{
				label: () => 'Label ' + random.int(1, 99),
				data_type: () => random.pick(['text', 'select', 'number']),
				survey_id: () => random.uuid(),
				required: () => random.pick(dialect.booleans),
				'created_by.name': () => random.person().name,
				updated_at: () => dialect.moment(random.moment()).json,
				options: () => ['Sales', 'Support'],
			},
			0.3,
		)
		.noise()
		.done();
	return () => {
		const key = random.pick(['department', 'location', 'job_level', 'afdeling', 'team', 'tenure']);
		const row = table.row({
			id: dialect.text(random.uuid()),
			key: dialect.text(key + (random.chance(0.5) ? `_${random.int(1, 99)}` : '')),
		});
		// Where the service keeps no key, its label is the only name there is.
		if (!table.has('key') && row.beside.label) {
			entry(row.facts, 'key').also.push(row.beside.label);
		}
		return row;
	};
}

export function makeTheme(dialect: Dialect): Made {
	const row = themeTable(dialect)(dialect.random.chance(0.4));
	const [answer, shape] = wrapOne(dialect, row.json, 'topic_category');
	return { answer, truth: { facts: row.facts, lists: {} }, note: [shape] };
}

export function makeProperty(dialect: Dialect): Made {
	const row = propertyTable(dialect)();
	const [answer, shape] = wrapOne(dialect, row.json, 'property');
	return { answer, truth: { facts: row.facts, lists: {} }, note: [shape] };
}
