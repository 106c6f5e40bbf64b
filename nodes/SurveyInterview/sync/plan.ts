import { changesOf, type Change } from './changes';
import { isUnusable, type Contact, type PersonKeys, type UnusableContact } from './contact';
import { Holders } from './holders';
import { OptedOut } from './optedOut';
import { matchAll, type Match } from './matching';
import { keysOf, type SyncOptions } from './options';
import { recipientsOf, statusOf, type Recipient } from './recipients';
import { revocationsOf, type Revocation } from './revocations';

/** What is to be done about one contact. */
export type Step =
	| { action: 'created'; item: number; contact: Contact }
	| {
			action: 'updated';
			item: number;
			contact: Contact;
			recipient: Recipient;
			changes: Change[];
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
	| { action: 'skipped'; item: number; contact: Contact; reason: string }
	| { action: 'failed'; item: number; recipient: string; reason: string };

export interface Plan {
	/** One a contact, in the order of the input. */
	steps: Step[];
	revocations: Revocation[];
	/** How many contacts could be read. */
	usable: number;
	/** How many invitations that name a person are open. */
	open: number;
}

/**
 * Decides what makes the survey's invitations as the list says (design, Sync). Pure: the same list,
 * invitations and options give the same plan, and once it is carried out the next plan has nothing to do.
 *
 * @param contacts in the order of the input
 * @param invitations all of the survey, as the service lists them
 */
export function planOf(
	contacts: Array<Contact | UnusableContact>,
	invitations: unknown[],
	options: SyncOptions,
): Plan {
	const usable = contacts.filter((contact) => !isUnusable(contact)) as Contact[];
	const recipients = recipientsOf(invitations);
	const matches = matchAll(usable, recipients, options.matchBy);
	const matched = new Map(usable.map((contact, place) => [contact.item, matches[place]]));
	const steps = new Map<number, Step>();
	const holders = new Holders();
	const optedOut = new OptedOut(options.neverCreateFor);
	const mine = new Set<Recipient>();
	for (const contact of usable) {
		const match = matched.get(contact.item);
		if (match?.is !== 'found') continue;
		const step = stepOfFound(contact, match, options);
		steps.set(contact.item, step);
		mine.add(match.recipient);
		holders.add(keysAfter(match.recipient, step), contact.item, match.recipient);
	}
	for (const recipient of recipients) {
		if (!mine.has(recipient)) holders.add(recipient, undefined, recipient);
	}
	for (const contact of usable) {
		const match = matched.get(contact.item);
		if (match && match.is !== 'found') {
			steps.set(contact.item, stepOfOthers(contact, match, { holders, optedOut }, options));
		}
	}
	return {
		steps: contacts.map(
			(contact): Step =>
				isUnusable(contact)
					? { ...contact, action: 'failed', reason: contact.problem }
					: (steps.get(contact.item) as Step),
		),
		revocations: revocationsOf(contacts, recipients, mine, options),
		usable: usable.length,
		open: recipients.filter(({ isOpen }) => isOpen).length,
	};
}

function stepOfFound(
	contact: Contact,
	{ recipient, others }: Extract<Match, { is: 'found' }>,
	options: SyncOptions,
): Step {
	const all = options.updateExisting
		? changesOf(contact, recipient.invitation, options, recipient)
		: [];
	const changes = recipient.isKnownKind ? all : all.filter(({ key }) => !isOfRecipient(key));
	const fixed = all.filter((change) => !changes.includes(change)).map(({ key }) => key);
	const reasons = [
		...(statusOf(recipient.invitation) === 'expired' ? [EXPIRED] : []),
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

/** The keys that an invitation will have when its step is done. */
function keysAfter(recipient: Recipient, step: Step): PersonKeys {
	if (step.action !== 'updated') return recipient;
	const isChanged = (name: string) => step.changes.some(({ key }) => key === name);
	const { contact } = step;
	return {
		email: isChanged('recipient_email') ? contact.email : recipient.email,
		externalId: isChanged('recipient_external_id') ? contact.externalId : recipient.externalId,
	};
}

function stepOfOthers(
	contact: Contact,
	match: Exclude<Match, { is: 'found' }>,
	{ holders, optedOut }: { holders: Holders; optedOut: OptedOut },
	options: SyncOptions,
): Step {
	const { item } = contact;
	if (match.is === 'sameAs') {
		const reason = `The same person as item ${match.item}, which has the same ${WORDS[match.by]}.`;
		return { action: 'duplicate', item, contact, of: match.item, reason };
	}
	if (optedOut.has(contact)) {
		return { action: 'skipped', item, contact, reason: 'This person is under Never Create For.' };
	}
	// The public create gives back what there is for either key, so a second one would change nothing.
	const kinds =
		options.createWith === 'public' ? (['externalId', 'email'] as const) : keysOf(options.matchBy);
	for (const kind of kinds) {
		const holder = holders.of(kind, contact[kind]);
		if (holder) return { action: 'duplicate', item, contact, ...holder, ...taken(kind, holder) };
	}
	holders.add(contact, item);
	return { action: 'created', item, contact };
}

const WORDS = { email: 'e-mail address', externalId: 'external ID' };

function taken(
	kind: keyof PersonKeys,
	{ of, recipient }: { of?: number; recipient?: Recipient },
): { reason: string } {
	const owner =
		of === undefined ? `invitation ${recipient?.id ?? ''}, of somebody else` : `item ${of}`;
	const advice = 'Correct the contact, or choose another Match By.';
	return { reason: `Its ${WORDS[kind]} is that of ${owner}. ${advice}` };
}
