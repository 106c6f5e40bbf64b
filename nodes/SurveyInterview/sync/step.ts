import type { JsonObject } from '../service/json';
import type { FieldChange } from './changes';
import type { Contact, PersonKeys } from './contact';
import type { Recipient, Survey } from './invitations';

/** The kinds of request that a step may need, in the order in which a run sends them. */
export const WRITES = ['updated', 'created', 'revoked'] as const;
export type Write = (typeof WRITES)[number];

/** What may become of a contact, or of an invitation whose person is not in the list, with its action in the output. */
export const ACTION_OF = {
	created: 'created',
	updated: 'updated',
	revoked: 'revoked',
	unchanged: 'unchanged',
	duplicate: 'duplicate',
	optedOut: 'skipped',
	emptyRow: 'skipped',
	invitedLately: 'skipped',
	notApproved: 'skipped',
	notRevoked: 'skipped',
	unusable: 'failed',
	refused: 'failed',
	maybeDone: 'failed',
	notStarted: 'failed',
} as const;
export type Fate = keyof typeof ACTION_OF;

/**
 * What Sync does about a contact, or about an open invitation whose person is no longer in the list. The plan makes
 * it, a real run fills in what came of it, and the output tells it.
 */
export interface Step {
	survey: Survey;
	/** What becomes of it, if all goes as planned; in a real run, what became of it so far. */
	fate: Fate;
	/** The request that it needs. */
	write?: Write;
	/** Absent where the person of the invitation is not in the list. */
	contact?: Contact;
	/**
	 * The invitation as it was read: that of the person, or, if the contact does not take it, the one that `reason` is
	 * about. Absent where there is none yet.
	 */
	recipient?: Recipient;
	/** What an update changes, or what a new invitation gets. */
	changes?: FieldChange[];
	/** One sentence why `fate` is as it is. A create that was not sent yet has one if the service may refuse it. */
	reason?: string;
	/** IDs of other invitations of the same person, which stay as they are. */
	otherInvitationIds?: string[];
	/** The row whose contact is the same person. */
	duplicateOf?: number;
	/** The invitation in the answer. If there is an `error` as well, it was created, but shows no recipient. */
	answer?: JsonObject;
	error?: Error;
}

export type ContactStep = Step & { contact: Contact };

/** Whether a step sends a request, unless something stops the run before. */
export const isToSend = ({ write, fate }: Step): boolean =>
	write !== undefined && fate !== 'notApproved';

/** The keys that the invitation of a step has once its changes are made. */
export function keysAfter({ contact, recipient, changes = [] }: Step): PersonKeys {
	const isChanged = (name: string) => changes.some(({ key }) => key === name);
	return {
		email: isChanged('recipient_email') ? contact?.email : recipient?.email,
		externalId: isChanged('recipient_external_id') ? contact?.externalId : recipient?.externalId,
	};
}
