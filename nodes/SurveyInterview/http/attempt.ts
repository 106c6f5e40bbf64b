import type {
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import type { JsonObject } from '../records/json';
import { readArriving, type ListIntake } from './body';
import type { CheckedCredential } from './credential';
import { outcomeOfError, TIMED_OUT, type Outcome } from './outcome';
import type { Redact } from './redact';
import { withDeadline } from './turns';

/** The places in n8n from which this package calls the service. */
export type CallingContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

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

export const CREDENTIAL_NAME = 'surveyInterviewApi';

interface RunCredential {
	checked: CheckedCredential;
	id: string;
	data: Record<string, unknown>;
	redact: Redact;
}

/**
 * Sends one request once, through n8n's own helper (the user's proxy, TLS and SSRF settings apply), and
 * says how it ended. It never throws, and it passes on no part of n8n's error object, which holds the headers.
 *
 * @param timeoutMs how long all of it may take, body included, in milliseconds
 */
export async function attempt(
	context: CallingContext,
	credential: RunCredential,
	request: ServiceRequest,
	timeoutMs: number,
	signal?: AbortSignal,
): Promise<Outcome> {
	const { checked, redact } = credential;
	const options: IHttpRequestOptions = {
		method: request.method,
		url: checked.api + request.path,
		headers: { Accept: 'application/json' },
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
	if (request.query) options.qs = request.query as IHttpRequestOptions['qs'];
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
			// The credential as read once for this run, so that a batch does not decrypt it for each request.
			{
				credentialsDecrypted: {
					id: credential.id,
					name: CREDENTIAL_NAME,
					type: CREDENTIAL_NAME,
					data: credential.data as never,
				},
			},
		)) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const { statusCode: status, headers } = answered;
		const intake = status < 300 ? request.intake : undefined;
		const body = await readArriving(answered.body, {
			redact,
			names: checked.fieldNames,
			intake,
			leave,
			isOneRecord: request.isOneRecord,
		});
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
