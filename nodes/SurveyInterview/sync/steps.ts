import { hash } from 'node:crypto';

import { canonical, type JsonObject } from '../records/json';
import type { FieldChange } from './changes';
import { ByPerson, type Contact, type PersonKeys, type UnusableContact } from './contact';
import type { Recipient } from './match';

interface StepFacts {
	/** Absent where the person of the invitation is not in the list. */
	contact?: Contact | UnusableContact;
	/** The invitation as it was read; absent where there is none yet. */
	recipient?: Recipient;
	/** Why, in one sentence, where that is not plain. Of a create: why the service may refuse it. */
	reason?: string;
	/** IDs of other invitations of the same person, which stay as they are. */
	others?: string[];
	/** The row whose contact is the same person. */
	duplicateOf?: number;
	/** The write that was planned for it, and that nobody approved. */
	unapproved?: PlannedWrite;
}

/** The actions that send a request, in the order in which they are carried out. */
export const WRITE_ACTIONS = ['updated', 'created', 'revoked'] as const;
export type PlannedWrite = StepFacts &
	(
		| { action: 'created'; contact: Contact }
		| { action: 'updated'; contact: Contact; recipient: Recipient; changes: FieldChange[] }
		| { action: 'revoked'; recipient: Recipient }
	);

/** What Sync does about a contact, or about an open invitation whose person is no longer in the list. */
export type Step = PlannedWrite | (StepFacts & { action: 'unchanged' | 'duplicate' | Hindrance });
/** Why nothing is done; the output has one action for several of these (`ACTION_OF`). */
type Hindrance =
	| 'unusable'
	| 'emptyRow'
	| 'optedOut'
	| 'invitedLately'
	| 'notRevoked'
	| 'notApproved';

export function isWrite(step: Step): step is PlannedWrite {
	return WRITE_ACTIONS.some((action) => action === step.action);
}

export interface SyncPlan {
	surveyId: string;
	/** One per contact, in the order of the input; then those about invitations of people who are not in the list. */
	steps: Step[];
	/** How many invitations of the survey can be revoked. */
	revocable: number;
	/** The IDs of all invitations that the survey has. */
	knownIds: ReadonlySet<unknown>;
	/** When the newest invitation was created, in milliseconds since 1970. */
	newestMs: number;
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

export type WriteResult = WriteDone | WriteFailed;

export interface WriteDone {
	done: true;
	answer: JsonObject;
	/** What a person should know of it, although it was done. */
	remark?: string;
	/** Nothing was created: the service returned an invitation that existed already. */
	returnedExisting?: true;
	/** An earlier try of this run, whose answer was lost, may have done it. */
	maybeDoneBefore?: true;
}

interface WriteFailed {
	done: false;
	error: Error;
	maybeDone: boolean;
	/** An invitation that was created without a recipient. */
	withoutRecipient?: JsonObject;
}

/** The results of the writes that were started. */
export type Progress = Map<Step, WriteResult>;

/**
 * The ID of a write: 96 bits of a hash of everything that a person approves. The same write has the same ID in every
 * run, and no other write has it.
 */
export function stepIdOf(surveyId: string, write: PlannedWrite): string {
	const content = canonical([surveyId, write.action, approvedContentOf(write)]);
	return hash('sha256', content, 'base64url').slice(0, 16);
}

function approvedContentOf(write: PlannedWrite): unknown {
	if (write.action === 'created') return contactContent(write.contact);
	if (write.action === 'revoked') return recipientContent(write.recipient);
	return [...recipientContent(write.recipient), contactContent(write.contact), write.changes];
}

/** All values of a contact, but only whether it has an expiry: one that counts from now differs in each run. */
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
 * The plan in which each write that nobody approved is `notApproved`. A write that needs an address or external ID which
 * a skipped write would have freed is skipped too, because otherwise two people would have it.
 */
export function* onlyApproved(
	plan: SyncPlan,
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
		if (!approved.has(stepIdOf(plan.surveyId, write))) skip(write, NOT_APPROVED[write.action]);
	}
	// A skipped write does not free its keys, so more writes may have to be skipped, until nothing changes.
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
		return { ...step, action: 'notApproved', reason, unapproved: step };
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
