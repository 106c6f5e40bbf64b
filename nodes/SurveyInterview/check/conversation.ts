import { CONVERSATION_FACTS, MESSAGE_FACTS } from '../facts/conversation';
import { FactFinder } from '../facts/fact';
import { isObject, type JsonObject } from '../records/json';
import { counted } from '../records/words';
import { judged, whyEmpty, type Area, type Scene } from './area';
import type { Single } from './ask';
import { below, type Knows } from './keys';

/** The names of topics are looked for in all of a conversation. */
const holdsTopicNames: Knows = (_keys, value) =>
	Array.isArray(value) && value.every((one) => isObject(one) && 'topic_name' in one);

const listFinder = new FactFinder(CONVERSATION_FACTS);

/** What one conversation gives: its messages, who speaks, and a summary. */
export function conversationArea({ record, at }: Single, scene: Scene): Area {
	const { messages } = listFinder.in(record) as { messages: JsonObject[] | null };
	const path = listFinder.placesIn(record).get('messages')?.path;
	if (messages?.length === 0) {
		return { area: 'conversation', status: 'empty', sentence: whyEmpty(scene), details: {} };
	}
	return judged(
		'conversation',
		[
			{
				at,
				records: [record],
				finder: listFinder,
				needs: [['messages', 'Messages', 'there is no transcript']],
				knows: holdsTopicNames,
			},
			{
				name: 'message',
				at: below(at, path?.split('.') ?? []),
				records: messages ?? [],
				finder: new FactFinder(MESSAGE_FACTS),
				needs: [
					['role', 'Speakers', 'transcripts do not say who speaks'],
					['text', 'Texts', 'transcripts stay empty'],
				],
				knows: holdsTopicNames,
			},
		],
		scene,
		{
			count: messages
				? `${counted(messages.length, 'message')} in the conversation that was read.`
				: undefined,
		},
	);
}
