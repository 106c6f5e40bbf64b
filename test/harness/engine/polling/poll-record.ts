import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Backoff } from './backoff';

/**
 * Where the process dies: before anything is saved; after the state but before the execution (in the
 * durable engine: after the static data, before cursor and execution, which are one write); after both.
 */
export type CrashPoint = 'after poll' | 'between state and execution' | 'after execution';

/**
 * `fenced`: the poll had lost its lease, nothing was committed. `discarded`: superseded or deactivated
 * meanwhile. `inactive`: nothing polls this node.
 */
export type PollResult =
	| 'events'
	| 'nothing'
	| 'error'
	| 'crashed'
	| 'discarded'
	| 'fenced'
	| 'abandoned'
	| 'inactive';

export interface PollOutcome {
	result: PollResult;
	/** What the poll returned, also when it never became an execution. */
	items?: INodeExecutionData[][];
	error?: Error;
	/** The durable engine's pause after a failed poll. */
	backoff?: Backoff;
}

/** One poll that runs, and what it has staged. */
export interface PollRecord {
	crash?: CrashPoint;
	fenceLost?: boolean;
	outcome: PollOutcome;
	staged?: { snapshot: IDataObject; seed: IDataObject };
}

/**
 * The poll that the running code belongs to. n8n has a storage in each context; here one serves all,
 * because Node keeps every storage that was ever used, and thousands of contexts would slow it down.
 */
export const polls = new AsyncLocalStorage<PollRecord>();
