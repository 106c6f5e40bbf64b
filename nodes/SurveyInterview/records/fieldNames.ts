import { isObject, type JsonObject } from './json';

/** Where facts of one service's records stand, as a person confirmed it: kind → fact → keys with dots between them. */
export type FieldNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Neither JSON nor a loop over keys shows it, and a copy by `{...record}` keeps it. */
const NAMES = Symbol('fieldNames');
type Noted = { [NAMES]?: FieldNames };

/**
 * Notes the Field Names of the credential on every object of an answer. They travel with the records, so whoever
 * reads one, wherever that is, takes the confirmed places: a reader cannot forget to ask for them, and the
 * records of two credentials never meet each other's names.
 */
export function noteFieldNames(answer: unknown, names: FieldNames | undefined): void {
	if (!names) return;
	const open: unknown[] = [answer];
	for (const value of open) {
		if (typeof value !== 'object' || value === null) continue;
		if (isObject(value)) (value as Noted)[NAMES] = names;
		for (const inner of Object.values(value)) if (typeof inner === 'object') open.push(inner);
	}
}

/** The Field Names of the credential with which a record was read. */
export const fieldNamesOf = (record: JsonObject): FieldNames | undefined =>
	(record as Noted)[NAMES];
