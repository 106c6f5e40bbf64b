import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { DEEPEST_FACT } from '../facts/fact';
import { kindNamed, RECORD_KINDS } from '../facts/kinds';
import { type FieldNames, isObject } from '../records/json';

/** What the credential holds; the names are those of the fields in `SurveyInterviewApi`. */
interface ServiceCredential {
	baseUrl: string;
	token: string;
	companyId: string;
	participantLink: string;
	fieldNames: string;
	allowHttp: boolean;
}

export interface CheckedCredential
	extends Pick<ServiceCredential, 'token' | 'companyId' | 'participantLink'> {
	/** Address below which all paths lie, for example `https://host/api`. */
	api: string;
	fieldNames?: FieldNames;
}

/** A value that may be used, or one sentence that says why not. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problem: string };

/**
 * The credential's `authenticate`: every request of the nodes passes through here, and so does n8n's HTTP
 * Request node when it uses this credential. The token is sent only to the host of the base URL.
 *
 * @throws {Error} one sentence, when the credential or the target may not be used
 */
export async function authorize(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const checked = checkCredential(credentialFrom(data));
	if (!checked.ok) throw new Error(checked.problem);
	const url = targetOf(request);
	if (!URL.canParse(url) || new URL(url).origin !== new URL(checked.value.api).origin) {
		throw new Error(
			'This credential sends its token only to the address in its Base URL; the request goes elsewhere.',
		);
	}
	return {
		...request,
		headers: { ...request.headers, ...headersFor(checked.value, url) },
		// By default n8n sends the token to wherever a redirect leads.
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** Where a request goes; n8n's HTTP Request node calls it `uri`. */
function targetOf(request: IHttpRequestOptions & { uri?: string }): string {
	const url = request.url ?? request.uri ?? '';
	if (request.baseURL === undefined || !URL.canParse(url, request.baseURL)) return url;
	return new URL(url, request.baseURL).href;
}

/** Reads the credential's fields from what n8n decrypted; absent ones are empty. */
export function credentialFrom(data: ICredentialDataDecryptedObject): ServiceCredential {
	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	return {
		baseUrl: text(data.baseUrl),
		token: text(data.token),
		companyId: text(data.companyId),
		participantLink: text(data.participantLink),
		fieldNames: text(data.fieldNames),
		allowHttp: data.allowHttp === true,
	};
}

/** Checks the whole credential; the problem is one sentence for a person. */
export function checkCredential(credential: ServiceCredential): Checked<CheckedCredential> {
	const api = apiAddress(credential);
	if (!api.ok) return api;
	const token = checkedToken(credential.token);
	if (!token.ok) return token;
	const companyId = checkedCompanyId(credential.companyId);
	if (!companyId.ok) return companyId;
	const link = checkedParticipantLink(credential.participantLink);
	if (!link.ok) return link;
	const names = checkedFieldNames(credential.fieldNames);
	if (!names.ok) return names;
	const value = { api: api.value, token: token.value, companyId: companyId.value };
	return { ok: true, value: { ...value, participantLink: link.value, fieldNames: names.value } };
}

/**
 * The address below which every path is served, for example `https://host/api` (docs/interface.md,
 * Conventions). A pasted address may end in `/` or `/api`.
 */
export function apiAddress(
	credential: Pick<ServiceCredential, 'baseUrl' | 'allowHttp'>,
): Checked<string> {
	const typed = credential.baseUrl.trim();
	if (typed === '') return invalid('Base URL is empty: enter the address of the service.');
	if (!/^https?:\/\//i.test(typed)) {
		// Not quoted: it may be a token in the wrong field.
		return invalid('Base URL must start with https://: enter the address of the service.');
	}
	if (!URL.canParse(typed)) {
		return invalid('Base URL is not a valid address: enter it as you see it in the browser.');
	}
	const url = new URL(typed);
	if (url.username !== '' || url.password !== '') {
		return invalid('Base URL must not contain a user name or password: enter only the address.');
	}
	if (url.search !== '' || url.hash !== '') {
		return invalid('Base URL must not contain "?" or "#": enter only the address.');
	}
	if (url.protocol === 'http:' && !credential.allowHttp && !isLocal(url.hostname)) {
		return invalid(
			`Base URL uses http, which would send the token unprotected to ${url.hostname}: use https, or turn on Allow HTTP in the credential.`,
		);
	}
	const path = url.pathname.replace(/(?<!\/)(\/+api)?\/*$/i, '');
	return { ok: true, value: `${url.origin}${path}/api` };
}

/** Loopback and private addresses (RFC 1918, RFC 4193): plain http to them stays in the private network. */
function isLocal(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
	if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
	if (/^f[cd][0-9a-f]{2}:/.test(host)) return true;
	const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
	if (!parts) return false;
	const [first, second] = [Number(parts[1]), Number(parts[2])];
	return (
		first === 127 ||
		first === 10 ||
		(first === 172 && second >= 16 && second <= 31) ||
		(first === 192 && second === 168)
	);
}

/** Refuses a token that cannot be part of a header. */
export function checkedToken(token: string): Checked<string> {
	if (token.trim() === '') {
		return invalid('Token is empty: paste the API token into the credential.');
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		return invalid(
			'Token contains a space, a line break or another character that no token has: paste only the token itself, without "Bearer".',
		);
	}
	return { ok: true, value: token };
}

/** Refuses a company id that cannot be part of a header. With an empty one, no header is sent. */
export function checkedCompanyId(companyId: string): Checked<string> {
	const trimmed = companyId.trim();
	return /^[\x20-\x7e]*$/.test(trimmed)
		? { ok: true, value: trimmed }
		: invalid('Company ID contains a line break or a character that no ID has: paste it again.');
}

/** Refuses a pattern that makes no address of a secret; other braces may be those of a mistyped `{{token}}`. */
export function checkedParticipantLink(pattern: string): Checked<string> {
	const trimmed = pattern.trim();
	const isPattern = /^https?:\/\/[^\s{}/?#@]+[/?#][^\s{}]*\{token\}[^\s{}]*$/.test(trimmed);
	return trimmed === '' || (isPattern && URL.canParse(trimmed))
		? { ok: true, value: trimmed }
		: invalid(
				'Participant Link must be an http or https address with {token} exactly once behind its host, and without spaces or other braces: enter one such as https://survey.example.com/i/{token}, or leave it empty.',
			);
}

/**
 * Reads Field Names; empty ones are none. Nothing of what was entered is in the sentence: it may be a token in
 * the wrong field.
 */
export function checkedFieldNames(text: string): Checked<FieldNames | undefined> {
	if (text.trim() === '') return { ok: true, value: undefined };
	const names = parsed(text);
	if (!isObject(names)) return wrongNames('must be a JSON object');
	for (const [kind, places] of Object.entries(names)) {
		const facts = kindNamed(kind)?.facts.map(({ name }) => name);
		if (!facts) {
			return wrongNames(
				`may name only these kinds of record: ${Object.keys(RECORD_KINDS).join(', ')}`,
			);
		}
		if (!isObject(places) || Object.keys(places).some((fact) => !facts.includes(fact))) {
			return wrongNames(`may name only these facts under ${kind}: ${facts.join(', ')}`);
		}
		const wrong = Object.keys(places).find((fact) => !isPath(places[fact]));
		if (wrong !== undefined) {
			return wrongNames(
				`must give for ${wrong} under ${kind} the keys that lead to it, at most ${DEEPEST_FACT}, with dots between them`,
			);
		}
	}
	const hasNames = Object.keys(names).length > 0;
	return { ok: true, value: hasNames ? (names as FieldNames) : undefined };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Keys with a letter or a digit each, with dots between them. */
function isPath(path: unknown): boolean {
	const keys = typeof path === 'string' ? path.split('.') : [];
	const isKey = (key: string) => /[\p{L}\p{N}]/u.test(key);
	return keys.length > 0 && keys.length <= DEEPEST_FACT && keys.every(isKey);
}

const wrongNames = (what: string) =>
	invalid(
		`Field Names ${what}: paste what Token > Check Service gives as field_names, such as {"respondent": {"score": "result.value"}}, or leave it empty.`,
	);

function invalid(text: string): { ok: false; problem: string } {
	return { ok: false, problem: text };
}

/** The token's own endpoint, the only one without X-Company-Id (docs/interface.md, Authentication). */
export const IDENTITY_PATH = '/public-api/v1/me';

/** The headers of a request to `url`: the token, and the company except on the token's own endpoint. */
export function headersFor(checked: CheckedCredential, url: string): Record<string, string> {
	const headers: Record<string, string> = { Authorization: `Bearer ${checked.token}` };
	const isTokenPath = new URL(url).pathname === new URL(checked.api + IDENTITY_PATH).pathname;
	if (checked.companyId !== '' && !isTokenPath) headers['X-Company-Id'] = checked.companyId;
	return headers;
}
