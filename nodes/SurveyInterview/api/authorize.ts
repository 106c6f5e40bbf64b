import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	apiAddress,
	checkedCompanyId,
	checkedToken,
	IDENTITY_PATH,
	type Checked,
	type ServiceCredential,
} from './address';

/** A credential that passed every check: where to call, and the headers that say who calls. */
export interface Authority {
	/** Address below which all paths lie, for example `https://host/api`. */
	api: string;
	token: string;
	companyId: string;
}

/** Reads the credential's fields from what n8n decrypted; absent ones are empty. */
export function credentialFrom(data: ICredentialDataDecryptedObject): ServiceCredential {
	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	return {
		baseUrl: text(data.baseUrl),
		token: text(data.token),
		companyId: text(data.companyId),
		allowHttp: data.allowHttp === true,
	};
}

/** Checks the whole credential; the problem is one sentence for a person. */
export function authorityOf(credential: ServiceCredential): Checked<Authority> {
	const api = apiAddress(credential);
	if (!api.ok) return api;
	const token = checkedToken(credential.token);
	if (!token.ok) return token;
	const companyId = checkedCompanyId(credential.companyId);
	if (!companyId.ok) return companyId;
	return { ok: true, value: { api: api.value, token: token.value, companyId: companyId.value } };
}

/** The headers of a request to `url`: the token, and the company except on the token's own endpoint. */
export function headersFor(authority: Authority, url: string): Record<string, string> {
	const headers: Record<string, string> = { Authorization: `Bearer ${authority.token}` };
	const isTokenPath = new URL(url).pathname === new URL(authority.api + IDENTITY_PATH).pathname;
	if (authority.companyId !== '' && !isTokenPath) headers['X-Company-Id'] = authority.companyId;
	return headers;
}

/**
 * The credential's `authenticate`: every request of the nodes passes through here, and so does n8n's
 * HTTP Request node when it uses this credential. The token goes nowhere but to the host of the base URL.
 *
 * @throws {Error} one sentence, when the credential or the target may not be used
 */
export async function authorize(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const authority = authorityOf(credentialFrom(data));
	if (!authority.ok) throw new Error(authority.problem);
	const url = targetOf(request);
	if (!URL.canParse(url) || new URL(url).origin !== new URL(authority.value.api).origin) {
		throw new Error(
			'This credential sends its token only to the address in its Base URL; the request goes elsewhere.',
		);
	}
	return {
		...request,
		headers: { ...request.headers, ...headersFor(authority.value, url) },
		// n8n's default would hand the token on to wherever a redirect leads.
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** Where a request goes; n8n's HTTP Request node calls it `uri`. */
function targetOf(request: IHttpRequestOptions & { uri?: string }): string {
	const url = request.url ?? request.uri ?? '';
	if (request.baseURL === undefined || !URL.canParse(url, request.baseURL)) return url;
	return new URL(url, request.baseURL).href;
}
