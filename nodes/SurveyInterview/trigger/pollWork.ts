import type { IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import type { Session } from '../http/session';
import { oneLine } from '../records/scalars';
import type { HoldsLock } from './lock';
import type { TriggerSettings } from './settings';
import type { State } from './state';
import { type Storage, isCommitted } from './storage';

export interface Work {
	context: IPollFunctions;
	/** The ids of workflow and node. */
	trigger: string;
	session: Session;
	settings: TriggerSettings;
	storage: Storage;
	/** The state of a watch that begins now. */
	empty: State;
	/** The saved state; undefined when the watch begins; `not yet` while n8n may still be saving the newest one. */
	before: State | undefined | 'not yet';
	holdsLock: HoldsLock;
}

/** Whether a poll took so long that it lost its lock: then another poll began from the same state. */
export function lostLock({ context, holdsLock }: Work): boolean {
	if (holdsLock()) return false;
	warn(context, [
		'this poll ended too late and was already abandoned. What it read is discarded; another poll delivers it.',
	]);
	return true;
}

export function warn(context: IPollFunctions, lines: readonly string[]): void {
	const { id, name } = context.getWorkflow();
	const where = `${context.getNode().name} (workflow ${oneLine(name ?? id ?? '', 120)})`;
	for (const line of lines) context.logger.warn(`${where}: ${line}`);
}

/**
 * Warns in n8n's log when a new watch begins although an old one should continue, because n8n has lost the state. The
 * node cannot know since when events are missing, but n8n's executions show when the workflow last ran.
 */
export function warnIfLost(
	{ context, storage, before, empty, settings }: Work,
	isScheduled: boolean,
): void {
	if (before || !storage.isUnknown) return;
	// In the durable engine every scheduled poll looks as if a person had published a change. But there an activation
	// ran before and handed over its state.
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

export type PollKind = 'manual' | 'activation' | 'scheduled';

/** n8n's budget for polls in the default engine, and for those of an activation or a person. */
const DEFAULT_BUDGET_MS = 300_000;
/** n8n tries an activation five times within 84 s, and then fails with a sentence of its own. */
const ACTIVATION_MS = 12_000;
/** A person waits for it. */
const TEST_MS = 60_000;

const metBefore = new WeakSet<IPollFunctions>();

/**
 * Why n8n polls, which it does not say. In the default engine the first poll with a context is the activation's, and
 * the scheduled polls get the same context again. In the durable engine every poll has a context of its own, and only
 * scheduled polls have a budget that differs from the default.
 */
export function pollKindOf(context: IPollFunctions): PollKind {
	if (context.getMode() === 'manual') return 'manual';
	const isFirst = !metBefore.has(context);
	metBefore.add(context);
	return isFirst && budgetOf(context) === DEFAULT_BUDGET_MS ? 'activation' : 'scheduled';
}

/** How many milliseconds n8n lets this poll run. Older versions do not say it. */
export function budgetOf(context: IPollFunctions): number {
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? NaN;
	return Number.isFinite(budget) && budget > 0 ? budget : DEFAULT_BUDGET_MS;
}

/** How many milliseconds this poll may take; n8n needs the rest of the budget to save the result. */
export function timeFor(context: IPollFunctions, pollKind: PollKind): number {
	const budget = budgetOf(context);
	const ownPart = budget - Math.min(2000, budget / 10);
	if (pollKind === 'scheduled') return ownPart;
	return Math.min(ownPart, pollKind === 'manual' ? TEST_MS : ACTIVATION_MS);
}

/** n8n's modes of an activation by a person; with `update`, a person publishes a change. */
const BY_PERSON: readonly WorkflowActivateMode[] = ['activate', 'create', 'manual'];

/**
 * Whether an activation poll may throw an error. It may where n8n shows the error to a person. When n8n starts, or moves
 * a workflow to another instance, an error would stop the workflow permanently, and an unknown mode may mean that too.
 * A person who publishes a change sees the error as well, but an outage must not stop a workflow that works.
 *
 * @param isGrave the trigger has never worked, or cannot work until a person repairs something
 */
export function isShownToPerson(context: IPollFunctions, isGrave: boolean): boolean {
	const mode = context.getActivationMode();
	return BY_PERSON.includes(mode) || (mode === 'update' && isGrave);
}
