/** What follows from the facts of a conversation: the transcript, what the participant said, the topics. */
import { type JsonObject, objectIn } from './json';
import { withoutHidden } from './hidden';
import { CONVERSATION_KIND, MESSAGE_KIND } from './kinds';
import { quoteFrom } from './messages';
import { RecordReader } from './reader';
import { simplifiedOf } from './simplified';

/** RespondentConversationRead (docs/interface.md, Respondents). */
export const CONVERSATION = simplifiedOf(CONVERSATION_KIND, {
	derive: (facts, _record, { maxTextLength }) => withTexts(facts, maxTextLength),
});

export const conversationFacts = (answer: unknown, maxTextLength?: number): JsonObject =>
	CONVERSATION.read(objectIn(answer), { maxTextLength });

/** @param maxLength of `transcript` and `participant_text`, in characters */
function withTexts(conversation: JsonObject, maxLength = Infinity): JsonObject {
	const { messages: messageRecords, text, topics, ...facts } = conversation;
	const hasNoList = messageRecords === null;
	const messageFacts = Array.isArray(messageRecords)
		? messageRecords.map((message: JsonObject) => messageReader.factsIn(message))
		: [];
	// If no word says the role of a message, its flags may.
	const messages = messageFacts.map(({ role, text, at, is_interviewer, is_participant }) => ({
		role: role ?? roleByFlags(is_interviewer, is_participant),
		text,
		at,
	}));
	const topicLists = [topics, ...messageFacts.map((message) => message.topics)].filter(
		Array.isArray,
	);
	/** Uncut, for the quote. */
	const wholeText = hasNoList ? null : participantText(messages, Infinity);
	const isTooLong = wholeText !== null && wholeText.length > maxLength;
	return {
		...facts,
		// The service's own text is used only where there are no messages at all.
		transcript:
			messages.length > 0
				? paragraphs(messages, withSpeaker, maxLength)
				: cleanTranscript(text, maxLength),
		participant_text: isTooLong ? participantText(messages, maxLength) : wholeText,
		quote: quoteFrom(wholeText),
		messages: hasNoList ? null : messages,
		topics: topicLists.length > 0 ? [...new Set(topicLists.flat())] : null,
	};
}

function roleByFlags(isInterviewer: unknown, isParticipant: unknown): string | null {
	// Both flags are absent, or they contradict each other.
	if (isInterviewer === isParticipant) return null;
	return isInterviewer === true || isParticipant === false ? 'interviewer' : 'participant';
}

const messageReader = new RecordReader(MESSAGE_KIND);

/** A map, because a role may be any word, such as `constructor`. */
const SPEAKERS = new Map<unknown, string>([
	['interviewer', 'Interviewer'],
	['participant', 'Participant'],
]);

/** A transcript that the service gives as one text: without hidden characters, and cut. */
function cleanTranscript(text: unknown, maxLength: number): string | null {
	if (typeof text !== 'string') return null;
	const shown = withoutHidden(text.slice(0, maxLength));
	if (text.length <= maxLength) return shown;
	const notice = `[the rest is left out: the text is limited to ${maxLength} characters]`;
	return [shown, notice].join(PARAGRAPH_BREAK);
}

/** What the participant wrote, as it is; null where the messages do not show who wrote them. */
function participantText(messages: readonly JsonObject[], maxLength: number): string | null {
	const participantMessages = messages.filter(({ role }) => role === 'participant');
	// An unknown role, such as "1" or "2", may be that of the participant.
	const areRolesKnown =
		participantMessages.length > 0 || messages.every(({ role }) => role === 'interviewer');
	return areRolesKnown
		? paragraphs(participantMessages, ({ text }) => String(text), maxLength)
		: null;
}

/**
 * A message after the name of its speaker. All its lines but the first begin with `> `, so a participant cannot write
 * a line that looks like a message of the interviewer.
 */
const withSpeaker = ({ role, text }: JsonObject) =>
	`${SPEAKERS.get(role) ?? 'Unknown'}: ${withoutHidden(String(text)).split(LINE_END).join('\n> ')}`;

const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

const PARAGRAPH_BREAK = '\n\n';

/**
 * A paragraph for each message that has a text; null if none of the messages has one, and empty if there are none.
 *
 * @param maxLength in characters: a longer text ends after a message, and says how many are left out
 */
function paragraphs(
	messages: readonly JsonObject[],
	toParagraph: (message: JsonObject) => string,
	maxLength: number,
): string | null {
	const withText = messages.filter(({ text }) => typeof text === 'string');
	if (withText.length === 0 && messages.length > 0) return null;
	const texts: string[] = [];
	let length = 0;
	for (const [index, message] of withText.entries()) {
		// A message that is longer than the whole limit is not even cleaned, because it may have megabytes.
		const isTooLong = String(message.text).length > maxLength;
		const paragraph = isTooLong ? '' : toParagraph(message);
		if (isTooLong || length + paragraph.length > maxLength) {
			const leftOut = withText.length - index;
			const notice = `[${leftOut} more message${leftOut === 1 ? '' : 's'} left out: the text is limited to ${maxLength} characters]`;
			return [...texts, notice].join(PARAGRAPH_BREAK);
		}
		length += paragraph.length + PARAGRAPH_BREAK.length;
		texts.push(paragraph);
	}
	return texts.join(PARAGRAPH_BREAK);
}
