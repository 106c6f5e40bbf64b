/** The option Include Conversation of Interview Completed. */
import type { Hints, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { OutputChoice } from '../input/options';
import { conversationFacts } from '../service/conversations';
import type { JsonObject } from '../service/json';
import { withQuote } from '../service/messages';
import type { NewEvent } from './event';
import { asServiceError, requestAnswer } from './reading';
import { asSentence } from '../service/scalars';

const HINTS: Hints = {
	insufficient_scope:
		'The token lacks the scope to read conversations. Ask a workspace administrator for a token that has it, or remove the option Include Conversation; nothing is lost until then.',
};

/** What an event has instead of a conversation that cannot be read; the reason stands beside it. */
export const NO_CONVERSATION = { quote: null, transcript: null, participant_text: null };
const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

export interface ConversationOptions {
	output: OutputChoice;
	/** In characters. */
	maxTranscript: number;
	quoteInMessage: boolean;
}

/**
 * Reads the conversation of an event, and adds it.
 *
 * @param path where it is; undefined where an anonymous survey does not say it
 * @returns the event with its conversation; or without it, with the reason in the event and the error beside it
 */
export async function addConversation(
	session: Session,
	event: NewEvent,
	path: string | undefined,
	{ output, maxTranscript, quoteInMessage }: ConversationOptions,
): Promise<{ event: NewEvent; error?: SurveyInterviewError }> {
	const isEverything = output === 'everything';
	const withFields = (fields: JsonObject) => ({ ...event, json: { ...event.json, ...fields } });
	const without = (conversation_error: string) =>
		withFields({
			...(isEverything ? { conversation: null } : NO_CONVERSATION),
			conversation_error,
		});
	if (path === undefined) return { event: without(ANONYMOUS) };
	let conversation: unknown;
	try {
		conversation = await requestAnswer(session, { path }, HINTS);
	} catch (caught) {
		const error = asServiceError(caught);
		return { event: without(asSentence(error.message)), error };
	}
	const { transcript, participant_text, quote } = conversationFacts(conversation, maxTranscript);
	const message = quoteInMessage ? withQuote(event.json.message, quote) : event.json.message;
	const fields = isEverything
		? { conversation }
		: { quote, transcript, participant_text, conversation_error: null };
	return { event: withFields({ message, ...fields }) };
}
