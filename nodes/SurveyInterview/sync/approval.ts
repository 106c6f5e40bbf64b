import { hash } from 'node:crypto';

import { InputProblem, shown } from '../input/problem';
import { canonical } from '../records/json';
import type { Contact, PersonKeys } from './contact';
import { Holders } from './holders';
import type { Plan, Step } from './plan';
import { statusOf, type Recipient } from './recipients';
import type { Revocation } from './revocations';

/** A step that sends something. */
export type Due = Extract<Step | Revocation, { action: 'created' | 'updated' | 'revoked' }>;

/** What is or was to be done for a contact or an invitation; undefined where that is nothing. */
export function dueIn(step: Step | Revocation): Due | undefined {
	if (step.action === 'created' || step.action === 'updated' || step.action === 'revoked') {
		return step;
	}
	return step.action === 'skipped' ? step.instead : undefined;
}

/**
 * Names a step by what a person approves of it, in 96 bits: another run has the same name for the same
 * step, and another name where something about it differs by now.
 */
export function stepIdOf(surveyId: string, step: Due): string {
	return hash('sha256', canonical([surveyId, step.action, contentOf(step)]), 'base64url').slice(
		0,
		16,
	);
}

function contentOf(step: Due): unknown {
	switch (step.action) {
		case 'created': {
			return whole(step.contact);
		}
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
	statusOf(invitation),
];

/**
 * The step IDs of an option, one by one, in an expression's array, or with commas between. Steps of which
 * nothing had to be done have none, and are passed over.
 *
 * @returns undefined where the option is not there; nothing is approved where it is there and empty
 * @throws {InputProblem}
 */
export function stepIdsOf(given: unknown): ReadonlySet<string> | undefined {
	if (given === undefined) return undefined;
	const entries: unknown[] = Array.isArray(given) ? given.flat(3) : [given];
	const ids = entries.flatMap((entry) => {
		if (entry === undefined || entry === null) return [];
		if (typeof entry === 'string') return entry.split(/[\s,;]+/);
		throw new InputProblem(
			`Approved Steps holds ${shown(entry)}, which is no step ID: hand over the stepId of each item of a dry run.`,
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
export function onlyApproved(plan: Plan, surveyId: string, approved?: ReadonlySet<string>): Plan {
	if (!approved) return plan;
	const isApproved = (step: Due) => approved.has(stepIdOf(surveyId, step));
	const reasons = new Map<Step, string>();
	const kept = new Holders();
	const skip = (step: Writing, reason: string) => {
		reasons.set(step, reason);
		if (step.action === 'updated') kept.add(keysGivenUp(step), step.contact);
	};
	const writing = plan.steps.filter(isWriting);
	for (const step of writing) if (!isApproved(step)) skip(step, REASONS[step.action]);
	// Each one that waits may keep a key for which another one waits.
	for (let before = -1; before < reasons.size; ) {
		before = reasons.size;
		for (const step of writing) {
			const isHindered = keysTaken(step).some(([kind, key]) => kept.of(kind, key));
			if (isHindered && !reasons.has(step)) skip(step, WAITS);
		}
	}
	return {
		...plan,
		steps: plan.steps.map((step) => {
			const reason = reasons.get(step);
			if (reason === undefined || !isWriting(step)) return step;
			const { item, contact } = step;
			return { action: 'skipped', item, contact, reason, instead: step };
		}),
		revocations: plan.revocations.map((one) =>
			one.action === 'revoked' && !isApproved(one)
				? { action: 'skipped', recipient: one.recipient, reason: REASONS.revoked, instead: one }
				: one,
		),
	};
}

type Writing = Extract<Step, { action: 'created' | 'updated' }>;

function isWriting(step: Step): step is Writing {
	return step.action === 'created' || step.action === 'updated';
}

/** The keys that an invitation has before an update, and not after it. */
function keysGivenUp({ changes, recipient }: Extract<Writing, { action: 'updated' }>): PersonKeys {
	const changed = (name: string) => changes.some(({ key }) => key === name);
	return {
		email: changed('recipient_email') ? recipient.email : undefined,
		externalId: changed('recipient_external_id') ? recipient.externalId : undefined,
	};
}

/** The keys that an invitation gets by a step, and has not yet. */
function keysTaken(step: Writing): Array<['email' | 'externalId', string | undefined]> {
	const gets = (name: string) =>
		step.action === 'created' || step.changes.some(({ key }) => key === name);
	const { email, externalId } = step.contact;
	return [
		['email', gets('recipient_email') ? email : undefined],
		['externalId', gets('recipient_external_id') ? externalId : undefined],
	];
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
