/** The written conclusion. */
import { Dialect } from '../dialect';
import { wrapOne } from '../envelope';
import { entry } from '../lookup';
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
import { readable, vague } from './clear';

/** Prose as one text, as paragraphs, or as HTML. */
function sayProse(dialect: Dialect, text: string, more: string): Said {
	const way = dialect.random.pick(['text', 'text', 'text', 'paragraphs', 'html']);
	if (way === 'paragraphs')
		return { json: [text, more], ...fact(`${text}\n${more}`, false, [`${text}\n\n${more}`]) };
	if (way === 'html') return { json: `<p>${text}</p>`, ...fact(`<p>${text}</p>`, true, [text]) };
	return dialect.text(`${text} ${more}`);
}

function points(dialect: Dialect): { json: Json; facts: Facts[] } {
	const { random } = dialect;
	const tone = () => random.pick(['positive', 'neutral', 'negative']);
	const texts = random.many(0, 4, () => random.sentence());
	const way = random.pick(['records', 'records', 'records', 'texts', 'byTone']);
	if (way === 'texts') {
		const facts = texts.map((text): Facts => ({ text: fact(text), tone: unsaid('neutral') }));
		return { json: texts, facts };
	}
	if (way === 'byTone') {
		const json: JsonObject = {};
		const facts: Facts[] = [];
		for (const key of ['positive', 'neutral', 'negative']) {
			const held = texts.splice(0, random.int(0, 2));
			json[spellKey(key, dialect.casing)] = held;
			facts.push(...held.map((text): Facts => ({ text: fact(text), tone: fact(key) })));
		}
		return { json, facts };
	}
	const table = new Table(dialect)
		.fact('text', names('text text content body', 'tekst satz', 'said_thing'), 0)
		.fact('tone', names('tone tone sentiment', 'toon', 'mood_colour'), 0.1)
		.beside(
			{
				topic_id: () => (random.chance(0.5) ? random.uuid() : null),
				topic_name: () => 'Topic ' + random.int(1, 9),
				weight: () => random.int(1, 9),
				example_quote: () => random.sentence(),
				icon: () => 'smile',
			},
			0.2,
		)
		.noise()
		.done();
	const rows = texts.map((text) => {
		const word = tone();
		const row = table.row({
			text: dialect.text(text),
			tone: { json: dialect.word(word), ...fact(word) },
		});
		// The specification gives neutral as the default of a tone that is not sent.
		const said = entry(row.facts, 'tone');
		if (said.value === null) said.also.push('neutral');
		return row;
	});
	return { json: rows.map((row) => row.json), facts: rows.map((row) => row.facts) };
}

export function makeConclusion(dialect: Dialect): Made {
	const { random } = dialect;
	const table = new Table(dialect)
		.fact(
			'text',
			names('text text conclusion summary prose body conclusion.text', 'tekst fazit', 'last_word'),
			0.06,
		)
		.beside(
			{
				title: () => 'Conclusion of ' + random.int(1, 9),
				locale: () => 'nl',
				generated_at: () => dialect.moment(random.moment()).json,
				disclaimer: () => 'Written by a model. Check before use.',
				period: () => 'all_time',
				author: () => 'platform',
				status: () => 'ready',
				previous_conclusion: () => random.sentence(),
				survey_name: () => 'Pulse 3',
				response_count: () => random.int(1, 99),
			},
			0.2,
		)
		.noise()
		.done();
	const row = table.row({ text: sayProse(dialect, random.sentence(), random.sentence()) });
	const lists: Record<string, Facts[]> = { points: [] };
	if (random.chance(0.85)) {
		const clear = readable(dialect);
		const key = clear
			? random.pick(['points', 'bullets', 'key_points', 'highlights'])
			: nonsense(random);
		const { json, facts } = points(dialect);
		put(row.json, spell(key, dialect.casing), json);
		lists.points = clear ? facts : vague(facts);
	}
	const [answer, shape] = wrapOne(dialect, row.json, 'result');
	return { answer, truth: { facts: row.facts, lists }, note: [shape] };
}
