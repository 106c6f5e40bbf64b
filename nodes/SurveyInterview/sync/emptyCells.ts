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
	return text === template.trim() || text === '' ? undefined : text;
}

/** A text in which what stands between two marks is replaced, with the marks. */
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

/** The texts in the code of an expression, without those that name a column or a node. */
function textsIn(code: string): string {
	const names = /\[\s*(?:"[^"]*"|'[^']*')\s*\]|\$\(\s*(?:"[^"]*"|'[^']*')\s*\)/g;
	const texts = code.replace(names, '').match(/"[^"]*"|'[^']*'|`[^`]*`/g) ?? [];
	return texts.map((text) => replaceBetween(text.slice(1, -1), '${', '}', () => '')).join('');
}

/** Whether an ID is only what its expression gives where the cells are empty, or missing: `crm-`, `crm-undefined`. */
export function isOfEmptyCells(id: unknown, emptyText: string | undefined): boolean {
	if (emptyText === undefined || typeof id !== 'string') return false;
	return id.replace(/undefined|null|NaN/g, '').trim() === emptyText;
}

/** An ID that an expression of an earlier node makes where a cell is empty: `crm-`, `-NL`. Only letters are left of it. */
const EMPTY_PLACE = /^(?:\p{L}{1,20}[-_:#/.]|[-_:#/.]\p{L}{1,20})$/u;
/** The end of an ID that may be made so, if several people have it. */
const EMPTY_END = /(?:[-_:#/.]|null|none|nan)$/i;

/**
 * External IDs that identify nobody: a cell was empty where the ID should stand, or people with different addresses have
 * it, and either all of the list do or it ends like that of an empty cell.
 *
 * @returns who has each of them
 */
export function sharedIdsOf(people: readonly Contact[]): Map<string, readonly Contact[]> {
	const shared = new Map<string, readonly Contact[]>();
	for (const [id, those] of groupedBy(people, ({ externalId }) => externalId)) {
		if (id === undefined) continue;
		const addresses = new Set(those.flatMap(({ email }) => email ?? []));
		const isOfAll = those.length === people.length || EMPTY_END.test(id);
		if ((addresses.size > 1 && isOfAll) || EMPTY_PLACE.test(id)) shared.set(id, those);
	}
	return shared;
}
