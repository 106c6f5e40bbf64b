import { changeProblem, changesOf } from './changes';
import {
	type Contact,
	contactLabel,
	isUnusable,
	KEY_NAMES,
	optedOutAmong,
	type PersonKeys,
	recipientLabel,
	type UnusableContact,
} from './contact';
import { groupByPerson, type Match, matchPersons } from './match';
import type { SyncOptions } from './options';
import { isRevocable, type Recipient, recipientsOf, revocationsOf } from './recipients';
import {
	type InvitedStep,
	type KeyOwner,
	KeyOwners,
	keysAfter,
	type Step,
	type SyncPlan,
} from './steps';

export type PlanOptions = Pick<
	SyncOptions,
	'matchBy' | 'updateExisting' | 'propertiesMode' | 'createWith' | 'neverCreateFor' | 'whenMissing'
>;

/**
 * Decides how to bring the survey's invitations in line with the list. Pure: the same list, invitations and
 * options give the same plan, and after it is carried out the next plan has nothing to do.
 */
export function* planSync(
	contacts: Array<Contact | UnusableContact>,
	invitations: unknown[],
	options: PlanOptions,
): Generator<void, SyncPlan> {
	const usable = contacts.filter((contact) => !isUnusable(contact)) as Contact[];
	const recipients = yield* recipientsOf(invitations);
	const rows = yield* groupByPerson(usable, options.matchBy);
	const persons = [...new Set(rows.map(({ person }) => person))];
	yield;
	const matches = yield* matchPersons(
		persons.map(({ contact }) => contact),
		recipients,
		options.matchBy,
	);
	const steps = new Map<number, Step>();
	const keyOwners = new KeyOwners();
	const matched = new Set<Recipient>();
	for (const [place, { contact }] of persons.entries()) {
		yield;
		const match = matches[place];
		if (!match) continue;
		const step = stepForMatch(contact, match, options);
		const problem = step.action === 'updated' ? changeProblem(step.changes) : undefined;
		steps.set(contact.item, problem === undefined ? step : failed(contact, problem));
		matched.add(match.recipient);
		const keys = problem === undefined ? keysAfter(step) : match.recipient;
		keyOwners.add(keys, contact, match.recipient);
	}
	for (const recipient of recipients) {
		yield;
		if (!matched.has(recipient)) keyOwners.add(recipient, undefined, recipient);
	}
	const isOptedOut = optedOutAmong(options.neverCreateFor);
	for (const { contact, rows: ownRows } of persons) {
		yield;
		if (steps.has(contact.item)) continue;
		const step = ownRows.some(isOptedOut)
			? skipped(contact)
			: stepForNew(contact, keyOwners, options);
		steps.set(contact.item, step);
	}
	for (const [place, { person, by }] of rows.entries()) {
		yield;
		const contact = usable[place];
		if (contact && by) steps.set(contact.item, duplicate(person.contact, contact, by));
	}
	return {
		steps: contacts.map(
			(contact): Step =>
				isUnusable(contact)
					? { ...contact, action: 'failed', reason: contact.problem }
					: (steps.get(contact.item) as Step),
		),
		revocations: yield* revocationsOf(contacts, recipients, matched, options),
		usable: usable.length,
		revocable: recipients.filter(isRevocable).length,
	};
}

