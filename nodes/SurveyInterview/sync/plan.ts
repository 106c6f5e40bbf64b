import { emailKey, externalIdKey } from '../records/person';
import { counted, firstOf } from '../records/scalars';
import { changeProblem, changesOf } from './changes';
import {
	ByPerson,
	type Contact,
	contactLabel,
	factOfField,
	type Key,
	KEY_NAMES,
	type PersonKeys,
	recipientLabel,
} from './contact';
import type { Invited, Recipient, Survey } from './invitations';
import { groupByPerson, matchPersons, othersOf, type People } from './match';
import { revocationsOf } from './revocations';
import { keysAfter, type Step } from './step';
import type { SyncOptions } from './syncOptions';

/** What is decided about a contact. */
type Decision = Omit<Step, 'survey' | 'contact'>;

/** Who has a key after the plan: a contact of the list, an invitation, or both. */
type KeyOwner = Pick<Step, 'contact' | 'recipient'>;

/**
 * Decides how to bring the survey's invitations in line with the list. Pure: the same list, invitations and
 * options give the same plan, and once that is carried out, the next plan has nothing to do.
 *
 * @param invitedLately whom another survey invited lately, the latest first
 * @returns one step per contact, in the order of the input; then those about people who are not in the list
 */
export function* planSync(
	survey: Survey,
	contacts: readonly Contact[],
	options: SyncOptions,
	invitedLately: readonly Invited[] = [],
): Generator<void, Step[]> {
	const people = yield* groupByPerson(contacts, options.matchBy);
	const invitations = new ByPerson<Recipient>();
	for (const recipient of survey.recipients) {
		yield;
		invitations.add(recipient, recipient);
	}
	yield* matchPersons(people, invitations, options.matchBy);
	const steps = new Map<number, Step>();
	const owners = new ByPerson<KeyOwner>();
	const settled = new Set<Recipient>();
	for (const person of people.persons) {
		yield;
		const { contact, recipient, conflict } = person;
		if (conflict) steps.set(contact.item, { survey, contact, ...conflict });
		if (conflict || !recipient) continue;
		const others = othersOf(person, invitations, options.matchBy);
		const step = { survey, contact, ...decideOnMatch(contact, recipient, others, options) };
		steps.set(contact.item, step);
		settled.add(recipient);
		owners.add(step.fate === 'unusable' ? recipient : keysAfter(step), { contact, recipient });
	}
	for (const recipient of survey.recipients) {
		yield;
		if (!settled.has(recipient)) owners.add(recipient, { recipient });
	}
	const leftOut = yield* decisionsToLeaveOut(people, invitations, options, invitedLately);
	for (const { contact } of people.persons) {
		yield;
		if (steps.has(contact.item)) continue;
		const decision = leftOut.of(contact) ?? decideOnNew(contact, owners, options);
		steps.set(contact.item, { survey, contact, ...decision });
	}
	for (const { contact, person, by } of people.rows) {
		yield;
		if (!by) continue;
		const reason = `Duplicate of ${contactLabel(person.contact)}, which has the same ${KEY_NAMES[by]}.`;
		const duplicateOf = person.contact.row;
		steps.set(contact.item, { survey, fate: 'duplicate', contact, duplicateOf, reason });
	}
	for (const contact of contacts) {
		if (contact.problem === undefined) continue;
		const fate = contact.isEmptyRow ? 'emptyRow' : 'unusable';
		steps.set(contact.item, { survey, fate, contact, reason: contact.problem });
	}
	const ofContacts = contacts.map(({ item }) => steps.get(item) as Step);
	return [...ofContacts, ...(yield* revocationsOf(survey, contacts, people, options))];
}

