/** What a node run needs to call the service: one session, or one for each different credential of its items. */
import { createHash } from 'node:crypto';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type INode,
	NodeOperationError,
} from 'n8n-workflow';

import type { FieldNames } from '../service/fieldNames';
import { attempt, CREDENTIAL_NAME, type CallingContext, type ServiceRequest } from './attempt';
import { checkCredential, type CheckedCredential } from './credential';
import type { Outcome } from './outcome';
import { rateLimiterFor, WaitBudget, type RateLimiter } from './rateLimiter';
import { redactorOf, type Redact } from './redact';

/** The requests of a session share a rate limiter and a wait budget. */
export interface Session {
	node: INode;
	/** The address in front of all paths. */
	api: string;
	redact: Redact;
	/** Of the workflow, for times in sentences. */
	timeZone: string;
	/** Patterns of the credential: an invitation's link, and the address of a respondent's page. */
	participantLink?: string;
	respondentPage?: string;
	fieldNames?: FieldNames;
	/** A hash of the token and the Company ID: credentials with the same one see the same data. */
	tokenHash: string;
	rateLimiter: RateLimiter;
	budget: WaitBudget;
	signal?: AbortSignal;
	/** Whether a request that timed out is not tried again: a report leaves out a part rather than wait for it again. */
	isTimeoutFinal?: boolean;
	/** Whether a failed request is not tried again. After a 429 it is, when the rate limit lets it. */
	hasOneTry?: boolean;
	/** What a person can do if the service asks for a longer wait than this run may wait. */
	tooLongAdvice: string;
	/** Sends a request once; it never throws. */
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
 * A request gets at least this time, even if it ends after the deadline. A poll's deadline is earlier than the end of
 * the time that n8n gives it (`usableMs` in `trigger/engine.ts`), so n8n is still waiting then.
 */
const MIN_TIMEOUT_MS = 200;

const RUN_AGAIN =
	'This run may not wait that long. Run it again then, or increase the option Max Wait.';

/** @throws {NodeOperationError} one sentence: what is wrong with the credential */
export async function openSession(
	context: CallingContext,
	limits: SessionLimits,
): Promise<Session> {
	const data = await credentialOf(context, 0);
	return makeSession(context, limits, data, checkedOf(context, data));
}

/**
 * Where a field of the credential is an expression, each item may have another credential. Items with the same one
 * share a session.
 *
 * @returns the first item's session, and if another item's may differ, a function that gives the session of each item
 */
export async function openSessions(
	context: IExecuteFunctions,
	limits: SessionLimits,
): Promise<{ session: Session; sessionOf?: (item: number) => Promise<Session> }> {
	const { data, mayDifferByItem } = await firstCredential(context);
	const checked = checkedOf(context, data);
	const session = makeSession(context, limits, data, checked);
	if (!mayDifferByItem) return { session };
	// The key is the checked credential, because a token with a space around it is the same token.
	const sessions = new Map([[JSON.stringify(checked), session]]);
	const sessionOf = async (item: number) => {
		const itemData = await credentialOf(context, item);
		const itemChecked = checkedOf(context, itemData);
		const key = JSON.stringify(itemChecked);
		const shared = sessions.get(key) ?? makeSession(context, limits, itemData, itemChecked);
		sessions.set(key, shared);
		return shared;
	};
	return { session, sessionOf };
}

/** The session with one try for each request, and a shorter time for it. */
export const withShortTry = (session: Session, timeoutMs: number): Session => ({
	...session,
	hasOneTry: true,
	attempt: async (request) => await session.attempt({ ...request, timeoutMs }),
});

/** An index that no list has, however long. */
const BETWEEN_ITEMS = 0.5;

/**
 * The first item's credential, and whether another item's may differ. To compare those of all items would cost a read
 * of n8n's database for each.
 */
async function firstCredential(context: IExecuteFunctions) {
	const { data, isItemRead } = await watchedCredential(context);
	const { length } = context.getInputData();
	if (length <= 1) return { data, mayDifferByItem: false };
	if (isItemRead) return { data, mayDifferByItem: true };
	// An expression may read the index alone, such as `$("Tokens").all()[$itemIndex]`. For an index that no item has, it
	// gives another credential, or none, also where the rows compared here have the same one.
	for (const item of new Set([BETWEEN_ITEMS, 1, length - 1])) {
		const otherData = await credentialOf(context, item).catch(() => undefined);
		if (JSON.stringify(otherData) !== JSON.stringify(data)) return { data, mayDifferByItem: true };
	}
	return { data, mayDifferByItem: false };
}

/** The first item's credential, and whether n8n has read the item for it: then an expression depends on the item. */
async function watchedCredential(context: IExecuteFunctions) {
	let isItemRead = false;
	const noteRead = (target: object, key: string | symbol): unknown => {
		isItemRead = true;
		return Reflect.get(target, key);
	};
	const watchedItems = context
		.getInputData()
		.map((item, index) => (index === 0 ? new Proxy(item, { get: noteRead }) : item));
	// The items with which n8n resolves the expressions of a credential.
	const watchedContext = Object.create(context, {
		connectionInputData: { value: watchedItems },
	}) as IExecuteFunctions;
	const data = await credentialOf(watchedContext, 0);
	return { data, isItemRead };
}

/** The credential of the node for an item, as n8n gives it. */
async function credentialOf(context: CallingContext, item: number) {
	const node = context.getNode();
	if (!node.credentials?.[CREDENTIAL_NAME]) {
		throw credentialError(node, 'No credential is chosen: choose one in this node, or create one.');
	}
	return await context.getCredentials(CREDENTIAL_NAME, item);
}

function checkedOf(context: CallingContext, data: ICredentialDataDecryptedObject) {
	try {
		return checkCredential(data);
	} catch (error) {
		throw credentialError(context.getNode(), (error as Error).message);
	}
}

function credentialError(node: INode, problem: string): NodeOperationError {
	const error = new NodeOperationError(node, problem, {
		description: 'Nothing was sent. Correct this in the credential of the node.',
	});
	error.failure = { cause: 'credential-invalid' };
	return error;
}

function makeSession(
	context: CallingContext,
	limits: SessionLimits,
	credentialData: ICredentialDataDecryptedObject,
	checked: CheckedCredential,
): Session {
	const redact = redactorOf(checked.token);
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const { deadline = Infinity } = limits;
	const node = context.getNode();
	const credentialsDecrypted: ICredentialsDecrypted = {
		id: node.credentials?.[CREDENTIAL_NAME]?.id ?? '',
		name: CREDENTIAL_NAME,
		type: CREDENTIAL_NAME,
		data: credentialData as ICredentialsDecrypted['data'],
	};
	const sender = { context, credentialsDecrypted, checked, redact, signal };
	return {
		node,
		// This address and the patterns below are shown in errors and outputs, and may have the token pasted into them.
		api: redact(checked.api),
		redact,
		timeZone: context.getTimezone(),
		participantLink: redact(checked.participantLink) || undefined,
		respondentPage: redact(checked.respondentPage) || undefined,
		fieldNames: checked.fieldNames,
		tokenHash: createHash('sha256')
			.update(`${checked.token}\n${checked.companyId}`)
			.digest('base64'),
		rateLimiter: rateLimiterFor(checked.api, checked.token),
		budget: new WaitBudget(limits.maxWaitMs, deadline),
		signal,
		tooLongAdvice: limits.tooLongAdvice ?? RUN_AGAIN,
		attempt: async (request) => {
			const ms = Math.min(request.timeoutMs ?? limits.timeoutMs, deadline - performance.now());
			return await attempt(sender, request, Math.max(MIN_TIMEOUT_MS, ms));
		},
	};
}
