import { conversationFacts } from '../facts/conversationFacts';
import { withQuote } from '../facts/message';
import { asSentence, type Hints, type SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { OutputChoice } from '../input/options';
import type { JsonObject } from '../records/json';
import { inOrder } from '../http/timing';
import type { DetailedDrafts, DetailsRequest, Draft, DraftResults } from './event';
import { affectsAllRequests, isTemporary, outcomeOf, readWhole } from './reading';
import { MAX_TRIES } from './pollPlan';

/** How many conversations are read at the same time. */
const CONCURRENCY = 5;

/** After this many failures and no success, the service itself is not well. */
const MAX_FAILED = 3;

const HINTS: Hints = {
	insufficient_scope:
		'The token lacks the scope to read conversations. Ask a workspace administrator for a token that has it, or remove the option Include Conversation; nothing is lost until then.',
};

const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

/** The key under which the state counts the tries to read the conversation of a completion. */
export const conversationKey = (hash: string | undefined): string => `conversation ${hash}`;

/** How an event has its conversation: so many characters of it as text, and a quote in the message. */
interface ConversationOutput {
	output: OutputChoice;
	maxTranscript: number;
	quoteInMessage?: boolean;
}

/** An event with its conversation, as the service sent it or as text. */
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

/** An event whose conversation could not be read. */
function withoutConversation(draft: Draft, output: OutputChoice, why: string): Draft {
	const none =
		output === 'everything'
			? { conversation: null }
			: { quote: null, transcript: null, participant_text: null };
	return { ...draft, json: { ...draft.json, ...none, conversation_error: why } };
}

/**
 * Reads the conversation of each draft and adds it. One that cannot be read is tried in three polls; then
 * the event is delivered without it and says so.
 */
export async function addConversations(
	session: Session,
	{ surveyId, drafts, waiting, wholeMs }: DetailsRequest,
	conversation: ConversationOutput,
): Promise<DetailedDrafts> {
	const { output } = conversation;
	const leftMs = () => session.budget.remainingMs();
	const triesOf = ({ hash }: Draft) => waiting[conversationKey(hash)] ?? 0;
	// Those that were tried before are last: it may never be possible to read them.
	const inTurn = [...drafts].sort((a, b) => triesOf(a) - triesOf(b));
	type DraftResult = { draft: Draft; is: keyof DraftResults };
	const results = inTurn.map((draft): DraftResult => ({ draft, is: 'notReached' }));
	let successes = 0;
	let failures = 0;
	let reason = '';
	let refusal: SurveyInterviewError | undefined;
	const fail = (draft: Draft): DraftResult =>
		wholeMs === undefined || triesOf(draft) + 1 >= MAX_TRIES
			? { draft: withoutConversation(draft, output, reason), is: 'delivered' }
			: { draft, is: 'deferred' };
	await inOrder(inTurn.length, CONCURRENCY, async (place) => {
		const draft = inTurn[place];
		if (draft === undefined || (place > 0 && leftMs() <= 0)) return false;
		if (draft.respondentId === undefined) {
			results[place] = { draft: withoutConversation(draft, output, ANONYMOUS), is: 'delivered' };
			return true;
		}
		const path = `/surveys/${surveyId}/respondents/${encodeURIComponent(draft.respondentId)}/conversation`;
		const hadPlenty = wholeMs === undefined || leftMs() >= wholeMs / 2;
		const reading = await outcomeOf(readWhole(session, path, HINTS));
		if ('body' in reading) {
			successes++;
			const json = withConversation(draft.json, reading.body, conversation);
			results[place] = { draft: { ...draft, json }, is: 'delivered' };
			return true;
		}
		// The rate limit is reached or the token refused: that says nothing about this conversation.
		if (affectsAllRequests(reading.error)) {
			refusal ??= reading.error;
			return false;
		}
		// No time was left, which says nothing of this conversation either, unless it took most of the time itself.
		if (isTemporary(reading.error) && leftMs() <= 0 && !hadPlenty) return false;
		reason = asSentence(reading.error.message);
		if (isTemporary(reading.error)) failures++;
		results[place] = fail(draft);
		return successes > 0 || failures < MAX_FAILED;
	});
	// No conversation can be read at all now: that counts as a try of each of them.
	const isDown = successes === 0 && failures >= MAX_FAILED;
	const all = results.map((result) =>
		isDown && result.is === 'notReached' ? fail(result.draft) : result,
	);
	const draftsThat = (are: keyof DraftResults) =>
		all.filter(({ is }) => is === are).map(({ draft }) => draft);
	return {
		delivered: draftsThat('delivered'),
		deferred: draftsThat('deferred'),
		notReached: draftsThat('notReached'),
		refusal: refusal && {
			error: refusal,
			logLine: `conversations could not be read in this poll: ${asSentence(refusal.message)}`,
		},
	};
}
