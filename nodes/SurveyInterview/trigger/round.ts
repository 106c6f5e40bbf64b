/** Reads the surveys of one poll that are due, and lets the event decide about each. */
import { NodeOperationError } from 'n8n-workflow';

import type { SurveyInterviewError } from '../http/errors';
import { type Session, withShortTry } from '../http/session';
import { processInOrder } from '../http/concurrency';
import type { NewEvent } from './event';
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

interface Poll {
	session: Session;
	settings: TriggerSettings;
	reports: FailureReports;
	/** What to read; the state in it becomes what to save once the events are delivered. */
	plan: PollPlan;
	/** The poll of an activation delivers nothing: the first one takes baselines, a later one only tests access. */
	isActivation: boolean;
	/** The poll begins the watch. */
	isBeginning: boolean;
}

export class Round {
	readonly events: NewEvent[] = [];
	readonly held: Held[] = [];
	/** For n8n's log. */
	readonly logLines: string[] = [];
	/** A baseline was taken, so the state must be saved, or the next poll takes it again. */
	hasBaseline = false;
	/** The error with which the poll fails, because nothing could be read. The state is to be saved all the same. */
	pollError?: SurveyInterviewError;
	/** The error of the first survey that is refused for good or has failed in several polls: a person must know. */
	surveyError?: NodeOperationError;
	private readonly errors: SurveyInterviewError[] = [];
	/** Surveys that are due and were not decided about. */
	private readonly undecided: Set<ListedSurvey>;
	/** A survey was read, but what its events need beside it was not, so they wait. */
	private eventError?: SurveyInterviewError;
	/** How many surveys were read. */
	private readCount = 0;
	/** Ends when the decision about the latest survey has ended; it never fails. */
	private lastDecision: Promise<unknown> = Promise.resolve();

	constructor(private readonly poll: Poll) {
		this.undecided = new Set(poll.plan.due);
	}

	/** Reads until all surveys are done, the limit of events is reached, the time is over, or the service is down. */
	async run(): Promise<void> {
		const { session, plan, settings } = this.poll;
		const { due, state, isCheck, watched } = plan;
		const isOutOfTime = () => session.budget.remainingMs() <= 0;
		await processInOrder(due.length, CONCURRENCY, async (index) => {
			const survey = due[index] as ListedSurvey;
			// The first ones are read in any case, so that each poll gets further.
			const isAmongFirst = index < CONCURRENCY;
			if (!isAmongFirst && (isOutOfTime() || this.isFull)) return false;
			try {
				const session = this.sessionToRead(survey);
				const answer = await settings.event.read(this.surveyPoll(survey, session));
				await this.decideInTurn(survey, answer);
			} catch (caught) {
				this.noteFailure(survey, asServiceError(caught));
			}
			return !this.isDown;
		});
		const isCutOff = this.undecided.size > 0 && (this.isFull || isOutOfTime());
		const firstUndecided = due.find((survey) => this.undecided.has(survey));
		state.next = isCutOff && firstUndecided ? firstUndecided.id : '';
		// Those that have not changed would wait for the next full check. An empty hash differs from any, so that the next
		// polls read them.
		if (isCheck && isCutOff)
			for (const { id } of this.undecided)
				state.surveys[id] = { ...(state.surveys[id] as SurveyMemory), entryHash: '' };
		this.pollError = this.errorOfPoll(watched.length);
	}

	/** How many events may still come. An activation delivers none. */
	private get room(): number {
		const { isActivation, settings } = this.poll;
		return isActivation ? 0 : Math.max(0, settings.maxEvents - this.events.length);
	}

	/** Whether the limit of events is reached; never in an activation, which delivers none and has no room at all. */
	private get isFull(): boolean {
		return !this.poll.isActivation && this.room === 0;
	}

	private get isDown(): boolean {
		const { errors } = this;
		const isServiceDown = errors.filter(isTemporary).length >= MAX_TEMPORARY;
		return isServiceDown || errors.some(affectsAllRequests);
	}

	private memoryOf({ id }: ListedSurvey): SurveyMemory {
		return this.poll.plan.state.surveys[id] as SurveyMemory;
	}

	/** An activation reads a survey only to see whether it can be read, unless the watch begins and a baseline is due. */
	private onlyTestsAccess(survey: ListedSurvey): boolean {
		const { isActivation, isBeginning } = this.poll;
		// With Emit Existing everything is new: there is no `since`, and no baseline.
		const needsBaseline = this.memoryOf(survey).pendingBaseline?.since !== undefined;
		return isActivation && !(isBeginning && needsBaseline);
	}

	private sessionToRead(survey: ListedSurvey): Session {
		const { session, reports } = this.poll;
		const failures = reports.failuresOf(survey.id);
		const isShort = failures > 0 && failures % WHOLE_TRY_EVERY !== 0;
		return isShort ? withShortTry(session, SHORT_TRY_MS) : session;
	}

	private surveyPoll(survey: ListedSurvey, session: Session) {
		const { settings, plan, isBeginning } = this.poll;
		const { isCheck, state } = plan;
		return {
			session,
			survey,
			isCheck,
			isBeginning,
			oldAtOnce: settings.oldAtOnce,
			memory: this.memoryOf(survey),
			now: state.listedAt ?? state.begunAt,
		};
	}

	/** Surveys are read side by side, but decided about one after the other, also after one that fails. */
	private async decideInTurn(survey: ListedSurvey, answer: unknown): Promise<void> {
		const decision = this.lastDecision.then(async () => await this.decide(survey, answer));
		this.lastDecision = decision.catch(() => {});
		await decision;
	}

	private async decide(survey: ListedSurvey, answer: unknown): Promise<void> {
		const { session, settings, reports, plan } = this.poll;
		const memory = this.memoryOf(survey);
		const { isFull, room } = this;
		// Without room, the answer is dropped, and the next poll reads the survey again. Taking a baseline needs no room.
		if (isFull && !memory.pendingBaseline) return;
		this.readCount++;
		if (this.onlyTestsAccess(survey)) return;
		const looked = await settings.event
			.look({ ...this.surveyPoll(survey, session), room }, answer)
			.catch((error: unknown) => {
				this.eventError ??= asServiceError(error);
				throw error;
			});
		// Results Changed does not look at the room. Nothing of this reading is kept, so the next poll finds its event again.
		if (isFull && looked.events.length > 0) return;
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
	 *
	 * @param watched how many surveys are watched: one that has not changed, and so is not read, counts as readable
	 */
	private errorOfPoll(watched: number): SurveyInterviewError | undefined {
		const { errors, isDown, eventError } = this;
		if (eventError && this.events.length === 0) return eventError;
		if (this.readCount > 0) return undefined;
		const isAllUnreadable = isDown || errors.length >= watched;
		return isAllUnreadable ? (errors.find(affectsAllRequests) ?? errors[0]) : undefined;
	}
}
