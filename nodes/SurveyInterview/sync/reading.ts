import type { IExecuteFunctions } from 'n8n-workflow';

import { InputProblem, shown } from '../input/problem';
import { idOf, notUuid } from '../input/identifier';
import type { FieldChecker } from '../input/values';
import { invitationSync } from '../operations/invitationSync';
import type { Field } from '../operations/field';
import { IDENTIFIERS } from '../records/identifiers';
import { isObject, type JsonObject } from '../records/json';
import { emailKey } from '../records/recipient';
import {
	contactOf,
	recipientOf,
	type Contact,
	type ContactFields,
	type UnusableContact,
} from './contact';
import type { MatchBy, SyncOptions } from './options';

/** What one input item says. */
export interface ListEntry {
	surveyId: string;
	contact: Contact | UnusableContact;
}

/** Reads an item's contact. What is wrong with a contact does not stop the others; a wrong survey does. */
export function readEntry(
	context: IExecuteFunctions,
	checker: FieldChecker,
	item: number,
	matchBy: MatchBy,
): ListEntry {
	const given: unknown = context.getNodeParameter(IDENTIFIERS.survey_id.parameter, item, '');
	const surveyId = idOf(given);
	if (surveyId === undefined) throw new InputProblem(notUuid(IDENTIFIERS.survey_id.label, given));
	let filled: JsonObject = {};
	try {
		filled = filledIn(context, item);
		return { surveyId, contact: contactOf(item, checkedFields(checker, filled), matchBy) };
	} catch (error) {
		const problem = (error as Error).message;
		return { surveyId, contact: { item, recipient: recipientOf(filled), problem } };
	}
}

const KEYS = ['recipient_email', 'recipient_external_id'];
const FIELDS = [
	...invitationSync.parameters.filter(({ name }) => KEYS.includes(name)),
	...invitationSync.collection.fields,
];

/** What the item fills in, by the fields' names. */
function filledIn(context: IExecuteFunctions, item: number): JsonObject {
	const added: unknown = context.getNodeParameter(invitationSync.collection.name, item, {});
	const given: JsonObject = { ...(isObject(added) ? added : {}) };
	for (const key of KEYS) given[key] = context.getNodeParameter(key, item, '');
	return Object.fromEntries(
		FIELDS.map((field) => [field.name, trimmed(field, given[field.name])]).filter(
			([, value]) => value !== undefined,
		),
	) as JsonObject;
}

function checkedFields(checker: FieldChecker, filled: JsonObject): ContactFields {
	const kind = 'additionalFields';
	const checked = checker.optional({ given: filled, fields: FIELDS, kind });
	const email = checked.recipient_email;
	if (email === undefined || emailKey(email) !== undefined) return checked;
	throw new InputProblem(
		`Recipient Email is no e-mail address: ${shown(email)}. Correct it in the list.`,
	);
}

/** A value without the spaces around it; undefined where a list leaves it empty, as CRMs do. */
function trimmed(field: Field, value: unknown): unknown {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
	return field.kind === 'map' ? withoutEmptyValues(value) : value;
}

function withoutEmptyValues(given: unknown): unknown {
	if (!isObject(given)) return given;
	const rows: unknown = given.values;
	const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';
	if (Array.isArray(rows)) {
		const filled = rows.filter((row: unknown) => !isObject(row) || isFilled(row.value));
		return filled.length === 0 ? undefined : { values: filled };
	}
	const entries = Object.entries(given).filter(([, value]) => isFilled(value));
	return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Reads what holds for the whole list.
 *
 * @throws {InputProblem} also where an expression gives something else for another item: one run has one
 *   set of options
 */
export function readOptions(
	context: IExecuteFunctions,
	checker: FieldChecker,
	count: number,
): SyncOptions & { dryRun: boolean } {
	const names = ['matchBy', 'dryRun', 'options'] as const;
	const read = (item: number) =>
		names.map((name) => context.getNodeParameter(name, item, null) as unknown);
	const first = read(0);
	const text = JSON.stringify(first);
	for (let item = 1; item < count; item++) {
		if (JSON.stringify(read(item)) === text) continue;
		throw new InputProblem(
			`Match By, Dry Run or an option is another for item ${item} than for item 0: they hold for the whole list, so let their expressions give the same for every item.`,
		);
	}
	const [matchBy, dryRun, options] = first;
	const { parameters, options: fields } = invitationSync;
	const given = { ...(isObject(options) ? options : {}), matchBy, dryRun };
	const own = [...parameters.filter(({ name }) => name in given), ...fields];
	const never = isObject(options) ? entriesOf(options.neverCreateFor) : [];
	const checked = checker.optional({
		given: { ...given, neverCreateFor: undefined },
		fields: own.filter(({ name }) => name !== 'neverCreateFor'),
		kind: 'additionalFields',
	}) as Partial<SyncOptions & { dryRun: boolean; propertiesMode: SyncOptions['properties'] }>;
	return {
		matchBy: checked.matchBy ?? 'externalIdThenEmail',
		dryRun: checked.dryRun ?? false,
		updateExisting: checked.updateExisting ?? true,
		properties: checked.propertiesMode ?? 'merge',
		createWith: checked.createWith ?? 'public',
		neverCreateFor: never,
		maxCreates: checked.maxCreates ?? Infinity,
		whenMissing: checked.whenMissing ?? 'leave',
		maxRevokePercent: checked.maxRevokePercent ?? 10,
	};
}

/** Entries of a list, however it is given: one by one, in an expression's array, or with commas between. */
function entriesOf(given: unknown): string[] {
	const all: unknown[] = Array.isArray(given) ? given.flat(3) : [given];
	return all
		.flatMap((entry) => (typeof entry === 'string' ? entry.split(/[,;\n]/) : [entry]))
		.filter((entry) => entry !== undefined && entry !== null)
		.map((entry) => {
			if (typeof entry === 'string' || typeof entry === 'number') return String(entry).trim();
			throw new InputProblem(
				'Never Create For must hold e-mail addresses or external IDs as text: map the objects to the field that holds them.',
			);
		})
		.filter((entry) => entry !== '');
}
