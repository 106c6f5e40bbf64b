import { display } from '../input/problem';
import { lengthProblem } from '../input/readField';
import { ALL_CONTACT_FIELDS } from '../operations/invitationSync';
import { invitationUpdate, propertyTexts, textForUpdate } from '../operations/invitationFields';
import { type JsonObject, objectIn } from '../service/json';
import { oneLine } from '../service/scalars';
import { type Contact, factOfField, type PersonKeys, personKeys } from './contact';
import type { SyncOptions } from './syncOptions';

/** A field in which an invitation differs from its contact. */
export interface FieldChange {
	key: string;
	from: unknown;
	to: unknown;
}

/** The text fields that an update can change. `expires_at` is for new invitations only. */
const UPDATABLE_TEXTS = ['recipient_name', 'recipient_notes', 'label'] as const;

/**
 * The fields that an update must send, because they differ. Two spellings of one address do not differ, and a
 * field that the contact leaves empty stays as it is.
 *
 * @param invitationKeys its address and ID in the form for comparison, if they were read before
 */
export function changesOf(
	{ fields, email, externalId }: Pick<Contact, 'fields' | keyof PersonKeys>,
	invitation: JsonObject,
	{ propertiesMode }: Pick<SyncOptions, 'propertiesMode'>,
	invitationKeys: PersonKeys = personKeys(invitation),
): FieldChange[] {
	const wanted: { [key: string]: unknown } = {};
	if (email !== undefined && email !== invitationKeys.email) {
		wanted.recipient_email = fields.recipient_email;
	}
	if (externalId !== undefined && externalId !== invitationKeys.externalId) {
		wanted.recipient_external_id = fields.recipient_external_id;
	}
	for (const key of UPDATABLE_TEXTS) {
		const to = fields[key];
		if (to !== undefined && comparable(to) !== comparable(textForUpdate(invitation[key])))
			wanted[key] = to;
	}
	const properties =
		fields.properties && propertiesToSend(fields.properties, invitation, propertiesMode);
	if (properties) wanted.properties = properties;
	return Object.entries(wanted).map(([key, to]) => ({ key, from: invitation[key] ?? null, to }));
}

/**
 * Why an update must not be sent, in one sentence: the service would refuse it, because it limits some texts only in
 * updates; or a program has put question marks for letters that the invitation has.
 */
export function changeProblem(changes: FieldChange[]): string | undefined {
	for (const { key, from, to } of changes) {
		const field = invitationUpdate.find(({ name }) => name === key);
		if (field?.kind !== 'text') continue;
		const issue = lengthProblem(String(to), field);
		if (issue) return issue;
		if (lacksLetters(String(to), String(from)))
			return `${field.label} ${display(to)} has question marks for letters of ${display(from)}, which the invitation has: correct it.`;
	}
	return undefined;
}

/** Letters that are not ASCII, which a program may have lost. */
const LETTERS_TO_LOSE = /(?:(?![\0-\x7f])\p{L})+/gu;
/** Whether a text is another one with question marks for letters that are not ASCII: `Micha?` for `Michał`. */
function lacksLetters(text: string, other: string): boolean {
	const withMarks = other.normalize('NFC').replace(LETTERS_TO_LOSE, '?');
	return withMarks !== other && withMarks === text.replace(/\?+/g, '?');
}

/** `name: Ada → Ada Lovelace; department: (empty) → Sales`. Of the properties, only those that differ are named. */
export function changesInWords(changes: readonly FieldChange[]): string {
	return namedValues(changes)
		.map(({ name, from, to }) => {
			const [before, after] = [inSentence(from), inSentence(to)];
			return `${name}: ${before} → ${after}${before === after ? ' (they differ further on)' : ''}`;
		})
		.join('; ');
}

const NAME_AND_EMAIL = ['recipient_name', 'recipient_email'];

/** What a new invitation has beside name and address: `external id: 42; department: Sales`. */
export function detailsInWords(changes: readonly FieldChange[]): string {
	return namedValues(changes.filter(({ key }) => !NAME_AND_EMAIL.includes(key)))
		.map(({ name, to }) => `${name}: ${inSentence(to)}`)
		.join('; ');
}

/** The changes with the names that people read, and one for each property. */
function namedValues(changes: readonly FieldChange[]) {
	return changes.flatMap(({ key, from, to }) => {
		if (key !== 'properties') return [{ name: nameOfField(key), from, to }];
		const before = objectIn(from);
		const after = objectIn(to);
		return Object.keys({ ...before, ...after })
			.map((name) => ({ name: nameOfProperty(name), from: before[name], to: after[name] }))
			.filter((change) => textForUpdate(change.from) !== textForUpdate(change.to));
	});
}

const MAX_VALUE_LENGTH = 200;

const nameOfField = (key: string) => factOfField(key).replaceAll('_', ' ');

const FIELD_NAMES = ALL_CONTACT_FIELDS.map(({ name }) => nameOfField(name));

/** The key of a property, marked as one where it reads like a field of the invitation. */
function nameOfProperty(key: string): string {
	const name = oneLine(key, MAX_VALUE_LENGTH);
	return FIELD_NAMES.includes(name.toLowerCase()) ? `property ${name}` : name;
}

/** A value in a sentence. It is quoted where its text could be read as the next change. */
function inSentence(value: unknown): string {
	const text = oneLine(textForUpdate(value), MAX_VALUE_LENGTH);
	return /[;→“”]/.test(text) ? `“${text.replace(/[“”]/g, "'")}”` : text || '(empty)';
}

/**
 * The properties that an update sends: all of them, because it replaces them as a whole. Undefined if none differs.
 *
 * @param mode whether properties that the contact does not have stay (`merge`) or go (`replace`)
 */
function propertiesToSend(
	wanted: Record<string, string>,
	invitation: JsonObject,
	mode: SyncOptions['propertiesMode'],
): Record<string, string> | undefined {
	const existing = propertyTexts(invitation.properties);
	const toSend = mode === 'replace' ? wanted : { ...Object.fromEntries(existing), ...wanted };
	const isSame = Object.entries(wanted).every(
		([key, value]) => comparable(existing.get(key) ?? '') === comparable(value),
	);
	const isAnyRemoved = [...existing.keys()].some((key) => !Object.hasOwn(toSend, key));
	return isSame && !isAnyRemoved ? undefined : toSend;
}

/** A text as it is compared: the kind and number of spaces, line ends and the encoding of accents do not count. */
function comparable(text: string): string {
	const withPlainLineEnds = text.replace(/\r\n?/g, '\n').normalize('NFC');
	return withPlainLineEnds.replace(/[^\S\n]+/g, ' ').trim();
}
