import { createHash } from 'node:crypto';
import { type INode, NodeOperationError } from 'n8n-workflow';

import { attempt, CREDENTIAL_NAME, type CallingContext, type ServiceRequest } from './attempt';
import { checkCredential, type CheckedCredential } from './credential';
import type { Outcome } from './outcome';
import { rateLimiterFor, WaitBudget, type RateLimiter } from './rateLimiter';
import { redactorOf, type Redact } from './redact';
import type { FieldNames } from '../records/json';

/** What one node run needs to call the service; its requests share a rate limiter and a wait budget. */
export interface Session {
	node: INode;
	/** The address below which all paths lie. */
	api: string;
	redact: Redact;
	/** The time zone of the workflow, in which a person reads times. */
	timeZone: string;
	/** How an invitation's secret becomes its link; undefined where the credential does not say. */
	participantLink?: string;
	/** Those of the credential; the records of its answers have them with them. */
	fieldNames?: FieldNames;
	/** A hash of the token and the Company ID, which shows whether two credentials show the same workspace. */
	tokenHash: string;
	rateLimiter: RateLimiter;
	budget: WaitBudget;
	/** How many records of paged lists were read so far. */
	recordsRead: number;
	signal?: AbortSignal;
	/** What a person can do when the service asks for a longer wait than this run may wait. */
	tooLongAdvice: string;
	attempt: (request: ServiceRequest) => Promise<Outcome>;
}

/** Limits of one run, in milliseconds. */
export interface SessionLimits {
	maxWaitMs: number;
	timeoutMs: number;
	/** When the run must end, by `performance.now()`: n8n abandons a poll that exceeds its time. */
	deadline?: number;
	tooLongAdvice?: string;
}

/** Defaults of the options Max Wait and Timeout, in seconds. */
export const DEFAULT_MAX_WAIT_S = 300;
export const DEFAULT_TIMEOUT_S = 120;

/**
 * The least time of a request that begins close to the deadline. A poll's deadline is a tenth of its budget,
 * or two seconds, before the end of the budget (`timeFor`), so no request ends after it.
 */
const MIN_TIMEOUT_MS = 200;

const RUN_AGAIN =
	'This run may not wait that long. Run it again then, or increase the option Max Wait.';

/** Opens a session: reads and checks the credential once. One that cannot be used is an error in one sentence. */
export async function openSession(
	context: CallingContext,
	limits: SessionLimits,
): Promise<Session> {
	const node = context.getNode();
	if (!node.credentials?.[CREDENTIAL_NAME]) {
		throw credentialError(node, 'No credential is chosen: choose one in this node, or create one.');
	}
	const data = await context.getCredentials(CREDENTIAL_NAME);
	let checked: CheckedCredential;
	try {
		checked = checkCredential(data);
	} catch (error) {
		throw credentialError(node, (error as Error).message);
	}
	const redact = redactorOf(checked.token);
	const credential = { checked, id: node.credentials[CREDENTIAL_NAME].id ?? '', data, redact };
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const { deadline = Infinity } = limits;
	const timeoutOf = ({ timeoutMs = limits.timeoutMs }: ServiceRequest) =>
		Math.max(MIN_TIMEOUT_MS, Math.min(timeoutMs, deadline - performance.now()));
	return {
		node,
		// Errors name it, outputs have the link, and somebody may have pasted the token into either.
		api: redact(checked.api),
		redact,
		timeZone: context.getTimezone(),
		participantLink: redact(checked.participantLink) || undefined,
		fieldNames: checked.fieldNames,
		tokenHash: hashOf(checked),
		rateLimiter: rateLimiterFor(checked.api, checked.token),
		budget: new WaitBudget(limits.maxWaitMs, deadline),
		recordsRead: 0,
		signal,
		tooLongAdvice: limits.tooLongAdvice ?? RUN_AGAIN,
		attempt: async (request) =>
			await attempt(context, credential, request, timeoutOf(request), signal),
	};
}

/** A hash of the token and the Company ID. Saved states hold that of the token alone, so it stays where there is no Company ID. */
const hashOf = ({ token, companyId }: CheckedCredential): string =>
	createHash('sha256').update([token, companyId].filter(Boolean).join('\n')).digest('base64');

function credentialError(node: INode, problem: string): NodeOperationError {
	const error = new NodeOperationError(node, problem, {
		description: 'Nothing was sent. Correct this in the credential of the node.',
	});
	error.failure = { cause: 'credential-invalid' };
	return error;
}
