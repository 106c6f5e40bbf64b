import { hash } from 'node:crypto';

import { canonical } from '../records/json';
import { ByPerson, type Contact, type PersonKeys } from './contact';
import type { Recipient } from './recipients';
import { isWrite, keysAfter, type PlannedWrite, type Step, type SyncPlan } from './steps';

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
