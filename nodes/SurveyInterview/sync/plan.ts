import { emailKey, externalIdKey } from '../records/person';
import { counted, firstOf } from '../records/scalars';
import { changeProblem, changesOf } from './changes';
import {
	ByPerson,
	type Contact,
	contactLabel,
	factOfField,
	isUnusable,
	KEY_NAMES,
	type PersonKeys,
	recipientLabel,
	type UnusableContact,
} from './contact';
import {
	groupByPerson,
	isRevocable,
	type ListedInvitations,
	type Match,
	matchPersons,
	type Recipient,
	revocationsOf,
} from './match';
import { SamePeople } from './samePeople';
import type { SyncOptions } from './syncOptions';
import { keysAfter, type Step, type SyncPlan } from './steps';

export type PlanOptions = Pick<
	SyncOptions,
	'matchBy' | 'updateExisting' | 'propertiesMode' | 'createWith' | 'neverCreateFor' | 'whenMissing'
> & {
	/** Whom another survey invited lately, the latest first, each with the sentence that says so. */
	invitedLately?: ReadonlyArray<{ keys: PersonKeys; reason: string }>;
};

/** Who has a key after the plan: a contact of the list, an invitation, or both. */
interface KeyOwner {
	contact?: Contact;
	recipient?: Recipient;
}

/**
 * Decides how to bring the survey's invitations in line with the list. Pure: the same list, invitations and
 * options give the same plan, and once that is carried out, the next plan has nothing to do.
 */
export function* planSync(
	surveyId: string,
	contacts: Array<Contact | UnusableContact>,
	invitations: ListedInvitations,
	options: PlanOptions,
): Generator<void, SyncPlan> {
	const { recipients, knownIds, newestMs } = invitations;
	const rows = yield* groupByPerson(contacts, options.matchBy);
	const persons = [...new Set(rows.map(({ person }) => person))];
	yield;
	const matches = yield* matchPersons(persons, recipients, options.matchBy);
	const steps = new Map<number, Step>();
	const owners = new ByPerson<KeyOwner>();
	const matched = new Set<Recipient>();
	for (const [place, { contact }] of persons.entries()) {
		yield;
		const match = matches[place];
		if (!match) continue;
		const { recipient } = match;
		if ('conflict' in match) {
			const action = match.isExchange ? 'unusable' : 'duplicate';
			steps.set(contact.item, { action, contact, recipient, reason: match.conflict });
			continue;
		}
		const step = stepForMatch(contact, match, options);
		steps.set(contact.item, step);
		matched.add(recipient);
		owners.add(step.action === 'unusable' ? recipient : keysAfter(step), { contact, recipient });
	}
	for (const recipient of recipients) {
		yield;
		if (!matched.has(recipient)) owners.add(recipient, { recipient });
	}
	const leftOut = yield* reasonsToLeaveOut(rows, recipients, options);
	for (const { contact } of persons) {
		yield;
		if (steps.has(contact.item)) continue;
		const { item } = contact;
		const without = leftOut(contact);
		if (without) steps.set(item, { ...without, contact });
		else steps.set(item, stepForNew(contact, owners, options));
	}
	for (const { contact, person, by } of rows) {
		yield;
		if (!by) continue;
		const { contact: first } = person;
		const reason = `Duplicate of ${contactLabel(first)}, which has the same ${KEY_NAMES[by]}.`;
		steps.set(contact.item, { action: 'duplicate', contact, duplicateOf: first.row, reason });
	}
	const ofContacts = contacts.map((contact) =>
		isUnusable(contact)
			? ({
					action: contact.isEmptyRow ? 'emptyRow' : 'unusable',
					contact,
					reason: contact.problem,
				} as const)
			: (steps.get(contact.item) as Step),
	);
	const revocations = yield* revocationsOf(contacts, recipients, matched, options);
	const revocable = recipients.filter(isRevocable).length;
	return { surveyId, steps: [...ofContacts, ...revocations], revocable, knownIds, newestMs };
}

interface LeftOut {
	action: 'optedOut' | 'invitedLately';
	reason: string;
}

/**
 * Why somebody gets no new invitation. An opt-out and an earlier invitation hold for the mailbox and for the ID, and for
 * everybody in the list who has one of them.
 */
function* reasonsToLeaveOut(
	rows: ReadonlyArray<{ contact: Contact }>,
	recipients: readonly Recipient[],
	{ neverCreateFor, invitedLately = [] }: PlanOptions,
): Generator<void, (contact: Contact) => LeftOut | undefined> {
	if (neverCreateFor.length === 0 && invitedLately.length === 0) return () => undefined;
	const people = new SamePeople();
	for (const { contact } of rows) {
		yield;
		people.add(contact);
	}
	for (const recipient of recipients) {
		yield;
		people.add(recipient);
	}
	for (const { keys } of invitedLately) {
		yield;
		people.add(keys);
	}
	const optedOut = new Set<string | undefined>();
	for (const entry of neverCreateFor) {
		yield;
		// An entry is an address or an ID, and nobody says which.
		optedOut.add(people.groupOf({ email: emailKey(entry) }));
		optedOut.add(people.groupOf({ externalId: externalIdKey(entry) }));
	}
	const late = new Map<string | undefined, string>();
	for (const { keys, reason } of invitedLately) {
		yield;
		const group = people.groupOf(keys);
		if (!late.has(group)) late.set(group, reason);
	}
	return (contact) => {
		const group = people.groupOf(contact);
		if (group === undefined) return undefined;
		if (optedOut.has(group)) return { action: 'optedOut', reason: OPTED_OUT };
		const reason = late.get(group);
		return reason === undefined ? undefined : { action: 'invitedLately', reason };
	};
}

