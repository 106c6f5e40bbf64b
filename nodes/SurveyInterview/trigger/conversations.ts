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

/**
 * Reads the conversation of each draft and puts it in. One that cannot be read is tried on three polls;
 * then the event goes out without it, saying so (design, When something fails).
 *
 * @param timeLeft whether another request may begin
 */
export async function withConversations(
	session: Session,
	surveyId: string,
	drafts: readonly Draft[],
	waiting: State['waiting'],
	timeLeft: () => boolean,
): Promise<Fate> {
	const fates: Array<{ draft: Draft; is: keyof Fate }> = drafts.map((draft) => ({
		draft,
		is: 'left',
	}));
	let unavailable: string | undefined;
	const inVain = (draft: Draft, why: string) => {
		const looks = (waiting[`conversation ${draft.hash}`] ?? 0) + 1;
		if (looks < LOOKS) return { draft, is: 'held' as const };
		return { draft: without(draft, why), is: 'delivered' as const };
	};
	await inOrder(drafts.length, WIDTH, async (place) => {
		const draft = drafts[place];
		if (draft === undefined || (place > 0 && !timeLeft())) return false;
		if (draft.respondentId === undefined) {
			fates[place] = { draft: without(draft, ANONYMOUS), is: 'delivered' };
			return true;
		}
		if (unavailable !== undefined) {
			fates[place] = inVain(draft, unavailable);
			return true;
		}
		const path = `/surveys/${surveyId}/respondents/${encodeURIComponent(draft.respondentId)}/conversation`;
		const reading = await outcomeOf(read(session, path));
		if ('body' in reading) {
			const json = { ...draft.json, conversation: reading.body };
			fates[place] = { draft: { ...draft, json }, is: 'delivered' };
			return true;
		}
		// The limit is reached, or the token refused: that says nothing of this conversation.
		if (concernsAll(reading.error)) return false;
		const why = asSentence(reading.error.message);
		if (isTemporary(reading.error)) unavailable = why;
		fates[place] = inVain(draft, why);
		return true;
	});
	const being = (what: keyof Fate) =>
		fates.filter(({ is }) => is === what).map(({ draft }) => draft);
	return { delivered: being('delivered'), held: being('held'), left: being('left') };
}

const ANONYMOUS = 'The survey is anonymous: the service does not say whose conversation it is.';

function without(draft: Draft, why: string): Draft {
	return { ...draft, json: { ...draft.json, conversation: null, conversation_error: why } };
}
