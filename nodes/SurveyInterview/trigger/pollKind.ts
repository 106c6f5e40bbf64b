import type { IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

/** Why n8n polls: a person tries it, the workflow is activated, or the schedule says so. */
export type PollKind = 'manual' | 'activation' | 'scheduled';

/** What n8n gives a poll that no schedule limits, and polls of the default engine. */
const USUAL_BUDGET_MS = 300_000;
/**
 * Somebody waits for the activation, which n8n tries five times within 84 seconds before it gives up with a
 * sentence of its own. What is not done by then is left to the scheduled polls.
 */
const ACTIVATION_MS = 12_000;
const TEST_MS = 60_000;

const metBefore = new WeakSet<IPollFunctions>();

/**
 * Tells an activation poll from a scheduled one, which n8n does not say. In the default engine the first
 * poll with a context is the activation's, and the scheduled ones get the same context again. With n8n's
 * scheduler every poll has a context of its own, and only scheduled ones have a budget of their own.
 */
export function pollKindOf(context: IPollFunctions): PollKind {
	if (context.getMode() === 'manual') return 'manual';
	const isFirst = !metBefore.has(context);
	metBefore.add(context);
	return isFirst && budgetOf(context) === USUAL_BUDGET_MS ? 'activation' : 'scheduled';
}

/** How long n8n lets this poll run, in milliseconds; older versions do not say. */
export function budgetOf(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	const budget = typeof getPollBudgetMs === 'function' ? context.getPollBudgetMs() : NaN;
	return Number.isFinite(budget) && budget > 0 ? budget : USUAL_BUDGET_MS;
}

/** How long this poll takes at most, with some time left for n8n to save its result. */
export function timeFor(context: IPollFunctions, pollKind: PollKind): number {
	const budget = budgetOf(context);
	const ownPart = budget - Math.min(2000, budget / 10);
	if (pollKind === 'scheduled') return ownPart;
	return Math.min(ownPart, pollKind === 'manual' ? TEST_MS : ACTIVATION_MS);
}

/** The words that n8n has for an activation by a person: a first one, or a change that is published. */
export const ACTIVATED_BY_PERSON: readonly WorkflowActivateMode[] = [
	'activate',
	'create',
	'manual',
	'update',
];

/**
 * Whether a person reads what an activation poll throws. At boot, and when n8n moves a workflow, a throw
 * would stop the workflow for good (n8n-lab, Polls), and unknown words may mean that too. Who publishes
 * again, or a change, is there as well, but a workflow that works is not stopped by an outage.
 *
 * @param isGrave whether the trigger has never worked, or cannot work until a person mends something
 */
export function isShownToPerson(context: IPollFunctions, isGrave: boolean): boolean {
	const mode = context.getActivationMode();
	return ['activate', 'create', 'manual'].includes(mode) || (mode === 'update' && isGrave);
}
