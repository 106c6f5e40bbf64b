/** The option Include Conversation of Interview Completed. */
import { asSentence, type Hints, type SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { inOrder } from '../http/timing';
import type { OutputChoice } from '../input/options';
import { conversationFacts } from '../service/conversations';
import { withQuote } from '../service/messages';
import type { Draft } from './event';
import { affectsAllRequests, ofService, requestAnswer } from './reading';

const CONCURRENCY = 5;

const HINTS: Hints = {
	insufficient_scope:
		'The token lacks the scope to read conversations. Ask a workspace administrator for a token that has it, or remove the option Include Conversation; nothing is lost until then.',
};

/** What an event has instead of a conversation that cannot be read, beside the reason. */
export const WITHOUT = { quote: null, transcript: null, participant_text: null };
const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

export interface ConversationOptions {
	output: OutputChoice;
	/** In characters. */
	maxTranscript: number;
	quoteInMessage: boolean;
}

/** An event that is to get its conversation. */
interface Candidate {
	draft: Draft;
	/** Where its conversation is; undefined where an anonymous survey does not say it. */
	path: string | undefined;
	/** Whether the next polls try again what has failed now; if not, the event comes without it and says why. */
	triesAgain: () => boolean;
}

export interface Conversations<One> {
	/** Those that can be delivered, with what the conversation adds to their drafts. All others wait. */
	ready: One[];
	/** Why no conversation can be read now. */
	refusal?: SurveyInterviewError;
}

/** Reads the conversation of each candidate and adds it to the draft. */
export async function addConversations<One extends Candidate>(
	session: Session,
	candidates: readonly One[],
	options: ConversationOptions,
): Promise<Conversations<One>> {
	const { output } = options;
	const result: Conversations<One> = { ready: [] };
	const deliver = (one: One, draft: Draft) => result.ready.push({ ...one, draft });
	await inOrder(candidates.length, CONCURRENCY, async (index) => {
		const one = candidates[index] as One;
		const { draft, path } = one;
		if (index > 0 && session.budget.remainingMs() <= 0) return false;
		if (path === undefined) {
			deliver(one, withoutConversation(draft, output, ANONYMOUS));
			return true;
		}
		try {
			deliver(one, withConversation(draft, await requestAnswer(session, { path }, HINTS), options));
		} catch (caught) {
			const error = ofService(caught);
			// A rate limit or a refused token says nothing about this conversation.
			if (affectsAllRequests(error)) {
				result.refusal ??= error;
				return false;
			}
			if (!one.triesAgain())
				deliver(one, withoutConversation(draft, output, asSentence(error.message)));
		}
		return true;
	});
	return result;
}

function withConversation(draft: Draft, body: unknown, options: ConversationOptions): Draft {
	const { output, maxTranscript, quoteInMessage } = options;
	const { transcript, participant_text, quote } = conversationFacts(body, maxTranscript);
	const message = quoteInMessage ? withQuote(draft.json.message, quote) : draft.json.message;
	const added =
		output === 'everything'
			? { conversation: body }
			: { quote, transcript, participant_text, conversation_error: null };
	return { ...draft, json: { ...draft.json, message, ...added } };
}

function withoutConversation(draft: Draft, output: OutputChoice, why: string): Draft {
	const none = output === 'everything' ? { conversation: null } : WITHOUT;
	return { ...draft, json: { ...draft.json, ...none, conversation_error: why } };
}
