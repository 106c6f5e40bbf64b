import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { mapInTurns } from '../http/timing';
import { withoutLimit, type FieldChecker } from '../input/fieldChecker';
import { parametersOf } from '../input/parameters';
import { LOST_LETTERS, readPropertyValue } from '../input/people';
import { emptinessOf, isNothing, notUuid, uuidIn } from '../input/problem';
import { mappedEntries } from '../input/propertyMapper';
import { readKey, refuseTwice } from '../input/readField';
import { invitationSync } from '../operations/invitationSync';
import { IDENTIFIERS } from '../records/identifiers';
import { groupedBy, type JsonObject, withoutGaps } from '../records/json';
import { isNoName } from '../records/person';
import { rowOf } from '../run/rows';
import { type Contact, type ContactFields, contactOf } from './contact';
import {
	controlsOf,
	type FieldControl,
	type PropertyControl,
	refuseMissingColumns,
} from './contactForm';
import type { KnownProperties } from './properties';
import type { MatchBy } from './syncOptions';

/** The survey of each item. Where a row is empty, that of the row before it does. */
export async function readSurveyIds(
	context: IExecuteFunctions,
	signal: AbortSignal | undefined,
): Promise<string[]> {
	const { parameter: control, label } = IDENTIFIERS.survey_id;
	const parameter = parametersOf(context);
	const items = context.getInputData();
	let before: string | undefined;
	const surveyOf = ({ json }: INodeExecutionData, item: number) => {
		const given = parameter(item)(control);
		const surveyId = uuidIn(given) ?? (isEmptyRow(json as JsonObject) ? before : undefined);
		before = surveyId;
		if (surveyId !== undefined) return surveyId;
		throw new NodeOperationError(context.getNode(), notUuid(label, given), {
			description: `This is the survey of row ${rowOf(items, item)}. Nothing was changed.`,
		});
	};
	return await mapInTurns(items, surveyOf, () => !signal?.aborted);
}

interface ContactList {
	/** One for each item, in the order of the input. */
	contacts: Contact[];
	/** External IDs that several people of the list have, so that they identify nobody and were left out. */
	sharedIds: string[];
}

/**
 * Reads the contact of each item. One that cannot be used does not stop the others; when the execution is cancelled,
 * the rest is not read.
 *
 * @throws {InputError} where a field names a column that the input does not have
 */
export async function readContacts(
	context: IExecuteFunctions,
	checker: FieldChecker,
	signal: AbortSignal | undefined,
	matchBy: MatchBy,
	propertiesOf: KnownProperties,
): Promise<ContactList> {
	const parameter = parametersOf(context);
	const items = context.getInputData();
	const filled = new Set<string>();
	const readOne = (one: INodeExecutionData, item: number): Contact => {
		const json = one.json as JsonObject;
		const reading = new RowReading(checker, filled);
		const controls = controlsOf(
			(name) => parameter(item)(name, name === invitationSync.collection.name ? {} : null),
			(mapper) => mappedEntries(mapper, () => json, propertiesOf(item)),
			(read) => reading.attempt(read),
		);
		for (const control of controls) reading.read(control);
		const row = rowOf(items, item);
		if (isEmptyRow(json) && !WHO.some((name) => name in reading.fields)) {
			return { item, row, fields: {}, problem: 'The row is empty.', isEmptyRow: true };
		}
		const { fields, problem, problemIfNew } = reading;
		return { ...contactOf(item, fields, matchBy, row), ...withoutGaps({ problem, problemIfNew }) };
	};
	const contacts = await mapInTurns(items, readOne, () => !signal?.aborted);
	const people = contacts.filter(({ isEmptyRow: isEmpty }) => !isEmpty);
	if (people.length > 1 && !signal?.aborted) refuseMissingColumns(context, filled);
	return { contacts, sharedIds: removeSharedIds(contacts, people, matchBy) };
}

/** Without any of these, nobody is meant. */
const WHO = ['recipient_email', 'recipient_external_id', 'recipient_name', 'recipient_notes'];

