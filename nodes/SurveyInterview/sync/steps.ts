import type { JsonObject } from '../records/json';
import type { FieldChange } from './changes';
import type { Contact, PersonKeys, UnusableContact } from './contact';
import type { Recipient } from './recipients';

/** What a step says besides its action, as far as it applies. */
interface StepFacts {
	/** The contact that it is about; none where the invitation's person is no longer in the list. */
	contact?: Contact | UnusableContact;
	/** The invitation, as the list showed it; none where the step creates it. */
	recipient?: Recipient;
	/** Why, where that needs a word. Of a create: why the service may refuse it. */
	reason?: string;
	/** IDs of other invitations of the same person, which stay as they are. */
	others?: string[];
	/** The item of the contact that is the same person. */
	duplicateOf?: number;
}

/** The actions that send a request, in the order in which they are carried out. */
export const WRITE_ACTIONS = ['updated', 'created', 'revoked'] as const;
export type WriteAction = (typeof WRITE_ACTIONS)[number];

/** A step that sends a request. */
export type PlannedWrite = StepFacts &
	(
		| { action: 'created'; contact: Contact }
		| { action: 'updated'; contact: Contact; recipient: Recipient; changes: FieldChange[] }
		| { action: 'revoked'; recipient: Recipient }
	);

/** What Sync does about a contact, or about an open invitation whose person is no longer in the list. */
export type Step =
	| PlannedWrite
	| (StepFacts & { action: 'unchanged' | 'duplicate' | 'failed' })
	/** `unapproved`: what is skipped because nobody approved it. */
	| (StepFacts & { action: 'skipped'; reason: string; unapproved?: PlannedWrite });

export function isWrite(step: Step): step is PlannedWrite {
	return WRITE_ACTIONS.some((action) => action === step.action);
}

/** What Sync does about a survey's invitations, and what their list showed. */
export interface SyncPlan {
	/** One per contact, in the order of the input; then those about people who are not in the list. */
	steps: Step[];
	/** How many invitations an empty list would revoke. */
	revocable: number;
	/** The IDs of all invitations in the list. */
	knownIds: ReadonlySet<unknown>;
	/** When the newest of them was created, in milliseconds since 1970. */
	newestMs: number;
}

export interface SurveyPlan extends SyncPlan {
	surveyId: string;
}

/** The keys of a person's invitation after a step. */
export function keysAfter(step: Step): PersonKeys {
	if (step.action === 'created') return step.contact;
	if (step.action !== 'updated') return step.recipient ?? {};
	const { contact, recipient, changes } = step;
	const isChanged = (name: string) => changes.some(({ key }) => key === name);
	return {
		email: isChanged('recipient_email') ? contact.email : recipient.email,
		externalId: isChanged('recipient_external_id') ? contact.externalId : recipient.externalId,
	};
}

/** The result of a write. A write that was not started has none. */
export type WriteResult = WriteDone | WriteFailed;

export interface WriteDone {
	done: true;
	answer: JsonObject;
	/** What a person should know about it although it was done. */
	remark?: string;
	/** Nothing was created: the service returned an invitation that existed already. */
	returnedExisting?: true;
	/** An earlier try of this run, whose answer was lost, may have done it. */
	maybeDoneBefore?: true;
}

export interface WriteFailed {
	done: false;
	error: Error;
	maybeDone: boolean;
	/** What to do, where it ends the run although the error is about a single record. */
	advice?: string;
	/** An invitation that was created without a recipient. */
	withoutRecipient?: JsonObject;
}

export type Progress = Map<Step, WriteResult>;
