import { invitationStatus } from '../records/record';
import { changesOf, changeProblem, type FieldChange } from './changes';
import {
	contactNamed,
	isUnusable,
	KEY_NAMES,
	recipientOf,
	type Contact,
	type PersonKeys,
	type UnusableContact,
} from './contact';
import { KeyOwners, type KeyOwner, matchAll, type Match, rowsOf } from './matching';
import { OptedOut } from './optedOut';
import type { SyncOptions } from './options';
import { recipientsOf, type Recipient } from './recipients';
import { isRevocable, revocationsOf, type Revocation } from './revoke';

/** What is to be done about one contact. */
export type Step =
	| { action: 'created'; item: number; contact: Contact }
	| {
			action: 'updated';
			item: number;
			contact: Contact;
			recipient: Recipient;
			changes: FieldChange[];
			others: string[];
			reason?: string;
	  }
	| {
			action: 'unchanged';
			item: number;
			contact: Contact;
			recipient: Recipient;
			others: string[];
			reason?: string;
	  }
	| {
			action: 'duplicate';
			item: number;
			contact: Contact;
			reason: string;
			/** The contact that is the same person, where it is one of the list. */
			of?: number;
			recipient?: Recipient;
	  }
	| {
			action: 'skipped';
			item: number;
			contact: Contact;
			reason: string;
			/** What nobody approved. */
			instead?: Extract<Step, { action: 'created' | 'updated' }>;
	  }
	| { action: 'failed'; item: number; recipient: string; reason: string };

export interface SyncPlan {
	/** One a contact, in the order of the input. */
	steps: Step[];
	revocations: Revocation[];
	/** How many contacts could be read. */
	usable: number;
	/** How many invitations could be revoked, if nobody were in the list. */
	open: number;
}

/**
 * Decides what makes the survey's invitations as the list says (design, Sync). Pure: the same list,
 * invitations and options give the same plan, and once it is carried out the next plan has nothing to do.
 *
 * @param contacts in the order of the input
 * @param invitations all of the survey, as the service lists them
 */
export function planSync(
	contacts: Array<Contact | UnusableContact>,
	invitations: unknown[],
	options: SyncOptions,
): SyncPlan {
	const usable = contacts.filter((contact) => !isUnusable(contact)) as Contact[];
	const recipients = recipientsOf(invitations);
	const rows = rowsOf(usable, options.matchBy);
	const persons = [...new Set(rows.map(({ person }) => person))];
	const matches = matchAll(
		persons.map(({ contact }) => contact),
		recipients,
		options.matchBy,
	);
	const steps = new Map<number, Step>();
	const holders = new KeyOwners();
	const mine = new Set<Recipient>();
	persons.forEach(({ contact }, place) => {
		const match = matches[place];
		if (!match) return;
		const step = stepForMatch(contact, match, options);
		const reason = step.action === 'updated' ? changeProblem(step.changes) : undefined;
		steps.set(contact.item, reason === undefined ? step : failedStep(contact, reason));
		mine.add(match.recipient);
		const keys = reason === undefined ? keysAfter(step) : match.recipient;
		holders.add(keys, contact, match.recipient);
	});
	for (const recipient of recipients) {
		if (!mine.has(recipient)) holders.add(recipient, undefined, recipient);
	}
	const optedOut = new OptedOut(options.neverCreateFor);
	for (const { contact, rows: all } of persons) {
		if (steps.has(contact.item)) continue;
		const isOut = all.some((row) => optedOut.has(row));
		steps.set(contact.item, isOut ? skipped(contact) : stepForNew(contact, holders, options));
	}
	rows.forEach(({ person, by }, place) => {
		const contact = usable[place];
		if (contact && by) steps.set(contact.item, duplicateOf(person.contact, contact, by));
	});
	return {
		steps: contacts.map(
			(contact): Step =>
				isUnusable(contact)
					? { ...contact, action: 'failed', reason: contact.problem }
					: (steps.get(contact.item) as Step),
		),
		revocations: revocationsOf(contacts, recipients, mine, options),
		usable: usable.length,
		open: recipients.filter(isRevocable).length,
	};
}

