import { isDenial } from '../records/denial';
import { isTooDeep, type JsonObject } from '../records/json';
import { asPattern, oneLine, visible } from '../records/scalars';
import { counted } from '../records/words';
import type { ServiceRequest } from './attempt';
import { type ErrorBody, isErrorBody, readErrorBody } from './errorBody';
import { type ErrorFacts, failureFor } from './errors';
import { baseUrlIn, baseUrlOf, hintFor, type Refusal } from './hints';
import type { Outcome, ReadBody } from './outcome';
import type { Redact } from './redact';
import { retryAfterMs } from './retry';

type AnswerOutcome = Extract<Outcome, { kind: 'answer' }>;

type ExplainedRequest = Pick<Refusal, 'path' | 'api' | 'hints' | 'refusedWhen'> &
	Pick<ServiceRequest, 'query' | 'body'> & { redact?: Redact };

/** Puts into words how a request ended that was not accepted. */
export function explainOutcome(request: ExplainedRequest, outcome: Outcome): ErrorFacts {
	switch (outcome.kind) {
		case 'cancelled':
			return {
				message: `The execution was canceled before this was ${outcome.sent ? 'answered' : 'sent'}`,
			};
		case 'notSent':
			return {
				message: `The service could not be reached: ${outcome.reason}`,
				hint: `Check ${baseUrlIn(request.api)}${WAYS_OUT[outcome.trouble]}`,
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'unclear':
			return {
				message: `The service gave no answer: ${concealerOf([request.query])(outcome.reason)}`,
				hint: `If this continues, check ${baseUrlIn(request.api)} and the network between n8n and the service.`,
				failure: { cause: 'temporarily-unavailable' },
			};
		case 'answer':
			return outcome.status < 400
				? explainRedirect(request, outcome.status, outcome.headers.location)
				: explainRefusal(request, outcome);
	}
}

/** What to do where a connection was not made, after a look at the address. */
const WAYS_OUT = {
	connection: ', and whether n8n may reach that address.',
	certificate:
		'. If it is correct, the administrator of the service must fix its certificate, or the administrator of n8n must make n8n trust the issuer (NODE_EXTRA_CA_CERTS).',
	forbidden: '. If it is correct, the administrator of n8n must allow requests to it.',
};

function explainRefusal(
	request: ExplainedRequest,
	{ status, headers, body }: AnswerOutcome,
): ErrorFacts {
	const read = errorIn(request, body);
	const isError = read.message !== undefined || read.code !== undefined || read.details.length > 0;
	return {
		message: messageFor(status, read, body),
		hint: hintFor({ ...request, status, errorBody: isError ? read : undefined }),
		status,
		code: read.code,
		isOfService: read.isOfService,
		failure: failureFor(status, retryAfterMs(headers['retry-after'], Date.now())),
	};
}

/** What a body says as an error; nothing where it is none, or is nested too deep to be walked. */
function errorIn(
	{ path, query, body: sent, redact = (text) => text }: ExplainedRequest,
	body: ReadBody,
): ErrorBody {
	if (body.kind !== 'json' || isTooDeep(body.value)) return { details: [] };
	const conceal = concealerOf([query, sent], path.startsWith('/respondents/'));
	// A hidden character inside a secret would hide the secret from the search, and not from people.
	return readErrorBody(body.value, (text) => redact(conceal(visible(text.slice(0, MAX_SEARCHED)))));
}

/** A text may have megabytes, and a sentence shows a few hundred characters. */
const MAX_SEARCHED = 4_000;

/** One sentence for a refusal, in the service's own words where it has any. */
function messageFor(status: number, errorBody: ErrorBody, body: ReadBody): string {
	const { details, message, code, more } = errorBody;
	if (details.length > 0) {
		const rest = more === undefined ? '' : ` (and ${counted(more)} more)`;
		return oneLine(`The service refused the input: ${details.join('; ')}`) + rest;
	}
	if (message !== undefined) return message;
	if (code !== undefined) return `The service refused this (${code})`;
	if (body.kind === 'unreadable') return `The address answered ${status} with ${body.reason}`;
	return `The service answered ${status} without saying why`;
}

/** A redirect, of which only the host is named: the rest of the address may hold anything. */
function explainRedirect(request: ExplainedRequest, status: number, location: unknown): ErrorFacts {
	const target = typeof location === 'string' && URL.canParse(location) ? new URL(location) : null;
	const where = target?.host ? ` to ${target.host}` : '';
	const words =
		location === undefined
			? {
					message: `The address answered ${status} instead of a record`,
					hint: 'If this continues, contact the support of the service, or the administrator of the proxy in front of it.',
				}
			: {
					message: `The address answered ${status} with a redirect${where}, which was not followed`,
					hint: `In the credential, enter the address of the service itself as Base URL. It is now ${baseUrlOf(request.api)}.`,
				};
	return { ...words, status, failure: { cause: 'configuration-invalid' } };
}

/** Puts into words that an answer has a status of success, and its body is not a record. */
export function explainUnusableBody(
	request: ExplainedRequest,
	status: number,
	body: ReadBody,
): ErrorFacts {
	const { api } = request;
	const isUnreadable = body.kind === 'unreadable';
	const isTooLarge = isUnreadable && body.isTooLarge;
	return {
		message: `The address answered ${status} with ${isUnreadable ? body.reason : insteadOfRecord(request, body)}`,
		hint: isTooLarge
			? `Request less data, for example with a filter, or make the record smaller. If this answer should be small, check ${baseUrlIn(api)}; something else may answer there.`
			: isUnreadable
				? `Check ${baseUrlIn(api)}; a proxy or a login page may stand in between.`
				: `Check ${baseUrlIn(api)}; something else may answer there. If it is correct, contact the support of the service.`,
		status,
		failure: { cause: 'temporarily-unavailable' },
	};
}

function insteadOfRecord(request: ExplainedRequest, body: ReadBody): string {
	if (body.kind !== 'json') return 'an empty body';
	const { value } = body;
	if (value === null) return 'null instead of a record';
	if (Array.isArray(value)) return 'a list instead of a record';
	if (typeof value !== 'object') return `a ${typeof value} instead of a record`;
	if (!isErrorBody(value)) return 'something that is not the record';
	const { message } = errorIn(request, body);
	const inWords = message === undefined ? 'something else' : 'a message';
	const what = isDenial(value as JsonObject) ? 'an error' : inWords;
	return `${what} instead of a record${message === undefined ? '' : `: ${message}`}`;
}

/** Fields that say who somebody is, or something about them. */
const PERSONAL =
	/(^|\.)((recipient|participant|respondent|person|contact)\w*(\.\w+)?|reason|q|\w*(e_?mail|phone|mobile|notes?|external_?id|(first|last|full|display)_?name))$|(^|\.)(propert|attribut)\w+\./i;
/** A word, such as an address. */
const WORD = /[^\s<>"'“”‘’«»,;:=|/?!&()[\]{}]+/g;

/** Of a shorter value nobody can tell whether it was meant. A longer beginning ends what is shown of a text. */
const [MIN_LENGTH, MAX_LENGTH] = [2, 100] as const;

/**
 * Makes the function that takes personal values of a request out of what the service says of it, because n8n
 * writes errors to its log and gives them to error workflows; the field is named instead. Only addresses, also
 * those of others, and the values of personal fields go: a survey's name or language may be any word, such as
 * `test` or `nl`, and a sentence without it would say nothing.
 *
 * @param isOfPerson whether what was sent is about one person, so that each field of it is personal
 */
export function concealerOf(sent: unknown, isOfPerson = false): (text: string) => string {
	const isPersonal = (field: string) => PERSONAL.test(field) || (isOfPerson && /^\w+$/.test(field));
	const fields = new Map(valuesIn(sent, isPersonal));
	const longestFirst = [...fields.keys()].sort((a, b) => b.length - a.length);
	const naming = (found: string) =>
		`[value of ${fields.get(found.toLowerCase().slice(0, MAX_LENGTH)) ?? 'a field'}]`;
	const conceal = (text: string) => {
		const lower = text.toLowerCase();
		const present = longestFirst.filter((form) => lower.includes(form));
		const anyOf = new RegExp(['(?!)', ...present.map(asWords)].join('|'), 'giu');
		const named = text.replace(anyOf, naming);
		return named.replace(WORD, (word) => (/.@./.test(word) ? '[email address]' : word));
	};
	return (written) => {
		let plain = conceal(written.normalize('NFC'));
		let shown = plain;
		// A text may quote a quotation; where nothing is hidden, it stays as it was written.
		for (let depth = 0; depth < 3; depth++) {
			const deeper = unescaped(plain);
			plain = conceal(deeper);
			if (plain !== deeper) shown = plain;
		}
		return shown;
	};
}

/** A text without escapes of JSON, of a URL and of HTML, in which a value may be hidden. */
const unescaped = (text: string) =>
	text.replace(ESCAPE, (written) => {
		const escape = written.toLowerCase();
		if (escape.startsWith('\\')) return JSON.parse(`"${escape}"`) as string;
		if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
		const code = Number(escape.slice(2, -1).replace('x', '0x'));
		return escape.startsWith('&#') ? String.fromCodePoint(code) : (SIGNS.get(escape) ?? written);
	});
const ESCAPE =
	/\\(?:u[\da-f]{4}|["\\/bfnrt])|(?:%[\da-f]{2})+|&#(?:x[\da-f]{1,5}|\d{1,6});|&\w{2,6};|＠/gi;
const SIGNS = new Map(Object.entries({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }))
	.set('&commat;', '@')
	.set('＠', '@');

/** A value as words of their own; of a long one, all that follows its beginning. */
const asWords = (form: string) =>
	`(?<![\\p{L}\\p{N}_])${asPattern(form)}${form.length < MAX_LENGTH ? '(?![\\p{L}\\p{N}_])' : '[^]*'}`;

/** Each personal value with its field, with its blanks as they are, as single ones and as in a URL. */
function valuesIn(
	value: unknown,
	isPersonal: (field: string) => boolean,
	field = '',
): Array<[value: string, field: string]> {
	if (typeof value === 'object' && value !== null) {
		const within = (key: string) => (Array.isArray(value) ? field : (field && `${field}.`) + key);
		return Object.entries(value).flatMap(([key, one]) => valuesIn(one, isPersonal, within(key)));
	}
	const text = String(value ?? '')
		.trim()
		.normalize('NFC');
	if (!isPersonal(field) || text.length < MIN_LENGTH) return [];
	const forms = [text, text.replace(/\s+/g, ' '), text.replace(/\s+/g, '+')];
	return forms.map((form) => [form.toLowerCase().slice(0, MAX_LENGTH), field]);
}
