/** One line about an event, for a chat or an email. What participants wrote stands only in a quote. */
import { ENTITY, harmless } from './harmless';
import type { JsonObject } from './json';
import { isNoName } from './placeholders';
import { METRIC_LABELS, npsGroup } from './metric';
import { asSentence } from './scalars';
import { toText } from './values';

/** ` (NPS)`, or nothing where the metric is not known. */
function inMetric(metricType: unknown): string {
	const label = METRIC_LABELS[String(metricType)];
	return label === undefined ? '' : ` (${label})`;
}

/** Of a name, or of an address or ID that had to be made harmless, in characters. */
const MAX_NAME = 80;
/** Of a subject, the name of a survey or the like, in characters. */
const MAX_TITLE = 120;

/** A title, status or reason, made harmless for a message; empty if there is none, or no visible character in it. */
const shortHarmless = (name: unknown) => harmless(toText(name) ?? '', MAX_TITLE);

/** ` in Customer relationship`, or nothing where the survey's name is not known. */
function inSurvey(name: unknown): string {
	const title = shortHarmless(name);
	return title === '' ? '' : ` in ${title}`;
}

/** A spreadsheet reads a text that begins with one of these signs as a formula. */
const LIKE_FORMULA = /^[=+\-＝＋－−]/u;
/** A text with which a message begins. */
const asBeginning = (text: string) => text.replace(/^[\s=+\-＝＋－−]+/u, '');

/**
 * `Lena Low gave 2 of 10 (NPS) in Customer relationship.`
 *
 * @param isAnonymous whether the survey shows scores only when enough people have answered
 */
export function completionMessage(
	{ name, score, metric_type: metricType, survey_name: surveyName }: JsonObject,
	isAnonymous = false,
): string {
	const who = asBeginning(fieldInWords(name)) || 'Somebody';
	const unscored = isAnonymous ? '; the score is not visible yet' : '';
	if (typeof score !== 'number')
		return asSentence(`${who} completed the interview${inSurvey(surveyName)}${unscored}`);
	// It is null for all but NPS and eNPS, the only metrics whose scale surely ends at 10.
	const range = npsGroup(metricType, score) === null ? '' : ' of 10';
	return asSentence(`${who} gave ${score}${range}${inMetric(metricType)}${inSurvey(surveyName)}`);
}

const MAX_QUOTE = 300;

/** What a participant wrote, for a message: harmless, and cut, if possible after a sentence. */
export function quoteFrom(written: unknown): string | null {
	const plain = typeof written === 'string' ? harmless(written, MAX_QUOTE) : '';
	const text = LIKE_FORMULA.test(plain) ? `…${plain}` : plain;
	if (!text.endsWith('…')) return text || null;
	// It was cut: if a sentence ends behind the 80th character, the quote ends there.
	const [wholeSentences] = /^.{80,}[.!?](?=\s)/su.exec(text) ?? [];
	return wholeSentences === undefined ? text : `${wholeSentences} …`;
}

/** A message that ends with a link: a chat would take a sign after it as a part of the link. */
export const withLink = (message: string, link: unknown): string =>
	typeof link === 'string' ? `${message} ${link}` : message;

/**
 * A message with a quote of the participant before its link: `Lena Low gave 2 of 10 (NPS): “The crew was late.”`
 * Quotation marks in the quote are replaced, so that it cannot end early.
 */
export function withQuote(message: unknown, written: unknown): unknown {
	const quote = quoteFrom(written);
	if (typeof message !== 'string' || quote === null) return message;
	const inside = quote.replace(OPENING_QUOTATION_MARK, '‘').replace(QUOTATION_MARK, '’');
	return message.replace(END_OF_SENTENCE, () => `: “${inside}”`);
}

