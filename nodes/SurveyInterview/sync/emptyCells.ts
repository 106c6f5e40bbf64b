/** What empty cells look like: rows that nobody has filled in, and external IDs that are made of an empty cell. */
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

/** The value of a box that is not ticked, in several languages. */
const UNTICKED = /^(?:false|falsch|faux|falso|onwaar|fałsz|falsk|nein|nee)$/i;
/** The result of a formula without input: `0`, `€ 0.00`, `0 %`. */
const NO_SUM = /^[\s\p{Sc}]*0(?:[.,]0+)?[\s\p{Sc}%]*$/u;

/** Whether no cell of a row has a value, as in the last line of many files. */
export function isEmptyRow(json: JsonObject): boolean {
	return Object.entries(json).every(([name, cell]) => isAdded(name) || isEmpty(cell));
}

function isEmpty(cell: unknown): boolean {
	// A UUID names no person: such a column may say which survey the row is for.
	if (emptinessOf(cell) !== undefined || cell === false || isUuid(cell)) return true;
	if (typeof cell !== 'string' && typeof cell !== 'number') return false;
	const text = visible(String(cell)).trim();
	return text === '' || UNTICKED.test(text) || NO_SUM.test(text) || isNoName(text);
}

/** An ID that an expression makes where a cell is empty: `crm-`, `-NL`, `https://crm.example.com/`. It has no digit. */
const ID_OF_EMPTY_CELL = /^(?:\D+[-_:#/.=]|[-_:#/.]\p{L}{1,20})$/u;
/** The end of an ID that may be made so, if several people have it: `crm2-`. */
const END_OF_EMPTY_CELL = /[-_:#/.]$/;

/**
 * External IDs that identify nobody. Either an ID is plainly made of an empty cell; or people with different addresses
 * have it, and it looks like one of an empty cell or everybody in the list has it.
 *
 * @returns the contacts that have each of them
 */
export function sharedIdsOf(people: readonly Contact[]): Map<string, readonly Contact[]> {
	const shared = new Map<string, readonly Contact[]>();
	const byId = groupedBy(people, ({ externalId }) => externalId);
	const start = commonStart([...byId.keys()].filter((id) => id !== undefined));
	for (const [id, sharers] of byId) {
		if (id === undefined) continue;
		const addresses = new Set(sharers.flatMap(({ email }) => email ?? []));
		const isSuspect =
			sharers.length === people.length || id === start || END_OF_EMPTY_CELL.test(id);
		if ((addresses.size > 1 && isSuspect) || ID_OF_EMPTY_CELL.test(id)) shared.set(id, sharers);
	}
	return shared;
}

/** The ID with which all others begin, such as `C` of `C`, `C7` and `C8`; but not a number, which may be one of many. */
function commonStart(ids: readonly string[]): string | undefined {
	const [shortest = '', ...others] = ids.toSorted((a, b) => a.length - b.length);
	const isStart = others.length > 0 && others.every((id) => id.startsWith(shortest));
	return isStart && !/\p{N}$/u.test(shortest) ? shortest : undefined;
}
