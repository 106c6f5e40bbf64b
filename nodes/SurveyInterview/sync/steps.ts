import { hash } from 'node:crypto';

import { canonical, type JsonObject } from '../records/json';
import type { FieldChange } from './changes';
import { ByPerson, type Contact, type PersonKeys, type UnusableContact } from './contact';
import type { Recipient } from './match';

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
	/** `unapproved`: what is skipped because nobody approved it. `isLate`: the person was invited lately. */
	| (StepFacts & {
			action: 'skipped';
			reason: string;
			unapproved?: PlannedWrite;
			isLate?: true;
	  });

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

/**
 * The ID of a write, 96 bits of a hash of everything that a person approves of it. The same write has the same
 * ID in every run; a write that differs in any of it has another.
 */
export function stepIdOf(surveyId: string, write: PlannedWrite): string {
	const content = canonical([surveyId, write.action, approvedContentOf(write)]);
	return hash('sha256', content, 'base64url').slice(0, 16);
}

function approvedContentOf(write: PlannedWrite): unknown {
	switch (write.action) {
		case 'created':
			return contactContent(write.contact);
		case 'updated':
			return [...recipientContent(write.recipient), contactContent(write.contact), write.changes];
		case 'revoked':
			return recipientContent(write.recipient);
	}
}

/** All values of a contact. Of an expiry only whether there is one: a date that counts from now always differs. */
const contactContent = ({ fields }: Contact) => ({
	...fields,
	expires_at: fields.expires_at !== undefined,
});

/** Whose invitation it is, and whether it is used. */
const recipientContent = ({ id, email, externalId, facts }: Recipient) => [
	id,
	email,
	externalId,
	facts.status,
];

/**
 * The plan without the writes that nobody approved; these are `skipped`, and their reason says so. A write that
 * needs an address or external ID which a skipped change would have freed is skipped too, because otherwise two
 * people would have it.
 */
export function* onlyApproved(
	plan: SyncPlan,
	surveyId: string,
	approved?: ReadonlySet<string>,
): Generator<void, SyncPlan> {
	if (!approved) return plan;
	const reasons = new Map<Step, string>();
	const keptKeys = new ByPerson<true>();
	const skip = (write: PlannedWrite, reason: string) => {
		reasons.set(write, reason);
		keptKeys.add(keysOnlyIn(write.recipient ?? {}, keysAfter(write)), true);
	};
	const writes = plan.steps.filter(isWrite);
	for (const write of writes) {
		yield;
		if (!approved.has(stepIdOf(surveyId, write))) skip(write, NOT_APPROVED[write.action]);
	}
	// A write that is skipped keeps its own keys, for which yet another write may wait.
	for (let before = -1; before < reasons.size; ) {
		before = reasons.size;
		for (const write of writes) {
			yield;
			const needed = keysOnlyIn(keysAfter(write), write.recipient ?? {});
			if (keptKeys.of(needed) && !reasons.has(write)) skip(write, KEY_NOT_FREED);
		}
	}
	const steps = plan.steps.map((step): Step => {
		const reason = reasons.get(step);
		if (reason === undefined || !isWrite(step)) return step;
		return { ...step, action: 'skipped', reason, unapproved: step };
	});
	return { ...plan, steps };
}

/** The keys of `one` that differ from those of `other`. */
function keysOnlyIn(one: PersonKeys, other: PersonKeys): PersonKeys {
	return {
		email: one.email === other.email ? undefined : one.email,
		externalId: one.externalId === other.externalId ? undefined : one.externalId,
	};
}

const notApproved = (what: string) =>
	`${what} is not among the Approved Steps, so it was not done. Start a new dry run and approve it there.`;

const NOT_APPROVED = {
	created: notApproved('Creating this invitation'),
	updated: notApproved('This change'),
	revoked: notApproved('Revoking this invitation'),
};

const KEY_NOT_FREED =
	'Another invitation keeps this email address or external ID until its change is approved, so this was not done. Start a new dry run.';
