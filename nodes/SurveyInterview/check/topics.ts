/** The topics of a survey, and what was said about one of them. */
import { FactFinder } from '../facts/fact';
import { QUOTE_FACTS, TOPIC_FACTS, TOPICS } from '../facts/topics';
import { isUuid } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { arraysIn } from '../records/lists';
import { judged, type Area, type Scene } from './area';
import { below } from './keys';
import { LOST } from './results';
import { detailsOf, tableIn, withoutRecords, type Table } from './table';

/** The topic that is mentioned most. */
export function topicOf(body: unknown): string | undefined {
	return TOPICS.recordsIn?.(body)
		?.map(({ id }) => id)
		.find(isUuid);
}

/** Whether an answer shows that there is no topic yet. */
export const hasNoTopic = (body: unknown): boolean => TOPICS.recordsIn?.(body)?.length === 0;

export function topicsArea(body: unknown, likely: readonly string[], scene: Scene): Area {
	const table = topicTable(body, likely);
	if (!table || table.records.length === 0) return withoutRecords('topics', body, table, scene);
	const { records, at } = table;
	return judged(
		'topics',
		[
			{
				at,
				records,
				finder: new FactFinder(TOPIC_FACTS),
				needs: [
					['id', 'IDs', 'topics cannot be chosen from a list, and their quotes cannot be read'],
					['name', 'Names', 'lists show IDs instead'],
					['mentions', 'Counts of mentions', 'topics cannot be sorted'],
				],
			},
		],
		scene,
		{
			details: detailsOf(table),
			rest: table.rest,
			shows: ['mentions'],
			problems: TOPICS.recordsIn?.(body) ? [] : ['It is not clear which list has the topics.'],
		},
	);
}

/** A service may rank the same topics in several lists: the first of them. */
function topicTable(body: unknown, likely: readonly string[]): Table | undefined {
	const table = tableIn(body, likely);
	if (table || !isObject(body) || !TOPICS.recordsIn?.(body)) return table;
	const found = arraysIn(body, []).filter(({ values }) => values.every(isObject));
	const { values, path, rest = {} } = found.find((one) => one.values.length > 0) ?? found[0] ?? {};
	if (!values || !path) return undefined;
	return { records: values as JsonObject[], at: below('', path), rest, isPartial: false };
}

export function quotesArea(body: unknown, likely: readonly string[], scene: Scene): Area {
	const table = tableIn(body, likely);
	if (!table || table.records.length === 0) return withoutRecords('quotes', body, table, scene);
	const { records, at } = table;
	return judged(
		'quotes',
		[
			{
				at,
				records,
				finder: new FactFinder(QUOTE_FACTS),
				needs: [
					['text', 'Texts', 'quotes stay empty'],
					['sentiment', 'Sentiments', LOST],
				],
			},
		],
		scene,
		{ details: detailsOf(table), rest: table.rest },
	);
}
