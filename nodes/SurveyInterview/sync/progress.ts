import type { JsonObject } from '../records/json';
import type { Step } from './plan';
import type { Revocation } from './revocations';

/** The actions that send something, in the order in which they are carried out. */
export const WRITES = ['updated', 'created', 'revoked'] as const;

type Write = { action: (typeof WRITES)[number] };

/** A step that sends something. */
export type Due = Extract<Step | Revocation, Write>;

export function isDue<T extends Step | Revocation>(step: T): step is Extract<T, Write> {
	return WRITES.some((action) => action === step.action);
}

/** What came of a step that writes. Absent for one that was not begun. */
export type Written =
	| {
			done: true;
			answer: JsonObject;
			/** What is to be said of it all the same. */
			remark?: string;
			/** Nothing was created: the service gave back an invitation that it had. */
			isGivenBack?: boolean;
			/** An earlier try of this run, whose answer was lost, may have done it. */
			maybeDoneBefore?: true;
	  }
	| {
			done: false;
			error: Error;
			maybeDone: boolean;
			/** What to do about it, besides what the error says. */
			advice?: string;
			/** An invitation that was created, and is nobody's. */
			stray?: JsonObject;
	  };

/** What has been written of a plan so far, by step. */
export type Progress = Map<Step | Revocation, Written>;

/** Why writing ended before its end, and where. */
export interface Stop {
	error: Error;
	step?: Step | Revocation;
}
