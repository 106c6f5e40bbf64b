import { createHash } from 'node:crypto';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import type { FieldNames, JsonObject } from '../service/json';
import { readArriving, type BodyReading } from './body';
import { checkCredential, type CheckedCredential } from './credential';
import { outcomeOfError, TIMED_OUT, type Outcome } from './outcome';
import { rateLimiterFor, WaitBudget, type RateLimiter } from './rateLimiter';
import { redactorOf, type Redact } from './redact';
import { withDeadline } from './timing';

/** One request: a path below `/api`, query and body. */
export interface ServiceRequest extends Pick<BodyReading, 'readList'> {
	method: IHttpRequestMethods;
	/** Path with its identifiers filled in, for example `/surveys/3f…`. */
	path: string;
	query?: JsonObject;
	/** Without it, the request has no body at all; an empty object is sent as `{}`. */
	body?: JsonObject;
	/** The time for one try, if it is to be shorter than that of the session. */
	timeoutMs?: number;
	/** Whether an answer proves that the request was done; by default, any answer does that is not an error. */
	proves?: (answer: unknown) => boolean;
}

/** What one node run needs to call the service; its requests share a rate limiter and a wait budget. */
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
	/** Whether a timeout is not tried again, because each try would cost as much time. */
	isTimeoutFinal?: boolean;
	/** Whether a failed request is not tried again. It still waits for the rate limit. */
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
 * A request gets at least this time, even if it ends after the deadline. n8n still waits then, because a poll's deadline
 * comes before the end of the time that n8n gives it (`timeFor`).
 */
const MIN_TIMEOUT_MS = 200;

const RUN_AGAIN =
	'This run may not wait that long. Run it again then, or increase the option Max Wait.';

type CallingContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

const CREDENTIAL_NAME = 'surveyInterviewApi';

/** The credential of the node for an item, as n8n gives it. */
export async function credentialOf(context: CallingContext, item: number) {
	const node = context.getNode();
	if (!node.credentials?.[CREDENTIAL_NAME]) {
		throw credentialError(node, 'No credential is chosen: choose one in this node, or create one.');
	}
	return await context.getCredentials(CREDENTIAL_NAME, item);
}

/** Reads and checks the credential once; one that cannot be used is an error in one sentence. */
export async function openSession(
	context: CallingContext,
	limits: SessionLimits,
): Promise<Session> {
	const data = await credentialOf(context, 0);
	return makeSession(context, limits, data, checkedCredentialOf(context, data));
}

/** @throws {NodeOperationError} one sentence: what is wrong with the credential */
export function checkedCredentialOf(
	context: CallingContext,
	data: ICredentialDataDecryptedObject,
): CheckedCredential {
	try {
		return checkCredential(data);
	} catch (error) {
		throw credentialError(context.getNode(), (error as Error).message);
	}
}

/**
 * @param data the credential as n8n gives it
 * @param checked the same credential, after its check
 */
export function makeSession(
	context: CallingContext,
	limits: SessionLimits,
	data: ICredentialDataDecryptedObject,
	checked: CheckedCredential,
): Session {
	const node = context.getNode();
	const chosen = node.credentials?.[CREDENTIAL_NAME];
	const redact = redactorOf(checked.token);
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const { deadline = Infinity } = limits;
	// Read once for this run, so that a batch does not decrypt the credential for each request.
	const credential: ICredentialsDecrypted = {
		id: chosen?.id ?? '',
		name: CREDENTIAL_NAME,
		type: CREDENTIAL_NAME,
		data: data as ICredentialsDecrypted['data'],
	};
	const sending = { context, checked, credential, redact, signal };
	return {
		node,
		// This address and the patterns below are shown in errors and outputs, and may have the token pasted into them.
		api: redact(checked.api),
		redact,
		timeZone: context.getTimezone(),
		participantLink: redact(checked.participantLink) || undefined,
		respondentPage: redact(checked.respondentPage) || undefined,
		fieldNames: checked.fieldNames,
		// Without a Company ID it is the hash of the token alone, as in states that older versions saved.
		tokenHash: createHash('sha256')
			.update([checked.token, checked.companyId].filter(Boolean).join('\n'))
			.digest('base64'),
		rateLimiter: rateLimiterFor(checked.api, checked.token),
		budget: new WaitBudget(limits.maxWaitMs, deadline),
		signal,
		tooLongAdvice: limits.tooLongAdvice ?? RUN_AGAIN,
		attempt: async (request) => {
			const ms = Math.min(request.timeoutMs ?? limits.timeoutMs, deadline - performance.now());
			return await attempt(sending, request, Math.max(MIN_TIMEOUT_MS, ms));
		},
	};
}

/** The session with one try for each request, and a shorter time for it. */
export const withShortTry = (session: Session, timeoutMs: number): Session => ({
	...session,
	hasOneTry: true,
	attempt: async (request) => await session.attempt({ ...request, timeoutMs }),
});

function credentialError(node: INode, problem: string): NodeOperationError {
	const error = new NodeOperationError(node, problem, {
		description: 'Nothing was sent. Correct this in the credential of the node.',
	});
	error.failure = { cause: 'credential-invalid' };
	return error;
}

/** What all requests of a session need. */
interface Sending extends Pick<Session, 'redact' | 'signal'> {
	context: CallingContext;
	checked: CheckedCredential;
	credential: ICredentialsDecrypted;
}

/**
 * Sends one request once, through n8n's own helper, so that the user's proxy, TLS and SSRF settings apply. It never
 * throws, and passes on no part of n8n's error object, which holds the headers.
 *
 * @param timeoutMs for all of it, body included
 */
async function attempt(
	{ context, checked, credential, redact, signal }: Sending,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<Outcome> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: checked.api + request.path,
		headers: { Accept: 'application/json' },
		qs: request.query as IHttpRequestOptions['qs'],
		// n8n writes arrays as type[0]=a; the service reads type=a&type=b.
		arrayFormat: 'repeat',
		// n8n's errors lose the headers (Retry-After), so the status is judged here.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// As a stream, because a list may be long, and a small answer may unpack to a very large one.
		encoding: 'stream',
	};
	if (request.body) {
		// As text, because n8n does not send an empty object, and erase and send-email need a body.
		options.body = JSON.stringify(request.body);
		options.headers = { ...options.headers, 'Content-Type': 'application/json' };
	}
	const send = async (abortSignal: AbortSignal, closeConnection: () => void): Promise<Outcome> => {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, abortSignal),
			CREDENTIAL_NAME,
			{ ...options, abortSignal },
			{ credentialsDecrypted: credential },
		)) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const { statusCode: status, headers } = response;
		const readList = status < 300 ? request.readList : undefined;
		const reading = { redact, names: checked.fieldNames, readList, closeConnection };
		return { kind: 'answer', status, headers, body: await readArriving(response.body, reading) };
	};
	if (signal?.aborted) return { kind: 'canceled', sent: false };
	try {
		const answered = await withDeadline(timeoutMs, signal, send);
		if ('value' in answered) return answered.value;
		return answered.stopped === 'timedOut' ? TIMED_OUT : { kind: 'canceled', sent: true };
	} catch (error) {
		return outcomeOfError(error, redact);
	}
}

/** The context with another cancel signal: n8n replaces a request's own signal by that of the execution. */
function withSignal<T extends CallingContext>(context: T, signal: AbortSignal): T {
	if (!('getExecutionCancelSignal' in context)) return context;
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as T;
}
