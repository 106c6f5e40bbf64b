/** What every reader of a value shares: what counts as nothing, what is an ID or a text, and how a value is shown. */
import { ID_SHAPE, isUuid } from '../service/identifiers';
import { foreignKind, isObject, isPlainObject, type JsonObject } from '../service/json';
import { isExact, oneLine, withoutHiddenEnds } from '../service/scalars';

/** A refused parameter, field or option: one sentence that says which one, why, and what to do. Nothing was sent. */
export class InputError extends Error {}

/** Throws inside an expression: `uuidIn(value) ?? refuse(…)`. */
export function refuse(sentence: string): never {
	throw new InputError(sentence);
}

/** A value as it is shown in a sentence. */
export function display(value: unknown): string {
	return oneLine(asText(value), 60);
}

function asText(value: unknown): string {
	if (typeof value === 'number') return String(value);
	const kind = foreignKind(value);
	if (kind !== undefined) return kind;
	try {
		// Hidden characters are shown as escapes: a person must see them, and they could reverse the sentence.
		const start = (JSON.stringify(value) ?? 'undefined').slice(0, 1000);
		return start.replace(/[\p{DI}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeOf);
	} catch {
		// It is circular, or holds something that JSON does not have.
		return Array.isArray(value) ? 'a list' : 'an object';
	}
}

const escapeOf = (sign: string) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** The value in a resource locator; a saved workflow or an expression may have the value alone. */
export const valueOfLocator = (value: unknown) =>
	isObject(value) && 'value' in value ? value.value : value;

/** The ID in a resource locator or in text, in lower case. */
export function uuidIn(value: unknown): string | undefined {
	const id = valueOfLocator(value);
	const plainId = typeof id === 'string' ? id.trim().toLowerCase() : id;
	return isUuid(plainId) ? plainId : undefined;
}

/** The ID in a parameter. @throws {InputError} if there is none */
export function readUuid(value: unknown, label: string): string {
	return uuidIn(value) ?? refuse(notUuid(label, value));
}

export function notUuid(label: string, value: unknown): string {
	const id = valueOfLocator(value) ?? '';
	return id === ''
		? `${label} is empty: choose one from the list, or enter its ID as Get Many returns it. If an expression gives the ID, filter out the items that have none.`
		: `${label} is not an ID: ${display(id)}; choose from the list, or enter a UUID, which looks like ${ID_SHAPE}; Get Many returns it as id.`;
}

/** Whether a value is absent or blank text. An empty list or object is not nothing (see `isEmpty`). */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a control has no value: nothing, an empty list, or an object without keys or rows. */
export const isEmpty = (value: unknown): boolean => emptyWordOf(value) !== undefined;

/** What a sentence calls a control without a value: `null`, `undefined` or `empty`; undefined if it has a value. */
export function emptyWordOf(value: unknown): string | undefined {
	if (value === undefined || value === null) return String(value);
	if (isObject(value) && '__rl' in value) return emptyWordOf(value.value);
	if (isBlank(value)) return 'empty';
	const entries = isPlainObject(value) ? mapEntries(value) : value;
	return Array.isArray(entries) && entries.length === 0 ? 'empty' : undefined;
}

/** The keys and values of n8n's rows `{values: [{key, value}]}`, or of a plain object. A row that is none is empty. */
export function mapEntries(map: JsonObject): unknown[][] {
	const { values: rows } = map;
	if (!Array.isArray(rows))
		return Object.entries(map).map(([key, value]) => [normalizedKey(key), value]);
	return rows.map((row: unknown) => (isPlainObject(row) ? [keyIn(row), row.value] : []));
}

/** The key of a row, which is text or a resource locator. One that was chosen from the list is not changed. */
function keyIn({ key }: JsonObject): unknown {
	if (!isPlainObject(key) || !('__rl' in key)) return normalizedKey(key);
	return key.mode === 'list' ? key.value : normalizedKey(key.value);
}

/** A key as surveys write theirs: without blanks around it, and with its accents in one form. */
const normalizedKey = (key: unknown) =>
	typeof key === 'string' ? withoutHiddenEnds(key.normalize('NFC')) : key;

/** The rest of a sentence that begins with the field; undefined if the value can be sent without a change. */
type Problem = string | undefined;

/** A number that has lost digits, or is not finite. */
export function numberProblem(value: number, advice = 'pass it as text'): Problem {
	if (isExact(value)) return undefined;
	return Number.isFinite(value)
		? `is a number that is too large to be exact (${value}): ${advice}.`
		: `is not a number (${value}): correct the calculation.`;
}

/** A value that cannot be sent as text. */
export function textProblem(value: unknown): Problem {
	if (typeof value === 'string' || typeof value === 'boolean') return undefined;
	if (typeof value === 'number') return numberProblem(value);
	return value === undefined || value === null
		? 'has no value, because its expression returned nothing: correct the expression, or remove the entry.'
		: notTextProblem(value);
}

/** Of a value that is no text, such as an object. */
export function notTextProblem(value: unknown): string {
	return `must be text, but it is ${display(value)}: map it to the field that has the text.`;
}
