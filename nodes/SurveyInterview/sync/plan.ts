import { emailKey, externalIdKey } from '../service/person';
import { counted, firstOf } from '../service/scalars';
import { changeProblem, changesOf } from './changes';
import {
	ByPerson,
	type Contact,
	contactLabel,
	indexedByPerson,
	type Key,
	KEY_NAMES,
	type PersonKeys,
	recipientLabel,
} from './contact';
import type { Recipient, Survey } from './invitations';
import type { Invited } from './invitedLately';
import {
	assignInvitations,
	indexInvitations,
	type Invitations,
	markDuplicates,
	otherInvitationsOf,
} from './match';
import { revocationsOf } from './revocations';
import { type ContactStep, keysAfter, type Step } from './step';
import type { SyncOptions } from './syncOptions';

/** Who has a key after the plan: a contact of the list, an invitation, or both. */
type KeyOwner = Pick<Step, 'contact' | 'recipient'>;

/**
 * Decides how to bring the survey's invitations in line with the list. Pure: the same list, invitations and
 * options give the same plan, and once that is carried out, the next plan has nothing to do.
 *
 * Each contact begins as one to invite (`created`), and each phase decides about some of those that are left: contacts
 * that cannot be used, duplicates, those that have their invitation, those to leave out, and those whose key is taken.
 *
 * @param invitedLately whom another survey invited lately, the latest first
 * @param everybody the contacts of the whole list, which may be about other surveys as well
 * @returns one step per contact, in the order of the input; then those about people who are not in the list
 */
export function* planSync(
	survey: Survey,
	contacts: readonly Contact[],
	options: SyncOptions,
	invitedLately: readonly Invited[],
	everybody: ByPerson<Contact>,
): Generator<void, Step[]> {
	const { matchBy } = options;
	const steps = contacts.map((contact) => firstStepOf(survey, contact));
	const usable = steps.filter(isUndecided);
	const rows = yield* markDuplicates(usable, matchBy);
	// A contact that cannot be used still shows whose its address and its ID are, so it counts in comparisons.
	for (const step of steps.filter(({ fate }) => fate === 'unusable')) {
		yield;
		rows.add(step.contact, { step, first: step });
	}
	const people = usable.filter(isUndecided);
	const invitations = yield* indexInvitations(survey.recipients);
	const matched = yield* assignInvitations(people, rows, invitations, matchBy);
	const leftOut = yield* findLeftOut(everybody, invitations, options, invitedLately);
	const undecided = people.filter(isUndecided);
	const others = undecided.filter(({ recipient }) => recipient === undefined);
	const owners = yield* decideOnMatched(survey, undecided, matched, leftOut, options);
	yield* decideOnOthers(others, owners, leftOut, options);
	return [...steps, ...(yield* revocationsOf(survey, contacts, rows, options))];
}

function firstStepOf(survey: Survey, contact: Contact): ContactStep {
	const { problem: reason, isEmptyRow } = contact;
	if (reason === undefined) return { survey, contact, fate: 'created' };
	return { survey, contact, fate: isEmptyRow ? 'emptyRow' : 'unusable', reason };
}

/** Whether no phase has decided about a step yet. (Only after the last phase, `created` is a decision.) */
const isUndecided = ({ fate }: Step): boolean => fate === 'created';

/**
 * Decides about the contacts that have their invitation.
 *
 * @param matched all invitations that a contact has
 * @returns who has which key afterwards
 */
function* decideOnMatched(
	{ recipients }: Survey,
	steps: readonly ContactStep[],
	matched: ReadonlySet<Recipient>,
	leftOut: ByPerson<Decision>,
	options: SyncOptions,
): Generator<void, ByPerson<KeyOwner>> {
	const unmatched = yield* indexInvitations(
		recipients.filter((recipient) => !matched.has(recipient)),
	);
	const owners = new ByPerson<KeyOwner>();
	const ownedByContact = new Set<Recipient>();
	for (const step of steps) {
		yield;
		const { contact, recipient } = step;
		if (!recipient) continue;
		const isOptedOut = leftOut.find(contact)?.fate === 'optedOut';
		const others = otherInvitationsOf(contact, unmatched, options.matchBy);
		Object.assign(step, decideOnMatch(contact, recipient, others, options, isOptedOut));
		ownedByContact.add(recipient);
		// An invitation whose change cannot be made keeps its keys.
		const keys = step.fate === 'unusable' ? recipient : keysAfter(step);
		owners.add(keys, { contact, recipient });
	}
	for (const recipient of recipients) {
		yield;
		if (!ownedByContact.has(recipient)) owners.add(recipient, { recipient });
	}
	return owners;
}

/** Decides about the contacts without an invitation, in the order of the list: the first one with a key gets it. */
function* decideOnOthers(
	steps: readonly ContactStep[],
	owners: ByPerson<KeyOwner>,
	leftOut: ByPerson<Decision>,
	options: SyncOptions,
): Generator<void, void> {
	for (const step of steps) {
		yield;
		const { contact } = step;
		// An opt-out also holds for an ID that is not used, such as `crm-` of an empty cell.
		const whyLeftOut = leftOut.find(contact) ?? leftOut.find({ externalId: contact.unusedId });
		Object.assign(step, whyLeftOut ?? decideOnNew(contact, owners, options));
		if (step.fate === 'created') owners.add(contact, { contact });
	}
}

type Decision = Omit<Step, 'survey' | 'contact'>;

