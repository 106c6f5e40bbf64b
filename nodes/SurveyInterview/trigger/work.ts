import type { IPollFunctions } from 'n8n-workflow';

import type { Session } from '../api/session';
import type { IsStillOurs } from './guard';
import type { TriggerSettings } from './settings';
import type { State } from './state';
import type { Storage } from './storage';

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
	isStillOurs: IsStillOurs;
}

/**
 * Whether a poll was given up because it took longer than its time: another has begun from the same state,
 * and delivers the same.
 */
export function wasGivenUp({ context, isStillOurs }: Work): boolean {
	if (isStillOurs()) return false;
	warn(context, [
		'this poll ended after its time, when it had been given up already. What it read is thrown away; another poll delivers it.',
	]);
	return true;
}

/** Writes lines into n8n's log, each with the name of the node. */
export function warn(context: IPollFunctions, lines: readonly string[]): void {
	for (const line of lines) context.logger.warn(`${context.getNode().name}: ${line}`);
}
