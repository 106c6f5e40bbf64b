import { hash } from 'node:crypto';

import { InputProblem, shown } from '../input/problem';
import { canonical } from '../records/json';
import type { Plan, Step } from './plan';
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
			// An expiry that counts from now is another one at every run.
			return { ...step.contact.fields, expires_at: undefined };
		}
		case 'updated':
			return [step.recipient.id, step.changes];
		case 'revoked': {
			const { id, email, externalId } = step.recipient;
			return [id, email, externalId];
		}
	}
}

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
 * The plan without what nobody approved, which is `skipped` and says so.
 *
 * @param approved the ids of the steps; undefined where all are
 */
export function onlyApproved(plan: Plan, surveyId: string, approved?: ReadonlySet<string>): Plan {
	if (!approved) return plan;
	const isApproved = (step: Due) => approved.has(stepIdOf(surveyId, step));
	return {
		...plan,
		steps: plan.steps.map((step) =>
			(step.action === 'created' || step.action === 'updated') && !isApproved(step)
				? {
						action: 'skipped',
						item: step.item,
						contact: step.contact,
						reason: REASONS[step.action],
						instead: step,
					}
				: step,
		),
		revocations: plan.revocations.map((one) =>
			one.action === 'revoked' && !isApproved(one)
				? { action: 'skipped', recipient: one.recipient, reason: REASONS.revoked, instead: one }
				: one,
		),
	};
}

const notApproved = (what: string) =>
	`${what} is not among the Approved Steps, so it was not done: look at a new dry run, and approve it there.`;

const REASONS = {
	created: notApproved('Creating this invitation'),
	updated: notApproved('This change'),
	revoked: notApproved('Revoking this invitation'),
};
