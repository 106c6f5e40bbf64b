import { textIssue } from '../input/fieldSchema';
import { invitationUpdate } from '../operations/invitationUpdate';
import { isObject, type JsonObject } from '../records/json';
import { personKeys, type Contact, type PersonKeys } from './contact';
import type { SyncOptions } from './options';

/** A key of an invitation that differs from its contact. */
export interface FieldChange {
	key: string;
	from: unknown;
	to: unknown;
}

/** Texts that a contact may bring to an invitation; its expiry is for new invitations alone. */
const TEXTS = ['recipient_name', 'recipient_notes', 'label'] as const;

/**
 * What an update of the invitation must carry: only the keys that differ. Two ways to write the same
 * address are no difference, and what the contact leaves empty stays as it is.
 */
export function changesOf(
	{ fields, ...wanted }: Pick<Contact, 'fields' | 'email' | 'externalId'>,
	invitation: JsonObject,
	{ properties }: Pick<SyncOptions, 'properties'>,
	known: PersonKeys = personKeys(invitation),
): FieldChange[] {
	const changes: FieldChange[] = [];
	if (wanted.email !== undefined && wanted.email !== known.email) {
		changes.push(change('recipient_email', invitation, fields.recipient_email));
	}
	if (wanted.externalId !== undefined && wanted.externalId !== known.externalId) {
		changes.push(change('recipient_external_id', invitation, fields.recipient_external_id));
	}
	for (const key of TEXTS) {
		const to = fields[key];
		if (to === undefined || comparable(to) === comparable(textOf(invitation[key]))) continue;
		changes.push(change(key, invitation, to));
	}
	const to = fields.properties && propertiesAfter(fields.properties, invitation, properties);
	if (to) changes.push(change('properties', invitation, to));
	return changes;
}

/** Why the update does not take a change, in one sentence. A create has no such bounds. */
export function changeProblem(changes: FieldChange[]): string | undefined {
	return changes
		.map(({ key, to }) => {
			const field = invitationUpdate.find(({ name }) => name === key);
			if (field?.kind !== 'text' || typeof to !== 'string') return undefined;
			return textIssue(to, field);
		})
		.find((problem) => problem !== undefined);
}

const change = (key: string, invitation: JsonObject, to: unknown): FieldChange => ({
	key,
	from: invitation[key] ?? null,
	to,
});

/** The properties to send, or undefined when they are right already. Sent whole, for they replace. */
function propertiesAfter(
	wanted: Record<string, string>,
	invitation: JsonObject,
	how: SyncOptions['properties'],
): Record<string, string> | undefined {
	const given = isObject(invitation.properties) ? invitation.properties : {};
	// What is null has no text to send: an update takes text alone (interface-spec, InvitationUpdate).
	const known = new Map(
		Object.entries(given)
			.filter(([, value]) => value !== null)
			.map(([key, value]) => [key, textOf(value)]),
	);
	const same = Object.entries(wanted).every(
		([key, value]) => comparable(known.get(key) ?? '') === comparable(value),
	);
	const extra = [...known.keys()].some((key) => !Object.hasOwn(wanted, key));
	if (same && (how === 'merge' || !extra)) return undefined;
	return how === 'replace' ? wanted : { ...Object.fromEntries(known), ...wanted };
}

/** Ways to write the same text are no difference: spaces around it, ends of lines, accents. */
function comparable(text: string): string {
	return text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/** A value as text, as the update takes it; what the service keeps may be a number. */
function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : (JSON.stringify(value) ?? '');
}
