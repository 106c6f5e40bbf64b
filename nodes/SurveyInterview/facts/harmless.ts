import { oneLine } from '../records/scalars';

/** What has an address in it, or begins like one. */
const LINK =
	/([a-z][a-z0-9+.-]{0,30}:\/\/|(?<![a-z0-9])www\.(?=[^\s.])|(?<![a-z0-9])(mailto|tel|sms|javascript|data|file|blob|callto|sip|xmpp|vbscript):(?=\S))\S*/gi;
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
const SIGN = /[<>&@\\[\]*_~`|#]|\/(?=\/)|(?<=\/)\/|!(?=\[)/g;

/**
 * A text that others wrote (a name, a title) as it may stand in a message: on one line, cut, without links,
 * and without signs that Markdown, HTML or Slack would make something of.
 */
export function harmless(text: string, maxLength: number): string {
	return oneLine(text, maxLength)
		.replace(LINK, '(link removed)')
		.replace(DOT, '(.)')
		.replace(SIGN, (sign) => SIGNS[sign] ?? '');
}
