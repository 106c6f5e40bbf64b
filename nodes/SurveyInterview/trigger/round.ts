import type { INodeExecutionData } from 'n8n-workflow';

import { asSentence, type SurveyInterviewError } from '../http/errors';
import type { Session } from '../http/session';
import type { Draft, DraftResults, PollTime } from './event';
import { Failures, notUnderstood, outcomeOf, readSurvey } from './reading';
import type { TriggerSettings } from './options';
import type { State } from './state';
import { surveyLabel, type Task } from './surveys';

/** Surveys are read so many at a time. */
const CONCURRENCY = 5;

type SurveyAnswer = { task: Task; body: unknown } | { task: Task; error: SurveyInterviewError };

/** The reading of one poll: survey by survey, until all are read, the room is full or the time is over. */
export class Round {
	/** What n8n's log says of this poll: surveys that could not be read, and what was decided by a clock. */
	readonly logLines: string[] = [];
	private readonly delivered: Draft[] = [];
	private readonly failures = new Failures();
	private read = 0;
	private readonly time: PollTime;

	constructor(
		private readonly session: Session,
		private readonly settings: TriggerSettings,
		/** What to save: it says only what was delivered. */
		public state: State,
	) {
		this.time = { left: () => session.budget.remainingMs(), whole: session.budget.remainingMs() };
	}

	/**
	 * Delivers at most as many events as the settings say; with none, what is new waits for a later poll.
	 *
	 * @param watched surveys under watch, whether they are read or not
	 * @returns the error to fail with, when nothing could be read; the state says where to go on all the same
	 */
	async run(tasks: readonly Task[], watched: number): Promise<SurveyInterviewError | undefined> {
		const stoppedAt = await this.readAll(tasks);
		this.state = { ...this.state, next: stoppedAt?.survey.id ?? '' };
		return this.failures.ofPoll(this.read, watched, this.delivered.length);
	}

	/** The events, in the order in which they happened; those without a time come last. */
	events(): INodeExecutionData[] {
		const time = ({ at }: Draft) => at ?? Number.MAX_SAFE_INTEGER;
		return [...this.delivered]
			.sort((a, b) => time(a) - time(b))
			.map(({ json }) => ({ json: json as INodeExecutionData['json'] }));
	}

	/** @returns the task with which the next poll begins, when this one does not come to the end */
	private async readAll(tasks: readonly Task[]): Promise<Task | undefined> {
		for (let first = 0; first < tasks.length; first += CONCURRENCY) {
			const batch = tasks.slice(first, first + CONCURRENCY);
			if (first > 0 && (this.time.left() <= 0 || this.isFull())) return batch[0];
			const untaken = await this.readBatch(batch);
			if (untaken === undefined) continue;
			// What is left of one survey comes after the others had their turn.
			return batch.find((task) => untaken.has(task)) ?? tasks[first + batch.length] ?? tasks[0];
		}
		return undefined;
	}

	/**
	 * Reads some surveys at a time and takes each answer as it comes, so that one that hangs holds up none.
	 *
	 * @returns when the poll ends here, the surveys that had no turn
	 */
	private async readBatch(batch: readonly Task[]): Promise<Set<Task> | undefined> {
		const untaken = new Set(batch);
		const asked = new Map(batch.map((task) => [task, this.ask(task)]));
		let isOver = false;
		let isFull = false;
		while (asked.size > 0) {
			const answer = await Promise.race(asked.values());
			asked.delete(answer.task);
			isFull ||= this.isFull();
			if (isFull) continue;
			const left = await this.take(answer);
			if (left !== 'all') untaken.delete(answer.task);
			isOver ||= left !== 'nothing';
			isFull ||= left === 'some';
		}
		return isOver || isFull ? untaken : undefined;
	}

	private isFull(): boolean {
		return this.room() === 0 && this.settings.maxEvents > 0;
	}

	private async ask(task: Task): Promise<SurveyAnswer> {
		const { session, settings } = this;
		return { task, ...(await outcomeOf(readSurvey(session, settings.event, task.survey))) };
	}

	/** @returns what the poll had to leave of this survey; with anything left it ends */
	private async take(answer: SurveyAnswer): Promise<'nothing' | 'some' | 'all'> {
		const { task } = answer;
		if ('error' in answer) return this.skip(task, answer.error);
		const judgement = this.settings.event.judge(this.state, task, answer.body, this.room());
		if (!judgement) return this.skip(task, notUnderstood(this.session, 'the records'));
		this.read++;
		if (judgement.remark !== undefined) this.logLines.push(judgement.remark);
		const results = await this.addDetails(task, judgement.drafts);
		this.state = judgement.settle(results);
		this.delivered.push(...results.delivered);
		return results.notReached.length === 0 ? 'nothing' : 'some';
	}

	private async addDetails({ survey }: Task, drafts: Draft[]): Promise<DraftResults> {
		const { session, time } = this;
		const { waiting } = this.state;
		const request = { surveyId: survey.id, drafts, waiting, time };
		const results = await this.settings.event.addDetails?.(session, request);
		if (results?.refusal) {
			this.failures.addOfEvents(results.refusal.error);
			this.logLines.push(results.refusal.logLine);
		}
		return results ?? { delivered: drafts, deferred: [], notReached: [] };
	}

	private skip({ survey }: Task, error: SurveyInterviewError): 'nothing' | 'all' {
		this.logLines.push(
			`survey ${surveyLabel(survey)} could not be read in this poll: ${asSentence(error.message)}`,
		);
		return this.failures.add(error) ? 'nothing' : 'all';
	}

	private room(): number {
		return Math.max(0, this.settings.maxEvents - this.delivered.length);
	}
}
