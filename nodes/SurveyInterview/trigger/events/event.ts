import type { JsonObject } from '../../records/json';
import type { TriggerSettings } from '../options';
import type { KnownSurvey, State } from '../state';
import type { Task } from '../surveys';

/** Something that may go out as an event of this poll. */
export interface Draft {
	json: JsonObject;
	/** When it happened, in milliseconds since 1970, where that is known. */
	at?: number;
	/** The completion's hash, for the seen-set. */
	hash?: string;
	/** Whose conversation goes into it. */
	respondentId?: string;
}

/** What the answer about one survey means. */
export interface Judgement {
	/** What goes out now, oldest first; never more than there is room for. */
	drafts: Draft[];
	/** How many more would go out if there were room. */
	waiting: number;
	/** What a person should know of how it was decided: one sentence, for n8n's log. */
	remark?: string;
}

/** One kind of event. All of it is pure: nothing here reads, waits or looks at a clock. */
export interface TriggerEvent<J extends Judgement = Judgement> {
	/** Path below `/api` and query of what is read of a survey. */
	request(surveyId: string, settings: TriggerSettings): { path: string; query?: JsonObject };
	/**
	 * Decides what in the answer is an event.
	 *
	 * @param room how many events this poll may still deliver
	 * @returns undefined when the answer is not what the specification names
	 */
	judge(
		state: State,
		task: Task,
		answer: unknown,
		settings: TriggerSettings,
		room: number,
	): J | undefined;
	/**
	 * The next state, when it is known which of the drafts go out.
	 *
	 * @param held drafts that wait, because something that belongs to them could not be read in this poll
	 */
	settle(state: State, task: Task, judgement: J, fate: DraftResults): State;
}

/** What became of the drafts of a judgement. */
export interface DraftResults {
	delivered: Draft[];
	/** Looked at and not ready: they are tried again, a few polls long. */
	deferred: Draft[];
	/** Not looked at for lack of time: as if this poll had not seen them. */
	notReached: Draft[];
}

/**
 * The survey's entry when nothing in it is open any more, and when to look again: the summary may be
 * ahead of the list, so after a change that brought less than its counts say, it is read twice more.
 *
 * @param found how many new things the survey's records showed
 */
export function settledEntry({ known, fingerprint, counts }: Task, found: number): KnownSurvey {
	const changed = known.fingerprint !== fingerprint;
	const grewMore = counts.some((count, place) => count - (known.counts?.[place] ?? count) > found);
	const isShort = found === 0 || grewMore;
	const rereads = changed && isShort ? READS_AFTER_LESS : Math.max(0, known.rereads - 1);
	return { ...known, pending: undefined, fingerprint, counts, rereads };
}

/** The survey's entry when something in it is still open: no fingerprint, so the next poll reads it. */
export function unsettledEntry(task: Task): KnownSurvey {
	return { ...task.known, pending: undefined, fingerprint: '' };
}

const READS_AFTER_LESS = 2;