function stepForMatch(
	contact: Contact,
	{ recipient, others }: Match,
	options: SyncOptions,
): WithInvitation {
	const all = options.updateExisting
		? changesOf(contact, recipient.invitation, options, recipient)
		: [];
	const changes = recipient.isKnownKind ? all : all.filter(({ key }) => !isOfRecipient(key));
	const fixed = all.filter((change) => !changes.includes(change)).map(({ key }) => key);
	const reasons = [
		...(invitationStatus(recipient.invitation) === 'expired' ? [EXPIRED] : []),
		...(fixed.length > 0 ? [fixedBy(recipient, fixed)] : []),
	];
	const found = {
		item: contact.item,
		contact,
		recipient,
		others: others.map(({ id }) => id),
		...(reasons.length > 0 ? { reason: reasons.join(' ') } : {}),
	};
	return changes.length > 0
		? { action: 'updated', ...found, changes }
		: { action: 'unchanged', ...found };
}

const EXPIRED = 'Its link has expired: Invitation > Reissue gives this person a fresh one.';

/** Can be changed on known kinds alone (interface-spec, InvitationUpdate). */
const isOfRecipient = (key: string) => key.startsWith('recipient_');

const fixedBy = ({ invitation }: Recipient, keys: string[]) =>
	`The recipient of an invitation of type ${String(invitation.type)} cannot be changed, so ${keys.join(', ')} stays as it is.`;

type WithInvitation = Extract<Step, { action: 'created' | 'updated' | 'unchanged' }>;

/** The keys that a contact's invitation has before its step; none where it is yet to be created. */
export const keysBefore = (step: WithInvitation): PersonKeys =>
	step.action === 'created' ? {} : step.recipient;

/** The keys that it will have when its step is done. */
export function keysAfter(step: WithInvitation): PersonKeys {
	if (step.action === 'created') return step.contact;
	const { contact, recipient } = step;
	if (step.action === 'unchanged') return recipient;
	const isChanged = (name: string) => step.changes.some(({ key }) => key === name);
	return {
		email: isChanged('recipient_email') ? contact.email : recipient.email,
		externalId: isChanged('recipient_external_id') ? contact.externalId : recipient.externalId,
	};
}

const failedStep = (contact: Contact, reason: string): Step => ({
	action: 'failed',
	item: contact.item,
	recipient: recipientOf({ ...contact.fields }),
	reason,
});

const skipped = (contact: Contact): Step => ({
	action: 'skipped',
	item: contact.item,
	contact,
	reason: 'This person is under Never Create For.',
});

const duplicateOf = (first: Contact, contact: Contact, by: keyof PersonKeys): Step => ({
	action: 'duplicate',
	item: contact.item,
	contact,
	of: first.item,
	reason: `The same person as ${contactNamed(first)}, which has the same ${KEY_NAMES[by]}.`,
});

function stepForNew(contact: Contact, holders: KeyOwners, options: SyncOptions): Step {
	const { item } = contact;
	// The public create gives back what there is for either key. Create Personal makes a second invitation
	// for an address, but only where external ids alone tell who is who.
	const idAlone = options.createWith === 'personal' && options.matchBy === 'externalId';
	for (const kind of idAlone ? (['externalId'] as const) : (['externalId', 'email'] as const)) {
		const holder = holders.of(kind, contact[kind]);
		if (holder) return keyTaken(contact, kind, holder);
	}
	holders.add(contact, contact);
	return { action: 'created', item, contact };
}

/** A contact whose key another person has, so that it gets no invitation of its own. */
function keyTaken(
	contact: Contact,
	kind: keyof PersonKeys,
	{ contact: first, recipient }: KeyOwner,
): Step {
	const owner = first
		? contactNamed(first)
		: `invitation ${recipient?.id ?? ''}, of ${recipientOf(recipient?.invitation ?? {})}`;
	const advice =
		kind === 'email' && contact.externalId !== undefined
			? 'To invite both, choose Match By: External ID and Create With: Create Personal; otherwise correct the contact.'
			: 'Correct the contact, or choose another Match By.';
	return {
		action: 'duplicate',
		item: contact.item,
		contact,
		...(first ? { of: first.item } : {}),
		...(recipient ? { recipient } : {}),
		reason: `Its ${KEY_NAMES[kind]} is that of ${owner}. ${advice}`,
	};
}
