import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { checkCredential, credentialFrom, headersFor, IDENTITY_PATH } from './http/credential';
import { isErrorBody } from './http/errorBody';
import { asSentence } from './http/errors';
import { explainOutcome } from './http/explain';
import { baseUrlIn } from './http/hints';
import { clockTime } from './http/moment';
import { outcomeOfError, readBody, TIMED_OUT, type Outcome, type ReadBody } from './http/outcome';
import { redactorOf, type Redact } from './http/redact';
import { withDeadline } from './http/waiting';
import { TOKEN } from './facts/token';
import { withoutEnvelope } from './facts/simplified';
import { noteFieldNames } from './records/fieldNames';
import { isObject, isTooDeep } from './records/json';
import { oneLine } from './records/scalars';

const TEST_TIMEOUT_MS = 30_000;

/** n8n's test of a credential: calls the token's own endpoint and says who the token is for. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const checked = checkCredential(credentialFrom(credential.data ?? {}));
	if (!checked.ok) return { status: 'Error', message: checked.problem };
	const url = checked.value.api + IDENTITY_PATH;
	const redact = redactorOf(checked.value.token);
	const api = redact(checked.value.api);
	const outcome = await getOnce(this, url, headersFor(checked.value, url), redact);
	if (outcome.kind === 'answer' && outcome.status === 200) {
		const { body } = outcome;
		if (body.kind === 'json') noteFieldNames(body.value, checked.value.fieldNames);
		const summary = isRecord(body) ? tokenSummary(body.value) : undefined;
		if (summary !== undefined) return { status: 'OK', message: summary };
		const what = body.kind === 'unreadable' ? body.reason : 'nothing that identifies a token';
		return {
			status: 'Error',
			message: `The address answered with ${what}. Check ${baseUrlIn(api)}.`,
		};
	}
	const facts = explainOutcome({ path: IDENTITY_PATH, api, redact }, outcome);
	return {
		status: 'Error',
		message: [asSentence(facts.message), facts.hint].filter(Boolean).join(' '),
	};
}

function isRecord(body: ReadBody): body is Extract<ReadBody, { kind: 'json' }> {
	if (body.kind !== 'json') return false;
	return isObject(body.value) && !isErrorBody(body.value) && !isTooDeep(body.value);
}

/** Sends the request. n8n offers credential tests only its older request function; see `attempt` for the rest. */
async function getOnce(
	{ helpers }: ICredentialTestFunctions,
	uri: string,
	headers: Record<string, string>,
	redact: Redact,
): Promise<Outcome> {
	const send = async (signal: AbortSignal) => {
		const response = (await helpers.request({
			method: 'GET',
			uri,
			headers: { Accept: 'application/json', ...headers },
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			// This function takes no signal, and only a stream can be closed before its end.
			useStream: true,
		})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const text = await textOfStream(response.body, signal);
		return { status: response.statusCode, headers: response.headers, text };
	};
	try {
		const answered = await withDeadline(TEST_TIMEOUT_MS, undefined, send);
		if ('stopped' in answered) return TIMED_OUT;
		const { text, ...rest } = answered.value;
		return { kind: 'answer', ...rest, body: readBody(redact(text)) };
	} catch (error) {
		return outcomeOfError(error, redact);
	}
}

/** More characters than any TokenIdentity has. */
const MAX_BODY_LENGTH = 1_000_000;

/** The part of Node's readable streams that is used; n8n does not let a package import their module. */
type Stream = AsyncIterable<unknown> & { destroy(): void; setEncoding(encoding: string): void };

/** The text of a stream, or the beginning of a very long one, whose connection is then closed. */
async function textOfStream(body: unknown, signal: AbortSignal): Promise<string> {
	if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) {
		return typeof body === 'string' ? body : JSON.stringify(body ?? '');
	}
	const stream = body as Stream;
	signal.addEventListener('abort', () => stream.destroy(), { once: true });
	stream.setEncoding('utf8');
	let text = '';
	for await (const chunk of stream) {
		text += String(chunk);
		if (text.length > MAX_BODY_LENGTH) break;
	}
	return text;
}

/** Keys of a TokenIdentity, which is not shown; something else that answers has none of them. */
const OF_IDENTITY =
	/(workspace|company|organi[sz]ation|survey|scope|permission|expir|valid_?until)[^":]{0,40}":/i;

/**
 * Who a token is for, in one line: its workspace, restriction, scopes and expiry.
 *
 * @returns undefined where none is found, because something else answered
 */
export function tokenSummary(identity: unknown, now = Date.now()): string | undefined {
	if (!isObject(identity)) return undefined;
	const facts = TOKEN.reader()(withoutEnvelope(identity), {});
	const { workspace, scopes, expires_at: expiry, survey_id: survey } = facts;
	const isKnown = [workspace, scopes, expiry, survey].some((fact) => (fact ?? null) !== null);
	if (!isKnown && !OF_IDENTITY.test(JSON.stringify(identity))) return undefined;
	const shown = (text: unknown) => oneLine(String(text), 200);
	return [
		typeof workspace === 'string'
			? `The token is for the workspace ${shown(workspace)}`
			: 'The token works',
		...(typeof survey === 'string' ? ['restricted to one survey'] : []),
		...(Array.isArray(scopes) && scopes.length > 0 ? [`scopes: ${shown(scopes.join(', '))}`] : []),
		...(typeof expiry === 'string' ? [expiryInWords(Date.parse(expiry), now)] : []),
	].join('; ');
}

/** n8n gives a credential's test no time zone, so the one that is used is named. */
const expiryInWords = (at: number, now: number) =>
	`${at <= now ? 'expired' : 'expires'} ${clockTime(at, 'UTC', now)} UTC`;
