import { read } from '../api/call';
import { asSentence } from '../api/errors';
import type { Session } from '../api/session';
import { inOrder } from '../api/inOrder';
import { LOOKS } from './completions';
import type { Draft, Fate } from './event';
import { concernsAll, isTemporary } from './failures';
import { outcomeOf } from './reading';
import type { State } from './state';

/** Conversations are read so many at a time. */
const WIDTH = 5;

/** So many in vain, and none read, are the service itself. */
const MOST_IN_VAIN = 3;

/**
 * Reads the conversation of each draft and puts it in. One that cannot be read is tried on three polls;
 * then the event goes out without it, saying so (design, When something fails).
 *
 * @param waiting how often each was tried before
 * @param timeLeft whether another request may begin
 */
export async function withConversations(
	session: Session,
	surveyId: string,
	drafts: readonly Draft[],
	waiting: State['waiting'],
	timeLeft: () => boolean,
): Promise<Fate> {
	const triesOf = ({ hash }: Draft) => waiting[`conversation ${hash}`] ?? 0;
	// Those that were tried before come last: they may be the ones that never can be read.
	const inTurn = [...drafts].sort((a, b) => triesOf(a) - triesOf(b));
	const fates = inTurn.map((draft): { draft: Draft; is: keyof Fate } => ({ draft, is: 'left' }));
	let readOnes = 0;
	let inVain = 0;
	let why = '';
	const fail = (draft: Draft, reason: string): { draft: Draft; is: keyof Fate } =>
		triesOf(draft) + 1 < LOOKS
			? { draft, is: 'held' }
			: { draft: without(draft, reason), is: 'delivered' };
	await inOrder(inTurn.length, WIDTH, async (place) => {
		const draft = inTurn[place];
		if (draft === undefined || (place > 0 && !timeLeft())) return false;
		if (draft.respondentId === undefined) {
			fates[place] = { draft: without(draft, ANONYMOUS), is: 'delivered' };
			return true;
		}
		const path = `/surveys/${surveyId}/respondents/${encodeURIComponent(draft.respondentId)}/conversation`;
		const reading = await outcomeOf(read(session, path));
		if ('body' in reading) {
			readOnes++;
			const json = { ...draft.json, conversation: reading.body };
			fates[place] = { draft: { ...draft, json }, is: 'delivered' };
			return true;
		}
		// The limit is reached, the token refused or the time over: that says nothing of this conversation.
		if (concernsAll(reading.error) || (isTemporary(reading.error) && !timeLeft())) return false;
		why = asSentence(reading.error.message);
		if (isTemporary(reading.error)) inVain++;
		fates[place] = fail(draft, why);
		return readOnes > 0 || inVain < MOST_IN_VAIN;
	});
	// No conversation can be read at all just now: that counts for each of them.
	const isDown = readOnes === 0 && inVain >= MOST_IN_VAIN;
	const ended = fates.map((fate) => (isDown && fate.is === 'left' ? fail(fate.draft, why) : fate));
	const being = (what: keyof Fate) =>
		ended.filter(({ is }) => is === what).map(({ draft }) => draft);
	return { delivered: being('delivered'), held: being('held'), left: being('left') };
}

const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

function without(draft: Draft, why: string): Draft {
	return { ...draft, json: { ...draft.json, conversation: null, conversation_error: why } };
}
