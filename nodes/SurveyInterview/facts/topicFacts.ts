/** Topics, quotes about them, and the conclusion. */
import { groupedBy, isObject, type JsonObject, type Shape } from '../records/json';
import { scalarText, toNumber } from '../records/scalars';
import { factOf, factsNamed, ofKind, typesOf, simplifiedBy } from './fact';
import {
	aCount,
	aName,
	aNumber,
	anId,
	aText,
	aTime,
	aWord,
	toCount,
	toText,
	toWord,
} from './factValues';
import { FactFinder } from './factFinder';
import { tablesIn, rankingColumns } from './shape';

const MENTIONS = '((mentions?|counts?|mention_counts|volume|frequency).)';
const tone = (name: string) => aCount(`${MENTIONS}?${name}(count|mentions)?`);
/** A number, or a word without digits: `0,9` is neither. */
const aSentiment = factOf(
	'scalar?',
	(value) => toNumber(value) ?? (/\d/.test(scalarText(value)) ? undefined : toWord(value)),
);
export const TOPIC_FACTS = ofKind('topic', {
	name: aName(`
		name; topic_name; topic; topic.(topic)?name; (topic.)?(label|title); (keyword|subject|term)
	`),
	theme: aName('(topic.)?(theme|category)(.name)?; (topic.)?(theme|category)name'),
	mentions: aCount(`
		${MENTIONS}comments;
		(topic.)?(mentions?|comments?)(count)?;
		(topic.)?volume;
		${MENTIONS}(total|mentions|count);
		(count|total|occurrences|n)
	`),
	// A count, a share or a percentage. The value does not show which: 1 can be any of them.
	frequency: aNumber(`
		(topic.)?frequency; frequency.(value|share); (share|percentage|percent|pct)
	`),
	sentiment: aSentiment(`
		(topic.)?sentiment;
		(topic.)?sentiment_score;
		(average|avg|mean|overall|net)sentiment(score)?;
		sentiment.(score|value|average|avg|mean|net);
		(sentiment.label|tone)
	`),
	positive: tone('positive'),
	neutral: tone('neutral'),
	negative: tone('negative'),
	id: anId('id; topic_id; topic.(topic)?id; uuid'),
});

const TONES = ['positive', 'neutral', 'negative'];

/** The keys in the MentionCounts of a topic, which may have any of the counters, or none. */
const COUNTERS = factOf(undefined, (value) => {
	const keys = isObject(value) ? Object.keys(value).map((key) => key.toLowerCase()) : undefined;
	const isOne = keys?.length === 0 || keys?.some((key) => ['comments', ...TONES].includes(key));
	return isOne ? keys : undefined;
})('(mentions?|counts?|mention_counts|volume)');

const topics = new FactFinder([...TOPIC_FACTS, ...ofKind('topic', { counters: COUNTERS })]);

/** TopicDetail (docs/interface.md, Results). */
export const TOPIC = simplifiedBy(TOPIC_FACTS, { reader: () => topicFacts });

/** The topics of TopicRankings. */
export const TOPICS = simplifiedBy(TOPIC_FACTS, {
	fields: TOPIC.fields,
	always: 'name',
	recordsIn: topicsIn,
	reader: () => (topic) => topic,
});

/**
 * A counter that is absent from MentionCounts is 0, its default; without MentionCounts it is unknown. If one of the
 * tones is not a count, all of them are null: they are shares or percentages.
 */
function topicFacts(record: JsonObject): JsonObject {
	const { counters, ...facts } = topics.in(record);
	const orLeftOut = (name: string, key = name) =>
		facts[name] ?? (Array.isArray(counters) && !counters.includes(key) ? 0 : null);
	const tones = TONES.map((name) => orLeftOut(name));
	const areCounts =
		tones.every((count) => count !== null) &&
		!(typeof facts.mentions === 'number' && Math.max(...tones.map(Number)) > facts.mentions);
	const told = TONES.map((name, place) => [name, areCounts ? tones[place] : null] as const);
	return { ...facts, mentions: orLeftOut('mentions', 'comments'), ...Object.fromEntries(told) };
}

/** Names of other lists beside the topics, whose entries have names as well. */
const ASIDE = /prev|prior|compar|theme|categor|propert|attribut|breakdown|option|warning|error/i;

/**
 * Every topic in an answer, sorted by mentions or else by frequency if all topics have that number. A service may
 * rank the same topics in several lists, for example by mentions and by sentiment.
 */
function topicsIn(answer: unknown): JsonObject[] | undefined {
	// In JSON:API, `included` has the records that others refer to.
	const own = tablesIn(answer).filter(({ path }) => path?.at(-1) !== 'included');
	const tables = own.map(({ rows, path = [] }) => ({
		rows: rows.flatMap(withoutTheme),
		isAside: ASIDE.test(path.at(-1) ?? ''),
	}));
	const candidates = tables.filter(({ isAside, rows }) => !isAside && rows.length > 0);
	const lists = tables.map(({ rows, isAside }) => {
		const isOnly = candidates.length === 1 && !isAside;
		return { topics: isOnly ? topicsByShape(rows) : rows.map(topicFacts), isAside };
	});
	const named = lists.filter(({ topics }) => topics.length === 0 || topics.some(hasName));
	if (named.length === 0) return lists[0]?.topics;
	const inFront = named.filter(({ isAside }) => !isAside);
	const found = inFront.length > 0 ? inFront : named;
	const ranked = found.filter(({ topics }) => topics.some(hasAmount));
	const rankings = (ranked.length > 0 ? ranked : found).map((list) => list.topics);
	const all = rankings.length > 1 ? together(rankings.flat()) : rankings.flat();
	const by = ['mentions', 'frequency'].find((name) => all.every((one) => one[name] !== null));
	return by === undefined ? all : all.sort((a, b) => Number(b[by]) - Number(a[by]));
}

