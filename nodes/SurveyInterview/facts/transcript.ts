/** A conversation as text. */
import type { JsonObject } from '../records/json';

const SPEAKERS: Record<string, string> = {
	interviewer: 'Interviewer',
	participant: 'Participant',
};

/**
 * The messages of a conversation as text, a paragraph for each that has a text; null where none of them has.
 *
 * @param maxLength in characters: a longer text ends after a message, and says how many are left out
 */
export function transcriptOf(messages: readonly JsonObject[], maxLength = Infinity): string | null {
	return paragraphs(
		messages,
		({ role, text }) => `${SPEAKERS[String(role)] ?? 'Unknown'}: ${asOneTurn(String(text))}`,
		maxLength,
	);
}

/** What the participant wrote, as text; null where that cannot be told from the messages. */
export function participantText(
	messages: readonly JsonObject[],
	maxLength = Infinity,
): string | null {
	const written = messages.filter(({ role }) => role === 'participant');
	// Words that nobody knows, such as "1" and "2", may be the participant's.
	const isKnown = written.length > 0 || messages.every(({ role }) => role === 'interviewer');
	return isKnown ? paragraphs(written, ({ text }) => String(text), maxLength) : null;
}

/** A participant may write lines that look like another turn; they stay in the line before. */
const asOneTurn = (text: string) =>
	text.replace(/\s*[\n\r\u2028\u2029]\s*(?=(interviewer|participant|unknown)\s*:)/gi, ' ');

const BREAK = '\n\n';

function paragraphs(
	messages: readonly JsonObject[],
	toParagraph: (message: JsonObject) => string,
	maxLength: number,
): string | null {
	const texts = messages.filter(({ text }) => typeof text === 'string').map(toParagraph);
	if (texts.length === 0 && messages.length > 0) return null;
	const whole = texts.join(BREAK);
	if (whole.length <= maxLength) return whole;
	let length = 0;
	const fitting = texts.findIndex((text) => {
		length += text.length + BREAK.length;
		return length - BREAK.length > maxLength;
	});
	const left = texts.length - fitting;
	const notice = `[${left} more message${left === 1 ? '' : 's'} left out: the text is limited to ${maxLength} characters]`;
	return [...texts.slice(0, fitting), notice].join(BREAK);
}
