/** One line that says what an event is about, for a chat or an email. What participants wrote is only in a quote. */
import type { JsonObject } from '../records/json';
import { oneLine } from '../records/scalars';
import { npsGroup } from './respondentPlaces';
import { METRIC_LABELS, toText } from './factValues';

/** ` (NPS)`, or nothing where the metric is not known. */
function inMetric(metricType: unknown): string {
	const label = METRIC_LABELS[String(metricType)];
	return label === undefined ? '' : ` (${label})`;
}

const MAX_NAME = 80;
const MAX_TITLE = 120;

/** A title as it may stand in a message; empty where there is none, or nothing of it can be seen. */
const titleOf = (name: unknown) => harmless(toText(name) ?? '', MAX_TITLE);

/** ` in Customer relationship`, or nothing where the survey's name is not known. */
function inSurvey(name: unknown): string {
	const title = titleOf(name);
	return title === '' ? '' : ` in ${title}`;
}

/**
 * `Lena Low gave 2 of 10 (NPS) in Customer relationship.`
 *
 * @param isAnonymous whether the survey shows scores only when enough people have answered
 */
export function completionMessage(
	{ name, score, metric_type: metricType, survey_name: surveyName }: JsonObject,
	isAnonymous = false,
): string {
	// A spreadsheet would take a message that begins like this for a formula.
	const who =
		harmless(toText(name) ?? '', MAX_NAME).replace(/^[\s=+\-＝＋－−]+/u, '') || 'Somebody';
	const unscored = isAnonymous ? '; the score is not visible yet' : '';
	if (typeof score !== 'number')
		return `${who} completed the interview${inSurvey(surveyName)}${unscored}.`;
	// Only the metrics of ten say in their name where their scale ends.
	const range = npsGroup(metricType, score) === null ? '' : ' of 10';
	return `${who} gave ${score}${range}${inMetric(metricType)}${inSurvey(surveyName)}.`;
}

const MAX_QUOTE = 300;

/** What a participant wrote, as it may stand in a message: harmless, and cut after a sentence where one ends. */
export function quoteFrom(written: unknown): string | null {
	const text = typeof written === 'string' ? harmless(written, MAX_QUOTE) : '';
	if (!text.endsWith('…')) return text || null;
	const [whole] = /^.{80,}[.!?](?=\s)/su.exec(text) ?? [];
	return whole === undefined ? text : `${whole} …`;
}

/** A message that ends with a link: behind a space, and with nothing after it that a chat would take for a part of it. */
export const withLink = (message: string, link: unknown): string =>
	typeof link === 'string' ? `${message} ${link}` : message;

/**
 * A message with what the participant wrote, before its link: `Lena Low gave 2 of 10 (NPS): “The crew was late.”` The
 * text cannot end the quotation.
 */
export function withQuote(message: unknown, written: unknown): unknown {
	const quote = quoteFrom(written);
	if (typeof message !== 'string' || quote === null) return message;
	const inside = quote.replace(/(?<![^\s([{])["“„‟«]/g, '‘').replace(/["“”„‟«»]/g, '’');
	return message.replace(/\.?(?= https?:\/\/\S+$|$)/, () => `: “${inside}”`);
}

/** `Mailing “Please tell us” in Customer relationship: sending → sent.` */
export function mailingMessage({
	subject_override: subject,
	previous_status: before,
	status,
	survey_name: surveyName,
}: JsonObject): string {
	const written = titleOf(subject);
	const title = written === '' ? 'A mailing' : `Mailing “${written}”`;
	const now = harmless(String(status), MAX_NAME);
	const change =
		typeof before === 'string' ? `${harmless(before, MAX_NAME)} → ${now}` : `new, ${now}`;
	return `${title}${inSurvey(surveyName)}: ${change}.`;
}

/** `The email to Ada Lovelace for Customer relationship failed: mailbox full.` */
export function emailFailedMessage(recipient: JsonObject, surveyName: unknown): string {
	const { name, email, status, reason } = recipient;
	const who = personInWords(toText(name) === undefined ? { email } : { name }) || 'somebody';
	const word = String(status ?? '');
	const what = /skip|exclu/.test(word)
		? 'was skipped'
		: word.startsWith('bounc')
			? 'bounced'
			: 'failed';
	const why = titleOf(toText(reason)?.replaceAll('_', ' ')).replace(/\.$/, '');
	const survey = titleOf(surveyName);
	return `The email to ${who}${survey && ` for ${survey}`} ${what}${why && `: ${why}`}.`;
}

/** An address and nothing else, which mail programs and chats show as one. */
const ADDRESS = /^[a-z0-9.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Who a record is about: `Ada Lovelace, ada@example.com`, or as much of it as it says; empty where it says nothing. */
function personInWords({ name, email, external_id: externalId }: JsonObject): string {
	const shown = (value: unknown) => {
		const text = toText(value) ?? '';
		return ADDRESS.test(text) && text.length <= MAX_NAME ? text : harmless(text, MAX_NAME);
	};
	const said = [name, email].map(shown).filter(Boolean);
	return said.join(', ') || shown(externalId);
}

/** One record of a list: `Ada Lovelace, ada@example.com: bounced, mailbox full.` */
export function recordMessage(facts: JsonObject): string {
	const { label, status, reason, survey_name: surveyName } = facts;
	const state = [status, reason].map(titleOf).filter(Boolean).join(', ').replace(/\.$/, '');
	const who = personInWords(facts) || titleOf(label) || 'Somebody';
	return `${who}${state && `: ${state}`}${inSurvey(surveyName)}.`;
}

const MAX_DETAILS = 300;

/** What becomes of a contact: `Correct Ada Lovelace, ada@example.com: name: Ada → Ada Lovelace.` */
export function contactMessage(
	what: string,
	who: JsonObject,
	row: number | undefined,
	details: string | null | undefined,
): string {
	const person = personInWords(who) || (row === undefined ? 'somebody' : `row ${row}`);
	const said = harmless(details ?? '', MAX_DETAILS).replace(/\.$/, '');
	return `${what} ${person}${said && `: ${said}`}.`;
}

/** `Results of Customer relationship: score 42 (NPS), 81 completed.` */
export function resultsMessage({
	score,
	metric_type: metricType,
	completed,
	survey_name: surveyName,
}: JsonObject): string {
	const numbers = [
		...(typeof score === 'number' ? [`score ${score}${inMetric(metricType)}`] : []),
		...(typeof completed === 'number' ? [`${completed} completed`] : []),
	];
	const what = `Results of ${titleOf(surveyName) || 'a survey'}`;
	return numbers.length === 0 ? `${what} changed.` : `${what}: ${numbers.join(', ')}.`;
}

/** A record with its message as the first field, also where the record has one of that name. */
export function withMessage(message: string, record: JsonObject): JsonObject {
	return Object.assign({ message }, record, { message });
}

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