function decideOnMatch(
	contact: Contact,
	recipient: Recipient,
	others: readonly Recipient[],
	options: SyncOptions,
): Decision {
	const differing = options.updateExisting
		? changesOf(contact, { ...recipient.invitation, ...recipient.facts }, options, recipient)
		: [];
	// The recipient can be changed only in invitations of known types (docs/interface.md, Invitations).
	const isFixed = ({ key }: { key: string }) =>
		!recipient.isKnownKind && key.startsWith('recipient_');
	const changes = differing.filter((change) => !isFixed(change));
	const problem = changeProblem(changes);
	if (problem !== undefined) return { fate: 'unusable', reason: problem };
	const fixedKeys = differing.filter(isFixed).map(({ key }) => key);
	const openOthers = others.filter(({ facts }) => facts.status === 'open');
	const reasons = [
		...(recipient.facts.status === 'expired' ? [EXPIRED] : []),
		...(openOthers.length > 0 ? [severalOpen(openOthers)] : []),
		...(fixedKeys.length > 0 ? [fixedReason(recipient, fixedKeys)] : []),
	];
	const found = {
		recipient,
		others: others.length > 0 ? others.map(({ id }) => id) : undefined,
		reason: reasons.join(' ') || undefined,
	};
	if (changes.length === 0) return { fate: 'unchanged', ...found };
	return { fate: 'updated', write: 'updated', ...found, changes };
}

const EXPIRED = 'Its link has expired. Invitation > Reissue creates a new one.';

const severalOpen = (others: readonly Recipient[]) =>
	`The same person has ${counted(others.length, 'other open invitation')} (${firstOf(
		others.map(({ id }) => id),
		MAX_NAMED,
	)}): revoke what is too much.`;

const MAX_NAMED = 3;

const fixedReason = ({ facts }: Recipient, keys: string[]) =>
	`The recipient of an invitation of type ${String(facts.type)} cannot be changed, so ${keys.map(factOfField).join(', ')} stays unchanged.`;

/**
 * Who gets no new invitation, and why. An opt-out and an earlier invitation hold for the mailbox and for the ID, and for
 * everybody in the list who has one of them.
 */
function* decisionsToLeaveOut(
	{ byKey }: People,
	invitations: ByPerson<Recipient>,
	{ neverCreateFor }: SyncOptions,
	invitedLately: readonly Invited[],
): Generator<void, ByPerson<Decision>> {
	const late = new ByPerson<PersonKeys>();
	for (const person of invitedLately) {
		yield;
		late.add(person, person);
	}
	const leftOut = new ByPerson<Decision>();
	/** Leaves out a person, everybody who shares a key with them, and so on. */
	function* leaveOut(first: PersonKeys, decision: Decision): Generator<void, void> {
		const open = [first];
		for (const person of open) {
			yield;
			for (const key of ['email', 'externalId'] as const) {
				const text = person[key];
				if (leftOut.all(key, text).length > 0) continue;
				leftOut.add({ [key]: text }, decision);
				for (const { contact } of byKey.all(key, text)) open.push(contact);
				for (const recipient of invitations.all(key, text)) open.push(recipient);
				for (const invited of late.all(key, text)) open.push(invited);
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

/** @param owners gets the contact, if it is to be invited */
function decideOnNew(contact: Contact, owners: ByPerson<KeyOwner>, options: SyncOptions): Decision {
	const { problemIfNew, externalId, email } = contact;
	if (problemIfNew !== undefined) return { fate: 'unusable', reason: problemIfNew };
	// The public create returns the existing invitation for either key. Create Personal would make a second
	// invitation for an address. That is wanted only where Match By compares external IDs alone.
	const isPersonal = options.createWith === 'personal';
	const withSameId = owners.of({ externalId });
	const allowsSameEmail = isPersonal && options.matchBy === 'externalId';
	const owner = withSameId ?? (allowsSameEmail ? undefined : owners.of({ email }));
	if (owner) return keyTaken(contact, withSameId ? 'externalId' : 'email', owner);
	owners.add(contact, { contact });
	const reason = isPersonal && email === undefined ? WITHOUT_EMAIL : undefined;
	return { fate: 'created', write: 'created', reason };
}

const WITHOUT_EMAIL =
	'It has no email address, which Create Personal may need: the service documents only email address and name for it.';

function keyTaken(contact: Contact, key: Key, { contact: first, recipient }: KeyOwner): Decision {
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
