import { oneLine } from '../records/scalars';

/** How a link begins. */
const BEGINNING = /[a-z][a-z0-9+.-]{0,30}:\/\/|(?<![a-z0-9])www\.(?=[^\s.])/;
/** Letters of scripts that write no spaces: a sentence may follow a link without one. */
const UNSPACED =
	/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** What an address is made of, but for brackets. A full stop of East Asia counts only inside a name. */
const PART = new RegExp(
	`(?!${UNSPACED.source})[\\p{L}\\p{M}\\p{N}]|[-._~:/?#@!$&'*+,;=%]|[。．｡](?=[a-z0-9])`,
	'u',
);
/** Signs that end a sentence or a quotation, and not the link before them. */
const CLOSING = /[.,;:!?'*_~]/;
/**
 * A link, without the signs after it and without the text that follows. What is left of an unusual one is
 * text: it has no beginning that makes it a link, and its dots and signs are replaced.
 */
const INNER = `(?:(?!${CLOSING.source})(?:${PART.source})|\\((?:${PART.source})*\\))`;
const FOREIGN_HOST = `(?:${UNSPACED.source}+(?:[.-]${UNSPACED.source}+)*)?`;
const LINK = new RegExp(
	`(?:${BEGINNING.source})(?:\\[[0-9a-f:.]*\\])?${FOREIGN_HOST}` +
		`(?:${INNER}|${CLOSING.source}+(?=${INNER}))*`,
	'giu',
);
/** The colon after what may be the scheme of another link, such as `mailto`, and not in a time. */
const COLON = /:(?<=[a-z][a-z0-9+.-]*:)(?<!\dT\d\d:)(?=\S)/gi;
/** A dot in what could be the name or the number of a computer. */
const DOT =
	/(?<=[^\s.])\.(?=\p{L}[\p{L}\p{M}\u200c\u200d])|(?<=www)\.(?=[^\s.])|(?<=\d)\.(?=\d+\.\d+\.\d+)|(?<=[\p{sc=Latin}\d])[。．｡](?=[\p{sc=Latin}\d])/giu;
/** Signs that mean something to Markdown, HTML or Slack, and signs that look like them. */
const SIGNS: Record<string, string> = {
	'<': '‹',
	'>': '›',
	'&': '＆',
	'@': '＠',
	'\\': '＼',
	'/': '／',
	'[': '［',
	']': '］',
	'!': '！',
	'*': '∗',
	_: '＿',
	'~': '∼',
	'`': 'ˋ',
	'|': '∣',
	'#': '＃',
};
// An `&` between spaces stays, as in tea & cake: it begins nothing.
const SIGN = /[<>@\\[\]*_~`|#]|(?<!\s)&|&(?!\s)|\/(?=\/)|(?<=\/)\/|!(?=\[)/g;

/**
 * A text that others wrote (a name, a title) as it may stand in a message: on one line, cut, without links,
 * and without signs that Markdown, HTML or Slack would make something of.
 */
export function harmless(text: string, maxLength: number): string {
	return oneLine(text, maxLength)
		.replace(LINK, '(link removed)')
		.replace(COLON, '∶')
		.replace(DOT, '(.)')
		.replace(SIGN, (sign) => SIGNS[sign] ?? '');
}

/** Schemes of links that need no `//`, and start something on the computer of whoever follows them. */
const SCHEME =
	/(?<![\p{L}\p{N}])((?:java|vb)script|data|file|mailto|tel|sms|callto|facetime(?:-audio)?|magnet|search(?:-ms)?|ms-[a-z-]{2,30}|shell|intent|blob):(?=\S)/giu;

/** A text that a model reads and may repeat in a chat: such links have lost their colon. */
export function withoutSchemes(text: string): string {
	return text.replace(SCHEME, '$1∶');
}
