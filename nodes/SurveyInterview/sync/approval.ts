import { hash } from 'node:crypto';

import { InputError, display } from '../input/problem';
import { canonical } from '../records/json';
import { invitationStatus } from '../records/record';
import type { Contact, PersonKeys } from './contact';
import { KeyOwners } from './matching';
import { keysAfter, keysBefore, type SyncPlan, type Step } from './plan';
import { isWrite, type PlannedWrite } from './progress';
import type { Recipient } from './recipients';
import type { Revocation } from './revoke';

/** What is or was to be done for a contact or an invitation; undefined where that is nothing. */
export function plannedWriteIn(step: Step | Revocation): PlannedWrite | undefined {
	if (isWrite(step)) return step;
	return step.action === 'skipped' ? step.instead : undefined;
}

/**
 * Names a step by what a person approves of it, in 96 bits: another run has the same name for the same
 * step, and another name where something about it differs by now.
 */
export function stepIdOf(surveyId: string, step: PlannedWrite): string {
	return hash('sha256', canonical([surveyId, step.action, contentOf(step)]), 'base64url').slice(
		0,
		16,
	);
}

function contentOf(step: PlannedWrite): unknown {
	switch (step.action) {
		case 'created':
			return whole(step.contact);
		case 'updated':
			return [...personIn(step.recipient), whole(step.contact), step.changes];
		case 'revoked':
			return personIn(step.recipient);
	}
}

/** All that a contact says; of an expiry only that there is one, for one that counts from now is another at every run. */
const whole = ({ fields }: Contact) => ({
	...fields,
	expires_at: fields.expires_at !== undefined,
});

/** Whose invitation it is, and whether it is used. */
const personIn = ({ id, email, externalId, invitation }: Recipient) => [
	id,
	email,
	externalId,
	invitationStatus(invitation),
];

/**
 * The step IDs of an option, one by one, in an expression's array, or with commas between. Steps of which
 * nothing had to be done have none, and are passed over.
 *
 * @returns undefined where the option is not there; nothing is approved where it is there and empty
 * @throws {InputError}
 */
export function readStepIds(given: unknown): ReadonlySet<string> | undefined {
	if (given === undefined) return undefined;
	const entries: unknown[] = Array.isArray(given) ? given.flat(3) : [given];
	const ids = entries.flatMap((entry) => {
		if (entry === undefined || entry === null) return [];
		if (typeof entry === 'string') return entry.split(/[\s,;]+/);
		throw new InputError(
			`Approved Steps holds ${display(entry)}, which is not a step ID: hand over the stepId of each item of a dry run.`,
		);
	});
	return new Set(ids.filter((id) => id !== ''));
}

/**
 * The plan without what nobody approved, which is `skipped` and says so. What needs an address or an
 * external id that such a change would have given up waits as well: two people would have it.
 *
 * @param approved the ids of the steps; undefined where all are
 */
export function onlyApproved(
	plan: SyncPlan,
	surveyId: string,
	approved?: ReadonlySet<string>,
): SyncPlan {
	if (!approved) return plan;
	const isApproved = (step: PlannedWrite) => approved.has(stepIdOf(surveyId, step));
	const reasons = new Map<Step, string>();
	const kept = new KeyOwners();
	const skip = (step: Extract<Step, PlannedWrite>, reason: string) => {
		reasons.set(step, reason);
		kept.add(keysOnlyIn(keysBefore(step), keysAfter(step)), step.contact);
	};
	const writing = plan.steps.filter((step) => isWrite(step));
	for (const step of writing) if (!isApproved(step)) skip(step, REASONS[step.action]);
	// Each one that waits may keep a key for which another one waits.
	for (let before = -1; before < reasons.size; ) {
		before = reasons.size;
		for (const step of writing) {
			const taken = keysOnlyIn(keysAfter(step), keysBefore(step));
			const holder = kept.of('email', taken.email) ?? kept.of('externalId', taken.externalId);
			if (holder && !reasons.has(step)) skip(step, WAITS);
		}
	}
	return {
		...plan,
		steps: plan.steps.map((step) => {
			const reason = reasons.get(step);
			if (reason === undefined || !isWrite(step)) return step;
			const { item, contact } = step;
			return { action: 'skipped', item, contact, reason, instead: step };
		}),
		revocations: plan.revocations.map((one) =>
			isWrite(one) && !isApproved(one)
				? { action: 'skipped', recipient: one.recipient, reason: REASONS.revoked, instead: one }
				: one,
		),
	};
}

/** The keys of one that are not those of the other. */
function keysOnlyIn(one: PersonKeys, other: PersonKeys): PersonKeys {
	return {
		email: one.email === other.email ? undefined : one.email,
		externalId: one.externalId === other.externalId ? undefined : one.externalId,
	};
}

const notApproved = (what: string) =>
	`${what} is not among the Approved Steps, so it was not done: look at a new dry run, and approve it there.`;

const REASONS = {
	created: notApproved('Creating this invitation'),
	updated: notApproved('This change'),
	revoked: notApproved('Revoking this invitation'),
};

const WAITS =
	'Another invitation keeps this address or external ID until a change of it is approved, so this was not done: look at a new dry run.';
