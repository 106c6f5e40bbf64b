import { OTHER, otherNameOf, CLEAR_FIELDS, type Field, type FieldOf } from '../fields/field';
import { CUSTOM_PERIOD, periodChoices, type PeriodName, type TimeRange } from '../fields/periods';
import type { CollectionKind } from '../operations/operation';
import { isObject, type JsonObject } from '../records/json';
import {
	display,
	emptinessOf,
	keyIn,
	emptyFilterProblem,
	isNothing,
	notUuid,
	refuse,
	unlocated,
	uuidIn,
} from './problem';
import { endOfDay, periodRange } from './periods';
import {
	readChoice,
	readInteger,
	readMapField,
	readNumber,
	readPair,
	readText,
	type Removable,
	readDate,
} from './readField';
import { readChoices, readList } from './readLists';

/** A collection of optional fields, as the user filled it. */
interface Collection {
	values: unknown;
	fields: readonly Field[];
	/** More names that Clear Fields may hold. */
	nullable?: string[];
	/** Which collection it is; a filter without a value is refused. */
	kind: CollectionKind;
}

/** Reads fields: those that are always sent, those that may stay empty, and those of a collection. */
export class FieldChecker {
	/** @param now of a run, so that its items all ask for the same period */
	constructor(
		readonly timeZone: string,
		readonly now = new Date(),
	) {}

	/**
	 * The value to send for what the user gave.
	 *
	 * @param removable what the editor calls it, where it can be removed
	 * @throws {InputError} one sentence: which field, why, and what to do
	 */
	check(field: Field, value: unknown, removable: Removable = 'field'): unknown {
		const { label } = field;
		switch (field.kind) {
			case 'text':
				return readText(value, field);
			case 'integer':
				return readInteger(value, field, removable);
			case 'number':
				return readNumber(value, field, removable);
			case 'dateTime':
				return readDate(value, field, this.timeZone);
			case 'period':
				return this.range(field, value);
			case 'choice':
				return readChoice(value, field);
			case 'choices':
				return readChoices(value, field);
			case 'toggle':
				return (
					{ true: true, false: false }[String(value)] ??
					refuse(`${label} must be on or off (true or false), but it is ${display(value)}.`)
				);
			case 'list':
				return readList(value, field, removable);
			case 'map':
				return readMapField(value, field);
			case 'pair':
				return readPair(value, field);
			case 'propertyKey':
				return readText(keyIn({ key: value }), { ...field, kind: 'text' });
			case 'record':
				return uuidIn(value) ?? refuse(notUuid(label, value));
		}
	}

	/** The range of a period; undefined for a custom one. */
	private range(field: FieldOf<'period'>, value: unknown): TimeRange | undefined {
		const choices = periodChoices(field);
		const word = readChoice(value, { ...field, kind: 'choice', choices });
		if (word === CUSTOM_PERIOD) return undefined;
		return periodRange(word as PeriodName, this.now, this.timeZone);
	}

	/**
	 * Fields that always have a value, but for those that the form does not show. A period gives the two ends of it.
	 *
	 * @param parameter reads the control of a name
	 * @param why they do
	 */
	required(
		fields: Field[],
		parameter: (name: string) => unknown,
		why = ', because the service requires it',
	): JsonObject {
		const read = fields.filter(isShown(parameter)).flatMap((field): Array<[string, unknown]> => {
			const value = valueOf(field, parameter);
			if (field.kind === 'period') return endsOf(field, this.range(field, value));
			if (field.kind !== 'choice' && emptinessOf(value) !== undefined) {
				refuse(`${field.label} is empty: enter a value${why}.`);
			}
			return [[field.name, this.check(field, value)]];
		});
		const given = Object.fromEntries(read) as JsonObject;
		for (const field of fields) this.checkOrder(field, fields, given);
		return given;
	}

	/** @throws {InputError} where a period ends before the day on which it begins */
	private checkOrder(field: Field, fields: Field[], given: JsonObject): void {
		if (field.kind !== 'period' || !field.ends) return;
		const [start, end] = field.ends.map((name) => String(given[name])) as [string, string];
		if (!(Date.parse(endOfDay(end, this.timeZone)) < Date.parse(start))) return;
		const [first, last] = field.ends.map((name) => fields.find((one) => one.name === name)?.label);
		refuse(`${last} is before ${first}: correct one of them.`);
	}

	/** Fields that stand in the form and may stay empty: then they are not sent. */
	filled(fields: Field[], parameter: (name: string) => unknown): JsonObject {
		const filled = fields
			.map((field) => [field, valueOf(field, parameter)] as const)
			.filter((one) => isGiven(...one));
		return Object.fromEntries(filled.map((one) => [one[0].name, this.check(...one)]));
	}

	/** The fields of a collection that the user added, and as null those that are to be cleared. */
	optional({ values, fields, nullable = [], kind }: Collection): JsonObject {
		// n8n itself drops keys that are not fields, and a value that is not an object.
		const added = isObject(values) ? values : {};
		const toClear = namesToClear(added);
		const clearable = fields.filter((field) => field.nullable).map(({ name }) => name);
		const wrong = toClear.find((name) => ![...clearable, ...nullable].includes(name));
		if (wrong !== undefined) {
			refuse(`Clear Fields: the service does not accept null for "${wrong}". Remove it.`);
		}
		const body: JsonObject = {};
		for (const field of fields) {
			const { name, label } = field;
			const value = name in added ? valueOf(field, (one) => added[one]) : undefined;
			if (toClear.includes(name)) {
				if (emptinessOf(value) === undefined) refuse(valueAndNull(label));
				body[name] = null;
			} else if (name in added) {
				const problem = kind === 'filters' ? emptyFilterProblem(label, value) : undefined;
				if (problem !== undefined) refuse(problem);
				if (isGiven(field, value)) body[name] = this.check(field, value);
			}
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
	if (whenAbsent === 'unset') refuse(withoutLimit(label));
	if (value !== null) return false;
	return refuse(
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

/** A range under the names of the fields that hold the ends of a custom one. */
function endsOf(
	{ ends = ['', ''] }: FieldOf<'period'>,
	range?: TimeRange,
): Array<[string, string]> {
	if (!range) return [];
	return [
		[ends[0], range.start],
		[ends[1], range.end],
	];
}

/** Whether the form shows a field, by the parameters that decide it. */
const isShown =
	(parameter: (name: string) => unknown) =>
	({ shownFor = {} }: Field): boolean =>
		Object.entries(shownFor).every(([name, values]) => values.includes(String(parameter(name))));

/** The names chosen under Clear Fields in a collection. */
export function namesToClear(added: JsonObject): string[] {
	const chosen = added[CLEAR_FIELDS] ?? [];
	const names: unknown[] = Array.isArray(chosen) ? chosen : [chosen];
	return names.filter((name) => typeof name === 'string');
}

/** The user's value of a field; "Other…" has a text field of its own. */
function valueOf(field: Field, parameter: (name: string) => unknown): unknown {
	const value = parameter(field.name);
	// A saved workflow or an expression may have the text alone.
	if (field.kind === 'record') return unlocated(value);
	if (field.kind !== 'choice' || !field.open || value !== OTHER) return value;
	const other = parameter(otherNameOf(field));
	if (!isNothing(other)) return other;
	// Without the field the service would take its default.
	return refuse(`${field.label} is "": choose one, or enter a value under Other.`);
}
