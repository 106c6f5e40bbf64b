/** Reads the surveys of one poll that are due, and lets the event decide about each. */
import { NodeOperationError } from 'n8n-workflow';

import type { SurveyInterviewError } from '../http/errors';
import { type Session, withShortTry } from '../http/session';
import { processInOrder } from '../http/concurrency';
import type { NewEvent, SurveyPoll } from './event';
import type { Held, FailureReports } from './outage';
import {
	affectsAllRequests,
	isRefused,
	isTemporary,
	type ListedSurvey,
	asServiceError,
	surveyLabel,
} from './reading';
import type { TriggerSettings } from './settings';
import type { SurveyMemory } from './state';
import type { PollPlan } from './surveys';
import { asSentence } from '../service/scalars';

const CONCURRENCY = 5;
/** After so many polls in which a survey could not be read, a person must know. */
const MAX_TRIES = 3;
/** When so many surveys cannot be read, the service itself fails, and the poll ends. */
const MAX_TEMPORARY = 6;
/** A survey that failed gets only a short try in the next polls, because the others wait for it. */
const SHORT_TRY_MS = 30_000;
/** In every tenth it gets the whole time, because its list may be long. */
const WHOLE_TRY_EVERY = 10;

export interface RoundSettings {
	session: Session;
	settings: TriggerSettings;
	reports: FailureReports;
	/** What to read; the state in it becomes what to save once the events are delivered. */
	plan: PollPlan;
	/** The poll of an activation takes baselines, or only sees whether surveys can be read. Neither delivers events. */
	purpose: 'events' | 'baselines' | 'access';
	/** The poll begins the watch. */
	isBeginning: boolean;
}

export class Round {
	readonly events: NewEvent[] = [];
	/**
	 * Old completions that appeared many at once, as after an import. They are not delivered until a person decides in the
	 * option Old Completions at Once (whatIsNew.ts, the third sentence).
	 */
	readonly held: Held[] = [];
	/** For n8n's log. */
	readonly logLines: string[] = [];
	/**
	 * A baseline was taken: what there was before the watch is remembered, and delivers no events. So the state must be
	 * saved, or the next poll takes it again.
	 */
	hasBaseline = false;
	/** The error with which the poll fails, because nothing could be read. The state is to be saved all the same. */
	pollError?: SurveyInterviewError;
	/** The error of the first survey that is refused for good or has failed in several polls: a person must know. */
	surveyError?: NodeOperationError;
	private readonly errors: SurveyInterviewError[] = [];
	/** Surveys that are due and were not decided about: not reached, without room for their events, or failed. */
	private readonly undecided: Set<ListedSurvey>;
	/** A list was read, but not what its events need beside it, such as their conversations. So they wait. */
	private eventError?: SurveyInterviewError;
	/** How many surveys were read, and not dropped for lack of room. */
	private readCount = 0;
	/** Ends when the decision about the latest survey has ended; it never fails. */
	private lastDecision: Promise<unknown> = Promise.resolve();

	constructor(private readonly poll: RoundSettings) {
		this.undecided = new Set(poll.plan.due);
	}

	/** Reads until all surveys are done, the limit of events is reached, the time is over, or the service is down. */
	async run(): Promise<void> {
		const { session, plan, purpose } = this.poll;
		const { due, state, isCheck } = plan;
		const isOutOfTime = () => session.budget.remainingMs() <= 0;
		await processInOrder(due.length, CONCURRENCY, async (index) => {
			// The first ones are read in any case, so that each poll gets further.
			const isAmongFirst = index < CONCURRENCY;
			if (!isAmongFirst && (isOutOfTime() || this.isFull)) return false;
			await this.readSurvey(due[index] as ListedSurvey);
			return !this.isDown;
		});
		const isCutOff = this.undecided.size > 0 && (this.isFull || isOutOfTime());
		// The next poll begins with the first one that is left.
		if (isCutOff) state.next = due.find((survey) => this.undecided.has(survey))?.id ?? '';
		// Those that have not changed would wait for the next full check. An empty hash differs from any, so that the next
		// polls read them.
		if (isCheck && purpose === 'events')
			for (const survey of this.undecided)
				state.surveys[survey.id] = { ...this.memoryOf(survey), entryHash: '' };
		this.pollError = this.errorOfPoll();
	}

	private get isFull(): boolean {
		const { purpose, settings } = this.poll;
		return purpose === 'events' && this.events.length >= settings.maxEvents;
	}

