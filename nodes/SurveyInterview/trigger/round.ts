import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { asSentence, type SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import { oldestFirst, type Draft, type DraftResults } from './event';
import { affectsAllRequests, isRefused, isTemporary, outcomeOf, readTask } from './reading';
import type { TriggerSettings } from './settings';
import { outages } from './outage';
import type { State } from './state';
import { judgeWithFacts } from './metricOfSurvey';
import { MAX_TRIES, surveyLabel, type Task } from './pollPlan';

const CONCURRENCY = 5;

/** A survey that failed gets only a short try in the next polls, but in every tenth the whole time. */
const WHOLE_TRY_EVERY = 10;

type SurveyAnswer = { task: Task } & ({ body: unknown } | { error: SurveyInterviewError });

/** Reads the surveys of one poll until all are read, the limit of events is reached, or the time is over. */
export class Round {
	readonly logLines: string[] = [];
	/** The error of the first survey that is refused for good or has failed in several polls: a person must know. */
	refusal?: NodeOperationError;
	hasNewBaseline = false;
	private readonly delivered: Draft[] = [];
	private readonly failures = new Failures();
	private read = 0;
	/** How many milliseconds the poll has. */
	private readonly wholeMs: number;

	/** @param trigger the ids of workflow and node */
	constructor(
		private readonly trigger: string,
		private readonly session: Session,
		private readonly settings: TriggerSettings,
		/** What to save. It counts as delivered only what was delivered. */
		public state: State,
	) {
		this.wholeMs = session.budget.remainingMs();
	}

	async events(): Promise<INodeExecutionData[]> {
		return await this.settings.itemsOf(oldestFirst(this.delivered));
	}

	/**
	 * Reads a few surveys at a time and processes each answer as it arrives, so that a slow one does not delay others.
	 * Delivers at most `maxEvents` events; with 0, new events wait for a later poll.
	 *
	 * @param watched how many surveys are watched, read or not
	 * @returns the error to fail with, when nothing could be read; the state is valid in any case
	 */
	async run(tasks: readonly Task[], watched: number): Promise<SurveyInterviewError | undefined> {
		const unprocessed = new Set(tasks);
		const requests = new Map<Task, Promise<SurveyAnswer>>();
		let begun = 0;
		let isOver = false;
		for (;;) {
			for (const task of tasks.slice(begun, begun + CONCURRENCY - requests.size)) {
				isOver ||=
					begun >= CONCURRENCY && (this.session.budget.remainingMs() <= 0 || this.isFull());
				if (isOver) break;
				requests.set(task, this.request(task));
				begun++;
			}
			if (requests.size === 0) break;
			const answer = await Promise.race(requests.values());
			requests.delete(answer.task);
			// An answer for which there is no room is dropped, and the next poll reads the survey again.
			const left = this.isFull() ? 'all' : await this.process(answer);
			if (left !== 'all') unprocessed.delete(answer.task);
			isOver ||= left !== 'nothing';
		}
		// Surveys that were not processed come before the rest of one that was.
		const next = isOver ? (tasks.find((task) => unprocessed.has(task)) ?? tasks[0]) : undefined;
		this.state = { ...this.state, next: next?.survey.id ?? '' };
		return this.failures.ofPoll(this.read, watched, this.delivered.length);
	}

	private isFull(): boolean {
		return this.room() === 0 && this.settings.maxEvents > 0;
	}

	private async request(task: Task): Promise<SurveyAnswer> {
		const { event } = this.settings;
		const keeper = event.takes?.(this.state, task);
		const isShort = outages.failures(this.trigger, task.survey.id) % WHOLE_TRY_EVERY !== 0;
		const reading = readTask(this.session, event, task, keeper, isShort);
		return { task, ...(await outcomeOf(reading)) };
	}

	/** @returns how much of the survey is left for later; if anything is, no more surveys are read */
	private async process(answer: SurveyAnswer): Promise<'nothing' | 'some' | 'all'> {
		const { task } = answer;
		if ('error' in answer) return this.skip(task, answer.error);
		const { session, state, settings } = this;
		const { event } = settings;
		const judgement = await judgeWithFacts(session, event, state, task, answer.body, this.room());
		if (judgement instanceof Error) return this.skip(task, judgement);
		this.read++;
		const failed = outages.worksAgain(this.trigger, task.survey.id);
		const label = surveyLabel(task.survey);
		if (failed > 0) this.logLines.push(`survey ${label} can be read again, after ${failed} polls.`);
		this.hasNewBaseline ||= judgement.isNewBaseline === true;
		const { remark, remarkOfSurvey } = judgement;
		if (remark !== undefined) this.logLines.push(remark);
		const isNews = remarkOfSurvey && outages.failedAgain(this.trigger, remarkOfSurvey) === 1;
		if (isNews) this.logLines.push(remarkOfSurvey);
		const results = await this.withDetails(judgement.drafts);
		this.state = judgement.settle(results);
		this.delivered.push(...results.delivered);
		return results.notReached.length === 0 ? 'nothing' : 'some';
	}

	private async withDetails(drafts: Draft[]): Promise<DraftResults> {
		const { session, settings, wholeMs } = this;
		const request = { drafts, waiting: this.state.waiting, wholeMs };
		const results = await settings.event.addDetails?.(session, request);
		if (results?.refusal) {
			this.failures.ofEvents ??= results.refusal.error;
			this.logLines.push(results.refusal.logLine);
		}
		return results ?? { delivered: drafts, deferred: [], notReached: [] };
	}

	private skip({ survey }: Task, error: SurveyInterviewError): 'nothing' | 'all' {
		const why = `${surveyLabel(survey)} could not be read in this poll: ${asSentence(error.message)}`;
		const failures = outages.failedAgain(this.trigger, survey.id);
		if (failures === 1) this.logLines.push(`survey ${why}`);
		if (isRefused(error) || (failures >= MAX_TRIES && isTemporary(error))) {
			const description = error.description ?? undefined;
			this.refusal ??= new NodeOperationError(this.session.node, `Survey ${why}`, { description });
		}
		return this.failures.add(error) ? 'nothing' : 'all';
	}

	private room(): number {
		return Math.max(0, this.settings.maxEvents - this.delivered.length);
	}
}

/** When so many surveys cannot be read, the service itself fails, and the poll ends. */
const MAX_TEMPORARY = 6;

/** The errors of a poll. They decide whether the poll continues, and whether it fails. */
export class Failures {
	private readonly all: SurveyInterviewError[] = [];
	/** Why events wait for their details. */
	ofEvents?: SurveyInterviewError;

	private get isDown(): boolean {
		return this.all.filter(isTemporary).length >= MAX_TEMPORARY;
	}

	/** @returns whether the poll continues with the next survey */
	add(error: SurveyInterviewError): boolean {
		this.all.push(error);
		return !affectsAllRequests(error) && !this.isDown;
	}

	/**
	 * The error with which the poll fails: when nothing could be read, or all events wait for their details.
	 *
	 * @param watched how many surveys are watched; one that need not be read counts as one that could be read
	 */
	ofPoll(read: number, watched: number, delivered: number): SurveyInterviewError | undefined {
		if (this.ofEvents && delivered === 0) return this.ofEvents;
		if (read > 0) return undefined;
		const ofAll = this.all.find(affectsAllRequests);
		if (ofAll) return ofAll;
		if (this.isDown) return this.all.find(isTemporary);
		return this.all.length >= watched ? this.all[0] : undefined;
	}
}
