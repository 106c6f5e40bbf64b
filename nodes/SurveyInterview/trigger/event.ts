import type { Field } from '../fields/field';
import type { RecordFilter } from '../filters/filter';
import type { SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { FieldChecker } from '../input/fieldChecker';
import type { OutputChoice } from '../input/options';
import type { JsonObject, OutputFields } from '../records/json';
import type { RecordKeeper } from '../run/recordIntake';
import type { State } from './state';
import type { Task } from './pollPlan';
import type { WhyNot } from './whyNot';

/** Something that this poll may deliver as an event. */
export interface Draft {
	json: JsonObject;
	/** The survey's record in the list of surveys; `judgeWithFacts` adds it. */
	survey?: JsonObject;
	/** When it happened, in milliseconds since 1970, where that is known. */
	at?: number;
	/** By which the state remembers it. */
	hash?: string;
	hasScore?: boolean;
	/** Where the conversation is that is added. */
	conversation?: string;
}

/** Drafts in the order in which they happened; those without a time are last. */
export const oldestFirst = (drafts: readonly Draft[]): Draft[] =>
	drafts.toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || 0);

/** What became of the drafts of a judgement. */
export interface DraftResults {
	delivered: Draft[];
	/** Their details could not be read: the next polls try again, a few times. */
	deferred: Draft[];
	/** There was no time for their details: as if this poll had not seen them. */
	notReached: Draft[];
}

/** What an event makes of the answer about one survey. */
export interface Judgement {
	/** What to deliver now, oldest first; never more than there is room for. */
	drafts: Draft[];
	/** A line for n8n's log. */
	remark?: string;
	/** A line for n8n's log about the survey as a whole, which is written only once. */
	remarkOfSurvey?: string;
	/** A new baseline was taken, and the state must be saved, or the next poll takes it again. */
	isNewBaseline?: true;
	/** Filters need the metric of the survey, which only its own record can say. */
	needsMetric?: true;
	/** The next state, when it is known what became of the drafts. */
	settle(results: DraftResults): State;
}

export interface DetailsRequest {
	drafts: readonly Draft[];
	/** As in the state. */
	waiting: State['waiting'];
	/** How many milliseconds the poll had. Absent for a test event, in which nothing is deferred. */
	wholeMs?: number;
}

/** The drafts with their details; `refusal`: why the details of none can be read now. */
export interface DetailedDrafts extends DraftResults {
	refusal?: { error: SurveyInterviewError; logLine: string };
}

/** An event of the trigger: one file in events/. */
export interface TriggerEvent {
	/** In saved workflows. */
	value: string;
	label: string;
	description: string;
	/** Shown in the editor for this event: only with the filter `withFilter`, and not with those of `withoutFilters`. */
	notices?: ReadonlyArray<{
		name: string;
		text: string;
		withFilter?: string;
		withoutFilters?: readonly string[];
	}>;
	output: OutputFields;
	/** Every poll reads each watched survey, because the list of surveys does not show a change. */
	readsEverySurvey?: true;
	/** What Fetch Test Event answers when there is nothing yet: one sentence. */
	noTestEvent: string;
	/** Its row in the table of events in the documentation. */
	docs: { item: string; output: string };
	options: readonly Field[];
	filters: readonly Field[];
	/**
	 * Reads its options and filters.
	 *
	 * @param given the collections Options and Filters as n8n gives them
	 * @throws {InputError} one sentence for a person
	 */
	configure(
		given: { options: unknown; filters: unknown },
		checker: FieldChecker,
		output: OutputChoice,
	): EventLogic;
}

/** An event's decisions with its options. `request`, `takes` and `judge` are pure: no I/O and no clock. */
export interface EventLogic {
	/** What is read of a survey: the path below `/api`, and the query. */
	request(surveyId: string): { path: string; query?: JsonObject };
	/** Names that the list may have in an answer that contains it; absent where the answer is no list. */
	listNames?: readonly string[];
	/**
	 * Reads what else the event needs of a survey.
	 *
	 * @param answer to `request`
	 * @returns what `judge` gets in its place
	 */
	readMore?(session: Session, task: Task, answer: unknown): Promise<unknown>;
	/**
	 * For an answer that is a long list: takes its records as they arrive, and keeps what `judge` needs.
	 *
	 * @param whyNot also gets the records
	 */
	takes?(state: State, task: Task, whyNot?: RecordKeeper): RecordKeeper;
	/**
	 * Decides what in the answer is an event.
	 *
	 * @param answer what `takes` or `readMore` returned; without them, the records of the list, or the whole answer
	 * @param room how many events this poll may still deliver
	 * @returns undefined when the answer is not what the specification names
	 */
	judge(state: State, task: Task, answer: unknown, room: number): Judgement | undefined;
	/**
	 * Takes the records of an answer, and says why the newest of them are no events.
	 *
	 * @param saved the state of the active workflow, where there is one
	 */
	whyNot?(task: Task, saved: State | undefined): WhyNot;
	/**
	 * Checks that the credential has what the event's options need.
	 *
	 * @throws {InputError} one sentence for a person
	 */
	checkSession?(session: Session): void;
	/** Reads what else belongs to the drafts before they are delivered. */
	addDetails?(session: Session, request: DetailsRequest): Promise<DetailedDrafts>;
	/** One sentence why no completion of a survey with this metric can pass the filters. */
	nothingOf?: RecordFilter['nothingOf'];
	/** When these values of options change, the trigger starts with a new state. */
	scope?: readonly string[];
	/** The items have a person's properties as columns. */
	asColumns?: boolean;
	/** The statuses that mean completed, a line each. When one is added, whoever has it already counts as old. */
	completedStatuses?: string;
}

/** An event with the options that a person set. */
export type ConfiguredEvent = TriggerEvent & EventLogic;