	private get isDown(): boolean {
		const { errors } = this;
		const isServiceDown = errors.filter(isTemporary).length >= MAX_TEMPORARY;
		return isServiceDown || errors.some(affectsAllRequests);
	}

	private memoryOf({ id }: ListedSurvey): SurveyMemory {
		return this.poll.plan.state.surveys[id] as SurveyMemory;
	}

	private async readSurvey(survey: ListedSurvey): Promise<void> {
		const { settings, plan, isBeginning, session, reports } = this.poll;
		const { isCheck, state } = plan;
		const surveyPoll = {
			session,
			survey,
			isCheck,
			isBeginning,
			oldAtOnce: settings.oldAtOnce,
			memory: this.memoryOf(survey),
			// By the clock of the service, as are the times of completions.
			now: state.listedAt ?? state.begunAt,
		};
		const failures = reports.failuresOf(survey.id);
		const isShort = failures > 0 && failures % WHOLE_TRY_EVERY !== 0;
		const readSession = isShort ? withShortTry(session, SHORT_TRY_MS) : session;
		try {
			const answer = await settings.event.read({ ...surveyPoll, session: readSession });
			// Surveys are read side by side, but decided about one after the other, also after one that fails.
			const decision = this.lastDecision.then(async () => await this.decide(surveyPoll, answer));
			this.lastDecision = decision.catch(() => {});
			await decision;
		} catch (caught) {
			this.noteFailure(survey, asServiceError(caught));
		}
	}

	/** Lets the event decide about what was read of a survey, and takes over what it says. */
	private async decide(surveyPoll: Omit<SurveyPoll, 'room'>, answer: unknown): Promise<void> {
		const { settings, reports, plan, purpose } = this.poll;
		const { survey, memory } = surveyPoll;
		const hasNoRoom = this.isFull;
		// Without room, the answer is dropped, and the next poll reads the survey again. Taking a baseline needs no room.
		if (hasNoRoom && !memory.pendingBaseline) return;
		this.readCount++;
		if (purpose === 'access') return;
		const room = purpose === 'events' ? settings.maxEvents - this.events.length : 0;
		const looked = await settings.event
			.look({ ...surveyPoll, room }, answer)
			.catch((error: unknown) => {
				this.eventError ??= asServiceError(error);
				throw error;
			});
		// Results Changed ignores `room`, so it may give an event all the same. Nothing of this reading is kept, so that the
		// next poll finds the event again.
		if (hasNoRoom && looked.events.length > 0) return;
		this.events.push(...looked.events);
		plan.state.surveys[survey.id] = looked.memory;
		this.hasBaseline ||=
			memory.pendingBaseline !== undefined && looked.memory.pendingBaseline === undefined;
		const { held = [], remarks = [] } = looked;
		if (held.length > 0) this.held.push({ survey, completions: held });
		else reports.forgetHeld(survey.id);
		this.undecided.delete(survey);
		this.logLines.push(...remarks.filter((remark) => reports.isNewRemark(remark)));
		const failures = reports.worksAgain(survey.id);
		if (failures > 0)
			this.logLines.push(
				`survey ${surveyLabel(survey)} can be read again, after ${failures} polls.`,
			);
	}

	private noteFailure(survey: ListedSurvey, error: SurveyInterviewError): void {
		const { session, reports } = this.poll;
		this.errors.push(error);
		const why = `${surveyLabel(survey)} could not be read in this poll: ${asSentence(error.message)}`;
		const failures = reports.failedAgain(survey.id);
		if (failures === 1) this.logLines.push(`survey ${why}`);
		if (isRefused(error) || (failures >= MAX_TRIES && isTemporary(error))) {
			const description = error.description ?? undefined;
			this.surveyError ??= new NodeOperationError(session.node, `Survey ${why}`, { description });
		}
	}

	/**
	 * The error with which the poll fails: nothing could be read. Or surveys were read, but not what their events need
	 * beside that, and so no event came of this poll.
	 */
	private errorOfPoll(): SurveyInterviewError | undefined {
		const { errors, isDown, eventError } = this;
		if (eventError && this.events.length === 0) return eventError;
		if (this.readCount > 0) return undefined;
		// A survey that has not changed, and so is not read, counts as readable.
		const isAllUnreadable = isDown || errors.length >= this.poll.plan.watched.length;
		return isAllUnreadable ? (errors.find(affectsAllRequests) ?? errors[0]) : undefined;
	}
}
