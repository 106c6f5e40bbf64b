/** The topics of a survey, and what was said about one of them. */
import { FactFinder } from '../facts/fact';
import { QUOTE_FACTS, TOPIC_FACTS, TOPICS } from '../facts/topics';
import { isUuid } from '../records/identifiers';
import { tablesIn } from '../facts/rows';
import type { Area, Scene } from './area';
import { LOST } from './results';
import { asTable, listArea, tableIn } from './table';

/** The topic that is mentioned most. */
export function topicOf(body: unknown): string | undefined {
	return TOPICS.recordsIn?.(body)
		?.map(({ id }) => id)
		.find(isUuid);
}

/** Whether an answer shows that there is no topic yet. */
export const hasNoTopic = (body: unknown): boolean => TOPICS.recordsIn?.(body)?.length === 0;

export function topicsArea(body: unknown, likely: readonly string[], scene: Scene): Area {
	// A service may rank the same topics in several lists: the first of them.
	const table = tableIn(body, likely) ?? asTable(tablesIn(body)[0]);
	return listArea('topics', table, body, scene, {
		finder: new FactFinder(TOPIC_FACTS),
		needs: [
			['id', 'IDs', 'topics cannot be chosen from a list, and their quotes cannot be read'],
			['name', 'Names', 'lists show IDs instead'],
			['mentions', 'Counts of mentions', 'topics cannot be sorted'],
		],
		instead: { mentions: ['frequency'] },
		shows: ['mentions', 'frequency'],
	});
}

export function quotesArea(body: unknown, likely: readonly string[], scene: Scene): Area {
	return listArea('quotes', tableIn(body, likely), body, scene, {
		finder: new FactFinder(QUOTE_FACTS),
		needs: [
			['text', 'Texts', 'quotes stay empty'],
			['sentiment', 'Sentiments', LOST],
		],
	});
}
