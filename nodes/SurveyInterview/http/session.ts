import { createHash } from 'node:crypto';
import {
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import type { FieldNames, JsonObject } from '../records/json';
import { readArriving, type ListIntake } from './body';
import { checkCredential, type CheckedCredential } from './credential';
import { outcomeOfError, TIMED_OUT, type Outcome } from './outcome';
import { rateLimiterFor, WaitBudget, type RateLimiter } from './rateLimiter';
import { redactorOf, type Redact } from './redact';
import { withDeadline } from './timing';

/** One request: a path below `/api`, query and body. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Path with its identifiers filled in, for example `/surveys/3f…`. */
	path: string;
	query?: JsonObject;
	/** Absent: no body at all. An empty object is sent as `{}`. */
	body?: JsonObject;
	/** Takes the records as they arrive, where the answer is an array; without, the answer holds them. */
	intake?: ListIntake;
	/** Whether its answer is one record (`body.ts`). */
	isOneRecord?: boolean;
	/** How long a single try may take, where that is less than the session allows; it is not repeated. */
	timeoutMs?: number;
	/** Whether an answer proves that it was done; without, any answer does that is not an error. */
	proves?: (answer: unknown) => boolean;
}

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
	/** The address of a respondent's page; undefined where the credential does not say. */
	respondentPage?: string;
	/** Those of the credential; the records of its answers have them with them. */
	fieldNames?: FieldNames;
	/** A hash of the token and the Company ID, which shows whether two credentials show the same workspace. */
	tokenHash: string;
	rateLimiter: RateLimiter;
	budget: WaitBudget;
	/** How many records of paged lists were read so far. */
	recordsRead: number;
	signal?: AbortSignal;
	/** Whether a request without an answer in time is not sent again: each time costs as much. */
	isTimeoutFinal?: boolean;
	/** What a person can do when the service asks for a longer wait than this run may wait. */
	tooLongAdvice: string;
	/** Sends a request once, and says how it ended; it never throws. */
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

/** The places in n8n from which this package calls the service. */
type CallingContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

const CREDENTIAL_NAME = 'surveyInterviewApi';

/** Opens a session: reads and checks the credential once. One that cannot be used is an error in one sentence. */
export async function openSession(
	context: CallingContext,
	limits: SessionLimits,
): Promise<Session> {
	const node = context.getNode();
	const chosen = node.credentials?.[CREDENTIAL_NAME];
	if (!chosen) {
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
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const { deadline = Infinity } = limits;
	// The credential as read once for this run, so that a batch does not decrypt it for each request.
	const [name, type] = [CREDENTIAL_NAME, CREDENTIAL_NAME];
	const credential = { id: chosen.id ?? '', name, type, data: data as never };
	const sending = { context, checked, credential, redact, signal };
	return {
		node,
		// Errors name it, outputs have the link, and somebody may have pasted the token into either.
		api: redact(checked.api),
		redact,
		timeZone: context.getTimezone(),
		participantLink: redact(checked.participantLink) || undefined,
		respondentPage: redact(checked.respondentPage) || undefined,
		fieldNames: checked.fieldNames,
		// Saved states hold that of the token alone, so it stays where there is no Company ID.
		tokenHash: createHash('sha256')
			.update([checked.token, checked.companyId].filter(Boolean).join('\n'))
			.digest('base64'),
		rateLimiter: rateLimiterFor(checked.api, checked.token),
		budget: new WaitBudget(limits.maxWaitMs, deadline),
		recordsRead: 0,
		signal,
		tooLongAdvice: limits.tooLongAdvice ?? RUN_AGAIN,
		attempt: async (request) => {
			const ms = Math.min(request.timeoutMs ?? limits.timeoutMs, deadline - performance.now());
			return await attempt(sending, request, Math.max(MIN_TIMEOUT_MS, ms));
		},
	};
}

function credentialError(node: INode, problem: string): NodeOperationError {
	const error = new NodeOperationError(node, problem, {
		description: 'Nothing was sent. Correct this in the credential of the node.',
	});
	error.failure = { cause: 'credential-invalid' };
	return error;
}

/** What all requests of a session are sent with. */
interface Sending extends Pick<Session, 'redact' | 'signal'> {
	context: CallingContext;
	checked: CheckedCredential;
	credential: ICredentialsDecrypted;
}

/**
 * Sends one request once, through n8n's own helper (the user's proxy, TLS and SSRF settings apply), and
 * says how it ended. It never throws, and it passes on no part of n8n's error object, which holds the headers.
 *
 * @param timeoutMs how long all of it may take, body included, in milliseconds
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
		// A redirect could carry the token, or a person's data, to a stranger: none is followed.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		// n8n's errors lose the headers (Retry-After), so the status is judged here.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// Read here as it arrives: a list may be long, and a small answer may unpack to a very large one.
		encoding: 'stream',
	};
	if (request.body) {
		// As a string: n8n does not send an empty object, and erase and send-email need a body.
		options.body = JSON.stringify(request.body);
		options.headers = { ...options.headers, 'Content-Type': 'application/json' };
	}
	const send = async (abortSignal: AbortSignal, leave: () => void): Promise<Outcome> => {
		const answered = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, abortSignal),
			CREDENTIAL_NAME,
			{ ...options, abortSignal },
			{ credentialsDecrypted: credential },
		)) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const { statusCode: status, headers } = answered;
		const intake = status < 300 ? request.intake : undefined;
		const names = checked.fieldNames;
		const { isOneRecord } = request;
		const body = await readArriving(answered.body, { redact, names, intake, leave, isOneRecord });
		return { kind: 'answer', status, headers, body };
	};
	if (signal?.aborted) return { kind: 'cancelled', sent: false };
	try {
		const answered = await withDeadline(timeoutMs, signal, send);
		if ('value' in answered) return answered.value;
		return answered.stopped === 'timedOut' ? TIMED_OUT : { kind: 'cancelled', sent: true };
	} catch (error) {
		return outcomeOfError(error, redact);
	}
}

/** The context with another signal to cancel: n8n puts the execution's own in place of a request's. */
function withSignal<T extends CallingContext>(context: T, signal: AbortSignal): T {
	if (!('getExecutionCancelSignal' in context)) return context;
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as T;
}
