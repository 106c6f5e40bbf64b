import type { NodeOperationError } from 'n8n-workflow';

import type { JsonObject } from '../records/json';
import type { FieldChange } from './changes';
import type { Contact, PersonKeys } from './contact';
import type { Recipient } from './recipients';

/** What every step of a contact that can be used has. */
interface OfContact {
	item: number;
	contact: Contact;
}

/** A contact that has an invitation. */
interface Invited extends OfContact {
	recipient: Recipient;
	/** IDs of other invitations of the same person, which stay as they are. */
	others: string[];
	reason?: string;
}

/** What Sync does about one contact. */
export type Step =
	/** `doubt`: why the service may refuse it, as far as that can be known. */
	| ({ action: 'created'; doubt?: string } & OfContact)
	| ({ action: 'updated'; changes: FieldChange[] } & Invited)
	| ({ action: 'unchanged' } & Invited)
	/** `of`: the item of the contact that is the same person, where the list has it. */
	| ({ action: 'duplicate'; reason: string; of?: number; recipient?: Recipient } & OfContact)
	/** `skippedWrite`: what is skipped because it is not approved. */
	| ({ action: 'skipped'; reason: string; skippedWrite?: ContactWrite } & OfContact)
	| { action: 'failed'; item: number; recipient: string; reason: string };

export type ContactWrite = Extract<Step, { action: 'created' | 'updated' }>;

/** What Sync does about an open invitation whose person is no longer in the list. */
export type Revocation = { recipient: Recipient } & (
	| { action: 'revoked' }
	| { action: 'skipped'; reason: string; skippedWrite?: Revocation & { action: 'revoked' } }
);

/** What Sync does about a survey's invitations. */
export interface SyncPlan {
	/** One per contact, in the order of the input. */
	steps: Step[];
	revocations: Revocation[];
	/** How many contacts can be used. */
	usable: number;
	/** How many invitations an empty list would revoke. */
	revocable: number;
}

/** The plan of one survey, with what its list of invitations showed. */
export interface SurveyPlan extends SyncPlan {
	surveyId: string;
	/** The IDs of all invitations in the list. */
	knownIds: Set<unknown>;
	/** When the newest of them was created, in milliseconds since 1970. */
	newestMs: number;
}

/** The actions that send a request, in the order in which they are carried out. */
export const WRITE_ACTIONS = ['updated', 'created', 'revoked'] as const;
export type WriteAction = (typeof WRITE_ACTIONS)[number];

export type PlannedWrite = Extract<Step | Revocation, { action: WriteAction }>;

export function isWrite<T extends Step | Revocation>(
	step: T,
): step is Extract<T, { action: WriteAction }> {
	return WRITE_ACTIONS.some((action) => action === step.action);
}

/** The write of a step, also where it is skipped because it is not approved. */
export function plannedWriteOf(step: Step | Revocation): PlannedWrite | undefined {
	if (isWrite(step)) return step;
	return step.action === 'skipped' ? step.skippedWrite : undefined;
}

/** A step of a contact that has an invitation, or gets one. */
export type InvitedStep = Extract<Step, { action: 'created' | 'updated' | 'unchanged' }>;

/** The keys of the contact's invitation before the step; none where the step creates it. */
export const keysBefore = (step: InvitedStep): PersonKeys =>
	step.action === 'created' ? {} : step.recipient;

/** The keys of the contact's invitation after the step. */
export function keysAfter(step: InvitedStep): PersonKeys {
	if (step.action === 'created') return step.contact;
	const { contact, recipient } = step;
	if (step.action === 'unchanged') return recipient;
	const isChanged = (name: string) => step.changes.some(({ key }) => key === name);
	return {
		email: isChanged('recipient_email') ? contact.email : recipient.email,
		externalId: isChanged('recipient_external_id') ? contact.externalId : recipient.externalId,
	};
}

/** Who has a key: a contact of the list, an invitation, or both. */
export interface KeyOwner {
	contact?: Contact;
	recipient?: Recipient;
}

export class KeyOwners {
	private readonly owners = {
		email: new Map<string, KeyOwner>(),
		externalId: new Map<string, KeyOwner>(),
	};

	/** Notes the owner of keys. A key that has an owner keeps it. */
	add(keys: PersonKeys, contact: Contact | undefined, recipient?: Recipient): void {
		for (const kind of ['email', 'externalId'] as const) {
			const key = keys[kind];
			if (key !== undefined && !this.owners[kind].has(key)) {
				this.owners[kind].set(key, { contact, recipient });
			}
		}
	}

	of(kind: keyof PersonKeys, key: string | undefined): KeyOwner | undefined {
		return key === undefined ? undefined : this.owners[kind].get(key);
	}
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

export type Progress = Map<Step | Revocation, WriteResult>;

/** Why the run stopped before the end of its plans, and at which step. */
export interface Stop {
	error: Error;
	step?: Step | Revocation;
}

/** The error that stopped a sync, with a summary of what was done and what was not. */
export function withSummary(
	error: NodeOperationError,
	{ step }: Stop,
	plans: SurveyPlan[],
	progress: Progress,
): NodeOperationError {
	const all = plans.flatMap(({ steps, revocations }) => [...steps, ...revocations]);
	const counts = WRITE_ACTIONS.flatMap((action) => {
		const planned = all.filter((one) => one.action === action);
		const done = planned.filter((one) => progress.get(one)?.done).length;
		return planned.length === 0 ? [] : [`${done} of ${planned.length} ${action}`];
	});
	const undone = [...progress.values()].filter((result) => !result.done);
	const withoutRecipient = undone.filter((result) => result.withoutRecipient).length;
	const unclear = undone.filter(({ maybeDone }) => maybeDone).length - withoutRecipient;
	const failed = undone.length - unclear - withoutRecipient;
	const stopped = step && progress.get(step);
	const advice = stopped?.done === false ? stopped.advice : undefined;
	error.description = [
		error.description,
		`The sync stopped${step ? ` at ${stepLabel(step)}` : ''}: ${counts.join(', ')}.`,
		failed > 0 ? `${failed} failed.` : '',
		unclear > 0 ? `${unclear} more may have been done.` : '',
		// The next run cannot match an invitation without a recipient, and would create another.
		withoutRecipient > 0
			? `${withoutRecipient} created without a recipient.`
			: (advice ?? 'Run it again to finish. It does not repeat what is already done.'),
	]
		.filter(Boolean)
		.join(' ');
	if (step && 'item' in step) error.context.itemIndex = step.item;
	return error;
}

/** n8n logs errors, so none names a person. */
function stepLabel(step: Step | Revocation): string {
	return 'item' in step ? `item ${step.item}` : `invitation ${step.recipient.id}`;
}
