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
	/** The survey's record in the list of surveys; the shell adds it. */
	survey?: JsonObject;
	/** When it happened, in milliseconds since 1970, where that is known. */
	at?: number;
	/** What the state knows it by. */
	hash?: string;
	hasScore?: boolean;
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
	/** How it was decided: a sentence for n8n's log, and one of the survey as a whole, which the log says once. */
	remark?: string;
	remarkOfSurvey?: string;
	/** A baseline was taken anew, which must not be lost. */
	isNewBaseline?: true;
	/** Filters need the metric of the survey, and neither its records nor the list of surveys say it. */
	needsMetric?: true;
	/** The next state, once it is known which of the drafts are delivered. */
	settle(results: DraftResults): State;
}

/** What details are added to. */
export interface DetailsRequest {
	surveyId: string;
	drafts: readonly Draft[];
	/** How many times each thing was tried without success. */
	waiting: State['waiting'];
	/** The milliseconds that the poll had; without it nothing is deferred, and what cannot be read is left out. */
	wholeMs?: number;
}

/** The drafts with their details, and why some wait, if the service refused the details of all. */
export interface DetailedDrafts extends DraftResults {
	refusal?: { error: SurveyInterviewError; logLine: string };
}

/** An event of the trigger: one file in events/. */
export interface TriggerEvent {
	/** Its value in saved workflows, and its name and what it is in the editor. */
	value: string;
	label: string;
	description: string;
	/** Shown in the editor while it is chosen: with a filter and not with others, where they are named. */
	notices?: ReadonlyArray<{
		name: string;
		text: string;
		withFilter?: string;
		withoutFilters?: readonly string[];
	}>;
	/** The fields of its items. */
	output: OutputFields;
	/** Each watched survey is read in every poll, because the list of surveys does not show a change. */
	readsEverySurvey?: true;
	/** What Fetch Test Event answers when there is nothing yet: one sentence. */
	noTestEvent: string;
	/** Its row in the table of events in the documentation. */
	docs: { item: string; output: string };
	options: readonly Field[];
	/** Which of what happens comes as an event. */
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

/** What an event decides with its options. `request`, `takes` and `judge` are pure: no I/O and no clock. */
export interface EventLogic {
	/** Path below `/api` and query of what is read of a survey. */
	request(surveyId: string): { path: string; query?: JsonObject };
	/** The names of the list in an answer that is a container. */
	listNames?: readonly string[];
	/**
	 * Reads what else the event needs of a survey, once that is read.
	 *
	 * @param answer as it was read
	 * @returns what `judge` gets in its place
	 */
	readMore?(session: Session, task: Task, answer: unknown): Promise<unknown>;
	/**
	 * Takes the records of an answer that is a list as they arrive, and keeps of them what `judge` needs.
	 *
	 * @param whyNot takes them as well
	 */
	takes?(state: State, task: Task, whyNot?: RecordKeeper): RecordKeeper;
	/**
	 * Decides what in the answer is an event.
	 *
	 * @param answer what `takes` gave; without that, the answer as it was read
	 * @param room how many events this poll may still deliver
	 * @returns undefined when the answer is not what the specification names
	 */
	judge(state: State, task: Task, answer: unknown, room: number): Judgement | undefined;
	/**
	 * Takes the records of an answer, and says why the newest of them would start nothing.
	 *
	 * @param saved the state of the active workflow, where there is one
	 */
	whyNot?(task: Task, saved: State | undefined): WhyNot;
	/**
	 * Checks that the credential has what its options need.
	 *
	 * @throws {InputError} one sentence for a person
	 */
	checkSession?(session: Session): void;
	/** Reads what else belongs to the drafts before they are delivered. */
	addDetails?(session: Session, request: DetailsRequest): Promise<DetailedDrafts>;
	/** Why its filters let nothing through of a survey with this metric: one sentence. */
	nothingOf?: RecordFilter['nothingOf'];
	/** Values of options; when they change, the trigger starts with a new state. */
	scope?: readonly string[];
	/** The properties of a person are columns of the items. */
	asColumns?: boolean;
	/** Statuses that mean completed, a line each: what has an added status at that moment counts as old. */
	completedStatuses?: string;
}

/** An event with the options that a person set. */
export type ConfiguredEvent = TriggerEvent & EventLogic;
