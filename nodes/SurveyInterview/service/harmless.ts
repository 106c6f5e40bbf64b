/** Text from strangers, in which no link, mention or markup remains: a chat, an email or a page shows it as text. */
import { oneLine } from './scalars';

/*
 * A link (LINK, below) is a beginning such as `https://` or `www.`, perhaps an IPv6 address in square brackets or the
 * name of a host in a script without spaces, and then characters of a link. A sign that may end the sentence around it,
 * such as a dot, belongs to it only if more of the link follows.
 */

/** The beginning of a link: a scheme with `://`, or `www.`. */
const LINK_START = /[a-z][a-z0-9+.-]{0,30}:\/\/|(?<![a-z0-9])www\.(?=[^\s.])/;
/** Letters of scripts in which text may follow a link directly: most have no spaces, and Korean adds particles. */
const UNSPACED =
	/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/**
 * A character of a link, except brackets, round or square. A full stop of East Asia is one only inside the name of a
 * host.
 */
const LINK_CHARACTER = new RegExp(
	`(?!${UNSPACED.source})[\\p{L}\\p{M}\\p{N}]|[-._~:/?#@!$&'*+,;=%]|[。．｡](?=[a-z0-9])`,
	'u',
);
/** Signs that may follow a link, because they end a sentence, a quotation or markup, and are then not a part of it. */
const MAY_FOLLOW_LINK = /[.,;:!?'*_~]/;
/** A character that surely belongs to the link, or characters in a pair of round brackets: `a`, or `(b)`. */
const LINK_PART = `(?:(?!${MAY_FOLLOW_LINK.source})(?:${LINK_CHARACTER.source})|\\((?:${LINK_CHARACTER.source})*\\))`;
/** The first labels of a host in a script without spaces: `例え` in `https://例え.jp`. */
const FOREIGN_HOST = `(?:${UNSPACED.source}+(?:[.-]${UNSPACED.source}+)*)?`;
/**
 * A link without the text that follows it: the dot of `a.b` is a part of it, and the last one of `see a.b.` is not; its
 * host may be an IPv6 address in square brackets. The rest of an unusual link stays as text, and is no link any more:
 * its beginning is gone, and its dots and signs are replaced.
 */
const LINK = new RegExp(
	`(?:${LINK_START.source})(?:\\[[0-9a-f:.]*\\])?${FOREIGN_HOST}` +
		`(?:${LINK_PART}|${MAY_FOLLOW_LINK.source}+(?=${LINK_PART}))*`,
	'giu',
);
/** The colon after a word that may be the scheme of a link, such as `mailto`; not that of `2026-01-31T12:30`. */
const SCHEME_COLON = /:(?<=[a-z][a-z0-9+.-]*:)(?<!\dT\d\d:)(?=\S)/gi;
/** A dot inside what may be a host name or an IP address. */
const HOST_DOT = anyOf(
	// `example.com`
	/(?<=[^\s.])\.(?=\p{L}[\p{L}\p{M}\u200c\u200d])/u,
	// `www.1`
	/(?<=www)\.(?=[^\s.])/,
	// The first dot of `10.0.0.1`.
	/(?<=\d)\.(?=\d+\.\d+\.\d+)/,
	// `example。com`
	/(?<=[\p{sc=Latin}\d])[。．｡](?=[\p{sc=Latin}\d])/u,
);
/** For signs of the syntax of Markdown, HTML or Slack, signs without a meaning that look alike. */
const LOOK_ALIKES: Record<string, string> = {
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
/** An `&` that may begin an entity; others stay, as in R&D. The four that make markup need no semicolon. */
export const ENTITY = /&(?=#|[a-z][a-z0-9]*;|lt|gt|amp|quot)/i;
/** A sign of such syntax. */
const MARKUP_SIGN = anyOf(
	/[<>@\\[\]*~`|#]/,
	// An underscore at the edge of a word. Inside one, as in `ada_lovelace`, it is no sign.
	/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u,
	ENTITY,
	// Two slashes, as in `https://`.
	/\/(?=\/)|(?<=\/)\//,
	// The beginning of an image: `![`.
	/!(?=\[)/,
);

/** A pattern for what any of these finds, wherever it stands and in either case. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
	return new RegExp(patterns.map(({ source }) => source).join('|'), 'giu');
}

/**
 * A text that others wrote, such as a name or a title, for a message: on one line, cut, without links, and without
 * the syntax of Markdown, HTML or Slack.
 */
export function harmless(text: string, maxLength: number): string {
	return oneLine(text, maxLength)
		.replace(LINK, '(link removed)')
		.replace(SCHEME_COLON, '∶')
		.replace(HOST_DOT, '. ')
		.replace(MARKUP_SIGN, (sign) => LOOK_ALIKES[sign] ?? '');
}

/** The schemes of links that work without `//`, and that a program of the computer opens, such as mail or a shell. */
const PROGRAM_SCHEME =
	/(?<![\p{L}\p{N}])((?:java|vb)script|data|file|mailto|tel|sms|callto|facetime(?:-audio)?|magnet|search(?:-ms)?|ms-[a-z-]{2,30}|shell|intent|blob):(?=\S)/giu;

/**
 * A text for an AI model, which may repeat it in a chat: the links of these schemes get another colon, so that they do
 * not work.
 */
export function withoutSchemes(text: string): string {
	return text.replace(PROGRAM_SCHEME, '$1∶');
}
