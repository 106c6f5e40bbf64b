/** Topic rankings. */
import { Dialect } from '../dialect';
import { wrapMany } from '../envelope';
import { Table } from '../table';
import { type Json, type JsonObject, type Made, type Said, unsaid } from '../types';
import { names } from '../words';
import { listed } from './scores';
import { pickShare } from './shares';

/** A sentiment as a number, or as a word, which is no number. */
function sentimentColumn(dialect: Dialect): (value: number) => Said {
	const way = dialect.random.pick(['number', 'number', 'number', 'word']);
	return (value) => {
		if (way === 'number') return dialect.number(value);
		const word = value > 0.2 ? 'positive' : value < -0.2 ? 'negative' : 'neutral';
		return { json: dialect.word(word), ...unsaid(word) };
	};
}

export function makeTopics(dialect: Dialect): Made {
	const { random } = dialect;
	const volume = random.pick(['count', 'count', 'share', 'both', 'bareFrequency']);
	const share = pickShare(
		dialect,
		'share share_of_mentions mention_share',
		'anteil aandeel',
		'slice_of_talk',
	);
	const sentiment = sentimentColumn(dialect);
	const table = new Table(dialect)
		.fact('id', names('id id topic_id topic.id uuid', 'kennung nummer', 'ref_stamp'), 0.06)
		.fact(
			'name',
			names('name name topic_name topic topic.name label title', 'naam thema', 'goes_by'),
			0.05,
		);
	if (volume === 'bareFrequency')
		table.fact('mentions', names('frequency freq', 'haeufigkeit', 'how_often'), 0);
	else if (volume !== 'share') {
		table.fact(
			'mentions',
			names(
				'mentions mention_count mentions_count counts.mentions',
				'vermeldingen nennungen',
				'times_raised',
			),
			0,
		);
	}
	if (volume === 'share' || volume === 'both') table.fact('share', share.names, 0);
	table
		.fact(
			'sentiment',
			names(
				'sentiment sentiment_score sentiment.score avg_sentiment',
				'stimmung gevoel',
				'mood_needle',
			),
		)
		.beside(
			{
				category_name: () => 'Category ' + random.int(1, 9),
				category_id: () => random.uuid(),
				rank: () => random.int(1, 9),
				previous_mentions: () => random.int(0, 60),
				confidence: () => random.int(1, 99) / 100,
				mentions_delta: () => random.int(-9, 9),
				previous_sentiment: () => random.int(-9, 9) / 10,
				color: () => '#123456',
				first_mentioned_at: () => dialect.moment(random.moment()).json,
				quote_count: () => random.int(0, 9),
				'created_by.name': () => random.person().name,
			},
			0.18,
		)
		.noise()
		.done();
	const rows = random.many(random.chance(0.05) ? 0 : 1, 5, () => {
		const mentions = random.int(1, 60);
		const part = random.int(1, 999) / 1000;
		const row = table.row({
			id: dialect.text(random.uuid()),
			name: dialect.text(
				`Topic ${random.pick(['Pay', 'Tools', 'Noise', 'Team'])} ${random.int(1, 99)}`,
			),
			mentions: dialect.number(mentions),
			share: share.say(part),
			sentiment: sentiment(random.int(-99, 99) / 100),
		});
		const { facts } = row;
		facts.mentions ??= unsaid();
		facts.share ??= unsaid();
		// "frequency" alone does not tell whether it counts or measures in percent.
		if (volume === 'bareFrequency') {
			facts.mentions.certain = false;
			facts.share.also.push(mentions / 100);
		}
		// A client may also speak of one frequency, whichever of the two is meant.
		const either = [facts.mentions, facts.share].flatMap((one) => [one.value, ...one.also]);
		const held = either.filter((one) => one !== null);
		facts.frequency = { value: held[0] ?? null, certain: false, also: held };
		if (typeof facts.share.value === 'number') facts.frequency.also.push(facts.share.value * 100);
		return row;
	});
	const records = rows.map((row) => row.json);
	const [answer, shape] = random.chance(0.12)
		? byCategory(dialect, records)
		: wrapMany(dialect, records, 'topics');
	return { answer, truth: { facts: {}, lists: listed(rows) }, note: [shape, volume] };
}

/** Rankings that are kept below their categories; the topics stay in the order of reading. */
function byCategory(dialect: Dialect, records: JsonObject[]): [Json, string] {
	const half = Math.ceil(records.length / 2);
	const group = (topics: JsonObject[]) => ({
		category: { id: dialect.random.uuid(), name: 'Category ' + dialect.random.int(1, 99) },
		topics,
	});
	return [
		{ categories: [group(records.slice(0, half)), group(records.slice(half))] },
		'byCategory',
	];
}
