/** Reads what a row says of its contact, field by field, so that one bad value does not hide whose row it is. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { FieldOf } from '../operations/field';
import { PROPERTIES_BY_KEY, PROPERTY_MAPPER } from '../operations/nodeFields';
import { LOST_LETTERS } from '../input/encoding';
import { noLimitSentence, type FieldChecker } from '../input/fieldChecker';
import type { Parameter } from '../input/parameters';
import { readPropertyValue } from '../input/people';
import { display, isBlank, refuse } from '../input/problem';
import { mappedEntries, type PropertiesOrReason } from '../input/propertyMapper';
import { entriesOfMap, readKey, refuseTwice } from '../input/readField';
import { CONTACT_EXPIRY, ALL_CONTACT_FIELDS, invitationSync } from '../operations/invitationSync';
import { type JsonObject, objectIn } from '../service/json';
import { propertyId } from './columns';
import type { Contact, ContactFields } from './contact';
import { isTextOfEmptyCells, textOfEmptyCells } from './emptyCells';

const EXTERNAL_ID = 'recipient_external_id';
const COLLECTION = invitationSync.collection;
const NAMES_IN_COLLECTION = COLLECTION.fields.map(({ name }) => name);
const TEXT_FIELDS = ALL_CONTACT_FIELDS.filter(
	(field): field is FieldOf<'text'> => field.kind === 'text',
);
const RECIPIENT_FIELDS = TEXT_FIELDS.map(({ name }) => name).filter((name) =>
	name.startsWith('recipient_'),
);

/** What a row says of its contact. */
export type ReadRow = Pick<Contact, 'fields' | 'problem' | 'problemIfNew' | 'unusedId'>;

/** What a row is read from. */
interface RowSource {
	/** Reads a parameter of the node for the item of the row. */
	parameter: Parameter;
	/** The item. */
	json: JsonObject;
	surveyProperties: PropertiesOrReason;
}

/** Whether a row says anything about a person: an address, an external ID, a name or notes. */
export const namesSomebody = (fields: ContactFields): boolean =>
	RECIPIENT_FIELDS.some((name) => name in fields);

/** What the expression of the field External ID gives where its cells are empty, such as `crm-`. */
export function idOfEmptyCells(context: IExecuteFunctions): string | undefined {
	const { parameters } = context.getNode();
	const asTyped = { ...parameters, ...objectIn(parameters[COLLECTION.name]) };
	return textOfEmptyCells(asTyped[EXTERNAL_ID]);
}

/** Calls a reader; if it refuses the value, keeps its sentence as the problem of the row, and gives undefined. */
type Attempt = <Value>(read: () => Value) => Value | undefined;

/** What is the same for all rows. */
interface FormReading {
	checker: FieldChecker;
	/** What `idOfEmptyCells` gives: such an ID identifies nobody. */
	emptyId: string | undefined;
	/** Gets the IDs of the form's fields that have a value in some row (`columns.ts`). */
	filledFields: Set<string>;
}

export function readRow(source: RowSource, form: FormReading): ReadRow {
	const row: ReadRow = { fields: {} };
	const attempt: Attempt = (read) => {
		try {
			return read();
		} catch (error) {
			const { message } = error as Error;
			// Equal problems are told once, so lost letters get one sentence, whichever field has them.
			row.problem ??= message.endsWith(LOST_LETTERS) ? `The contact ${LOST_LETTERS}` : message;
			return undefined;
		}
	};
	const { parameter } = source;
	const added = objectIn(attempt(() => parameter(COLLECTION.name, {})));
	const valueOf = (name: string) =>
		NAMES_IN_COLLECTION.includes(name) ? added[name] : attempt(() => parameter(name));
	readTexts(row, valueOf, form, attempt);
	if (CONTACT_EXPIRY.name in added) readExpiry(row, added[CONTACT_EXPIRY.name], form);
	const byKey = added[PROPERTIES_BY_KEY.name];
	const properties = readRowProperties(source, byKey, form.filledFields, attempt);
	if (Object.keys(properties).length > 0) row.fields.properties = properties;
	return row;
}

function readTexts(
	row: ReadRow,
	valueOf: (name: string) => unknown,
	{ checker, emptyId, filledFields }: FormReading,
	attempt: Attempt,
): void {
	const fields: ContactFields & JsonObject = row.fields;
	for (const field of TEXT_FIELDS) {
		const { name } = field;
		const value = valueOf(name);
		if (isBlank(value)) continue;
		if (name === EXTERNAL_ID && isTextOfEmptyCells(value, emptyId)) {
			// It is not sent, but may stand in an opt-out.
			row.unusedId = String(value);
			continue;
		}
		// A value that is refused stays as it was given. A placeholder such as `n/a` gives undefined, and is no value.
		let checked = value;
		attempt(() => (checked = checker.check(field, value)));
		if (checked === undefined) continue;
		fields[name] = checked;
		filledFields.add(name);
	}
}

/** Only a new invitation gets an expiry. So with a wrong one, none is created, but an existing one can be updated. */
function readExpiry(row: ReadRow, value: unknown, { checker, filledFields }: FormReading): void {
	try {
		if (isBlank(value)) refuse(noLimitSentence(CONTACT_EXPIRY.label));
		filledFields.add(CONTACT_EXPIRY.name);
		row.fields.expires_at = checker.check(CONTACT_EXPIRY, value) as string;
	} catch (error) {
		row.problemIfNew = (error as Error).message;
	}
}

/** The properties of both fields of the form. One that was added by key wins over the mapped one. */
function readRowProperties(
	{ parameter, json, surveyProperties }: RowSource,
	byKey: unknown,
	filledFields: Set<string>,
	attempt: Attempt,
): Record<string, string> {
	const mapped = attempt(() =>
		mappedEntries(parameter(PROPERTY_MAPPER.name), () => json, surveyProperties),
	);
	const { label } = PROPERTIES_BY_KEY;
	const addedByKey = isBlank(byKey) ? [] : attempt(() => entriesOfMap(label, byKey));
	return {
		...propertiesIn(PROPERTY_MAPPER.label, mapped ?? [], filledFields, attempt),
		...propertiesIn(label, addedByKey ?? [], filledFields, attempt),
	};
}

/** @param label the field of the form that has the entries */
function propertiesIn(
	label: string,
	entries: readonly unknown[][],
	filledFields: Set<string>,
	attempt: Attempt,
): Record<string, string> {
	const properties: Record<string, string> = {};
	const keys = new Set<string>();
	for (const [index, [rawKey, value]] of entries.entries()) {
		// CRMs write an empty text where there is no value. A row of the form without a key goes on, to be refused.
		if (isBlank(value) && rawKey !== undefined) continue;
		attempt(() => {
			const key = readKey(label, rawKey);
			if (keys.has(key)) refuseTwice(label, key);
			keys.add(key);
			filledFields.add(propertyId(label, key, index));
			const text = readPropertyValue(value, `${label} → ${display(key)}`);
			if (text !== undefined) properties[key] = text;
		});
	}
	return properties;
}
