/** The option Include Conversation of Interview Completed. */
import { asSentence, type Hints, type SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { inOrder } from '../http/timing';
import type { OutputChoice } from '../input/options';
import { conversationFacts } from '../service/conversations';
import { withQuote } from '../service/messages';
import type { Draft } from './event';
import { affectsAllRequests, isTemporary, ofService, requestAnswer } from './reading';

const CONCURRENCY = 5;
/** After so many failures without a success, no conversation can be read now. */
const MAX_FAILED = 3;

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

interface Request extends ConversationOptions {
	session: Session;
	/** How many milliseconds the poll had; infinite for a test event. */
	wholeMs: number;
	/** After so many tries, the event comes without it and says why. */
	maxTries: number;
}

/** An event that is to get its conversation. */
interface Candidate {
	draft: Draft;
	/** Where its conversation is; undefined where an anonymous survey does not say it. */
	path: string | undefined;
	/** How often that was tried in vain in earlier polls. */
	tries: number;
}

/** What became of the candidates: each is in at most one list, and in none where there was no time. */
interface Result<One> {
	/** With what the conversation adds to their drafts. */
	ready: One[];
	/** Their conversation could not be read, and the next polls try again. */
	failed: One[];
	/** Why no conversation can be read now. */
	refusal?: SurveyInterviewError;
}

/** Reads the conversation of each candidate and adds it to the draft. */
export async function addConversations<One extends Candidate>(
	candidates: readonly One[],
	request: Request,
): Promise<Result<One>> {
	const { session, wholeMs, maxTries } = request;
	const leftMs = () => session.budget.remainingMs();
	const result: Result<One> = { ready: [], failed: [] };
	let hasSucceeded = false;
	let failures = 0;
	let reason = '';
	const deliver = (one: One, draft: Draft) => result.ready.push({ ...one, draft });
	const fail = (one: One) => {
		if (one.tries + 1 < maxTries) result.failed.push(one);
		else deliver(one, withoutConversation(one.draft, request.output, reason));
	};
	// Those that were tried before come last, because they may never succeed.
	const inTurn = candidates.toSorted((a, b) => a.tries - b.tries);
	const reached = new Set<One>();
	await inOrder(inTurn.length, CONCURRENCY, async (index) => {
		const one = inTurn[index] as One;
		const { draft, path } = one;
		if (index > 0 && leftMs() <= 0) return false;
		const hadPlenty = leftMs() >= wholeMs / 2 || wholeMs === Infinity;
		try {
			const event =
				path === undefined
					? withoutConversation(draft, request.output, ANONYMOUS)
					: withConversation(draft, await requestAnswer(session, { path }, HINTS), request);
			hasSucceeded ||= path !== undefined;
			reached.add(one);
			deliver(one, event);
			return true;
		} catch (caught) {
			const error = ofService(caught);
			// A rate limit or a refused token says nothing about this conversation.
			if (affectsAllRequests(error)) {
				result.refusal ??= error;
				return false;
			}
			// If the poll ran out of time, that is the fault of this conversation only if it took most of the time.
			if (isTemporary(error) && leftMs() <= 0 && !hadPlenty) return false;
			reason = asSentence(error.message);
			if (isTemporary(error)) failures++;
			reached.add(one);
			fail(one);
			return hasSucceeded || failures < MAX_FAILED;
		}
	});
	// Where none can be read at all, this poll counts as a try of each of them.
	const isOutage = !hasSucceeded && failures >= MAX_FAILED;
	if (isOutage) inTurn.filter((one) => !reached.has(one)).forEach(fail);
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
