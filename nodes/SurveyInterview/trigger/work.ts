import type { IPollFunctions } from 'n8n-workflow';

import { oneLine } from '../records/scalars';

import type { Session } from '../http/session';
import type { HoldsLock } from './lock';
import type { TriggerSettings } from './options';
import type { State } from './state';
import { type Storage, isCommitted } from './storage';
import { ACTIVATED_BY_PERSON } from './pollKind';

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

/**
 * Whether a poll has lost its lock because it took longer than its time: another one has begun from the same
 * state, and delivers the same.
 */
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
 *
 * @param isScheduled whether this is a scheduled poll, and not that of an activation
 */
export function warnIfLost(
	{ context, storage, before, empty, settings }: Work,
	isScheduled: boolean,
): void {
	if (before || !storage.isUnknown) return;
	// The durable engine reports for every scheduled poll that a person published a change. There an
	// activation ran before and handed over its state.
	const isBeginning =
		ACTIVATED_BY_PERSON.includes(context.getActivationMode()) &&
		!(isScheduled && isCommitted(context));
	if (isBeginning) return;
	const until = new Date(empty.since).toISOString();
	warn(context, [
		'n8n has no saved state for this trigger, although its workflow was not just activated. ' +
			(settings.emitExisting
				? 'The trigger starts again: with Emit Existing, it delivers everything that exists again.'
				: `The trigger starts again: if it ran before, events between its last poll and ${until} are missing. Look for them from the time of its last execution.`),
	]);
}
