import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { IDENTITY_PATH } from './api/address';
import { authorityOf, credentialFrom, headersFor } from './api/authorize';
import { isErrorBody, readBody } from './api/body';
import { isObject, isTooDeep } from './records/json';
import { asSentence } from './api/errors';
import { factsOf } from './api/facts';
import { LATE, reasonOf, type Outcome } from './api/outcome';
import { redactorOf, type Redact } from './api/redact';
import { inTime } from './api/waiting';
import { tokenSummary } from './tokenSummary';

const TIMEOUT_MS = 30_000;

/** n8n's test of a credential: calls the token's own endpoint and says who the token is for. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const checked = authorityOf(credentialFrom(credential.data ?? {}));
	if (!checked.ok) return { status: 'Error', message: checked.problem };
	const url = checked.value.api + IDENTITY_PATH;
	const redact = redactorOf(checked.value.token);
	const outcome = await getOnce(this, url, headersFor(checked.value, url), redact);
	if (outcome.kind === 'answer' && outcome.status === 200) {
		const { body } = outcome;
		const summary =
			body.kind === 'json' &&
			isObject(body.value) &&
			!isErrorBody(body.value) &&
			!isTooDeep(body.value)
				? tokenSummary(body.value)
				: undefined;
		if (summary !== undefined) return { status: 'OK', message: summary };
		const what = body.kind === 'unreadable' ? body.reason : 'nothing that identifies a token';
		return { status: 'Error', message: `The address answered with ${what}: check the Base URL.` };
	}
	const facts = await factsOf({ path: IDENTITY_PATH, api: checked.value.api }, outcome);
	return {
		status: 'Error',
		message: [asSentence(facts.message), facts.hint].filter(Boolean).join(' '),
	};
}

/** n8n offers credential tests its older request function only; the facts in `attempt` hold here too. */
async function getOnce(
	{ helpers }: ICredentialTestFunctions,
	uri: string,
	headers: Record<string, string>,
	redact: Redact,
): Promise<Outcome> {
	const send = async (signal: AbortSignal) => {
		const {
			statusCode,
			headers: answered,
			body,
		} = (await helpers.request({
			method: 'GET',
			uri,
			headers: { Accept: 'application/json', ...headers },
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			// This function takes no signal, and an answer that never ends can be left only as a stream.
			useStream: true,
		})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		return { status: statusCode, headers: answered, text: await textOf(body, signal) };
	};
	try {
		const answered = await inTime(TIMEOUT_MS, undefined, send);
		if ('stopped' in answered) return LATE;
		const { text, ...rest } = answered.value;
		return { kind: 'answer', ...rest, body: readBody(redact(text)) };
	} catch (error) {
		return reasonOf(error, redact);
	}
}

/** More than any TokenIdentity has, in characters. */
const MAX_LENGTH = 1_000_000;

/** What is used of Node's readable streams, whose module n8n does not let a package import. */
type Stream = AsyncIterable<unknown> & { destroy(): void; setEncoding(encoding: string): void };

/** The text of a stream, or the beginning of one that does not end; the connection is closed then. */
async function textOf(body: unknown, signal: AbortSignal): Promise<string> {
	if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) {
		return typeof body === 'string' ? body : JSON.stringify(body ?? '');
	}
	const stream = body as Stream;
	signal.addEventListener('abort', () => stream.destroy(), { once: true });
	stream.setEncoding('utf8');
	let text = '';
	for await (const chunk of stream) {
		text += String(chunk);
		if (text.length > MAX_LENGTH) break;
	}
	return text;
}
