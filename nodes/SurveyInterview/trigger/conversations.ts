import { conversationFacts } from '../service/conversations';
import { withQuote } from '../service/messages';
import { asSentence, type Hints, type SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { OutputChoice } from '../input/options';
import type { JsonObject } from '../records/json';
import { inOrder } from '../http/timing';
import type { DetailedDrafts, DetailsRequest, Draft } from './event';
import { affectsAllRequests, isTemporary, outcomeOf, readWhole } from './reading';
import { MAX_TRIES } from './pollPlan';

const CONCURRENCY = 5;

/** After so many failures without a success, no conversation can be read now. */
const MAX_FAILED = 3;

const HINTS: Hints = {
	insufficient_scope:
		'The token lacks the scope to read conversations. Ask a workspace administrator for a token that has it, or remove the option Include Conversation; nothing is lost until then.',
};

const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

/** The key under which the state counts the tries to read the conversation of a completion. */
export const conversationKey = (hash: string | undefined): string => `conversation ${hash}`;

interface ConversationOutput {
	output: OutputChoice;
	/** In characters. */
	maxTranscript: number;
	quoteInMessage?: boolean;
}

function withConversation(
	json: JsonObject,
	body: unknown,
	{ output, maxTranscript, quoteInMessage }: ConversationOutput,
): JsonObject {
	const { transcript, participant_text, quote } = conversationFacts(body, maxTranscript);
	const message = quoteInMessage ? withQuote(json.message, quote) : json.message;
	if (output === 'everything') return { ...json, message, conversation: body };
	return { ...json, message, quote, transcript, participant_text, conversation_error: null };
}

function withoutConversation(draft: Draft, output: OutputChoice, why: string): Draft {
	const none =
		output === 'everything'
			? { conversation: null }
			: { quote: null, transcript: null, participant_text: null };
	return { ...draft, json: { ...draft.json, ...none, conversation_error: why } };
}

/**
 * Reads the conversation of each draft and adds it. If three polls have tried in vain, the event is delivered
 * without it and says so.
 */
export async function addConversations(
	session: Session,
	{ drafts, waiting, wholeMs }: DetailsRequest,
	conversation: ConversationOutput,
): Promise<DetailedDrafts> {
	const { output } = conversation;
	const leftMs = () => session.budget.remainingMs();
	const triesOf = ({ hash }: Draft) => waiting[conversationKey(hash)] ?? 0;
	// Those that were tried before come last, because they may never succeed.
	const inTurn = drafts.toSorted((a, b) => triesOf(a) - triesOf(b));
	/** What to deliver of each draft, or that it waits; without those that were not reached. */
	const outcomes = new Map<Draft, Draft | 'deferred'>();
	let successes = 0;
	let failures = 0;
	let reason = '';
	let refusal: SurveyInterviewError | undefined;
	const fail = (draft: Draft) => {
		const isLast = wholeMs === undefined || triesOf(draft) + 1 >= MAX_TRIES;
		outcomes.set(draft, isLast ? withoutConversation(draft, output, reason) : 'deferred');
	};
	await inOrder(inTurn.length, CONCURRENCY, async (place) => {
		const draft = inTurn[place];
		if (draft === undefined || (place > 0 && leftMs() <= 0)) return false;
		if (draft.conversation === undefined) {
			outcomes.set(draft, withoutConversation(draft, output, ANONYMOUS));
			return true;
		}
		const hadPlenty = wholeMs === undefined || leftMs() >= wholeMs / 2;
		const reading = await outcomeOf(readWhole(session, draft.conversation, HINTS));
		if ('body' in reading) {
			successes++;
			const json = withConversation(draft.json, reading.body, conversation);
			outcomes.set(draft, { ...draft, json });
			return true;
		}
		// A rate limit or a refused token says nothing about this conversation.
		if (affectsAllRequests(reading.error)) {
			refusal ??= reading.error;
			return false;
		}
		// The poll ran out of time, which is the fault of this conversation only if it took most of the time.
		if (isTemporary(reading.error) && leftMs() <= 0 && !hadPlenty) return false;
		reason = asSentence(reading.error.message);
		if (isTemporary(reading.error)) failures++;
		fail(draft);
		return successes > 0 || failures < MAX_FAILED;
	});
	const isNotReached = (draft: Draft) => !outcomes.has(draft);
	// Where none can be read at all, this poll counts as a try of each of them.
	if (successes === 0 && failures >= MAX_FAILED) inTurn.filter(isNotReached).forEach(fail);
	const all = inTurn.map((draft) => outcomes.get(draft));
	return {
		delivered: all.filter((one) => typeof one === 'object'),
		deferred: inTurn.filter((_draft, place) => all[place] === 'deferred'),
		notReached: inTurn.filter(isNotReached),
		refusal: refusal && {
			error: refusal,
			logLine: `conversations could not be read in this poll: ${asSentence(refusal.message)}`,
		},
	};
}