/** Whether no cell of a row has a value, as in the last line of many files; a box that is not ticked is false. */
function isEmptyRow(json: JsonObject): boolean {
	const isEmpty = (cell: unknown) =>
		cell === false ||
		emptinessOf(cell) !== undefined ||
		(typeof cell === 'string' && isNoName(cell));
	return Object.entries(json).every(([name, cell]) => name === 'row_number' || isEmpty(cell));
}

/** Reads the contact of an item control by control, so that the row shows who it is whatever cannot be read. */
class RowReading {
	/** A value that cannot be read is there as it was given. */
	readonly fields: ContactFields & JsonObject = {};
	/** The first one. */
	problem?: string;
	problemIfNew?: string;
	private readonly keys = new Set<string>();

	/** @param filled gets the controls that have a value */
	constructor(
		private readonly checker: FieldChecker,
		private readonly filled: Set<string>,
	) {}

	/** Does what may be refused, and keeps the sentence. */
	attempt<Value>(read: () => Value): Value | undefined {
		try {
			return read();
		} catch (error) {
			const { message } = error as Error;
			// One sentence for all of them, whichever field it is.
			this.problem ??= message.endsWith(LOST_LETTERS) ? `The contact ${LOST_LETTERS}` : message;
			return undefined;
		}
	}

	read(control: FieldControl | PropertyControl): void {
		if ('key' in control) this.attempt(() => this.readProperty(control));
		else if (control.field.kind === 'dateTime') this.readExpiry(control);
		else if (!isNothing(control.value)) this.readText(control);
	}

	private readText({ id, field, value }: FieldControl): void {
		this.fields[id] = value;
		this.attempt(() => (this.fields[id] = this.checker.check(field, value)));
		if (this.fields[id] === undefined) delete this.fields[id];
		else this.filled.add(id);
	}

	/** Only new invitations get an expiry, so a wrong one harms no other. */
	private readExpiry({ id, label, field, value }: FieldControl): void {
		if (isNothing(value)) {
			this.problemIfNew = withoutLimit(label);
			return;
		}
		this.filled.add(id);
		try {
			this.fields[id] = this.checker.check(field, value);
		} catch (error) {
			this.problemIfNew = (error as Error).message;
		}
	}

	/** A property that was added by key wins over that of the form, which comes before it. */
	private readProperty({ id, label, group, key: rawKey, value }: PropertyControl): void {
		// CRMs write an empty text where there is no value.
		if (isNothing(value) && rawKey !== undefined) return;
		const key = readKey(group, rawKey);
		if (this.keys.has(`${group} ${key}`)) refuseTwice(group, key);
		this.keys.add(`${group} ${key}`);
		this.filled.add(id);
		const text = readPropertyValue(value, label);
		if (text !== undefined) this.fields.properties = { ...this.fields.properties, [key]: text };
	}
}

/** The end of an ID that an expression makes where a cell is empty: `crm-`, `crm-null`. */
const EMPTY_PLACE = /(?:[-_:#/.]|null|none|nan)$/i;

/**
 * Removes external IDs that identify nobody: all people of the list have it, or it ends like that of an empty cell, and
 * their addresses differ.
 *
 * @returns these IDs
 */
function removeSharedIds(
	contacts: Contact[],
	people: readonly Contact[],
	matchBy: MatchBy,
): string[] {
	const shared: string[] = [];
	for (const [id, those] of groupedBy(people, ({ externalId }) => externalId)) {
		const addresses = new Set(those.flatMap(({ email }) => email ?? []));
		if (id === undefined || addresses.size < 2) continue;
		if (those.length < people.length && !EMPTY_PLACE.test(id)) continue;
		shared.push(id);
		for (const { item, row, fields, problem, problemIfNew } of those) {
			const others = withoutGaps({ ...fields, recipient_external_id: undefined });
			const contact = contactOf(item, others, matchBy, row);
			contacts[item] = { ...contact, ...withoutGaps({ problem, problemIfNew }) };
		}
	}
	return shared;
}