function stepForMatch(
	contact: Contact,
	{ recipient, others }: Match,
	options: PlanOptions,
): InvitedStep {
	const differing = options.updateExisting
		? changesOf(contact, { ...recipient.invitation, ...recipient.facts }, options, recipient)
		: [];
	const changes = recipient.isKnownKind
		? differing
		: differing.filter(({ key }) => !isRecipientKey(key));
	const fixedKeys = differing.filter((change) => !changes.includes(change)).map(({ key }) => key);
	const reasons = [
		...(recipient.facts.status === 'expired' ? [EXPIRED] : []),
		...(fixedKeys.length > 0 ? [fixedReason(recipient, fixedKeys)] : []),
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

const EXPIRED = 'Its link has expired. Invitation > Reissue creates a new one.';

/** These keys can be changed only in invitations of known types (docs/interface.md, Invitations). */
const isRecipientKey = (key: string) => key.startsWith('recipient_');

const fixedReason = ({ facts }: Recipient, keys: string[]) =>
	`The recipient of an invitation of type ${String(facts.type)} cannot be changed, so ${keys.join(', ')} stays unchanged.`;

const failed = (contact: Contact, reason: string): Step => ({
	action: 'failed',
	item: contact.item,
	recipient: recipientLabel({ ...contact.fields }),
	reason,
});

const skipped = (contact: Contact): Step => ({
	action: 'skipped',
	item: contact.item,
	contact,
	reason: 'This person is listed under Never Create For.',
});

const duplicate = (first: Contact, contact: Contact, by: keyof PersonKeys): Step => ({
	action: 'duplicate',
	item: contact.item,
	contact,
	of: first.item,
	reason: `Duplicate of ${contactLabel(first)}, which has the same ${KEY_NAMES[by]}.`,
});

function stepForNew(contact: Contact, keyOwners: KeyOwners, options: PlanOptions): Step {
	const { item, problemIfNew } = contact;
	if (problemIfNew !== undefined) return failed(contact, problemIfNew);
	// The public create returns the existing invitation for either key. Create Personal makes a second
	// invitation for an address, so Sync allows that only where Match By compares external IDs alone.
	const allowsSameEmail = options.createWith === 'personal' && options.matchBy === 'externalId';
	const unique = allowsSameEmail ? (['externalId'] as const) : (['externalId', 'email'] as const);
	for (const key of unique) {
		const owner = keyOwners.of(key, contact[key]);
		if (owner) return keyTaken(contact, key, owner);
	}
	keyOwners.add(contact, contact);
	const isDoubtful = options.createWith === 'personal' && contact.email === undefined;
	return { action: 'created', item, contact, ...(isDoubtful ? { doubt: WITHOUT_EMAIL } : {}) };
}

const WITHOUT_EMAIL =
	'It has no email address, which Create Personal may need: the service documents only email address and name for it.';

/** A contact whose key belongs to another person, so that it gets no invitation of its own. */
function keyTaken(
	contact: Contact,
	key: keyof PersonKeys,
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
		item: contact.item,
		contact,
		...(first ? { of: first.item } : {}),
		...(recipient ? { recipient } : {}),
		reason: `Its ${KEY_NAMES[key]} belongs to ${owner}. ${advice}`,
	};
}

/** What the guards read of a plan. */
type GuardedPlan = SyncPlan & { surveyId?: string };

/** The options of the guards, and the approved steps where the run has some. */
interface GuardOptions
	extends Pick<SyncOptions, 'maxCreates' | 'maxRevokePercent' | 'whenMissing'> {
	approved?: ReadonlySet<string>;
}

/**
 * Why the plans must not be carried out, in one sentence; undefined where no guard against a wrong list
 * objects. Guards are checked before the first write, for all surveys of the run together.
 */
export function guardRefusal(plans: GuardedPlan[], options: GuardOptions): string | undefined {
	const { maxCreates, whenMissing } = options;
	const creates = plans
		.flatMap(({ steps }) => steps)
		.filter(({ action }) => action === 'created').length;
	if (maxCreates !== undefined && creates > maxCreates) {
		return `${creates} invitations would be created, and Max Creates is ${maxCreates}: check the list, or raise Max Creates.`;
	}
	if (whenMissing === 'leave') return undefined;
	return plans.map((plan) => revocationRefusal(plan, options, plans.length > 1)).find(Boolean);
}

function revocationRefusal(
	{ steps, revocations, usable, revocable, surveyId }: GuardedPlan,
	{ maxRevokePercent, approved }: GuardOptions,
	isOneOfSeveral: boolean,
): string | undefined {
	const where = isOneOfSeveral ? ` of survey ${surveyId}` : '';
	if (usable === 0) {
		// Often it is not the list that is wrong: the survey could not be read, say.
		const first = steps.find((step) => step.action === 'failed');
		const why = first ? ` Item ${first.item}: ${first.reason}` : '';
		return `The list${where} has no contact that could be read, so nothing is revoked: check the list, or choose Leave under People No Longer in the List.${why}`;
	}
	// A person approved each revocation. The share may have grown since, because others wrote meanwhile.
	if (approved) return undefined;
	const revokes = revocations.filter(({ action }) => action === 'revoked').length;
	if (revokes * 100 <= revocable * maxRevokePercent) return undefined;
	return `${revokes} of ${revocable} open invitations${where} would be revoked, and Max Revoke is ${maxRevokePercent} %: check the list, or raise Max Revoke.`;
}
