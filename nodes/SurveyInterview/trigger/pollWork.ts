import type { IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import type { Session } from '../http/session';
import { oneLine } from '../records/scalars';
import type { HoldsLock } from './lock';
import type { TriggerSettings } from './settings';
import type { State } from './state';
import { type Storage, isCommitted } from './storage';

/** What a poll works with. */
export interface Work {
	context: IPollFunctions;
	/** The ids of workflow and node. */
	trigger: string;
	session: Session;
	settings: TriggerSettings;
	storage: Storage;
	/** The state of a new watch. */
	empty: State;
	/** The saved state; undefined when the watch begins, `not yet` when n8n has not saved the newest one yet. */
	before: State | undefined | 'not yet';
	holdsLock: HoldsLock;
}

/** Whether a poll has lost its lock because it took too long: another one began from the same state. */
export function lostLock({ context, holdsLock }: Work): boolean {
	if (holdsLock()) return false;
	warn(context, [
		'this poll ended too late and was already abandoned. What it read is discarded; another poll delivers it.',
	]);
	return true;
}

/** Writes lines into n8n's log, each with the names of the node and the workflow. */
export function warn(context: IPollFunctions, lines: readonly string[]): void {
	const { id, name } = context.getWorkflow();
	const where = `${context.getNode().name} (workflow ${oneLine(name ?? id ?? '', 120)})`;
	for (const line of lines) context.logger.warn(`${where}: ${line}`);
}

/**
 * Warns in n8n's log that a new watch begins where an old one should continue: n8n has no state, although the
 * workflow was active before. The node cannot know since when events are missing; n8n's executions show it.
 */
export function warnIfLost(
	{ context, storage, before, empty, settings }: Work,
	isScheduled: boolean,
): void {
	if (before || !storage.isUnknown) return;
	// The durable engine reports for every scheduled poll that a person published a change. There an
	// activation ran before and handed over its state.
	const mustHaveState = isScheduled && isCommitted(context);
	if (isShownToPerson(context, true) && !mustHaveState) return;
	const until = new Date(empty.since).toISOString();
	const effect = settings.emitExisting
		? 'with Emit Existing, it delivers everything that exists again.'
		: `if it ran before, events between its last poll and ${until} are missing. Look for them from the time of its last execution.`;
	warn(context, [
		`n8n has no saved state for this trigger, although its workflow was not just activated. The trigger starts again: ${effect}`,
	]);
}

/** Why n8n polls: a person tries it, the workflow is activated, or the schedule says so. */
export type PollKind = 'manual' | 'activation' | 'scheduled';

/** The budget of polls without a schedule, and of polls in the default engine. */
const DEFAULT_BUDGET_MS = 300_000;
/** A person waits for it, and n8n tries it five times in 84 s, then fails with a sentence of its own. */
const ACTIVATION_MS = 12_000;
const TEST_MS = 60_000;

const metBefore = new WeakSet<IPollFunctions>();

/**
 * Distinguishes an activation poll from a scheduled one, which n8n does not report. In the default engine the first poll
 * with a context is the activation's, and the scheduled polls get the same context again. With n8n's scheduler every
 * poll has a context of its own, and only scheduled polls have their own budget.
 */
export function pollKindOf(context: IPollFunctions): PollKind {
	if (context.getMode() === 'manual') return 'manual';
	const isFirst = !metBefore.has(context);
	metBefore.add(context);
	return isFirst && budgetOf(context) === DEFAULT_BUDGET_MS ? 'activation' : 'scheduled';
}

/** How long n8n lets this poll run, in milliseconds; older versions do not report it. */
export function budgetOf(context: IPollFunctions): number {
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? NaN;
	return Number.isFinite(budget) && budget > 0 ? budget : DEFAULT_BUDGET_MS;
}

/** How long this poll takes at most; n8n needs the rest of the budget to save the result. */
export function timeFor(context: IPollFunctions, pollKind: PollKind): number {
	const budget = budgetOf(context);
	const ownPart = budget - Math.min(2000, budget / 10);
	if (pollKind === 'scheduled') return ownPart;
	return Math.min(ownPart, pollKind === 'manual' ? TEST_MS : ACTIVATION_MS);
}

/** n8n's modes of an activation by a person; with `update`, a person publishes a change. */
const BY_PERSON: readonly WorkflowActivateMode[] = ['activate', 'create', 'manual'];

/**
 * Whether n8n shows an error of an activation poll to a person. At boot, and when n8n moves a workflow to
 * another instance, an error would stop the workflow permanently, and an unknown mode may mean that too. A
 * person who publishes a change sees the error as well, but an outage must not stop a workflow that works.
 *
 * @param isGrave whether the trigger has never worked, or cannot work until a person repairs something
 */
export function isShownToPerson(context: IPollFunctions, isGrave: boolean): boolean {
	const mode = context.getActivationMode();
	return BY_PERSON.includes(mode) || (mode === 'update' && isGrave);
}
