/** What follows from the facts of a conversation: the transcript, what the participant said, the topics. */
import { type JsonObject, objectIn } from './json';
import { withoutHidden } from './scalars';
import { CONVERSATION_KIND, MESSAGE_KIND } from './kinds';
import { quoteFrom } from './messages';
import { RecordReader } from './reader';
import { simplifiedOf } from './simplified';

/**
 * The facts of RespondentConversationRead (docs/interface.md, Respondents).
 *
 * @param maxLength of `transcript` and `participant_text`, in characters
 */
export function conversationFacts(answer: unknown, maxLength = Infinity): JsonObject {
	const { messages: list, text: whole, ...facts } = conversations.in(objectIn(answer));
	const text = whole as string | null;
	const read = (list as JsonObject[] | null)?.map((message) => messageReader.in(message));
	const messages = read?.map(factsOfMessage) ?? null;
	const topics = [facts.topics, ...(read ?? []).map((message) => message.topics)].filter(
		Array.isArray,
	);
	/** All that the participant said; the output may have only its beginning. */
	const said = messages && participantText(messages, Infinity);
	return {
		...facts,
		transcript: messages?.length
			? paragraphs(messages, asTurn, maxLength)
			: text && asTranscript(text, maxLength),
		participant_text: said && said.length > maxLength ? participantText(messages, maxLength) : said,
		quote: quoteFrom(said),
		messages,
		topics: topics.length > 0 ? [...new Set(topics.flat())] : null,
	};
}

/** A message in the output. Without a word for its role, its flags give it, unless they contradict each other. */
function factsOfMessage({ role, text, at, is_interviewer, is_participant }: JsonObject) {
	return { role: role ?? roleByFlags(is_interviewer, is_participant), text, at };
}

function roleByFlags(isInterviewer: unknown, isParticipant: unknown): string | null {
	// Both are absent, or say the same of two roles.
	if (isInterviewer === isParticipant) return null;
	return isInterviewer === true || isParticipant === false ? 'interviewer' : 'participant';
}

const conversations = new RecordReader(CONVERSATION_KIND);
const messageReader = new RecordReader(MESSAGE_KIND);

export const CONVERSATION = simplifiedOf(CONVERSATION_KIND, {
	reader: (maxTextLength) => (record) => conversationFacts(record, maxTextLength),
});

/** A map, because a role may be any word, such as `constructor`. */
const SPEAKERS = new Map<unknown, string>([
	['interviewer', 'Interviewer'],
	['participant', 'Participant'],
]);

/** The transcript from a conversation that is one text: without hidden characters, and cut. */
function asTranscript(text: string, maxLength: number): string {
	const whole = withoutHidden(text.slice(0, maxLength));
	if (text.length <= maxLength) return whole;
	const notice = `[the rest is left out: the text is limited to ${maxLength} characters]`;
	return [whole, notice].join(BREAK);
}

/** What the participant wrote; null where the messages do not show who wrote them. */
function participantText(messages: readonly JsonObject[], maxLength: number): string | null {
	const written = messages.filter(({ role }) => role === 'participant');
	// An unknown role, such as "1" or "2", may be that of the participant.
	const isKnown = written.length > 0 || messages.every(({ role }) => role === 'interviewer');
	return isKnown ? paragraphs(written, ({ text }) => String(text), maxLength) : null;
}

/**
 * A message after the name of its speaker. A participant may write a line that looks like a turn of the interviewer,
 * so all lines but the first begin with `> `: a line that begins with a speaker always begins a turn.
 */
const asTurn = ({ role, text }: JsonObject) =>
	`${SPEAKERS.get(role) ?? 'Unknown'}: ${withoutHidden(String(text)).split(LINE_END).join('\n> ')}`;

const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

const BREAK = '\n\n';

/**
 * A paragraph for each message that has a text; null where none has.
 *
 * @param maxLength in characters: a longer text ends after a message, and says how many are left out
 */
function paragraphs(
	messages: readonly JsonObject[],
	toParagraph: (message: JsonObject) => string,
	maxLength: number,
): string | null {
	const written = messages.filter(({ text }) => typeof text === 'string');
	if (written.length === 0 && messages.length > 0) return null;
	const texts: string[] = [];
	let length = 0;
	for (const [index, message] of written.entries()) {
		// A message that is too long is not processed, because it may have megabytes.
		const isTooLong = String(message.text).length > maxLength;
		const paragraph = isTooLong ? '' : toParagraph(message);
		if (isTooLong || length + paragraph.length > maxLength) {
			const left = written.length - index;
			const notice = `[${left} more message${left === 1 ? '' : 's'} left out: the text is limited to ${maxLength} characters]`;
			return [...texts, notice].join(BREAK);
		}
		length += paragraph.length + BREAK.length;
		texts.push(paragraph);
	}
	return texts.join(BREAK);
}
