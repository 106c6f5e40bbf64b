import type { RecordKind } from './world/effects';

/** Every reason for which the service refuses; a dialect gives each its status and code. */
export type RefusalReason =
	| 'missing token'
	| 'invalid token'
	| 'expired token'
	| 'insufficient scope'
	| 'other survey'
	| 'unknown identifier'
	| 'deleted before'
	| 'unknown path'
	| 'locked field'
	| 'segment suppressed'
	| 'rate limited'
	| 'theme has answers'
	| 'theme already so'
	| 'recipient not allowed'
	| 'no recipient address'
	| 'invitation closed'
	| 'survey closed'
	| 'mailing terminal'
	| 'mailing not unsent'
	| 'mailing not scheduled'
	| 'mailing not sending'
	| 'mailing not paused'
	| 'body too large'
	| 'internal';

/** A refusal that becomes the error envelope. */
export class Refusal extends Error {
	constructor(
		readonly reason: RefusalReason,
		message: string,
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(message);
	}
}

/** An identifier that names nothing the token may see. */
export function unknown(kind: RecordKind): Refusal {
	return new Refusal('unknown identifier', `There is no such ${kind}.`);
}

export interface ValidationIssue {
	in: 'path' | 'query' | 'body';
	path: ReadonlyArray<string | number>;
	message: string;
	type: string;
}

/** A request that is not well-formed: 422 with a list instead of the envelope. */
export class ValidationFailure extends Error {
	constructor(readonly issues: readonly ValidationIssue[]) {
		super('The request is not valid.');
	}
}
