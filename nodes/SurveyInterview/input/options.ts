import type { Field, OptionValues } from '../fields/field';
import { isObject } from '../records/json';
import { InputError } from './problem';
import type { Removable } from './numbers';
import type { FieldChecker } from './values';
import { emptinessOf, refuseEmptyFilter } from './widening';

/**
 * Reads options: of the node, of Sync and of the trigger, and the trigger's filters. There is no other way, so that each way of
 * writing a value means the same everywhere:
 *
 * - not added: the field's default, or undefined where it has none (`whenAbsent`);
 * - added and empty (null, blank text, what an expression gives that gives nothing): the same where the
 *   field has a default that counts; refused where it has none, because a limit or a filter would be off
 *   unseen, and in a list that needs an entry;
 * - `'true'` and `'false'` as text: on and off; `3.7` where a whole number is wanted: refused.
 *
 * What is not a field is ignored: n8n keeps the options of another operation or event.
 *
 * @param removable what the editor calls a field of the collection
 */
export function readOptions<const Fields extends readonly Field[]>(
	fields: Fields,
	collection: unknown,
	checker: FieldChecker,
	removable: Removable = 'option',
): OptionValues<Fields> {
	const added = isObject(collection) ? collection : {};
	const values = fields.map((field) => [field.name, valueOf(field, added, checker, removable)]);
	return Object.fromEntries(values) as OptionValues<Fields>;
}

function valueOf(
	field: Field,
	added: Record<string, unknown>,
	checker: FieldChecker,
	removable: Removable,
): unknown {
	const value = added[field.name];
	const emptiness = Object.hasOwn(added, field.name) ? emptinessOf(value) : 'absent';
	if (emptiness === undefined || isChecked(field, emptiness)) {
		return checker.check(field, value, removable);
	}
	if ('default' in field && field.whenAbsent === undefined) return field.default;
	if (emptiness === 'absent') return undefined;
	if (field.whenAbsent === 'unfiltered') refuseEmptyFilter(field.label, value);
	throw new InputError(
		`${field.label} is ${emptiness}: enter a value or correct its expression, or remove the ${removable}.`,
	);
}

/** Whether the check itself decides what an empty list means. */
function isChecked(field: Field, emptiness: string): boolean {
	if (field.kind !== 'list') return false;
	return field.reader === undefined
		? field.atLeastOne === true && emptiness === 'empty'
		: emptiness !== 'absent';
}

/**
 * Holds that every option was read: what is left of the values, once all that are used are taken out, must
 * be nothing. A field that is declared and that nobody reads does not compile.
 *
 * @example const { maxWait, timeout, ...unread } = readOptions(FIELDS, collection, checker); allRead(unread);
 */
export const allRead: (unread: { [name: string]: never }) => void = () => {};
