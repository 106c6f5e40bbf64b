/** What an event of the trigger is: one file in events/. */
import type { Field } from '../operations/field';
import type { RecordFilter } from '../operations/filter';
import type { Session } from '../http/session';
import type { FieldChecker } from '../input/fieldChecker';
import type { OutputChoice } from '../input/options';
import type { JsonObject } from '../service/json';
import type { OutputFields } from '../service/outputFields';
import type { ListedSurvey } from './reading';
import type { SurveyMemory } from './state';
import type { Completion, OldAtOnce } from './whatIsNew';

/** An event that a poll delivers. */
export interface NewEvent {
	json: JsonObject;
	/** The survey's record in the list of surveys. */
	survey?: JsonObject;
	/** When it happened, in milliseconds since 1970. */
	at?: number;
	/** For a test event, which shows if possible one with a score and one without. */
	hasScore?: boolean;
}

/** In the order in which they happened; those without a time are last (`|| 0`, because Infinity - Infinity is NaN). */
export const oldestFirst = <Timed extends { at?: number }>(items: readonly Timed[]): Timed[] =>
	items.toSorted((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || 0);

/** One survey in one poll. */
export interface SurveyPoll {
	session: Session;
	survey: ListedSurvey;
	memory: SurveyMemory;
	/** How many events the poll may still deliver; 0 in the poll of an activation. */
	room: number;
	/** A full check is due. */
	isCheck: boolean;
	/** This poll begins the watch. */
	isBeginning: boolean;
	/** When it read the list of surveys, by the clock of the service. */
	now: number;
	/**
	 * The option Old Completions at Once: what becomes of many old completions that appear at once, as after an import
	 * (whatIsNew.ts, the third sentence).
	 */
	oldAtOnce: OldAtOnce;
	/**
	 * Set for a test event: it takes the newest events, and leaves nothing that cannot be read to a later poll. `saved` is
	 * what the active workflow remembers of the survey, if there is one.
	 */
	test?: { saved?: SurveyMemory };
}

/** What to deliver of a survey, and what to remember once that is delivered. */
export interface LookResult {
	events: NewEvent[];
	memory: SurveyMemory;
	/** Old completions that are held until a person decides (`oldAtOnce`). */
	held?: readonly Completion[];
	/** Lines for n8n's log; each is written only once. */
	remarks?: readonly string[];
	/** For a test event. */
	whyNot?: WhyNot[];
}

/** Why a respondent is no event; a test event shows it. */
export interface WhyNot {
	/** When the respondent began, in milliseconds since 1970. */
	at: number;
	/** The interview is completed, so it is no event for another reason. */
	hasCompleted?: boolean;
	/** It names nobody, because it may stand in a log. */
	sentence: string;
}

export interface TriggerEvent {
	/** The value of the parameter Event, in saved workflows. */
	value: string;
	label: string;
	description: string;
	/** Shown in the editor for this event. */
	notice?: string;
	output: OutputFields;
	/** Every poll reads each watched survey, because the list of surveys does not show a change. */
	readsEverySurvey?: true;
	/** What Fetch Test Event answers when there is nothing yet: one sentence. */
	noTestEvent: string;
	/** What an item is, for the table of events in the documentation. */
	item: string;
	options: readonly Field[];
	filters: readonly Field[];
	/**
	 * Reads its options and filters.
	 *
	 * @param collections the collections Options and Filters as n8n gives them
	 * @throws {InputError} one sentence for a person
	 */
	configure(
		collections: { options: unknown; filters: unknown },
		checker: FieldChecker,
		output: OutputChoice,
	): EventLogic;
}

/** An event with the options that a person set. */
export interface EventLogic {
	/**
	 * Reads what it needs of a survey, side by side with other surveys. How many events there is still room for is known
	 * only when the surveys before it have been looked at.
	 */
	read(poll: Omit<SurveyPoll, 'room'>): Promise<unknown>;
	/**
	 * Decides what of a survey is an event, one survey after the other. It may read more. What it returns counts once it is
	 * delivered.
	 *
	 * @param answer what it has read
	 */
	look(poll: SurveyPoll, answer: unknown): Promise<LookResult>;
	/** @throws {InputError} one sentence, where the credential lacks what the options need */
	checkSession?(session: Session): void;
	/**
	 * Only of Interview Completed: why no completion of a survey with this metric can pass the filters. One sentence, or
	 * undefined if one can.
	 */
	whyNothingPasses?: RecordFilter['whyNothingPasses'];
	/** When these values of options change, a new watch begins. */
	scope?: readonly string[];
	/** Only of Interview Completed: the option Properties as Columns is on. */
	asColumns?: boolean;
}

export type ConfiguredEvent = TriggerEvent & EventLogic;
