import { isObject, type JsonObject } from '../records/json';
import { withoutHidden } from '../records/scalars';
import { factOf, helping, ofKind, typesOf, oneRecord, simplifiedBy } from './fact';
import { aText, aTime, someTexts, toText, wordFor } from './factValues';
import { FactFinder } from './factFinder';
import { quoteFrom } from './message';

/** Who speaks. The words of services must match as a whole, because a participant may be called Aidan. */
const aRole = factOf(
	'string?',
	wordFor({
		participant: /^(participant|respondent|person|user|human|customer|interviewee|contact)$/,
		interviewer:
			/^(interviewer|(ai|virtual)?[ _-]?(interviewer|assistant|agent|bot|model|host)|ai)$/,
	}),
);

/** Who speaks, as a flag says it. */
const flag = (sides: string, yes: string, no: string) =>
	factOf(undefined, (value) => (typeof value === 'boolean' ? (value ? yes : no) : undefined))(
		`((speaker|author|sender|from).)?(is|from|by)(${sides})`,
	);

export const MESSAGE_FACTS = ofKind('message', {
	role: aRole('role; (speaker|author|sender|from|by); (speaker|author|sender|from).(role|type)'),
	is_interviewer: flag('ai|bot|interviewer|assistant|agent', 'interviewer', 'participant'),
	is_participant: flag('participant|respondent|user|human', 'participant', 'interviewer'),
	text: aText(`
		text; (content|message|body|utterance); (content|message|body).(text|body|value)
	`),
	at: aTime('at; (created|sent|said|spoken|posted)(at|on); (time|timestamp|date)'),
});

const SUMMARY = '((administrators?|analysis|insights).)?(conversation)?summary';
const WITHIN = '((conversation|interview|transcript|data).)?';

export const CONVERSATION_FACTS = ofKind('conversation', {
	// Only the name of the list shows what it is, because errors have messages as well.
	messages: factOf({ list: typesOf(MESSAGE_FACTS), nullable: true }, (value) =>
		Array.isArray(value) && value.every(isObject) ? value : undefined,
	)(`${WITHIN}(messages|turns|utterances); ${WITHIN}(transcript|dialogue|conversation)`),
	// A transcript as one text, written by the service.
	text: helping(aText(`${WITHIN}(transcript|dialogue|conversation)(.text)?`)),
	summary: aText(`${SUMMARY}; ${SUMMARY}.(summary|text)`),
	positives: someTexts(`(${SUMMARY}.)?positives`),
	negatives: someTexts(`(${SUMMARY}.)?negatives`),
});

/**
 * The facts of RespondentConversationRead (docs/interface.md, Respondents).
 *
 * @param maxLength of `transcript` and `participant_text`, in characters
 */
export function conversationFacts(answer: unknown, maxLength = Infinity): JsonObject {
	const one = oneRecord(answer, CONVERSATION);
	const record = isObject(one) ? one : {};
	const { messages: list, text: whole, ...summary } = conversations.in(record);
	const text = whole as string | null;
	const messages = (list as JsonObject[] | null)?.map(factsOfMessage) ?? null;
	const said = messages && participantText(messages, Infinity);
	return {
		transcript: messages?.length
			? paragraphs(messages, asTurn, maxLength)
			: text && asTranscript(text, maxLength),
		participant_text: said && said.length > maxLength ? participantText(messages, maxLength) : said,
		quote: quoteFrom(said),
		messages,
		...summary,
		topics: topicNames(record),
	};
}

/** The facts of a message. Without a word for its role, its flags give it, unless they contradict each other. */
function factsOfMessage(message: JsonObject): JsonObject {
	const { role, is_interviewer: one, is_participant: other, ...facts } = finder.in(message);
	const flagged = one === null || other === null || one === other ? (one ?? other) : null;
	return { role: role ?? flagged, ...facts };
}

const conversations = new FactFinder(CONVERSATION_FACTS);
const finder = new FactFinder(MESSAGE_FACTS);

export const CONVERSATION = simplifiedBy(CONVERSATION_FACTS, {
	listAs: 'messages',
	fields: {
		transcript: 'string?',
		participant_text: 'string?',
		quote: 'string?',
		...typesOf(CONVERSATION_FACTS),
		topics: 'strings?',
	},
	reader: (maxTextLength) => (record) => conversationFacts(record, maxTextLength),
});

/** How deep topics may be nested: `{conversation: {transcript: [{topics: [{…}]}]}}`. */
const MAX_DEPTH = 6;

/**
 * The names of the topics in a conversation, each once (docs/interface.md, Results); null where there is neither a
 * name nor an empty list of topics.
 */
function topicNames(record: JsonObject): string[] | null {
	const names = new Set<string>();
	const lists: unknown[][] = [];
	const search = (value: unknown, depth: number): void => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) for (const one of value) search(one, depth + 1);
		if (!isObject(value)) return;
		const name = toText(value.topic_name);
		if (name !== undefined) names.add(name);
		for (const [key, inner] of Object.entries(value)) {
			if (Array.isArray(inner) && /topic|mention/i.test(key)) lists.push(inner);
			search(inner, depth + 1);
		}
	};
	search(record, 0);
	const saysNone = lists.length > 0 && lists.every(({ length }) => length === 0);
	return names.size > 0 || saysNone ? [...names] : null;
}

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
	for (const [place, message] of written.entries()) {
		// A message that is too long is not processed, because it may have megabytes.
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
