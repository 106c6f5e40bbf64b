import { isObject, type JsonObject } from '../records/json';
import { FactFinder, type Fact } from './fact';
import { wordFor, toText, toTime } from './values';

/** Who speaks, for the words that services write. */
const role = wordFor({
	participant: /^(participant|respondent|person|user|human|customer|interviewee|contact)/,
	interviewer: /^(interviewer|ai|assistant|bot|agent|system|model|host)/,
});

export const MESSAGE_FACTS: readonly Fact[] = [
	{
		name: 'role',
		type: 'string?',
		at: [
			/^role$/,
			/^(speaker|author|sender|from|by)$/,
			/^(speaker|author|sender|from)\.(role|type)$/,
		],
		read: role,
	},
	{
		name: 'text',
		type: 'string?',
		at: [
			/^text$/,
			/^(content|message|body|utterance)$/,
			/^(content|message|body)\.(text|body|value)$/,
		],
		read: toText,
	},
	{
		name: 'at',
		type: 'string?',
		at: [/^at$/, /^(created|sent|said|spoken|posted)(at|on)$/, /^(time|timestamp|date)$/],
		read: toTime,
	},
];

const SUMMARY = '((administrators?|analysis|insights)\\.)?(conversation)?summary';
export const SUMMARY_FACTS: readonly Fact[] = [
	{
		name: 'summary',
		type: 'string?',
		at: [new RegExp(`^${SUMMARY}$`), new RegExp(`^${SUMMARY}\\.(summary|text)$`)],
		read: toText,
	},
	...['positives', 'negatives'].map(
		(name): Fact => ({
			name,
			type: 'strings',
			at: [new RegExp(`^(${SUMMARY}\\.)?${name}$`)],
			read: texts,
		}),
	),
];

function texts(value: unknown): string[] | undefined {
	return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

const WITHIN = '((conversation|interview|transcript|data)\\.)?';

/** The list of messages. Its name alone says what it is: errors have messages as well. */
export const MESSAGES: readonly Fact[] = [
	{
		name: 'messages',
		type: 'records',
		at: [
			new RegExp(`^${WITHIN}(messages|turns|utterances)$`),
			new RegExp(`^${WITHIN}(transcript|dialogue|conversation)$`),
		],
		read: (value) => (Array.isArray(value) && value.every(isObject) ? value : undefined),
	},
];

/** Reads the facts of conversations. */
export class ConversationFactFinder {
	private readonly list = new FactFinder(MESSAGES);
	private readonly message = new FactFinder(MESSAGE_FACTS);
	private readonly summary = new FactFinder(SUMMARY_FACTS);

	/** The facts of a conversation; null where it does not show its messages or its summary. */
	in(record: JsonObject): JsonObject {
		const { messages: written } = this.list.in(record) as { messages: JsonObject[] | null };
		const messages = written && written.map((one) => this.message.in(one));
		return {
			transcript: messages && transcriptOf(messages),
			participant_text: messages && participantText(messages),
			messages,
			...this.summary.in(record),
			topics: topicNames(record),
		};
	}
}

const SPEAKERS: Record<string, string> = {
	interviewer: 'Interviewer',
	participant: 'Participant',
};

/** A conversation as text, a paragraph for each message that has a text. */
export function transcriptOf(messages: readonly JsonObject[]): string {
	return messages
		.flatMap(({ role: who, text: said }) =>
			typeof said === 'string' ? `${SPEAKERS[String(who)] ?? 'Unknown'}: ${said}` : [],
		)
		.join('\n\n');
}

/** What the participant wrote; null where no message says who speaks. */
export function participantText(messages: readonly JsonObject[]): string | null {
	if (messages.length > 0 && messages.every(({ role: who }) => who === null)) return null;
	return messages
		.flatMap(({ role: who, text: said }) =>
			who === 'participant' && typeof said === 'string' ? said : [],
		)
		.join('\n\n');
}

/** How deep mentions of topics may stand: `{conversation: {transcript: [{topics: [{…}]}]}}`. */
const MAX_DEPTH = 6;

/** The names of the topics that a conversation mentions, each once (docs/interface.md, Results). */
function topicNames(record: JsonObject): string[] {
	const names = new Set<string>();
	const search = (value: unknown, depth: number): void => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) for (const one of value) search(one, depth + 1);
		if (!isObject(value)) return;
		const name = toText(value.topic_name);
		if (name !== undefined) names.add(name);
		for (const inner of Object.values(value)) search(inner, depth + 1);
	};
	search(record, 0);
	return [...names];
}
