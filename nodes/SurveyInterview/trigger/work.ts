import type { IPollFunctions } from 'n8n-workflow';

import type { Session } from '../http/session';
import type { HoldsLock } from './lock';
import type { TriggerSettings } from './options';
import type { State } from './state';
import { type Storage, isCommitted } from './storage';
import { ACTIVATED_BY_PERSON } from './pollKind';

/** What a poll works with. */
export interface Work {
	context: IPollFunctions;
	session: Session;
	settings: TriggerSettings;
	storage: Storage;
	/** The state with which a watch begins. */
	empty: State;
	/** The state to go on from; undefined when the watch begins, `not yet` when a newer one is on its way. */
	before: State | undefined | 'not yet';
	holdsLock: HoldsLock;
}

/**
 * Whether a poll was given up because it took longer than its time: another has begun from the same state,
 * and delivers the same.
 */
export function lostLock({ context, holdsLock }: Work): boolean {
	if (holdsLock()) return false;
	warn(context, [
		'this poll ended after its time, when it had been given up already. What it read is thrown away; another poll delivers it.',
	]);
	return true;
}

/** Writes lines into n8n's log, each with the name of the node. */
export function warn(context: IPollFunctions, lines: readonly string[]): void {
	for (const line of lines) context.logger.warn(`${context.getNode().name}: ${line}`);
}

/**
 * Says in n8n's log that a new watch begins where an old one should go on: n8n has no state, although the
 * workflow was active before. Since when something is missing cannot be known; its executions show it.
 *
 * @param isScheduled whether this is a scheduled poll, and not that of an activation
 */
export function warnIfLost(
	{ context, storage, before, empty, settings }: Work,
	isScheduled: boolean,
): void {
	if (before || !storage.isUnknown) return;
	// The durable engine says of every scheduled poll that a person published a change. There an activation
	// comes before it, and what that took is handed over.
	const isBeginning =
		ACTIVATED_BY_PERSON.includes(context.getActivationMode()) &&
		!(isScheduled && isCommitted(context));
	if (isBeginning) return;
	const until = new Date(empty.since).toISOString();
	warn(context, [
		'n8n has no saved state of this trigger, although its workflow was not activated just now. ' +
			(settings.emitExisting
				? 'It begins anew: with Emit Existing, all that exists comes again.'
				: `It begins anew: if it ran before, what happened between its last poll and ${until} is missing. Look for it from the time of its last execution on.`),
	]);
}
