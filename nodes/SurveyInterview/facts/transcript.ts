/** A conversation as text. */
import { withoutHidden } from '../records/hidden';
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
		({ role, text }) => `${SPEAKERS[String(role)] ?? 'Unknown'}: ${asTurn(String(text))}`,
		maxLength,
	);
}

/** A conversation that is one text, as it may stand in an output: without hidden characters, and cut. */
export function asTranscript(text: string, maxLength: number): string {
	const whole = withoutHidden(text.slice(0, maxLength));
	if (text.length <= maxLength) return whole;
	const notice = `[the rest is left out: the text is limited to ${maxLength} characters]`;
	return [whole, notice].join(BREAK);
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

/**
 * A participant may write lines that look like another turn. So all lines but the first, which is behind the
 * speaker, begin with `> `, the sign of a quotation: it is short, and a line that begins with a speaker is
 * always a turn, whatever words or signs a message has.
 */
const asTurn = (text: string) => withoutHidden(text).split(LINE_END).join('\n> ');

const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

const BREAK = '\n\n';

function paragraphs(
	messages: readonly JsonObject[],
	toParagraph: (message: JsonObject) => string,
	maxLength: number,
): string | null {
	const written = messages.filter(({ text }) => typeof text === 'string');
	if (written.length === 0 && messages.length > 0) return null;
	const texts: string[] = [];
	let length = 0;
	for (const [place, message] of written.entries()) {
		// What is too long is not read: a message may have megabytes.
		const isTooLong = String(message.text).length > maxLength;
		const paragraph = isTooLong ? '' : toParagraph(message);
		if (isTooLong || length + paragraph.length > maxLength) {
			const left = written.length - place;
			const notice = `[${left} more message${left === 1 ? '' : 's'} left out: the text is limited to ${maxLength} characters]`;
			return [...texts, notice].join(BREAK);
		}
		length += paragraph.length + BREAK.length;
		texts.push(paragraph);
	}
	return texts.join(BREAK);
}
