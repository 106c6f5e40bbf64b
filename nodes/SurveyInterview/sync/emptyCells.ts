/** What stands in a row whose cells are empty: rows that nobody has filled in, and external IDs that identify nobody. */
import { emptinessOf } from '../input/problem';
import { isUuid } from '../service/identifiers';
import { groupedBy, type JsonObject } from '../service/json';
import { isNoName } from '../service/person';
import { plainKey } from '../service/reader';
import { visible } from '../service/scalars';
import type { Contact } from './contact';

/** Columns that spreadsheets, databases and CRMs add to every row, also to one that nobody has filled in. */
const ADDED_COLUMNS = new Set([
	...['rownumber', 'rownum', 'id', 'recordid', 'index', 'order', 'url', 'attributes', 'archived'],
	...['createdtime', 'createdat', 'createdon', 'created', 'createddate', 'createdby'],
	...['updatedat', 'updatedon', 'updated', 'modifiedat', 'modifiedon', 'modified', 'lastmodified'],
	...['lastmodifieddate', 'lastmodifiedtime', 'lastmodifiedat', 'lasteditedtime', 'systemmodstamp'],
]);
const isAdded = (name: string) => /^(?:@|__|\$)/.test(name) || ADDED_COLUMNS.has(plainKey(name));

/** What a box that is not ticked and a formula without input leave in a cell. */
const UNTICKED = /^(?:false|falsch|faux|falso|onwaar|fałsz|falsk|nein|nee)$/i;
const NO_SUM = /^[\s\p{Sc}]*0(?:[.,]0+)?[\s\p{Sc}%]*$/u;

/** Whether no cell of a row has a value, as in the last line of many files. */
export function isEmptyRow(json: JsonObject): boolean {
	return Object.entries(json).every(([name, cell]) => isAdded(name) || isEmpty(cell));
}

function isEmpty(cell: unknown): boolean {
	// A column may say which survey the row is for.
	if (emptinessOf(cell) !== undefined || cell === false || isUuid(cell)) return true;
	if (typeof cell !== 'string' && typeof cell !== 'number') return false;
	const text = visible(String(cell)).trim();
	return text === '' || UNTICKED.test(text) || NO_SUM.test(text) || isNoName(text);
}

/** An ID that an expression makes where a cell is empty: `crm-`, `-NL`, `https://crm.example.com/`. It has no digit. */
const EMPTY_PLACE = /^(?:\D+[-_:#/.=]|[-_:#/.]\p{L}{1,20})$/u;
/** The end of an ID that may be made so, if several people have it: `crm2-`. */
const EMPTY_END = /[-_:#/.]$/;

/**
 * External IDs that identify nobody: a cell was empty where the ID should stand, or people with different addresses have
 * it, and either all of the list do or it looks like that of an empty cell.
 *
 * @returns who has each of them
 */
export function sharedIdsOf(people: readonly Contact[]): Map<string, readonly Contact[]> {
	const shared = new Map<string, readonly Contact[]>();
	const byId = groupedBy(people, ({ externalId }) => externalId);
	const start = commonStart([...byId.keys()].filter((id) => id !== undefined));
	for (const [id, those] of byId) {
		if (id === undefined) continue;
		const addresses = new Set(those.flatMap(({ email }) => email ?? []));
		const isOfAll = those.length === people.length || id === start || EMPTY_END.test(id);
		if ((addresses.size > 1 && isOfAll) || EMPTY_PLACE.test(id)) shared.set(id, those);
	}
	return shared;
}

/** The ID with which all others begin, such as `C` of `C`, `C7` and `C8`; but not a number, which may be one of many. */
function commonStart(ids: readonly string[]): string | undefined {
	const [first = '', ...others] = ids.toSorted((one, other) => one.length - other.length);
	const isStart = others.length > 0 && others.every((id) => id.startsWith(first));
	return isStart && !/\p{N}$/u.test(first) ? first : undefined;
}