const OPTED_OUT = 'This person is listed under Never Create For.';

function stepForMatch(contact: Contact, { recipient, others }: Match, options: PlanOptions): Step {
	const differing = options.updateExisting
		? changesOf(contact, { ...recipient.invitation, ...recipient.facts }, options, recipient)
		: [];
	// The recipient can be changed only in invitations of known types (docs/interface.md, Invitations).
	const isFixed = ({ key }: { key: string }) =>
		!recipient.isKnownKind && key.startsWith('recipient_');
	const changes = differing.filter((change) => !isFixed(change));
	const problem = changeProblem(changes);
	if (problem !== undefined) return { action: 'unusable', contact, reason: problem };
	const fixedKeys = differing.filter(isFixed).map(({ key }) => key);
	const openOthers = others.filter(({ facts }) => facts.status === 'open');
	const reasons = [
		...(recipient.facts.status === 'expired' ? [EXPIRED] : []),
		...(openOthers.length > 0 ? [severalOpen(openOthers)] : []),
		...(fixedKeys.length > 0 ? [fixedReason(recipient, fixedKeys)] : []),
	];
	const found = {
		contact,
		recipient,
		others: others.length > 0 ? others.map(({ id }) => id) : undefined,
		reason: reasons.join(' ') || undefined,
	};
	return changes.length > 0
		? { action: 'updated', ...found, changes }
		: { action: 'unchanged', ...found };
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

function stepForNew(contact: Contact, owners: ByPerson<KeyOwner>, options: PlanOptions): Step {
	const { problemIfNew, externalId, email } = contact;
	if (problemIfNew !== undefined) return { action: 'unusable', contact, reason: problemIfNew };
	// The public create returns the existing invitation for either key. Create Personal would make a second
	// invitation for an address. That is wanted only where Match By compares external IDs alone.
	const isPersonal = options.createWith === 'personal';
	const withSameId = owners.of({ externalId });
	const allowsSameEmail = isPersonal && options.matchBy === 'externalId';
	const owner = withSameId ?? (allowsSameEmail ? undefined : owners.of({ email }));
	if (owner) return keyTaken(contact, withSameId ? 'externalId' : 'email', owner);
	owners.add(contact, { contact });
	const reason = isPersonal && email === undefined ? WITHOUT_EMAIL : undefined;
	return { action: 'created', contact, reason };
}

const WITHOUT_EMAIL =
	'It has no email address, which Create Personal may need: the service documents only email address and name for it.';

function keyTaken(
	contact: Contact,
	key: keyof typeof KEY_NAMES,
	{ contact: first, recipient }: KeyOwner,
): Step {
	const owner = first
		? contactLabel(first)
		: `invitation ${recipient?.id ?? ''}, of ${recipientLabel(recipient?.facts ?? {})}`;
	const advice =
		key === 'email' && contact.externalId !== undefined
			? 'To invite both, choose Match By: External ID and Create With: Create Personal; otherwise correct the contact.'
			: 'Correct the contact, or choose another Match By.';
	return {
		action: 'duplicate',
		contact,
		recipient,
		duplicateOf: first?.row,
		reason: `Its ${KEY_NAMES[key]} belongs to ${owner}. ${advice}`,
	};
}

type GuardOptions = Pick<SyncOptions, 'maxCreates' | 'maxRevokePercent' | 'whenMissing'> & {
	approved?: ReadonlySet<string>;
};

/**
 * Why a guard forbids to carry out the plans, in one sentence. Guards are checked before the first write, for all
 * surveys of the run together.
 */
export function guardRefusal(plans: SyncPlan[], options: GuardOptions): string | undefined {
	const { maxCreates, whenMissing } = options;
	const steps = plans.flatMap((plan) => plan.steps);
	const creates = steps.filter(({ action }) => action === 'created').length;
	if (maxCreates !== undefined && creates > maxCreates) {
		return `${counted(creates, 'invitation')} would be created, and Max Creates is ${maxCreates}: check the list, or raise Max Creates.`;
	}
	if (whenMissing === 'leave') return undefined;
	return plans.map((plan) => revocationRefusal(plan, options, plans.length > 1)).find(Boolean);
}

function revocationRefusal(
	{ steps, revocable, surveyId }: SyncPlan,
	{ maxRevokePercent, approved }: GuardOptions,
	isOneOfSeveral: boolean,
): string | undefined {
	const where = isOneOfSeveral ? ` of survey ${surveyId}` : '';
	if (!steps.some(({ contact }) => contact && !isUnusable(contact))) {
		// The list itself may be right, and the survey could not be read: the first reason says so.
		const [{ contact, reason } = {}] = steps;
		const why = contact ? ` Row ${contact.row}: ${reason}` : '';
		return `The list${where} has no contact that could be read, so nothing is revoked: check the list, or choose Leave under People No Longer in the List.${why}`;
	}
	// A person has approved each revocation, so the share does not count: it may have grown since the dry run.
	if (approved) return undefined;
	const revokes = steps.filter(({ action }) => action === 'revoked').length;
	if (revokes * 100 <= revocable * maxRevokePercent) return undefined;
	return `${revokes} of ${revocable} open invitations${where} would be revoked, and Max Revoke is ${maxRevokePercent} %: check the list, or raise Max Revoke.`;
}
