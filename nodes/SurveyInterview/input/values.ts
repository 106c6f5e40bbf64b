import type { z as Zod } from 'zod';

import { OTHER, otherNameOf } from '../description/controls';
import { SEND_AS_NULL } from '../description/operationFields';
import type { Field } from '../operations/field';
import { isObject, type JsonObject } from '../records/json';
import { fieldSchema } from './fieldSchema';

/** A refused input: one sentence that says which field, why, and what to do. Nothing was sent. */
export class InputProblem extends Error {}

/** Checks fields one by one, with schemas made once. */
export class FieldChecker {
	private schemas = new Map<Field, ReturnType<typeof fieldSchema>>();

	constructor(
		private readonly z: typeof Zod,
		private readonly timeZone: string,
	) {}

	/**
	 * The value to send for what the user gave.
	 *
	 * @throws {InputProblem} when the field does not take it
	 */
	check(field: Field, given: unknown): unknown {
		const schema = this.schemas.get(field) ?? fieldSchema(this.z, field, this.timeZone);
		this.schemas.set(field, schema);
		const result = schema.safeParse(given);
		if (result.success) return result.data;
		throw new InputProblem(result.error.issues[0]?.message ?? `${field.label} is not valid.`);
	}

	/** Fields that are always sent. `parameter` reads the control of a name. */
	required(fields: Field[], parameter: (name: string) => unknown): JsonObject {
		const body: JsonObject = {};
		for (const field of fields) {
			const given = givenFor(field, parameter);
			if (field.kind === 'text' && (given === '' || given === undefined || given === null)) {
				throw new InputProblem(`${field.label} is empty: enter a value, the service requires it.`);
			}
			body[field.name] = this.check(field, given);
		}
		return body;
	}

	/** The fields of a collection that the user added, and those to send as null. */
	optional(fields: Field[], collection: unknown): JsonObject {
		const added = isObject(collection) ? collection : {};
		const nulls = nullsOf(added);
		const body: JsonObject = {};
		for (const field of fields) {
			const given = field.name in added ? givenFor(field, (name) => added[name]) : undefined;
			if (nulls.includes(field.name)) {
				if (given !== undefined && given !== null && !isEmpty(given)) {
					throw new InputProblem(
						`${field.label} has a value and is also chosen under Send as Null: keep one of them.`,
					);
				}
				body[field.name] = null;
			} else if (given === null && field.nullable) body[field.name] = null;
			else if (given === null) {
				throw new InputProblem(
					`${field.label} is null, which the service does not take: remove the field.`,
				);
			} else if (given !== undefined) body[field.name] = this.check(field, given);
		}
		return body;
	}
}

/** The names chosen under Send as Null in a collection. */
export function nullsOf(collection: unknown): string[] {
	const chosen = isObject(collection) ? collection[SEND_AS_NULL] : undefined;
	return Array.isArray(chosen) ? chosen.filter((name) => typeof name === 'string') : [];
}

/** What the user gave for a field; behind "Other…" stands a text of its own. */
function givenFor(field: Field, parameter: (name: string) => unknown): unknown {
	const given = parameter(field.name);
	const other = field.kind === 'choice' && field.open && given === OTHER;
	return other ? parameter(otherNameOf(field)) : given;
}

/** What n8n leaves in a control that was added and not filled. */
function isEmpty(value: unknown): boolean {
	return (
		value === '' ||
		(Array.isArray(value) && value.length === 0) ||
		(isObject(value) && Object.keys(value).length === 0)
	);
}
