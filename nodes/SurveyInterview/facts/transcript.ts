/** A conversation as text. */
import type { JsonObject } from '../records/json';

const SPEAKERS: Record<string, string> = {
	interviewer: 'Interviewer',
	participant: 'Participant',
};

/**
 * The messages of a conversation as text, a paragraph for each that has a text.
 *
 * @param maxLength in characters: a longer text ends after a message, and says how many are left out
 */
export function transcriptOf(messages: readonly JsonObject[], maxLength = Infinity): string {
	return paragraphs(
		messages.flatMap(({ role, text }) =>
			typeof text === 'string' ? `${SPEAKERS[String(role)] ?? 'Unknown'}: ${text}` : [],
		),
		maxLength,
	);
}

/** What the participant wrote, as text; null where no message says who speaks. */
export function participantText(
	messages: readonly JsonObject[],
	maxLength = Infinity,
): string | null {
	if (messages.length > 0 && messages.every(({ role }) => role === null)) return null;
	return paragraphs(
		messages.flatMap(({ role, text }) =>
			role === 'participant' && typeof text === 'string' ? text : [],
		),
		maxLength,
	);
}

const BREAK = '\n\n';

function paragraphs(texts: readonly string[], maxLength: number): string {
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
