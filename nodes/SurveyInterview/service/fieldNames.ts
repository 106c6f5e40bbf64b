/** The Field Names of a credential, which stay with every record that is read with it. */
import { isObject, type JsonObject } from './json';

/**
 * Where facts stand in the records of one service, as a person has entered it: `{respondent: {score: 'result.nps'}}`,
 * kind → fact → keys joined by dots.
 */
export type FieldNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A symbol, because JSON and loops over keys leave it out, and a copy by `{...record}` keeps it. */
const FIELD_NAMES = Symbol('fieldNames');
type WithFieldNames = { [FIELD_NAMES]?: FieldNames };

/**
 * Attaches the credential's Field Names to every object of an answer. So no reader of a record can forget them, and
 * records of one credential are never read by the names of another.
 */
export function attachFieldNames(answer: unknown, names: FieldNames | undefined): void {
	if (!names) return;
	// The loop also visits what it adds to this list.
	const toVisit: unknown[] = [answer];
	for (const value of toVisit) {
		if (typeof value !== 'object' || value === null) continue;
		if (isObject(value)) (value as WithFieldNames)[FIELD_NAMES] = names;
		for (const inner of Object.values(value)) if (typeof inner === 'object') toVisit.push(inner);
	}
}

/** The Field Names of the credential with which a record was read. */
export const enteredFieldNames = (record: JsonObject): FieldNames | undefined =>
	(record as WithFieldNames)[FIELD_NAMES];
