/** Pages of quotes. */
import { Dialect } from '../dialect';
import { wrapMany } from '../envelope';
import { Table, put } from '../table';
import {
	type Facts,
	type Json,
	type JsonObject,
	type Made,
	type Said,
	fact,
	unsaid,
} from '../types';
import { names, nonsense, spell, spellKey } from '../words';
import { listed } from './scores';

export function makeQuotes(dialect: Dialect): Made {
	const { random } = dialect;
	const way = random.pick(['word', 'word', 'word', 'number']);
	const table = new Table(dialect)
		.fact(
			'text',
			names(
				'text text quote content verbatim body message.text quote_text',
				'citaat zitat',
				'said_aloud',
			),
			0.03,
		)
		.fact('sentiment', names('sentiment sentiment tone sentiment_label', 'stimmung', 'mood_colour'))
		.beside(
			{
				id: () => random.uuid(),
				topic_name: () => 'Topic ' + random.int(1, 9),
				question: () => 'What made you say ' + random.int(0, 10) + '?',
				respondent_id: () => random.uuid(),
				translated_text: () => 'EN: ' + random.sentence(),
				created_at: () => dialect.moment(random.moment()).json,
				confidence: () => random.int(1, 99) / 100,
				'respondent.name': () => random.person().name,
				score: () => random.int(0, 10),
				previous_sentiment: () => random.pick(['positive', 'negative']),
			},
			0.2,
		)
		.noise()
		.done();
	const rows = random.many(random.chance(0.06) ? 0 : 1, 5, () => {
		const word = random.pick(['positive', 'neutral', 'negative', 'negative', 'mixed', 'unclear']);
		const level = random.int(-9, 9) / 10;
		const said: Said =
			way === 'number'
				? { json: level, ...unsaid(level > 0 ? 'positive' : level < 0 ? 'negative' : 'neutral') }
				: { json: dialect.word(word), ...fact(word, true, [dialect.word(word)]) };
		return table.row({ text: dialect.text(random.sentence()), sentiment: said });
	});
	const key = () =>
		dialect.style === 'nonsense' ? nonsense(random) : random.pick(['quotes', 'items', 'data']);
	const [answer, shape] = random.chance(0.25)
		? wrapMany(
				dialect,
				rows.map((row) => row.json),
				'quotes',
			)
		: [{ [spellKey(key(), dialect.casing)]: rows.map((row) => row.json) }, 'paged'];
	const facts: Facts = { total: unsaid(rows.length) };
	if (shape === 'paged') facts.total = paging(dialect, answer as JsonObject, rows.length);
	return { answer, truth: { facts, lists: listed(rows) }, note: [shape, way] };
}

/** Adds the numbers of a page; only one of them, if any, is the total. */
function paging(dialect: Dialect, answer: JsonObject, here: number): Facts[string] {
	const { random } = dialect;
	const add = (name: string, value: Json) => put(answer, spell(name, dialect.casing), value);
	const place = random.pick(['', '', 'pagination.', 'meta.', 'page_info.']);
	const total = here + random.int(0, 80);
	if (random.chance(0.5)) add(`${place}limit`, 12 + here);
	if (random.chance(0.5)) add(`${place}offset`, 0);
	if (random.chance(0.3)) add(`${place}page_count`, Math.ceil(total / 12));
	if (random.chance(0.3)) add(`${place}has_more`, total > here);
	// Numbers by sentiment ignore the filter, so they add up to something else.
	if (random.chance(0.2)) add('counts_by_sentiment', { positive: 91, neutral: 3, negative: 7 });
	if (random.chance(0.15)) return unsaid(here);
	if (dialect.style === 'nonsense') {
		add(nonsense(random), total);
		return fact(total, false, [here]);
	}
	const name = random.pick([
		'total',
		'total',
		'total_count',
		'total_items',
		'total_elements',
		'count',
	]);
	const shown = dialect.number(total);
	add(place + name, shown.json);
	return fact(total, name !== 'count' && shown.certain, name === 'count' ? [here] : []);
}
