import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { IDENTITY_PATH } from './api/address';
import { authorityOf, credentialFrom, headersFor, withoutToken } from './api/authorize';
import { readBody } from './api/body';
import { isObject } from './records/json';
import { asSentence } from './api/errors';
import { factsOf } from './api/facts';
import { reasonOf, type Outcome } from './api/outcome';
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
	const redact = (text: string) => withoutToken(text, checked.value.token);
	const outcome = await getOnce(this, url, headersFor(checked.value, url), redact);
	if (outcome.kind === 'answer' && outcome.status === 200) {
		const { body } = outcome;
		if (body.kind === 'json' && isObject(body.value)) {
			return { status: 'OK', message: tokenSummary(body.value) };
		}
		const what = body.kind === 'unreadable' ? body.reason : 'nothing that identifies a token';
		return { status: 'Error', message: `The address answered with ${what}: check the Base URL.` };
	}
	const facts = await factsOf({ path: IDENTITY_PATH }, outcome);
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
	redact: (text: string) => string,
): Promise<Outcome> {
	try {
		const response = (await helpers.request({
			method: 'GET',
			uri,
			headers: { Accept: 'application/json', ...headers },
			timeout: TIMEOUT_MS,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
		})) as { statusCode: number; headers: Record<string, unknown>; body: unknown };
		const text =
			typeof response.body === 'string' ? response.body : JSON.stringify(response.body ?? '');
		return {
			kind: 'answer',
			status: response.statusCode,
			headers: response.headers,
			body: readBody(redact(text)),
		};
	} catch (error) {
		return reasonOf(error, redact);
	}
}
