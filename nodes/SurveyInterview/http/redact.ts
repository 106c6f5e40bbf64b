/** Takes the token out of every text, and people's values out of what the service says. */
import { asHtml, asPattern } from '../records/scalars';

/** A shorter token is no secret, and its characters stand in every text by chance. */
const MIN_TOKEN_LENGTH = 8;

/** How an escape begins, in JSON, a URL or HTML; or a line end. */
const ESCAPED = '\\\\u00[2-7]|%[2-7]|&(?:#|amp|quot|[lg]t)|\\\\[rn]|[\\r\\n]';

/** Base64 in emails has a line end after each 76 characters. */
const LINE_END = '(?:\\\\[rn]|\\s)*';

const REDACTED = '[token]';

/** Takes a secret out of a text. */
export type Redact = (text: string) => string;

/**
 * Makes the function that takes a token out of texts, because a service or a proxy may echo the headers that it
 * received. It finds the token as it is, in base64, and with any of its characters escaped (`withAnyEscape`).
 */
export function redactorOf(token: string): Redact {
	if (token.length < MIN_TOKEN_LENGTH) return (text) => text;
	const base64 = [...new Set([0, 1, 2].flatMap((offset) => insideBase64(token, offset)))];
	const forms = [
		withAnyEscape(token).join(''),
		...base64.map((one) => withAnyEscape(one).join(LINE_END)),
	];
	const escaped = new RegExp(forms.join('|'), 'g');
	// The slow pattern is used only if the text has an escape that may belong to the token.
	const symbols = [...new Set(`${token}/`.replace(/\w/g, ''))];
	const escapedSymbols = symbols.map((symbol) => `\\\\\\x${hexOf(symbol)}`);
	const mayBeEscaped = new RegExp([ESCAPED, ...escapedSymbols].join('|'));
	return (text) => {
		let clean = text.replaceAll(token, REDACTED);
		for (const inner of base64) clean = withoutBase64(clean, inner);
		return mayBeEscaped.test(clean) ? clean.replace(escaped, REDACTED) : clean;
	};
}

/**
 * How a token looks inside a base64 text if it begins after `offset` bytes. The characters at its edges are left
 * out, because they also depend on the text beside the token.
 */
function insideBase64(token: string, offset: number): string[] {
	const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(token)]);
	const start = Math.ceil((offset * 8) / 6);
	const end = Math.floor((bytes.length * 8) / 6);
	return (['base64', 'base64url'] as const).map((form) => bytes.toString(form).slice(start, end));
}

const BASE64_CHARACTER = /[\w+/=-]/;

/** Takes out the whole base64 text around the token: its edges would show how the token begins and ends. */
function withoutBase64(text: string, inner: string): string {
	let clean = '';
	let from = 0;
	for (let at = text.indexOf(inner); at !== -1; at = text.indexOf(inner, from)) {
		let [start, end] = [at, at + inner.length];
		while (start > from && BASE64_CHARACTER.test(text.charAt(start - 1))) start--;
		while (BASE64_CHARACTER.test(text.charAt(end))) end++;
		// The letters of an escape such as \n or \u0022 belong to the JSON around the base64 text.
		if (text.charAt(start - 1) === '\\')
			start = Math.min(at, start + (text.charAt(start) === 'u' ? 5 : 1));
		clean += text.slice(from, start) + REDACTED;
		from = end;
	}
	return from === 0 ? text : clean + text.slice(from);
}

/** A pattern for each character of a text: as it is, or `\u0073`, `%73`, `%2573`, `&#115;` or after a backslash. */
function withAnyEscape(text: string): string[] {
	return [...text].map((character) => {
		const hex = hexOf(character);
		const code = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		const plain = /\w/.test(character) ? character : `\\\\?\\x${hex}`;
		const number = `0{0,5}${character.charCodeAt(0)}|[xX]0{0,4}${code}`;
		const html = `${asPattern(asHtml(character))}|&#(?:${number});`;
		return `(?:${plain}|\\\\u00${code}|%(?:25)*${code}|${html})`;
	});
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

/** Names of fields with personal values. */
const PERSONAL =
	/(^|\.)((recipient|participant|respondent|person|contact)\w*(\.\w+)?|reason|q|\w*(e_?mail|phone|mobile|notes?|external_?id|(first|last|full|display)_?name))$|(^|\.)(propert|attribut)\w+\./i;
/** A word; an email address is one, and so is its rest behind a value that was named. */
const WORD = /[^\s<>"'“”‘’«»,;:=|/?!&()[\]{}]+/g;
const ADDRESS = /.@.|^@.+\../;

/** A shorter value may stand in a text by chance. A longer one is found by its beginning, and hides the rest of the text. */
const [MIN_VALUE_LENGTH, MAX_VALUE_LENGTH] = [2, 100] as const;

/**
 * Makes the function that replaces a request's personal values by the names of their fields in what the service
 * says, because n8n writes errors to its log and gives them to error workflows. It takes out all email addresses,
 * and the values of personal fields. Other values stay: the name or language of a survey may be any word, such as
 * `test` or `nl`.
 *
 * @param isOfPerson whether the request is about one person, so that all its fields are personal
 */
export function concealerOf(sent: unknown, isOfPerson = false): (text: string) => string {
	const isPersonal = (field: string) => PERSONAL.test(field) || (isOfPerson && /^\w+$/.test(field));
	const fields = new Map(valuesIn(sent, isPersonal));
	const longestFirst = [...fields.keys()].sort((a, b) => b.length - a.length);
	const naming = (found: string) =>
		`[value of ${fields.get(found.toLowerCase().slice(0, MAX_VALUE_LENGTH)) ?? 'a field'}]`;
	const conceal = (text: string) => {
		const lower = text.toLowerCase();
		const present = longestFirst.filter((form) => lower.includes(form));
		const anyOf = new RegExp(['(?!)', ...present.map(asWords)].join('|'), 'giu');
		const named = text.replace(anyOf, naming);
		return named.replace(WORD, (word) => (ADDRESS.test(word) ? '[email address]' : word));
	};
	return (written) => {
		let plain = conceal(written.normalize('NFC'));
		let shown = plain;
		// Texts may be escaped several times; one in which nothing is found stays as it was written.
		for (let depth = 0; depth < 3; depth++) {
			const deeper = unescaped(plain);
			plain = conceal(deeper);
			if (plain !== deeper) shown = plain;
		}
		return shown;
	};
}

/** Decodes the escapes of JSON, URLs and HTML, which could hide a value. */
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

/** Finds a value as whole words; of a long one, its beginning and all that follows. */
const asWords = (form: string) =>
	`(?<![\\p{L}\\p{N}_])${asPattern(form)}${form.length < MAX_VALUE_LENGTH ? '(?![\\p{L}\\p{N}_])' : '[^]*'}`;

/** Each personal value with its field: with its blanks as they are, as single ones, and as `+` in a URL. */
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
	if (!isPersonal(field) || text.length < MIN_VALUE_LENGTH) return [];
	const forms = [text, text.replace(/\s+/g, ' '), text.replace(/\s+/g, '+')];
	return forms.map((form) => [form.toLowerCase().slice(0, MAX_VALUE_LENGTH), field]);
}
