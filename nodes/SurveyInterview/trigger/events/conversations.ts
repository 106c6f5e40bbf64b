import { asSentence, type SurveyInterviewError } from '../../http/errors';
import type { Hints } from '../../http/hints';
import type { Session } from '../../http/session';
import { inOrder } from '../../run/inOrder';
import { MAX_TRIES } from './interviewCompleted';
import type { Draft, DraftResults } from './event';
import { affectsAllRequests, isTemporary, outcomeOf, readWhole } from '../reading';
import type { State } from '../state';

/** Conversations are read so many at a time. */
const CONCURRENCY = 5;

/** So many in vain, and none read, are the service itself. */
const MAX_FAILED = 3;

const HINTS: Hints = {
	insufficient_scope:
		'The token lacks the scope to read conversations. Ask a workspace administrator for a token with it, or remove the option Include Conversation; nothing is lost until then.',
};

/** How long the poll may go on. */
export interface Time {
	/** Milliseconds that are left. */
	left(): number;
	/** Milliseconds that there were at its beginning. */
	whole: number;
}

/** What became of the drafts, and why the rest was left, if it was refused. */
export interface Completed extends DraftResults {
	refusal?: SurveyInterviewError;
}

/**
 * Reads the conversation of each draft and puts it in. One that cannot be read is tried on three polls;
 * then the event goes out without it, saying so (design, When something fails).
 *
 * @param waiting how often each was tried before
 * @param time with none left, no other request begins
 */
export async function withConversations(
	session: Session,
	surveyId: string,
	drafts: readonly Draft[],
	waiting: State['waiting'],
	time: Time,
): Promise<Completed> {
	const triesOf = ({ hash }: Draft) => waiting[`conversation ${hash}`] ?? 0;
	// Those that were tried before come last: they may be the ones that never can be read.
	const inTurn = [...drafts].sort((a, b) => triesOf(a) - triesOf(b));
	const fates = inTurn.map((draft): { draft: Draft; is: keyof DraftResults } => ({
		draft,
		is: 'notReached',
	}));
	let readOnes = 0;
	let inVain = 0;
	let why = '';
	let refusal: SurveyInterviewError | undefined;
	const fail = (draft: Draft, reason: string): { draft: Draft; is: keyof DraftResults } =>
		triesOf(draft) + 1 < MAX_TRIES
			? { draft, is: 'deferred' }
			: { draft: without(draft, reason), is: 'delivered' };
	await inOrder(inTurn.length, CONCURRENCY, async (place) => {
		const draft = inTurn[place];
		if (draft === undefined || (place > 0 && time.left() <= 0)) return false;
		if (draft.respondentId === undefined) {
			fates[place] = { draft: without(draft, ANONYMOUS), is: 'delivered' };
			return true;
		}
		const path = `/surveys/${surveyId}/respondents/${encodeURIComponent(draft.respondentId)}/conversation`;
		const hadPlenty = time.left() >= time.whole / 2;
		const reading = await outcomeOf(readWhole(session, path, { hints: HINTS }));
		if ('body' in reading) {
			readOnes++;
			const json = { ...draft.json, conversation: reading.body };
			fates[place] = { draft: { ...draft, json }, is: 'delivered' };
			return true;
		}
		// The limit is reached or the token refused: that says nothing of this conversation.
		if (affectsAllRequests(reading.error)) {
			refusal ??= reading.error;
			return false;
		}
		// Nor does it when the time was over, unless this conversation itself took most of it.
		if (isTemporary(reading.error) && time.left() <= 0 && !hadPlenty) return false;
		why = asSentence(reading.error.message);
		if (isTemporary(reading.error)) inVain++;
		fates[place] = fail(draft, why);
		return readOnes > 0 || inVain < MAX_FAILED;
	});
	// No conversation can be read at all just now: that counts for each of them.
	const isDown = readOnes === 0 && inVain >= MAX_FAILED;
	const ended = fates.map((fate) =>
		isDown && fate.is === 'notReached' ? fail(fate.draft, why) : fate,
	);
	const being = (what: keyof DraftResults) =>
		ended.filter(({ is }) => is === what).map(({ draft }) => draft);
	return {
		delivered: being('delivered'),
		deferred: being('deferred'),
		notReached: being('notReached'),
		refusal,
	};
}

const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

function without(draft: Draft, why: string): Draft {
	return { ...draft, json: { ...draft.json, conversation: null, conversation_error: why } };
}
