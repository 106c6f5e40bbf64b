import { OTHER, otherNameOf, CLEAR_FIELDS, type Field, type FieldOf } from '../fields/field';
import { CUSTOM_PERIOD, periodChoices, type PeriodName, type TimeRange } from '../fields/periods';
import type { CollectionKind } from '../operations/operation';
import { isObject, type JsonObject, withoutGaps } from '../records/json';
import {
	display,
	emptinessOf,
	keyIn,
	isNothing,
	notUuid,
	refuse,
	refuseEmptyFilter,
	unlocated,
	uuidIn,
} from './problem';
import { endOfDay, readDate } from './dates';
import { periodRange } from './periods';
import {
	readChoice,
	readInteger,
	readMapField,
	readNumber,
	readPair,
	readText,
	lengthProblem,
	type Removable,
} from './readField';
import { READERS_OF_PEOPLE } from './people';
import { readChoices, readList, wordsOf } from './readLists';

/** A collection of optional fields, as the user filled it. */
interface Collection {
	values: unknown;
	fields: readonly Field[];
	/** More names that Clear Fields may hold. */
	nullable?: string[];
	/** In `filters`, a field without a value is refused. */
	kind: CollectionKind;
}

export class FieldChecker {
	/** @param now the same for all items of a run, so that they ask for the same period */
	constructor(
		readonly timeZone: string,
		readonly now = new Date(),
	) {}

	/**
	 * Turns what the user gave into the value to send; undefined for what says of a person only that there is none.
	 *
	 * @param removable what the editor calls the thing that the user could remove
	 * @throws {InputError} one sentence: which field, why, and what to do
	 */
	check(field: Field, value: unknown, removable: Removable = 'field'): unknown {
		const { label } = field;
		switch (field.kind) {
			case 'text':
				return field.format === undefined || field.format === 'uuid' || field.format === 'color'
					? readText(value, field)
					: this.ofPerson(field, READERS_OF_PEOPLE[field.format](value, label));
			case 'integer':
				return readInteger(value, field, removable);
			case 'number':
				return readNumber(value, field, removable);
			case 'dateTime':
				return this.date(field, value);
			case 'period':
				return this.range(field, value);
			case 'choice':
				return readChoice(value, field);
			case 'choices':
				return readChoices(value, field);
			case 'toggle':
				if (['true', 'false'].includes(String(value))) return String(value) === 'true';
				return refuse(`${label} must be on or off (true or false), but it is ${display(value)}.`);
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

	private ofPerson(field: FieldOf<'text'>, text?: string): string | undefined {
		const problem = text === undefined ? undefined : lengthProblem(text, field);
		return problem === undefined ? text : refuse(problem);
	}

	private date(field: FieldOf<'dateTime'>, value: unknown): string {
		const time = readDate(value, field, this.timeZone);
		if (!field.inFuture || Date.parse(time) > this.now.getTime()) return time;
		return refuse(
			`${field.label} is in the past (${time}), so the link would not work: enter a later time.`,
		);
	}

	/** The range of a period; undefined for Custom. */
	private range(field: FieldOf<'period'>, value: unknown): TimeRange | undefined {
		const choices = periodChoices(field);
		const word = readChoice(value, { ...field, kind: 'choice', choices });
		if (word === CUSTOM_PERIOD) return undefined;
		return periodRange(word as PeriodName, this.now, this.timeZone);
	}

	/**
	 * Reads fields that must have a value, unless the form does not show them. A period gives its two ends.
	 *
	 * @param why they must have one, as the end of a clause
	 */
	required(
		fields: Field[],
		parameter: (name: string) => unknown,
		why = ', because the service requires it',
	): JsonObject {
		const isShown = ({ shownFor = {} }: Field) =>
			Object.entries(shownFor).every(([name, values]) => values.includes(String(parameter(name))));
		const read = fields.filter(isShown).flatMap((field): Array<[string, unknown]> => {
			const value = valueOf(field, parameter);
			if (field.kind === 'period') {
				const { ends: [start, end] = ['', ''] } = field;
				const range = this.range(field, value);
				return range
					? [
							[start, range.start],
							[end, range.end],
						]
					: [];
			}
			if (field.kind !== 'choice' && emptinessOf(value) !== undefined) {
				refuse(`${field.label} is empty: enter a value${why}.`);
			}
			return [[field.name, this.check(field, value)]];
		});
		const given = Object.fromEntries(read) as JsonObject;
		for (const field of fields) this.checkOrder(field, fields, given);
		return given;
	}

	/** @throws {InputError} if a period ends before the day on which it begins */
	private checkOrder(field: Field, fields: Field[], given: JsonObject): void {
		if (field.kind !== 'period' || !field.ends) return;
		const [start, end] = field.ends.map((name) => String(given[name])) as [string, string];
		if (!(Date.parse(endOfDay(end, this.timeZone)) < Date.parse(start))) return;
		const [first, last] = field.ends.map((name) => fields.find((one) => one.name === name)?.label);
		refuse(`${last} is before ${first}: correct one of them.`);
	}

	/** Reads fields that may stay empty; empty ones are not sent. */
	filled(fields: Field[], parameter: (name: string) => unknown): JsonObject {
		const read = fields.flatMap((field) => {
			const value = valueOf(field, parameter);
			return isGiven(field, value) ? [[field.name, this.check(field, value)]] : [];
		});
		return withoutGaps(Object.fromEntries(read) as JsonObject);
	}

	/** Reads the fields of a collection that the user added; those under Clear Fields become null. */
	optional({ values, fields, nullable = [], kind }: Collection): JsonObject {
		// n8n drops keys that are not fields, and a value that is no object.
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
				if (kind === 'filters') refuseEmptyFilter(label, value);
				if (isGiven(field, value)) body[name] = this.check(field, value);
				if (kind === 'filters' && field.kind === 'text' && body[name] === undefined) {
					refuseEmptyFilter(label, undefined, display(value));
				}
			}
		}
		return withoutGaps(body);
	}
}

/**
 * Whether a field has a value; without one it is not sent. Null is refused, because it may be meant to empty the
 * field. A limit of a new link without its value is refused as well.
 */
function isGiven({ label, whenAbsent }: Field, value: unknown): boolean {
	if (!isNothing(value)) return true;
	if (whenAbsent === 'unset') refuse(withoutLimit(label));
	if (value !== null) return false;
	return refuse(
		`${label} is null: let its expression return an empty text to leave the field out, or empty it with Clear Fields where that offers it.`,
	);
}

export function withoutLimit(label: string): string {
	return `${label} has no value, so the link would have no limit: enter a value or correct its expression, or remove the field.`;
}

export function valueAndNull(label: string): string {
	return `${label} has a value and is also chosen under Clear Fields: keep one of them.`;
}

/** The names chosen under Clear Fields in a collection. */
export function namesToClear(added: JsonObject): string[] {
	const names = wordsOf(added[CLEAR_FIELDS] ?? []);
	return names.filter((name) => typeof name === 'string' && name !== '') as string[];
}

/** The user's value of a field; with "Other…" it is in a second control. */
function valueOf(field: Field, parameter: (name: string) => unknown): unknown {
	const value = parameter(field.name);
	if (field.kind === 'record') return unlocated(value);
	if (field.kind !== 'choice' || !field.open || value !== OTHER) return value;
	const other = parameter(otherNameOf(field));
	if (!isNothing(other)) return other;
	// Without the field, the service would take its own default.
	return refuse(`${field.label} is "": choose one, or enter a value under Other.`);
}
