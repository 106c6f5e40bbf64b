import { OTHER, otherNameOf, CLEAR_FIELDS, type Field } from '../fields/field';
import type { CollectionKind } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import type { Removable } from './numbers';
import { InputError } from './problem';
import { readField } from './readField';
import { emptinessOf, isNothing, refuseEmptyFilter } from './widening';

/** A collection of optional fields, as the user filled it. */
interface Collection {
	values: unknown;
	fields: readonly Field[];
	/** More names that Clear Fields may hold. */
	nullable?: string[];
	/** Which collection it is; it decides what a field without a value means. */
	kind: CollectionKind;
}

export class FieldChecker {
	constructor(private readonly timeZone: string) {}

	/**
	 * The value to send for what the user gave.
	 *
	 * @param removable what the editor calls it, where it can be removed
	 */
	check(field: Field, value: unknown, removable: Removable = 'field'): unknown {
		const read = readField(field, value, this.timeZone, removable);
		if ('sent' in read) return read.sent;
		throw new InputError(read.problem);
	}

	/** Fields that are always sent. `parameter` reads the control of a name. */
	required(fields: Field[], parameter: (name: string) => unknown): JsonObject {
		const body: JsonObject = {};
		for (const field of fields) {
			const value = valueOf(field, parameter);
			if (field.kind !== 'choice' && emptinessOf(value) !== undefined) {
				throw new InputError(
					`${field.label} is empty: enter a value, because the service requires it.`,
				);
			}
			body[field.name] = this.check(field, value);
		}
		return body;
	}

	/** Fields that stand in the form and may stay empty: then they are not sent. */
	filled(fields: Field[], parameter: (name: string) => unknown): JsonObject {
		const filled = fields
			.map((field) => [field, valueOf(field, parameter)] as const)
			.filter((one) => isGiven(...one));
		return Object.fromEntries(filled.map((one) => [one[0].name, this.check(...one)]));
	}

	/** The fields of a collection that the user added, and those to send as null. */
	optional(collection: Collection): JsonObject {
		const { fields, kind } = collection;
		const added = addedTo(collection);
		const nulls = namesToClear(added);
		const body: JsonObject = {};
		for (const field of fields) {
			if (!(field.name in added)) {
				if (nulls.includes(field.name)) body[field.name] = null;
				continue;
			}
			const value = valueOf(field, (name) => added[name]);
			if (nulls.includes(field.name)) {
				if (emptinessOf(value) === undefined) throw new InputError(valueAndNull(field.label));
				body[field.name] = null;
				continue;
			}
			if (kind === 'filters') refuseEmptyFilter(field.label, value);
			if (isGiven(field, value)) body[field.name] = this.check(field, value);
		}
		return body;
	}
}

/**
 * Whether a field of a write has a value. Without one, a create leaves it out and an update leaves it unchanged.
 * Null is refused, for it may be meant to empty the field, and so is a limit of a new link without its value.
 */
function isGiven({ label, whenAbsent }: Field, value: unknown): boolean {
	if (!isNothing(value)) return true;
	if (whenAbsent === 'unset') throw new InputError(withoutLimit(label));
	if (value !== null) return false;
	throw new InputError(
		`${label} is null: let its expression return an empty text to leave the field out, or empty it with Clear Fields where that offers it.`,
	);
}

/** The sentence for a cap or an expiry that a new link was meant to have. */
export function withoutLimit(label: string): string {
	return `${label} has no value, so the link would have no limit: enter a value or correct its expression, or remove the field.`;
}

/** The sentence for a field that has a value and is to be sent as null. */
export function valueAndNull(label: string): string {
	return `${label} has a value and is also chosen under Clear Fields: keep one of them.`;
}

/** The names chosen under Clear Fields in a collection. */
export function namesToClear(added: JsonObject): string[] {
	const chosen = added[CLEAR_FIELDS] ?? [];
	const names: unknown[] = Array.isArray(chosen) ? chosen : [chosen];
	return names.filter((name) => typeof name === 'string');
}

/** What was added to a collection. n8n itself drops keys that are not fields, and a value that is not an object. */
function addedTo({ values, fields, nullable = [] }: Collection): JsonObject {
	const added = isObject(values) ? values : {};
	const clearable = [
		...fields.filter((field) => field.nullable).map(({ name }) => name),
		...nullable,
	];
	const wrong = namesToClear(added).find((name) => !clearable.includes(name));
	if (wrong === undefined) return added;
	throw new InputError(`Clear Fields: the service does not accept null for "${wrong}". Remove it.`);
}

/** The user's value of a field; "Other…" has a text field of its own. */
function valueOf(field: Field, parameter: (name: string) => unknown): unknown {
	const value = parameter(field.name);
	if (field.kind !== 'choice' || !field.open || value !== OTHER) return value;
	const other = parameter(otherNameOf(field));
	if (!isNothing(other)) return other;
	// Without the field the service would take its default.
	throw new InputError(`${field.label} is "": choose one, or enter a value under Other.`);
}