/** At the beginning of a text, or after a space or an opening bracket. */
const OPENING_QUOTATION_MARK = /(?<![^\s([{])["“„‟«]/g;
const QUOTATION_MARK = /["“”„‟«»]/g;
/** Where the sentence of a message ends, with its full stop: at the end of the message, or before its link. */
const END_OF_SENTENCE = /\.?(?= https?:\/\/\S+$|$)/;

/** `Mailing “Please tell us” in Customer relationship: sending → sent.` */
export function mailingMessage({
	subject_override: subject,
	previous_status: before,
	status,
	survey_name: surveyName,
}: JsonObject): string {
	const shownSubject = shortHarmless(subject);
	const title = shownSubject === '' ? 'A mailing' : `Mailing “${shownSubject}”`;
	const now = harmless(String(status), MAX_NAME);
	const change =
		typeof before === 'string' ? `${harmless(before, MAX_NAME)} → ${now}` : `new, ${now}`;
	return asSentence(`${title}${inSurvey(surveyName)}: ${change}`);
}

/** `The email to Ada Lovelace for Customer relationship failed: mailbox full.` */
export function emailFailedMessage(recipient: JsonObject, surveyName: unknown): string {
	const { name, email, status, reason } = recipient;
	const who = fieldInWords(name) || fieldInWords(email) || 'somebody';
	const reasonText = shortHarmless(toText(reason)?.replaceAll('_', ' ')).replace(/\.$/, '');
	const survey = shortHarmless(surveyName);
	return asSentence(
		`The email to ${who}${survey && ` for ${survey}`} ${failureInWords(String(status))}${reasonText && `: ${reasonText}`}`,
	);
}

function failureInWords(status: string): string {
	if (/skip|exclu/.test(status)) return 'was skipped';
	return status.startsWith('bounc') ? 'bounced' : 'failed';
}

/** An address and nothing else, which mail programs and chats may show as a link. */
const ADDRESS =
	/^[\p{L}\p{N}_.+-][\p{L}\p{M}\p{N}_.+'’=#/&-]*@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const MAX_ADDRESS = 254;
/** An underscore that is not inside a word: two of them would make what is between them italic. */
const OUTER_UNDERSCORE = /(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu;

function isAddress(text: string): boolean {
	if (text.length > MAX_ADDRESS || !ADDRESS.test(text) || text.includes('//')) return false;
	// A chat would decode it.
	if (ENTITY.test(text)) return false;
	return (text.match(OUTER_UNDERSCORE)?.length ?? 0) < 2;
}

/** The value of a field that is a name, an address or an ID: an address as it is, everything else made harmless. */
function fieldInWords(value: unknown): string {
	const text = toText(value)?.trim() ?? '';
	if (isNoName(text)) return '';
	return isAddress(text) ? text : harmless(text, MAX_NAME);
}

/** The person of a record: `Ada Lovelace, ada@example.com`, one of the two, or the external ID; empty without any. */
function personInWords({ name, email, external_id: externalId }: JsonObject): string {
	const nameAndEmail = [name, email].map(fieldInWords).filter(Boolean);
	return nameAndEmail.join(', ') || fieldInWords(externalId);
}

/** One record of a list: `Ada Lovelace, ada@example.com: bounced, mailbox full.` */
export function recordMessage(facts: JsonObject): string {
	const { label, status, reason, survey_name: surveyName } = facts;
	const state = [status, reason].map(shortHarmless).filter(Boolean).join(', ').replace(/\.$/, '');
	const who = asBeginning(personInWords(facts) || shortHarmless(label)) || 'Somebody';
	return asSentence(`${who}${state && `: ${state}`}${inSurvey(surveyName)}`);
}

const MAX_DETAILS = 300;

/**
 * What Sync does with a contact: `Correct Ada Lovelace, ada@example.com: name: Ada → Ada Lovelace.`
 *
 * @param step what Sync does, such as `Correct`
 * @param row stands for a person without a name, an address or an ID
 * @param addressChange comes before the other details, so that no text in them can pass for a change of the address
 */
export function contactMessage(
	step: string,
	who: JsonObject,
	row: number | undefined,
	details: string | null | undefined,
	addressChange?: { from: unknown; to: unknown },
): string {
	const person = personInWords(who) || (row === undefined ? 'somebody' : `row ${row}`);
	const [from, to] = [addressChange?.from, addressChange?.to].map(
		(value) => fieldInWords(value) || '(empty)',
	);
	const change = addressChange ? `email: ${from} → ${to}` : '';
	const rest = harmless(details ?? '', MAX_DETAILS).replace(/\.$/, '');
	const allDetails = [change, rest].filter(Boolean).join('; ');
	return asSentence(`${step} ${person}${allDetails && `: ${allDetails}`}`);
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
	const beginning = `Results of ${shortHarmless(surveyName) || 'a survey'}`;
	return numbers.length === 0 ? `${beginning} changed.` : `${beginning}: ${numbers.join(', ')}.`;
}

/** A record with its message as the first field; it replaces a field of that name. */
export function withMessage(message: string, record: JsonObject): JsonObject {
	return Object.assign({ message }, record, { message });
}
