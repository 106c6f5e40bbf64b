/** Sends a request once, through n8n's own helper, so that the user's proxy, TLS and SSRF settings apply. */
import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import type { JsonObject } from '../service/json';
import { type ListReader, readArriving } from './body';
import type { CheckedCredential } from './credential';
import { outcomeOfError, TIMED_OUT, type Outcome } from './outcome';
import type { Redact } from './redact';
import { withDeadline } from './timing';

/** One request: a path below `/api`, query and body. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Path with its identifiers filled in, for example `/surveys/3f…`. */
	path: string;
	query?: JsonObject;
	/** Without it, the request has no body at all; an empty object is sent as `{}`. */
	body?: JsonObject;
	/** Reads the entries of a list while they arrive. Without it, a list is read as a whole, like any other answer. */
	readList?: ListReader<unknown>;
	/** The time for one try, if it is to be shorter than that of the session. */
	timeoutMs?: number;
	/** Whether an answer proves that the request was done; by default, any answer does that is not an error. */
	proves?: (answer: unknown) => boolean;
}

export type CallingContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL_NAME = 'surveyInterviewApi';

/** What is the same for all requests of a run. */
interface Sender {
	context: CallingContext;
	/** Made once, so that a batch does not decrypt the credential, or copy the node, for each request. */
	credentialsDecrypted: ICredentialsDecrypted;
	/** The same credential, after its check. */
	checked: CheckedCredential;
	redact: Redact;
	/** Aborts when the execution is canceled. */
	signal?: AbortSignal;
}

/**
 * Sends a request once, with the credential of the run.
 *
 * @param timeoutMs from the start to the last byte of the answer's body
 */
export async function attempt(
	{ context, credentialsDecrypted, checked, redact, signal }: Sender,
	request: ServiceRequest,
	timeoutMs: number,
): Promise<Outcome> {
	const send: Send = async (abortSignal, closeConnection) => {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, abortSignal),
			CREDENTIAL_NAME,
			{ ...optionsFor(checked.api, request), abortSignal },
			{ credentialsDecrypted },
		)) as N8nResponse;
		const { statusCode: status, headers } = response;
		const readList = status < 300 ? request.readList : undefined;
		const { fieldNames } = checked;
		const reading = { redact, fieldNames, readList, closeConnection };
		return { kind: 'answer', status, headers, body: await readArriving(response.body, reading) };
	};
	return await outcomeOf(send, { timeoutMs, redact, signal });
}

/** An answer as n8n's helpers give it. */
export interface N8nResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

type Send = (abortSignal: AbortSignal, closeConnection: () => void) => Promise<Outcome>;

/** Sends a request; never throws, and passes on no part of n8n's error object, which holds the headers. */
export async function outcomeOf(
	send: Send,
	{ timeoutMs, redact, signal }: { timeoutMs: number } & Pick<Sender, 'redact' | 'signal'>,
): Promise<Outcome> {
	if (signal?.aborted) return { kind: 'canceled', sent: false };
	try {
		const ended = await withDeadline(timeoutMs, signal, send);
		if ('value' in ended) return ended.value;
		return ended.stopped === 'timedOut' ? TIMED_OUT : { kind: 'canceled', sent: true };
	} catch (error) {
		return outcomeOfError(error, redact);
	}
}

function optionsFor(api: string, { method, path, query, body }: ServiceRequest) {
	const options: IHttpRequestOptions = {
		method,
		url: api + path,
		headers: { Accept: 'application/json' },
		qs: query as IHttpRequestOptions['qs'],
		// n8n writes arrays as type[0]=a; the service reads type=a&type=b.
		arrayFormat: 'repeat',
		// n8n's errors lose the headers (Retry-After), so the status is judged here.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// As a stream, because a list may be long, and a small answer may unpack to a very large one.
		encoding: 'stream',
	};
	if (!body) return options;
	return {
		...options,
		headers: { ...options.headers, 'Content-Type': 'application/json' },
		// As text, because n8n does not send an empty object, and erase and send-email need a body.
		body: JSON.stringify(body),
	};
}

/** The context with another cancel signal: n8n replaces the signal in a request's options by that of its context. */
function withSignal<T extends CallingContext>(context: T, signal: AbortSignal): T {
	if (!('getExecutionCancelSignal' in context)) return context;
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as T;
}
