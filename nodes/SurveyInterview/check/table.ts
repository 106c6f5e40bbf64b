/** The list in an answer, and what the check says where there is none, or nothing in it. */
import { isObject, type JsonObject } from '../records/json';
import type { Rows } from '../facts/rows';
import { arraysIn, listFrom, PAGING_NAMES } from '../records/lists';
import { judged, whyEmpty, type Area, type AreaRemarks, type Scene } from './area';
import { below, shownPath } from './keys';
import type { Part } from './part';

/** A list of records, and where it stands. */
export interface Table {
	records: JsonObject[];
	/** `[]`, or `data.quotes[]`. */
	at: string;
	/** What stands beside it. */
	rest: JsonObject;
	isPartial: boolean;
}

export const MORE_THAN_GIVEN =
	'The service says that there are more records than it returned, and this package cannot read the rest.';

/** The list in an answer, found as the operations find it. */
export function tableIn(body: unknown, likely: readonly string[]): Table | undefined {
	const found = listFrom(body, likely);
	if (found.kind !== 'list') return undefined;
	const { records, path, rest = {}, isPartial } = found;
	return { records, at: below('', path), rest, isPartial };
}

/** A table of an answer as the check tells of it. */
export function asTable(found: Rows | undefined): Table | undefined {
	if (!found) return undefined;
	const { rows: records, path, rest } = found;
	return { records, at: path ? below('', path) : '', rest, isPartial: false };
}

/** An area whose list is not found, or empty. An empty array may be the list. */
export function withoutRecords(
	area: string,
	body: unknown,
	table: Table | undefined,
	scene: Scene = {},
): Area {
	const arrays = isObject(body) ? arraysIn(body, []) : [];
	const isHollow = arrays.length > 0 && arrays.every(({ values }) => values.length === 0);
	if (table || isHollow) {
		return { area, status: 'empty', sentence: whyEmpty(scene), details: detailsOf(table) };
	}
	return {
		area,
		status: 'notUnderstood',
		sentence: 'No list of records was found in the answer.',
		details: {},
	};
}

/** An area whose answer is one list of records of one kind. */
export function listArea(
	area: string,
	table: Table | undefined,
	body: unknown,
	scene: Scene,
	{ count, shows, ...part }: Omit<Part, 'at' | 'records'> & Pick<AreaRemarks, 'count' | 'shows'>,
): Area {
	if (!table || table.records.length === 0) return withoutRecords(area, body, table, scene);
	const { rest } = table;
	const details = detailsOf(table);
	return judged(area, [{ ...table, ...part }], scene, { count, shows, details, rest });
}

/** Where the list stands, and which keys say whether it is whole. */
export function detailsOf(table: Table | undefined): JsonObject {
	if (!table) return {};
	const paging = pagingKeys(table.rest, []);
	return { list: table.at || 'in columns', ...(paging.length > 0 ? { paging } : {}) };
}

function pagingKeys(object: JsonObject, above: string[]): string[] {
	return Object.entries(object).flatMap(([key, value]) => {
		const keys = [...above, key];
		if (PAGING_NAMES.includes(key)) return [shownPath(keys)];
		return isObject(value) && keys.length < 3 ? pagingKeys(value, keys) : [];
	});
}