/** Compares a contact with its invitation, and decides whether to correct that. */
function decideOnMatch(
	contact: Contact,
	recipient: Recipient,
	otherInvitations: readonly Recipient[],
	{ updateExisting, propertiesMode }: SyncOptions,
	isOptedOut: boolean,
): Decision {
	const record = { ...recipient.invitation, ...recipient.facts };
	const differences = updateExisting
		? changesOf(contact, record, { propertiesMode }, recipient)
		: [];
	// An opt-out by address also holds for the ID that the invitation shows beside it. With another ID in its place, the
	// next run would not know that, and would invite the contact that has the ID.
	const changes = differences.filter(({ key }) => !isOptedOut || key !== 'recipient_external_id');
	const problem = changeProblem(changes);
	// Without the recipient, the item shows the contact alone: its invitation stays as it is.
	if (problem !== undefined) return { fate: 'unusable', reason: problem, recipient: undefined };
	const otherOpen = otherInvitations.filter(({ facts }) => facts.status === 'open');
	const reasons = [
		...(recipient.facts.status === 'expired' ? [EXPIRED] : []),
		...(otherOpen.length > 0 ? [severalOpen(otherOpen)] : []),
	];
	const otherIds = otherInvitations.map(({ id }) => id);
	return {
		...(changes.length > 0
			? { fate: 'updated', write: 'updated', changes }
			: { fate: 'unchanged' }),
		reason: reasons.join(' ') || undefined,
		otherInvitationIds: otherIds.length > 0 ? otherIds : undefined,
	};
}

const EXPIRED = 'Its link has expired. Invitation > Reissue creates a new one.';

const MAX_NAMED = 3;

function severalOpen(invitations: readonly Recipient[]): string {
	const count = counted(invitations.length, 'other open invitation');
	const ids = invitations.map(({ id }) => id);
	return `The same person has ${count} (${firstOf(ids, MAX_NAMED)}): revoke what is too much.`;
}

/**
 * Who gets no new invitation, and why. An opt-out, or an invitation to another survey, holds for the address and the
 * ID, and for everybody in the list who has one of them, whichever survey their row is about.
 */
function* findLeftOut(
	everybody: ByPerson<Contact>,
	invitations: Invitations,
	{ neverCreateFor }: SyncOptions,
	invitedLately: readonly Invited[],
): Generator<void, ByPerson<Decision>> {
	const invitedByKey = yield* indexedByPerson(invitedLately);
	const leftOut = new ByPerson<Decision>();
	/** Leaves out a person, everybody who shares a key with them, and so on. */
	function* leaveOut(start: PersonKeys, decision: Decision): Generator<void, void> {
		// It grows while it is read, until nobody new is found.
		const queue = [start];
		for (const person of queue) {
			yield;
			for (const key of ['email', 'externalId'] as const) {
				const keyValue = person[key];
				if (leftOut.allWith(key, keyValue).length > 0) continue;
				leftOut.add({ [key]: keyValue }, decision);
				for (const index of [everybody, invitations.byKey, invitedByKey])
					for (const other of index.allWith(key, keyValue)) queue.push(other);
			}
		}
	}
	for (const entry of neverCreateFor) {
		// An entry is an address or an ID, and nobody says which.
		const keys = { email: emailKey(entry), externalId: externalIdKey(entry) };
		yield* leaveOut(keys, { fate: 'optedOut', reason: OPTED_OUT });
	}
	for (const person of invitedLately)
		yield* leaveOut(person, { fate: 'invitedLately', reason: person.reason });
	return leftOut;
}

const OPTED_OUT = 'This person is listed under Never Create For.';

/** Decides about a contact without an invitation. */
function decideOnNew(contact: Contact, owners: ByPerson<KeyOwner>, options: SyncOptions): Decision {
	const { problemIfNew, externalId, email } = contact;
	if (problemIfNew !== undefined) return { fate: 'unusable', reason: problemIfNew };
	// The public create returns the existing invitation for either key. Create Personal would make a second
	// invitation for an address. That is wanted only where Match By compares external IDs alone.
	const isPersonal = options.createWith === 'personal';
	const ownerOfId = owners.find({ externalId });
	const allowsSameEmail = isPersonal && options.matchBy === 'externalId';
	const owner = ownerOfId ?? (allowsSameEmail ? undefined : owners.find({ email }));
	if (owner) return takenKeyDecision(contact, ownerOfId ? 'externalId' : 'email', owner);
	const reason = isPersonal && email === undefined ? WITHOUT_EMAIL : undefined;
	const changes = Object.entries(contact.fields).map(([key, to]) => ({ key, from: null, to }));
	return { fate: 'created', write: 'created', changes, reason };
}

const WITHOUT_EMAIL =
	'It has no email address, which Create Personal may need: the service documents only email address and name for it.';

/** Leaves out a contact because the key is that of another person. */
function takenKeyDecision(
	contact: Contact,
	key: Key,
	{ contact: first, recipient }: KeyOwner,
): Decision {
	const owner = first
		? contactLabel(first)
		: `invitation ${recipient?.id ?? ''}, of ${recipientLabel(recipient?.facts ?? {})}`;
	const advice =
		key === 'email' && contact.externalId !== undefined
			? 'To invite both, choose Match By: External ID and Create With: Create Personal; otherwise correct the contact.'
			: 'Correct the contact, or choose another Match By.';
	return {
		fate: 'duplicate',
		recipient,
		duplicateOf: first?.row,
		reason: `Its ${KEY_NAMES[key]} belongs to ${owner}. ${advice}`,
	};
}
