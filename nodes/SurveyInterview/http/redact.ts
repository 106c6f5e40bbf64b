import { asHtml, asPattern } from '../records/scalars';

/** A shorter token is not a secret, and would be found in every text. */
const MIN_LENGTH = 8;

/** A printable ASCII character as an escape of JSON, of a URL or of HTML, or a line end. */
const ESCAPED = '\\\\u00[2-7]|%[2-7]|&(?:#|amp|quot|[lg]t)|\\\\[rn]|[\\r\\n]';

/** Base64 in emails has a line end after each 76 characters. */
const LINE_END = '(?:\\\\[rn]|\\s)*';

const REDACTED = '[token]';

/** Takes a secret out of a text. */
export type Redact = (text: string) => string;

/**
 * Makes the function that takes a token out of texts, because a service or a proxy may echo the headers that
 * it received. It finds the token as it is, URL-encoded, in base64, and with any of its characters as a JSON
 * escape (`\u0073`, `\/`). A text without any of this is only searched, which is fast.
 */
export function redactorOf(token: string): Redact {
	if (token.length < MIN_LENGTH) return (text) => text;
	const base64 = [...new Set([0, 1, 2].flatMap((offset) => insideBase64(token, offset)))];
	const forms = [
		withAnyEscape(token).join(''),
		...base64.map((one) => withAnyEscape(one).join(LINE_END)),
	];
	const escaped = new RegExp(forms.join('|'), 'g');
	// The slow pattern is used only where the text has an escape that may be one of the token's.
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
 * How a token looks inside a base64 text, when it begins after `offset` bytes. The characters at its edges
 * are left out, because they also depend on the text beside the token.
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
