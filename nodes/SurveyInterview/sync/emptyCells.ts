/** What empty cells look like: rows that nobody has filled in, and external IDs that are made of an empty cell. */
import { isEmpty } from '../input/problem';
import { isUuid } from '../service/identifiers';
import { groupedBy, type JsonObject } from '../service/json';
import { isNoName } from '../service/placeholders';
import { splitWords, plainKey } from '../service/reader';
import { visible } from '../service/scalars';
import type { Contact } from './contact';

/** Columns that spreadsheets, databases and CRMs add to every row, also to one that nobody has filled in. */
const ADDED_COLUMNS = new Set([
	...splitWords(`
		rownumber rownum id recordid index order url attributes archived lfdnr rowid rowno hsobjectid
		createdtime createdat createdon created createddate createdby
		updatedat updatedon updated modifiedat modifiedon modified lastmodified lastmodifieddate
		lastmodifiedtime lastmodifiedat lasteditedtime systemmodstamp timestamp submittedat
		lastmodifiedby lasteditedby updatedby modifiedby no nr num number line sno srno
	`),
	// The column `#`, which has a number in every row of a table: without its sign, nothing is left of the name.
	'',
]);
const isAdded = (name: string) => /^(?:@|__|\$)/.test(name) || ADDED_COLUMNS.has(plainKey(name));

/** The value of a box that is not ticked, in several languages. */
const UNTICKED = /^(?:false|falsch|faux|falso|onwaar|fałsz|falsk|no|nein|nee|non|nej|não|nie)$/i;
/** The result of a formula without input: `0`, `€ 0.00`, `0 %`, `0:00:00`. */
const NO_SUM = /^[\s\p{Sc}]*0(?:[.,:]0+)*[\s\p{Sc}%]*$/u;
/** `€ -`, or a box that is not ticked. */
const ONLY_SIGNS = /^[\s\p{Sc}\p{Pd}☐□]+$/u;

/** Whether no cell of a row has a value, as in the last line of many files. */
export function isEmptyRow(json: JsonObject): boolean {
	return Object.entries(json).every(([name, cell]) => isAdded(name) || isEmptyCell(cell));
}

function isEmptyCell(cell: unknown): boolean {
	// A UUID names no person: such a column may say which survey the row is for.
	if (isEmpty(cell) || cell === false || isUuid(cell)) return true;
	if (Array.isArray(cell)) return cell.every(isEmpty);
	if (typeof cell !== 'string' && typeof cell !== 'number') return false;
	const text = visible(String(cell)).trim();
	return UNTICKED.test(text) || NO_SUM.test(text) || ONLY_SIGNS.test(text) || isNoName(text);
}

/** A longer expression is not looked at. */
const MAX_EXPRESSION = 2_000;

/**
 * What an expression gives where the cells in it are empty: its own texts. Of `crm-{{ $json.id }}` and of
 * `{{ 'crm-' + $json.id }}` that is `crm-`.
 *
 * @returns undefined for anything else, and where nothing is left
 */
export function textOfEmptyCells(parameter: unknown): string | undefined {
	if (typeof parameter !== 'string' || parameter.length > MAX_EXPRESSION) return undefined;
	if (!parameter.startsWith('=') || !parameter.includes('$')) return undefined;
	const template = parameter.slice(1);
	const text = replaceBetween(template, '{{', '}}', textsIn).trim();
	const hasNoExpression = text === template.trim();
	return hasNoExpression || text === '' ? undefined : text;
}

/** Replaces what stands between two marks, and the marks: the `{{ $json.id }}` of `crm-{{ $json.id }}`, for example. */
function replaceBetween(
	text: string,
	open: string,
	close: string,
	replacement: (inside: string) => string,
): string {
	const [start = '', ...parts] = text.split(open);
	const replaced = parts.map((part) => {
		const [inside = '', ...rest] = part.split(close);
		return replacement(inside) + rest.join(close);
	});
	return start + replaced.join('');
}

/** `["column"]` and `$("node")` in the code of an expression. */
const NAME_OF_DATA = /\[\s*(?:"[^"]*"|'[^']*')\s*\]|\$\(\s*(?:"[^"]*"|'[^']*')\s*\)/g;
const QUOTED_TEXT = /"[^"]*"|'[^']*'|`[^`]*`/g;

/** The texts in the code of an expression, without those that name a column or a node. */
function textsIn(code: string): string {
	const texts = code.replace(NAME_OF_DATA, '').match(QUOTED_TEXT) ?? [];
	return texts.map((text) => replaceBetween(text.slice(1, -1), '${', '}', () => '')).join('');
}

/** Whether an ID is only what its expression gives where the cells are empty, or missing: `crm-`, `crm-undefined`. */
export function isTextOfEmptyCells(id: unknown, emptyText: string | undefined): boolean {
	return typeof id === 'string' && id.replace(/undefined|null|NaN|false/g, '').trim() === emptyText;
}

/**
 * What an expression of an earlier node makes of an empty cell: letters with one sign before or after them, `crm-`,
 * `-NL`.
 */
const ID_OF_EMPTY_CELL = /^(?:\p{L}{1,20}[-_:#/.]|[-_:#/.]\p{L}{1,20})$/u;
/** An ID that ends like this is suspect if several people have it: `crm-7-`, `crmnull`, `crm-none`. */
const SUSPECT_END = /(?:[-_:#/.]|null|none|nan)$/i;

/**
 * External IDs that identify nobody. An ID is unusable if it is plainly made of an empty cell. It is also unusable if
 * people with different addresses share it, and it is suspect: everybody in the list has it, all others begin with it,
 * or it ends like one of an empty cell.
 *
 * @returns the contacts that have each of them
 */
export function unusableIdsOf(people: readonly Contact[]): Map<string, readonly Contact[]> {
	const unusable = new Map<string, readonly Contact[]>();
	const byId = groupedBy(people, ({ externalId }) => externalId);
	const startOfAll = commonStart([...byId.keys()].filter((id) => id !== undefined));
	for (const [id, sharers] of byId) {
		if (id === undefined) continue;
		const addresses = new Set(sharers.flatMap(({ email }) => email ?? []));
		const isSuspect = sharers.length === people.length || id === startOfAll || SUSPECT_END.test(id);
		const isOfEmptyCell = ID_OF_EMPTY_CELL.test(id);
		const isOfSeveralPeople = addresses.size > 1;
		if (isOfEmptyCell || (isOfSeveralPeople && isSuspect)) unusable.set(id, sharers);
	}
	return unusable;
}

/** The ID with which all others begin, as `C` of `C`, `C7`, `C8`; not one that ends with a digit: 1 also begins 10. */
function commonStart(ids: readonly string[]): string | undefined {
	const [shortest = '', ...others] = ids.toSorted((a, b) => a.length - b.length);
	const isStart = others.length > 0 && others.every((id) => id.startsWith(shortest));
	return isStart && !/\p{N}$/u.test(shortest) ? shortest : undefined;
}
