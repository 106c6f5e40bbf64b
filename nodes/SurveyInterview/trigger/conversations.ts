/** The option Include Conversation of Interview Completed. */
import type { Hints, SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { processInOrder } from '../http/concurrency';
import type { OutputChoice } from '../input/options';
import { conversationFacts } from '../service/conversations';
import { withQuote } from '../service/messages';
import type { NewEvent } from './event';
import { affectsAllRequests, asServiceError, requestAnswer } from './reading';
import { asSentence } from '../service/scalars';

const CONCURRENCY = 5;

const HINTS: Hints = {
	insufficient_scope:
		'The token lacks the scope to read conversations. Ask a workspace administrator for a token that has it, or remove the option Include Conversation; nothing is lost until then.',
};

/** What an event has instead of a conversation that cannot be read, beside the reason. */
export const NO_CONVERSATION = { quote: null, transcript: null, participant_text: null };
const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

export interface ConversationOptions {
	output: OutputChoice;
	/** In characters. */
	maxTranscript: number;
	quoteInMessage: boolean;
}

/** An event that is to get its conversation. */
interface Candidate {
	event: NewEvent;
	/** Where its conversation is; undefined where an anonymous survey does not say it. */
	path: string | undefined;
	/** Counts this poll's failed try. @returns whether the next polls may try again; if not, the event comes without it */
	countFailure: () => boolean;
}

export interface Conversations<Item> {
	/** Those that can be delivered, with what the conversation adds to their events. All others wait. */
	ready: Item[];
	/** Why no conversation can be read now. */
	refusal?: SurveyInterviewError;
}

/** Reads the conversation of each candidate and adds it to its event. */
export async function addConversations<Item extends Candidate>(
	session: Session,
	candidates: readonly Item[],
	options: ConversationOptions,
): Promise<Conversations<Item>> {
	const { output } = options;
	const result: Conversations<Item> = { ready: [] };
	const deliver = (candidate: Item, event: NewEvent) => result.ready.push({ ...candidate, event });
	await processInOrder(candidates.length, CONCURRENCY, async (index) => {
		const candidate = candidates[index] as Item;
		const { event, path } = candidate;
		// The first one is always read, so that every poll delivers something. After a false, no other is begun.
		if (index > 0 && session.budget.remainingMs() <= 0) return false;
		if (path === undefined) {
			deliver(candidate, withoutConversation(event, output, ANONYMOUS));
			return true;
		}
		try {
			deliver(
				candidate,
				withConversation(event, await requestAnswer(session, { path }, HINTS), options),
			);
		} catch (caught) {
			const error = asServiceError(caught);
			// A rate limit or a refused token says nothing about this conversation.
			if (affectsAllRequests(error)) {
				result.refusal ??= error;
				return false;
			}
			const isTriedAgain = candidate.countFailure();
			if (!isTriedAgain)
				deliver(candidate, withoutConversation(event, output, asSentence(error.message)));
		}
		return true;
	});
	return result;
}

function withConversation(event: NewEvent, body: unknown, options: ConversationOptions): NewEvent {
	const { output, maxTranscript, quoteInMessage } = options;
	const { transcript, participant_text, quote } = conversationFacts(body, maxTranscript);
	const message = quoteInMessage ? withQuote(event.json.message, quote) : event.json.message;
	const added =
		output === 'everything'
			? { conversation: body }
			: { quote, transcript, participant_text, conversation_error: null };
	return { ...event, json: { ...event.json, message, ...added } };
}

function withoutConversation(event: NewEvent, output: OutputChoice, why: string): NewEvent {
	const emptyFields = output === 'everything' ? { conversation: null } : NO_CONVERSATION;
	return { ...event, json: { ...event.json, ...emptyFields, conversation_error: why } };
}
