/** The credential: what each of its fields may be, and how it authorizes a request. */
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { FieldNames } from '../service/fieldNames';
import { isObject, parsedJson } from '../service/json';
import { type KindName, KINDS } from '../service/kinds';
import { MAX_FACT_DEPTH, searchedFacts } from '../service/reader';
import { withoutEnds } from '../service/scalars';

/** A credential that may be used. */
export interface CheckedCredential {
	/** The address below which all paths lie, for example `https://host/api`. */
	api: string;
	token: string;
	companyId: string;
	/** Addresses with parts in braces, such as `{token}`; empty if not set. */
	participantLink: string;
	respondentPage: string;
	fieldNames?: FieldNames;
}

/**
 * The credential's `authenticate`, for the requests of both nodes and of n8n's HTTP Request node. It sends the
 * token only to the host of the base URL, and follows no redirect.
 *
 * @throws {Error} one sentence, when the credential or the target may not be used
 */
export async function authorize(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const checked = checkCredential(data);
	const url = targetOf(request);
	if (!URL.canParse(url) || new URL(url).origin !== new URL(checked.api).origin) {
		throw new Error(
			'This credential sends its token only to the address in its Base URL; the request goes elsewhere.',
		);
	}
	return {
		...request,
		headers: { ...request.headers, ...headersFor(checked, url) },
		...NO_REDIRECT,
	};
}

/**
 * A redirect could carry the token, or a person's data, to a stranger: n8n sends both to wherever it leads, and some
 * versions cannot be told to leave out the token. The last two are for n8n's HTTP Request node.
 */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

/** Where a request goes; n8n's HTTP Request node calls it `uri`. */
function targetOf(request: IHttpRequestOptions & { uri?: string }): string {
	const url = request.url ?? request.uri ?? '';
	if (request.baseURL === undefined || !URL.canParse(url, request.baseURL)) return url;
	return new URL(url, request.baseURL).href;
}

/** The token's own endpoint, the only one without X-Company-Id (docs/interface.md, Authentication). */
export const IDENTITY_PATH = '/public-api/v1/me';

/** The token, and the Company ID except for the token's own endpoint. */
export function headersFor(checked: CheckedCredential, url: string): Record<string, string> {
	const headers: Record<string, string> = { Authorization: `Bearer ${checked.token}` };
	const isIdentityPath = new URL(url).pathname === new URL(checked.api + IDENTITY_PATH).pathname;
	if (checked.companyId !== '' && !isIdentityPath) headers['X-Company-Id'] = checked.companyId;
	return headers;
}

/**
 * Reads and checks the credential; n8n leaves out its empty fields. No sentence quotes what was entered, because it
 * may be a token in the wrong field.
 *
 * @throws {Error} one sentence that says what to correct
 */
export function checkCredential(data: ICredentialDataDecryptedObject): CheckedCredential {
	const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
	const api = apiAddress(text('baseUrl'), data.allowHttp === true);
	const token = tokenIn(text('token'));
	if (token === '') {
		throw new Error('Token is empty: paste the API token into the credential.');
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw new Error('Token contains a character that no token has: paste only the token itself.');
	}
	if (/^\*+$/.test(token)) {
		throw new Error('Token is only stars, as a page hides it: copy the token itself.');
	}
	const companyId = text('companyId').trim();
	if (!/^[\x20-\x7e]*$/.test(companyId)) {
		throw new Error(
			'Company ID contains a line break or a character that no ID has: paste it again.',
		);
	}
	return {
		api,
		token,
		companyId,
		participantLink: patternIn('Participant Link', text('participantLink'), '{token}'),
		respondentPage: patternIn(
			'Respondent Page',
			text('respondentPage'),
			'{respondent_id}',
			'{survey_id}',
		),
		fieldNames: fieldNamesIn(text('fieldNames')),
	};
}

// In the patterns of this file, `(?<!x)x+` begins only at the first x of a run: a long run would take quadratic time.