/** The topics of the only list, whatever the keys of their names and numbers. */
function topicsByShape(rows: readonly JsonObject[]): JsonObject[] {
	const read = rows.slice(0, 10).flatMap((row) => [...topics.readPlaces(row)]);
	const { names, amounts, areCounts } = rankingColumns(rows, new Set(read));
	const found = rows.map(topicFacts);
	// Without a number beside it, a text need not be a name.
	const isRanking = amounts !== undefined || found.every(hasAmount);
	const isNameless = names !== undefined && isRanking && !found.some(hasName);
	const isUncounted = areCounts && !found.some(hasAmount) && (isNameless || found.every(hasName));
	return found.map((topic, place) => ({
		...topic,
		...(isNameless ? { name: names[place] } : {}),
		...(isUncounted ? { mentions: toCount(amounts?.[place]) } : {}),
	}));
}

const hasName = ({ name }: JsonObject) => name !== null;
const hasAmount = ({ mentions, frequency, sentiment }: JsonObject) =>
	(mentions ?? frequency ?? sentiment) !== null;

/** The topics inside a theme that lists them; any other record is a topic itself. */
const withoutTheme = (record: JsonObject): JsonObject[] =>
	Array.isArray(record.topics) && record.topics.every(isObject)
		? record.topics.map((topic) => ({ category: record.name ?? record.category, ...topic }))
		: [record];

/** The topics of several lists, each once, with null where the lists contradict each other. */
function together(topics: readonly JsonObject[]): JsonObject[] {
	const told = groupedBy(topics, ({ id, name }) => id ?? name);
	return [...told.values()].map((same) =>
		Object.fromEntries(
			Object.keys(TOPIC.fields).map((name) => {
				const values = new Set(same.map((one) => one[name]).filter((value) => value !== null));
				return [name, values.size === 1 ? [...values][0] : null];
			}),
		),
	);
}

export const QUOTE_FACTS = ofKind('quote', {
	text: aText(`
		text;
		(quote|content|comment|verbatim|message|body);
		(quote|content|comment|message).(text|body|value)
	`),
	sentiment: aWord('sentiment(.(label|value))?; tone'),
	topic: aName('topic_name; topic(.(topic)?name)?'),
	at: aTime('at; (created|said|sent|spoken|posted|quoted)(at|on); (time|timestamp|date)'),
});

/** A quote of PagedTopicQuotes. */
export const QUOTE = simplifiedBy(QUOTE_FACTS, { always: 'text' });

/** ConclusionBulletRead (docs/interface.md, Results). */
export const POINT_FACTS = ofKind('point', {
	text: aText('text; (content|point|body)(.text)?'),
	tone: aWord('tone; sentiment'),
	topic_id: anId('topic_id; topic.(topic)?id'),
});

const WITHIN = '((conclusion|summary|data|result).)?';
const aProse = factOf('string?', prose);
const POINTS: Shape = { ...typesOf(POINT_FACTS), text: 'string' };
const somePoints = factOf({ list: POINTS, nullable: true }, points);
export const CONCLUSION_FACTS = ofKind('conclusion', {
	text: aProse(`${WITHIN}(text|conclusion|summary|prose|body); ${WITHIN}(paragraphs|texts)`),
	points: somePoints(`${WITHIN}(bullets|(key|bullet)?points|highlights|takeaways)`),
});

/** A text, or a list of paragraphs as one text. */
function prose(value: unknown): string | null | undefined {
	if (!Array.isArray(value)) return toText(value);
	if (!value.every((one) => typeof one === 'string')) return undefined;
	return value.length === 0 ? null : value.join('\n\n');
}

const pointFinder = new FactFinder(POINT_FACTS);
const tones = new FactFinder(factsNamed(POINT_FACTS, 'tone'));

function points(value: unknown): JsonObject[] | undefined {
	if (!Array.isArray(value)) return undefined;
	const read = value.map((one: unknown) =>
		isObject(one) ? pointFacts(one) : { text: toText(one), tone: null, topic_id: null },
	);
	return read.every((one) => typeof one.text === 'string') ? read : undefined;
}

/** Without a tone a point is neutral; a tone that is not understood is null. */
function pointFacts(point: JsonObject): JsonObject {
	const facts = pointFinder.in(point);
	const isLeftOut = tones.allIn(point).flat().length === 0;
	return { ...facts, tone: facts.tone ?? (isLeftOut ? 'neutral' : null) };
}

/** ResultsConclusionRead (docs/interface.md, Results). */
export const CONCLUSION = simplifiedBy(CONCLUSION_FACTS);
