/** How n8n polls: why, for how long, who sees an error, and that polls of one trigger may overlap. */
import type { IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { pause } from '../http/timing';

export type PollKind = 'manual' | 'activation' | 'scheduled';

/** n8n's budget for polls in the default engine, and for those of an activation or a person. */
const DEFAULT_BUDGET_MS = 300_000;
/** For one try of an activation: n8n makes five, with pauses between them, and gives up after 84 s altogether. */
const ACTIVATION_MS = 12_000;
/** A person waits for a test event. */
const TEST_MS = 60_000;

/** The contexts for which `pollKindOf` was called before. */
const seenContexts = new WeakSet<IPollFunctions>();

/**
 * Why n8n polls. In the default engine the first poll with a context is the activation's, and the scheduled polls get
 * the same context again. In the durable engine every poll has a context of its own, and only scheduled polls have a
 * budget that differs from the default. So an activation has a new context and the default budget.
 *
 * Call it once for each poll: it notes the context, which is no new one for the next call.
 */
export function pollKindOf(context: IPollFunctions): PollKind {
	if (context.getMode() === 'manual') return 'manual';
	const isFirst = !seenContexts.has(context);
	seenContexts.add(context);
	return isFirst && budgetOf(context) === DEFAULT_BUDGET_MS ? 'activation' : 'scheduled';
}

/** How many milliseconds n8n lets this poll run. Older versions do not say it. */
export function budgetOf(context: IPollFunctions): number {
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? NaN;
	return Number.isFinite(budget) && budget > 0 ? budget : DEFAULT_BUDGET_MS;
}

/** How many milliseconds this poll may take; n8n needs the rest of the budget to save the result. */
export function usableMs(context: IPollFunctions, kind: PollKind): number {
	const budgetMs = budgetOf(context);
	const beforeSavingMs = budgetMs - Math.min(2000, budgetMs / 10);
	if (kind === 'scheduled') return beforeSavingMs;
	return Math.min(beforeSavingMs, kind === 'manual' ? TEST_MS : ACTIVATION_MS);
}

/**
 * Whether this is n8n's durable engine, which commits the node's data after each poll that does not fail. The default
 * engine adds `__dataChanged` to the data, to see whether a poll has changed it.
 */
export const isDurable = (context: IPollFunctions): boolean =>
	!('__dataChanged' in context.getWorkflowStaticData('node'));

/** n8n's modes of an activation by a person. With `update` a person publishes a change (see `mayThrowInActivation`). */
const BY_PERSON: readonly WorkflowActivateMode[] = ['activate', 'create', 'manual'];

/**
 * Whether an activation poll may throw an error. It may where n8n shows the error to a person. When n8n starts, or
 * moves a workflow to another instance, an error would stop the workflow for good, and an unknown mode may mean that
 * too. A person who publishes a change (`update`) sees the error as well, but it may throw only if it is grave: an
 * outage must not stop a workflow that works.
 *
 * @param isGrave the trigger has never worked, or cannot work until a person repairs something
 */
export function mayThrowInActivation(context: IPollFunctions, isGrave: boolean): boolean {
	const mode = context.getActivationMode();
	return BY_PERSON.includes(mode) || (mode === 'update' && isGrave);
}

/** This long after its budget, a poll that hangs loses its lock, so that others can run. It may still run then. */
const GRACE_MS = 60_000;
/** How often a poll that waits for the lock asks whether it is free. */
const ASK_EVERY_MS = 100;

/** The poll of each trigger that has the lock, and when it loses it, by a clock that nobody sets back. */
const running = new Map<string, { abandonedAt: number }>();

interface LockedPoll<T> {
	/** The ids of workflow and node. */
	trigger: string;
	/** How long n8n lets it run. */
	budgetMs: number;
	/** How long it waits for another poll that runs. */
	waitMs: number;
	/** @param holdsLock false once another poll has the lock: then this one must save nothing */
	work: (holdsLock: () => boolean) => Promise<T>;
}

/**
 * Lets one poll of a trigger run at a time: n8n starts the next one whether the last is over or not, and both would
 * deliver the same completions.
 *
 * @returns `busy` when another poll runs
 */
export async function withLock<T>(poll: LockedPoll<T>): Promise<T | 'busy'> {
	const { trigger, budgetMs, waitMs, work } = poll;
	const waitsUntil = performance.now() + waitMs;
	while (performance.now() < (running.get(trigger)?.abandonedAt ?? 0)) {
		if (performance.now() >= waitsUntil) return 'busy';
		await pause(ASK_EVERY_MS);
	}
	const thisPoll = { abandonedAt: performance.now() + budgetMs + GRACE_MS };
	running.set(trigger, thisPoll);
	const holdsLock = () => running.get(trigger) === thisPoll;
	try {
		return await work(holdsLock);
	} finally {
		if (holdsLock()) running.delete(trigger);
	}
}
