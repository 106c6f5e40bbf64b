import { read } from '../api/call';
import { SurveyInterviewError } from '../api/errors';
import type { Session } from '../api/session';
import { recordWithId } from '../operations/confirm';
import { fillPath, isUuid } from '../records/identifiers';
import type { JsonObject } from '../records/json';
import { recipientOf, type Contact } from './contact';
import type { SyncOptions } from './options';

/**
 * What a created invitation shows of whom it is for. The names of the fields of a create are assumptions, and
 * a service that ignores unknown names would make a nameless invitation of each contact at every run.
 */
export type Look = 'named' | 'nameless' | 'unknown' | 'unread';

/** After so many invitations in vain that could not be read, the run goes on without a look. */
export const MOST_UNREAD = 3;

/** Looks at the answer to a create, and where that does not tell, at the invitation itself. */
export async function lookAt(
	session: Session,
	contact: Contact,
	answer: JsonObject,
): Promise<Look> {
	const look = lookOf(contact, answer);
	const { id } = answer;
	if (look === 'named' || !isUuid(id)) return look;
	const path = fillPath('/invitations/{invitation_id}', { invitation_id: id });
	const seen = await read(session, path).catch(() => undefined);
	// That it cannot be read says nothing of it, nor of the next one.
	if (seen === undefined && look === 'unknown') return 'unread';
	return lookOf(contact, { ...answer, ...recordWithId(seen, id.toLowerCase()) });
}

const KEYS = ['recipient_email', 'recipient_external_id'] as const;

function lookOf({ fields }: Contact, invitation: JsonObject): Look {
	const shown = KEYS.filter((key) => fields[key] !== undefined && key in invitation);
	if (shown.some((key) => String(invitation[key] ?? '').trim() !== '')) return 'named';
	// In an anonymous survey the service may hide whom an invitation is for.
	return shown.length === 0 || invitation.anonymous === true ? 'unknown' : 'nameless';
}

/** The error of a sync whose first invitation in a survey is nobody's. */
export function namelessError(
	session: Session,
	{ fields }: Contact,
	{ id }: JsonObject,
	{ createWith }: SyncOptions,
): SurveyInterviewError {
	const which = typeof id === 'string' ? `Invitation ${id}` : 'An invitation';
	const instead =
		createWith === 'public'
			? 'choose Create With: Create Personal'
			: fields.recipient_email === undefined
				? 'give the contacts an e-mail address, which Create Personal takes by the service’s description'
				: 'report this, because by the service’s description Create Personal takes an e-mail address';
	return new SurveyInterviewError(session.node, {
		message: `${which} was created for ${recipientOf({ ...fields })}, but it carries neither e-mail address nor external ID: revoke it, and ${instead}`,
		maybeDone: true,
	});
}

/** What else to do about a refusal that may be about the names of the fields; undefined about another. */
export function adviceOn(
	{ status, message }: { status?: number; message: string },
	body: JsonObject,
	{ createWith }: SyncOptions,
): string | undefined {
	const namesField = Object.keys(body).some((name) => message.includes(name));
	const isAboutFields = status === 422 || (status === 400 && namesField);
	if (createWith !== 'public' || !isAboutFields) return undefined;
	return 'The service’s description does not show the fields of Create (Public API): if the service does not know one of them, choose Create With: Create Personal.';
}
