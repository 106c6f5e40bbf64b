import { CLEAR_FIELDS, type Field, type FieldOf, OTHER, otherNameOf } from '../operations/field';
import type { TimeRange } from '../operations/periodFields';
import { type JsonObject, withoutUndefined, objectIn } from '../service/json';
import { endOfDay } from './dates';
import type { Parameter } from './parameters';
import { display, emptyWordOf, isEmpty, isBlank, refuse, valueOfLocator } from './problem';
import { readField, type Removable } from './readField';
import { wordsInList } from './readLists';

/** Reads the fields of a form: a value by the field's kind; what no value means depends on where the field stands. */
export class FieldChecker {
	/** @param now the same for all items of a run, so that they ask for the same period */
	constructor(
		readonly timeZone: string,
		readonly now = new Date(),
	) {}

	/**
	 * Turns what the user gave into the value to send; undefined for a placeholder in a field about a person, such as
	 * `n/a` or `-`.
	 *
	 * @param removable what the editor calls the thing that the user could remove
	 * @throws {InputError} one sentence: which field, why, and what to do
	 */
	check(field: Field, value: unknown, removable: Removable = 'field'): unknown {
		const { timeZone, now } = this;
		return readField(value, field, { timeZone, now, removable });
	}

	/**
	 * Reads fields that must have a value, unless the form does not show them. A period gives its two ends.
	 *
	 * @param why they must have a value, as the end of the sentence that refuses an empty one
	 */
	readRequired(
		fields: readonly Field[],
		parameter: Parameter,
		why = ', because the service requires it',
	): JsonObject {
		const isShown = ({ shownFor = {} }: Field) =>
			Object.entries(shownFor).every(([name, values]) => values.includes(String(parameter(name))));
		const values: JsonObject = {};
		for (const field of fields.filter(isShown)) {
			const value = valueOf(field, parameter);
			// Of a choice that is empty, `check` says which values it takes.
			const isMissing = field.kind !== 'choice' && isEmpty(value);
			if (field.kind === 'period') {
				Object.assign(values, this.endsOf(field, value));
			} else if (isMissing) {
				refuse(`${field.label} is empty: enter a value${why}.`);
			} else {
				values[field.name] = this.check(field, value);
			}
		}
		for (const field of fields) this.checkOrder(field, fields, values);
		return values;
	}

	/** The ends of a chosen period by their names; none for Custom, whose ends are fields of their own. */
	private endsOf(field: FieldOf<'period'>, value: unknown): JsonObject {
		const range = this.check(field, value) as TimeRange | undefined;
		if (!range || !field.ends) return {};
		const [start, end] = field.ends;
		return { [start]: range.start, [end]: range.end };
	}

	/** @throws {InputError} if a period ends before the day on which it begins */
	private checkOrder(field: Field, fields: readonly Field[], values: JsonObject): void {
		if (field.kind !== 'period' || !field.ends) return;
		const [start, end] = field.ends.map((name) => values[name]);
		if (typeof start !== 'string' || typeof end !== 'string') return;
		if (Date.parse(endOfDay(end, this.timeZone)) >= Date.parse(start)) return;
		const [startLabel, endLabel] = field.ends.map(
			(name) => fields.find((formField) => formField.name === name)?.label,
		);
		refuse(`${endLabel} is before ${startLabel}: correct one of them.`);
	}

	/** Reads fields that may stay empty; empty ones are not sent. */
	readFilled(fields: readonly Field[], parameter: Parameter): JsonObject {
		const entries = fields.map((field) => [
			field.name,
			this.readOptional(field, valueOf(field, parameter)),
		]);
		return withoutUndefined(Object.fromEntries(entries) as JsonObject);
	}

	/**
	 * Reads the fields that the user added to a collection; those under Clear Fields become null.
	 *
	 * @param addedAs decides about an empty one: a filter is refused, another field is not sent
	 * @param nullable more names that Clear Fields may hold
	 */
	readAdded(
		fields: readonly Field[],
		collection: unknown,
		addedAs: 'field' | 'filter' = 'field',
		nullable: readonly string[] = [],
	): JsonObject {
		// n8n drops keys that are not fields, and a value that is no object.
		const entered = objectIn(collection);
		const toClear = namesToClear(entered);
		const clearable = fields.filter((field) => field.nullable).map(({ name }) => name);
		const wrong = toClear.find((name) => ![...clearable, ...nullable].includes(name));
		if (wrong !== undefined) {
			refuse(`Clear Fields: the service does not accept null for "${wrong}". Remove it.`);
		}
		const body: JsonObject = {};
		for (const field of fields) {
			const { name, label } = field;
			const value = valueOf(field, (key) => entered[key]);
			if (toClear.includes(name)) {
				if (!isEmpty(value)) refuse(valueAndNullSentence(label));
				body[name] = null;
			} else if (name in entered) {
				body[name] =
					addedAs === 'filter' ? this.readFilter(field, value) : this.readOptional(field, value);
			}
		}
		return withoutUndefined(body);
	}

	/** A filter without a value is refused, because everybody would be meant. */
	private readFilter(field: Field, value: unknown): unknown {
		refuseEmptyFilter(field.label, value);
		const checked = this.check(field, value, 'filter');
		// A placeholder, such as `n/a`.
		if (checked === undefined) refuseEmptyFilter(field.label, value, display(value));
		return checked;
	}

	/**
	 * A field without a value is not sent. Null is refused, because it may be meant to empty the field. A limit of a new
	 * link without its value is refused as well.
	 */
	private readOptional(field: Field, value: unknown): unknown {
		const { label, defaultOnlyProposed } = field;
		if (!isBlank(value)) return this.check(field, value);
		// Of the fields that come here, only limits of a link have this flag: options are read elsewhere (`readOptions`).
		if (defaultOnlyProposed) refuse(noLimitSentence(label));
		if (value !== null) return undefined;
		return refuse(
			`${label} is null: let its expression return an empty text to leave the field out, or empty it with Clear Fields where that offers it.`,
		);
	}
}

export function noLimitSentence(label: string): string {
	return `${label} has no value, so the link would have no limit: enter a value or correct its expression, or remove the field.`;
}

export function valueAndNullSentence(label: string): string {
	return `${label} has a value and is also chosen under Clear Fields: keep one of them.`;
}

/** The names chosen under Clear Fields in a collection. */
export function namesToClear(added: JsonObject): string[] {
	const names = wordsInList(added[CLEAR_FIELDS] ?? []);
	return names.filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** The user's value of a field; with "Other…" it is in a second control. */
function valueOf(field: Field, parameter: Parameter): unknown {
	const value = parameter(field.name);
	if (field.kind === 'record') return valueOfLocator(value);
	if (field.kind !== 'choice' || !field.open || value !== OTHER) return value;
	const other = parameter(otherNameOf(field));
	if (!isBlank(other)) return other;
	// Without the field, the service would take its own default.
	return refuse(`${field.label} is "": choose one, or enter a value under Other.`);
}

/** Refuses a filter without a value: the service would ignore it, and everybody would be meant. */
function refuseEmptyFilter(label: string, value: unknown, emptyWord = emptyWordOf(value)): void {
	if (emptyWord === undefined) return;
	refuse(
		`${label} is ${emptyWord}, and an empty filter would match everything: enter a value or correct its expression, or remove the filter.`,
	);
}
