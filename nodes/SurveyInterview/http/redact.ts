/** Takes the token out of every text, and addresses of people out of what the service says. */

/** A shorter token is no secret, and may occur in any text by chance. */
const MIN_TOKEN_LENGTH = 8;

/** Takes a secret out of a text. */
export type Redact = (text: string) => string;

/**
 * Makes the function that takes a token out of texts, because a service or a proxy may echo the headers that it
 * received: the token as it is, in a URL, or in JSON, of which some services also escape the slashes.
 */
export function redactorOf(token: string): Redact {
	if (token.length < MIN_TOKEN_LENGTH) return (text) => text;
	const inUrl = encodeURIComponent(token);
	const inJson = JSON.stringify(token).slice(1, -1);
	const inLowerCaseUrl = inUrl.replace(/%../g, (escape) => escape.toLowerCase());
	const spellings = new Set([token, inUrl, inLowerCaseUrl, inJson, inJson.replaceAll('/', '\\/')]);
	return (text) =>
		[...spellings].reduce((clean, spelling) => clean.replaceAll(spelling, '[token]'), text);
}

/** A word between blanks and punctuation marks; an email address is one word. */
const WORD = /[^\s<>"'“”‘’«»,;:=|/?!&()[\]{}]+/g;
/** `ada@example.com` in any spelling of the sign, or `@example.com`, whose first part the punctuation has cut off. */
const ADDRESS = /.(?:@|＠|%40).|^@.+\../i;

/** Hides all email addresses, because n8n writes errors to its log and gives them to error workflows. */
export const withoutAddresses = (text: string): string =>
	text.replace(WORD, (word) => (ADDRESS.test(word) ? '[email address]' : word));
