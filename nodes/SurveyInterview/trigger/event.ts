import type { Field } from '../fields/field';
import { allOf, type NodeFilter, type Predicate } from '../filters/filter';
import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { readOptions, type OptionValues } from '../input/options';
import { InputError } from '../input/problem';
import type { FieldChecker } from '../input/values';
import type { JsonObject } from '../records/json';
import type { KnownSurvey, State } from './state';
import type { Task } from './surveys';

/** Something that this poll may deliver as an event. */
export interface Draft {
	json: JsonObject;
	/** When it happened, in milliseconds since 1970, where that is known. */
	at?: number;
	/** What the state knows it by. */
	hash?: string;
	/** Whose conversation goes into it. */
	respondentId?: string;
}

/** What became of the drafts of a judgement. */
export interface DraftResults {
	delivered: Draft[];
	/** Tried and not ready: they are tried again, in a few polls. */
	deferred: Draft[];
	/** Not tried for lack of time: as if this poll had not seen them. */
	notReached: Draft[];
}

/** What the answer about one survey means. */
export interface Judgement {
	/** What to deliver now, oldest first; never more than there is room for. */
	drafts: Draft[];
	/** How many more could be delivered if there were room. */
	waiting: number;
	/** What a person should know of how it was decided: one sentence, for n8n's log. */
	remark?: string;
	/** The next state, once it is known which of the drafts are delivered. */
	settle(results: DraftResults): State;
}

/** How long a poll may go on. */
export interface PollTime {
	/** Milliseconds that are left. */
	left(): number;
	/** Milliseconds that it had when it began. */
	whole: number;
}

/** What details are added to. */
export interface DetailsRequest {
	surveyId: string;
	drafts: readonly Draft[];
	/** How often something was tried in vain, as the state says. */
	waiting: State['waiting'];
	/** Nothing is deferred: what cannot be read now is left out. */
	isLastTry?: true;
	/** With none left, no other request begins. */
	time: PollTime;
}

/** The drafts with their details, and why some wait, if the service refused the details of all. */
export interface DetailedDrafts extends DraftResults {
	refusal?: { error: SurveyInterviewError; logLine: string };
}

/**
 * What an event decides with its options. `request` and `judge` are pure: they read nothing, wait for
 * nothing and look at no clock.
 */
export interface EventLogic {
	/** Path below `/api` and query of what is read of a survey. */
	request(surveyId: string): { path: string; query?: JsonObject };
	/**
	 * Decides what in the answer is an event.
	 *
	 * @param room how many events this poll may still deliver
	 * @returns undefined when the answer is not what the specification names
	 */
	judge(state: State, task: Task, answer: unknown, room: number): Judgement | undefined;
	/** Reads what else belongs to the drafts before they are delivered. */
	addDetails?(session: Session, request: DetailsRequest): Promise<DetailedDrafts>;
	/** Options with which the state starts afresh when they change. */
	scope?: readonly string[];
	/** Statuses that count as completed, a line each: when some are added, what they add counts as old. */
	completedStatuses?: string;
}

/** What is said of an event, whatever its options. */
interface EventTexts {
	/** Its value in saved workflows. */
	value: string;
	/** Its name in the editor. */
	label: string;
	/** What it is, in the editor. */
	description: string;
	/** Shown in the editor while the event is chosen. */
	notice?: { name: string; text: string };
	/** Whether each watched survey is read in every poll, because the list of surveys tells no change. */
	readsEverySurvey?: true;
	/** Said by Fetch Test Event when there is nothing yet: one sentence. */
	noTestEvent: string;
	/** Its row in the table of events in the documentation. */
	docs: { item: string; output: string };
}

/** An event with the options that a person set. */
export interface ConfiguredEvent extends EventTexts, EventLogic {}

/** An event of the trigger. */
export interface TriggerEvent extends EventTexts {
	/** Its own options, filters included. */
	fields: readonly Field[];
	/**
	 * Reads its options.
	 *
	 * @param given the collection Options as n8n gives it
	 * @throws {InputError} one sentence for a person
	 */
	configure(given: unknown, checker: FieldChecker): ConfiguredEvent;
}

/** The values of an event's options, and `passes` where it has filters. */
type EventOptions<
	Fields extends readonly Field[],
	Filters extends readonly NodeFilter[],
> = OptionValues<Fields> & (Filters extends readonly [] ? object : { passes: Predicate });

/** An event as its file declares it. */
interface EventDefinition<Fields extends readonly Field[], Filters extends readonly NodeFilter[]>
	extends EventTexts {
	options: Fields;
	filters?: Filters;
	/** `unread` is what is left of the options: with one that is not used, the event does not compile. */
	configure(
		options: EventOptions<Fields, Filters>,
	): EventLogic & { unread: { [name: string]: never } };
}

/** Declares an event. What it judges with stays inside it: the shell sees drafts and `settle`. */
export function defineEvent<
	const Fields extends readonly Field[],
	const Filters extends readonly NodeFilter[] = readonly [],
>(definition: EventDefinition<Fields, Filters>): TriggerEvent {
	const { options, filters = [], configure, ...texts } = definition;
	return {
		...texts,
		fields: [...options, ...filters.flatMap(({ fields }) => fields)],
		configure(given, checker) {
			const passes = filters.length > 0 ? { passes: readFilters(filters, given, checker) } : {};
			const values = { ...readOptions(options, given, checker), ...passes };
			return { ...texts, ...configure(values as EventOptions<Fields, Filters>) };
		},
	};
}

function readFilters(
	filters: readonly NodeFilter[],
	given: unknown,
	checker: FieldChecker,
): Predicate {
	const added = filters.flatMap((filter) => {
		const values = readOptions(filter.fields, given, checker);
		if (Object.values(values).every((value) => value === undefined)) return [];
		const problem = filter.problem?.(values);
		if (problem !== undefined) throw new InputError(problem);
		return [filter.passes(values)];
	});
	return allOf(added);
}

/** How many polls try what is not there yet before they do without it. */
export const MAX_TRIES = 3;

const READS_AFTER_LESS = 2;

/**
 * The survey's entry when nothing in it is open any more, and when to read it again: the summary may be
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