/** A token without what is copied along: the name of its header, quotes, line ends, characters that nobody sees. */
function tokenIn(pasted: string): string {
	const visible = pasted.replace(/\p{DI}+/gu, '');
	const bare = visible.replace(
		/^[\s"'`‘’“”]*(authorization[\s"'`‘’“”:=]+)?(bearer(?=[\s"'`‘’“”:=]|$)[:=]?)?[\s"'`‘’“”]*/i,
		'',
	);
	// A long token is wrapped when it is copied. A space in it may separate something else from it.
	const lines = bare.split(/[\r\n\u2028\u2029]/).map((line) => line.trim());
	return lines
		.join('')
		.replace(/(?<!["'`‘’“”,;])["'`‘’“”,;]+$/, '')
		.trim();
}

/**
 * The address below which every path is served, for example `https://host/api` (docs/interface.md,
 * Conventions). An address from a browser or the documentation may go on, with an endpoint or a page.
 *
 * @throws {Error} one sentence that says what to correct
 */
export function apiAddress(baseUrl: string, allowHttp: boolean): string {
	// Pasted behind a scheme that was there: `https://https://host`.
	const typed = withoutEnds(baseUrl, AROUND_ADDRESS).replace(/^https?:\/+(?=https?:\/\/)/i, '');
	if (typed === '') throw new Error('Base URL is empty: enter the address of the service.');
	if (!/^https?:\/\//i.test(typed)) {
		throw new Error('Base URL must start with https://: enter the address of the service.');
	}
	if (!URL.canParse(typed)) {
		throw new Error('Base URL is not a valid address: enter it as you see it in the browser.');
	}
	const url = new URL(typed);
	const [, inside] = ADDRESS_INSIDE.exec(typed.slice(url.protocol.length)) ?? [];
	if (inside !== undefined && hostnameOf(inside) !== url.hostname) {
		throw new Error(
			'Base URL has another address in it, and may be a link that leads there: enter the address of the service alone, without what follows its host.',
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new Error('Base URL must not contain a user name or password: enter only the address.');
	}
	if (url.protocol === 'http:' && !allowHttp && !PRIVATE_HOST.test(url.hostname)) {
		throw new Error(
			`Base URL uses http, which would send the token unprotected to ${url.hostname}: use https, or turn on Allow HTTP under More Settings in the credential.`,
		);
	}
	const { origin, pathname } = url;
	const toRemove = FROM_API.test(pathname) ? FROM_API : FROM_PAGE;
	return `${origin}${pathname.replace(toRemove, '').replace(/(?<!\/)\/+$/, '')}/api`;
}

function hostnameOf(host: string): string | undefined {
	const address = `https://${host}`;
	return URL.canParse(address) ? new URL(address).hostname : undefined;
}

/** What is copied along with an address, as from an email or a sentence. */
const AROUND_ADDRESS = /[\s\p{Cf}<>()"'`‘’“”„.,;]/u;

/**
 * The host of an address inside an address. A mail filter's link, a search engine's and another host's login have one:
 * `?url=https%3A%2F%2Fhost`, `/v3/__https://host`, `?u=https-3A__host`. They would get the token.
 */
const ADDRESS_INSIDE = /https?(?::|%(?:25)*3a|-3a)(?:\/\/|%(?:25)*2f%(?:25)*2f|__)([^\s/?#%&:;]+)/i;

/** The first part of an endpoint's path below `/api`, or of the documentation of endpoints. */
const BELOW_API = [
	'public-api|surveys|properties|topic-categories|invitations|respondents|mailings',
	String.raw`docs|redoc|swagger[\w.-]*|openapi[\w.-]*|v\d+`,
].join('|');
/**
 * In a path, `/api` and what is below it: all of `/api/surveys/3f…` or `/api/docs`. Of `/tools/surveys/api` it is only
 * the end, because the service itself may be served below a path such as `/tools/surveys`.
 */
const FROM_API = new RegExp(String.raw`(?<!/)/+api(/*|/+(${BELOW_API})(/[^]*)?)$`, 'i');

/** Pages of an application. `/surveys` alone is not one of them: the service itself may be served below it. */
const PAGES = [
	String.raw`(([a-z]{2}|[a-z]{2}-[a-z]{2}|auth|users?)/+)?(log-?in|sign[-_]?in)(/[^]*)?`,
	String.raw`(public-api|dashboard|settings|account|profile)(/[^]*)?`,
	String.raw`(docs|redoc|index\.html)/*`,
	String.raw`(openapi|swagger)\.(json|ya?ml)`,
	String.raw`surveys/+[^/][^]*`,
].join('|');
/** In a path without `/api`, an endpoint or a page: all of `/login`, `/en/sign-in`, `/surveys/3f…` or `/docs`. */
const FROM_PAGE = new RegExp(String.raw`(?<!/)/+(${PAGES})$`, 'i');

/** Loopback and private addresses (RFC 1918, RFC 4193): plain http to them stays in the private network. */
const PRIVATE_HOST =
	/^((.*\.)?localhost|\[::1\]|\[f[cd][\da-f]{2}:.*\]|(127|10|172\.(1[6-9]|2\d|3[01])|192\.168)(\.\d+)+)$/;

/**
 * Reads the pattern of an address, such as Participant Link; an empty text means that there is none.
 *
 * @throws {Error} one sentence that says what to correct
 */
function patternIn(
	label: string,
	typed: string,
	requiredPart: string,
	optionalPart?: string,
): string {
	const pattern = typed.trim();
	if (pattern === '' || isLinkPattern(pattern, requiredPart, optionalPart)) return pattern;
	const parts = `${requiredPart} exactly once${optionalPart ? ` and ${optionalPart} at most once` : ''}`;
	const example = `https://survey.example.com/${optionalPart ?? 'i'}/${requiredPart}`;
	throw new Error(
		`${label} must be an http or https address with ${parts} behind its host, and without spaces or other braces: enter one such as ${example}, or leave it empty.`,
	);
}

/** Whether a pattern is an address with these parts. Any other braces may come from a mistyped `{{token}}`. */
export function isLinkPattern(
	pattern: string,
	requiredPart = '{token}',
	optionalPart = '',
): boolean {
	const [, behindHost = ''] = /^https?:\/\/[^\s{}/?#@]+([/?#]\S*)$/.exec(pattern) ?? [];
	const parts: string[] = behindHost.match(/\{[^{}]*\}|[{}]/g) ?? [];
	const isPart = (part: string, index: number) =>
		[requiredPart, optionalPart].includes(part) && parts.indexOf(part) === index;
	return parts.includes(requiredPart) && parts.every(isPart) && URL.canParse(pattern);
}

/**
 * Reads Field Names, by kind of record and fact: `{"respondent": {"score": "result.value"}}`. An empty text or an empty
 * object means that there are none.
 *
 * @throws {Error} one sentence that says what to correct
 */
function fieldNamesIn(text: string): FieldNames | undefined {
	if (text.trim() === '') return undefined;
	const names = parsedJson(text.trim());
	if (!isObject(names)) throw fieldNamesError('must be a JSON object');
	for (const [kind, paths] of Object.entries(names)) {
		const recordKind = Object.hasOwn(KINDS, kind) ? KINDS[kind as KindName] : undefined;
		const factNames = recordKind && searchedFacts(recordKind);
		if (!factNames) {
			const kinds = Object.keys(KINDS).join(', ');
			throw fieldNamesError(`may name only these kinds of record: ${kinds}`);
		}
		if (!isObject(paths) || Object.keys(paths).some((fact) => !factNames.includes(fact))) {
			throw fieldNamesError(`may name only these facts under ${kind}: ${factNames.join(', ')}`);
		}
		const wrongFact = Object.keys(paths).find((fact) => !isPath(paths[fact]));
		if (wrongFact !== undefined) {
			throw fieldNamesError(
				`must give for ${wrongFact} under ${kind} the keys that lead to it, at most ${MAX_FACT_DEPTH}, with dots between them`,
			);
		}
	}
	return Object.keys(names).length > 0 ? (names as FieldNames) : undefined;
}

/** Whether a value of Field Names is a path: keys with dots between them, each with a letter or a digit. */
function isPath(path: unknown): boolean {
	const keys = typeof path === 'string' ? path.split('.') : [];
	const isKey = (key: string) => /[\p{L}\p{N}]/u.test(key);
	return keys.length > 0 && keys.length <= MAX_FACT_DEPTH && keys.every(isKey);
}

const fieldNamesError = (problem: string) =>
	new Error(
		`Field Names ${problem}: enter the keys that Token > Check Service names, such as {"respondent": {"score": "result.value"}}, or leave it empty.`,
	);
