/** What a person reads when a credential is saved: n8n's test of it. */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { outcomeOf, type N8nResponse } from './http/attempt';
import { readArriving } from './http/body';
import {
	checkCredential,
	headersFor,
	IDENTITY_PATH,
	type CheckedCredential,
} from './http/credential';
import { isErrorBody } from './http/errorBody';
import { explainOutcome } from './http/explain';
import { baseUrlIn } from './http/hints';
import type { Outcome } from './http/outcome';
import { redactorOf, type Redact } from './http/redact';
import { isObject } from './service/json';
import { asSentence, oneLine } from './service/scalars';
import { withoutEnvelope } from './service/simplified';
import { clockTime } from './service/timeInWords';
import { TOKEN } from './service/token';

const TEST_TIMEOUT_MS = 30_000;

/** Calls the token's own endpoint, and says what the token is for. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let checked: CheckedCredential;
	try {
		checked = checkCredential(credential.data ?? {});
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
	const url = checked.api + IDENTITY_PATH;
	const redact = redactorOf(checked.token);
	const api = redact(checked.api);
	const outcome = await getOnce(this, url, checked, redact);
	if (outcome.kind === 'answer' && outcome.status === 200) {
		const { body } = outcome;
		const value = body.kind === 'json' ? body.value : undefined;
		const summary = isErrorBody(value) ? undefined : tokenSummary(value);
		if (summary !== undefined) return { status: 'OK', message: summary };
		const received = body.kind === 'unreadable' ? body.reason : 'nothing that identifies a token';
		return {
			status: 'Error',
			message: `The address answered with ${received}. Check ${baseUrlIn(api)}.`,
		};
	}
	const facts = explainOutcome({ path: IDENTITY_PATH, api, redact }, outcome);
	return {
		status: 'Error',
		message: [asSentence(facts.message), facts.hint].filter(Boolean).join(' '),
	};
}

/** Does what `attempt` does, with n8n's older request function: credential tests have no other. */
async function getOnce(
	{ helpers }: ICredentialTestFunctions,
	uri: string,
	checked: CheckedCredential,
	redact: Redact,
): Promise<Outcome> {
	const send = async (signal: AbortSignal, closeConnection: () => void): Promise<Outcome> => {
		const response = (await helpers.request({
			method: 'GET',
			uri,
			headers: { Accept: 'application/json', ...headersFor(checked, uri) },
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			// This function takes no signal, and only a stream can be closed before its end.
			useStream: true,
		})) as N8nResponse;
		const { statusCode: status, headers, body } = response;
		const destroyBody = () => (body as { destroy?: () => void } | undefined)?.destroy?.();
		signal.addEventListener('abort', destroyBody, { once: true });
		const { fieldNames } = checked;
		const reading = { redact, fieldNames, closeConnection };
		return { kind: 'answer', status, headers, body: await readArriving(body, reading) };
	};
	return await outcomeOf(send, { timeoutMs: TEST_TIMEOUT_MS, redact });
}

/**
 * A likely key of a TokenIdentity, which the interface does not show: an answer with one may be a token's identity whose
 * facts stand under keys that we do not know. Answers of other services have none of them.
 */
const IDENTITY_KEY =
	/(workspace|company|organi[sz]ation|survey|scope|permission|expir|valid_?until)[^":]{0,40}":/i;

/**
 * A token's workspace, restriction, scopes and expiry in one line: `The token is for the workspace Acme; scopes: …`.
 *
 * @returns undefined if something else answered
 */
export function tokenSummary(identity: unknown, now = Date.now()): string | undefined {
	if (!isObject(identity)) return undefined;
	const facts = TOKEN.read(withoutEnvelope(identity));
	const { workspace, scopes, expires_at: expiry, survey_id: survey } = facts;
	const hasFacts = [workspace, scopes, expiry, survey].some((fact) => (fact ?? null) !== null);
	if (!hasFacts && !IDENTITY_KEY.test(JSON.stringify(identity))) return undefined;
	const shortLine = (text: unknown) => oneLine(String(text), 200);
	return [
		typeof workspace === 'string'
			? `The token is for the workspace ${shortLine(workspace)}`
			: 'The token works',
		...(typeof survey === 'string' ? ['restricted to one survey'] : []),
		...(Array.isArray(scopes) && scopes.length > 0
			? [`scopes: ${shortLine(scopes.join(', '))}`]
			: []),
		...(typeof expiry === 'string' ? [expiryInWords(Date.parse(expiry), now)] : []),
	].join('; ');
}

/** `expires tomorrow at 20:35 UTC`: n8n gives a credential's test no time zone, so the text names UTC. */
const expiryInWords = (at: number, now: number) =>
	`${at <= now ? 'expired' : 'expires'} ${clockTime(at, 'UTC', now)} UTC`;
