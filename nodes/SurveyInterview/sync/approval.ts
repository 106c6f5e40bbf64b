/** The option Approved Steps: of the plan, only what a person has seen in a dry run is done. */
import { hash } from 'node:crypto';

import { ByPerson, type PersonKeys } from './contact';
import { isToSend, keysAfter, type Step } from './step';

/**
 * The ID of a step that sends a request: 96 bits of a hash of everything that a person approves. The same step has the
 * same ID in every run, and no other step has it. It begins with no sign that a spreadsheet takes for a formula.
 */
export function stepIdOf({ survey, write, recipient, changes = [] }: Step): string {
	const { id, email, externalId, facts } = recipient ?? {};
	// Of an expiry only that there is one: one that counts from now differs in each run.
	const values = changes.map(({ key, from, to }) => [key, from, key === 'expires_at' ? 'set' : to]);
	const content = JSON.stringify([survey.id, write, id, email, externalId, facts?.status, values]);
	return hash('sha256', content, 'hex').slice(0, 24);
}

/**
 * Marks each step that nobody approved, so that it is no longer sent. One that needs an address or external ID which a
 * skipped step would have freed is skipped too, because otherwise two people would have it. It yields between steps, so
 * that n8n can work in between.
 */
export function* skipUnapproved(
	steps: readonly Step[],
	approved: ReadonlySet<string>,
): Generator<void, void> {
	/** Keys that skipped steps would have freed, and that their invitations keep. */
	const keptKeys = new ByPerson<true>();
	const skip = (step: Step, reason: string) => {
		step.fate = 'notApproved';
		step.reason = reason;
		keptKeys.add(keysOnlyIn(step.recipient ?? {}, keysAfter(step)), true);
	};
	for (const step of steps.filter(isToSend)) {
		yield;
		if (!approved.has(stepIdOf(step))) skip(step, NOT_APPROVED[step.write ?? 'updated']);
	}
	// A step that is skipped here does not free its keys either, so more may have to be skipped, until nothing changes.
	for (let isChanged = true; isChanged; ) {
		isChanged = false;
		for (const step of steps.filter(isToSend)) {
			yield;
			const neededKeys = keysOnlyIn(keysAfter(step), step.recipient ?? {});
			if (!keptKeys.find(neededKeys)) continue;
			skip(step, KEY_NOT_FREED);
			isChanged = true;
		}
	}
}

/** The keys that differ from those of `other`. */
const keysOnlyIn = (keys: PersonKeys, other: PersonKeys): PersonKeys => ({
	email: keys.email === other.email ? undefined : keys.email,
	externalId: keys.externalId === other.externalId ? undefined : keys.externalId,
});

const notApproved = (step: string) =>
	`${step} is not among the Approved Steps, so it was not done. Start a new dry run and approve it there.`;

const NOT_APPROVED = {
	created: notApproved('Creating this invitation'),
	updated: notApproved('This change'),
	revoked: notApproved('Revoking this invitation'),
};

const KEY_NOT_FREED =
	'Another invitation keeps this email address or external ID until its change is approved, so this was not done. Start a new dry run.';
