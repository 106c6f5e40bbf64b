import type { INodeParameters } from 'n8n-workflow';
import type { EngineKind, Installation, PollOutcome, TickOptions } from '../harness/engine/polling';
import type { Service, ServiceOptions } from '../harness/service';
import { nameIn, type Json } from '../harness/stage/records';
import {
	anotherTime,
	MINUTE,
	n8nInTimeOf,
	patientSleep,
	startFrozenService,
	underWay,
	type N8nClock,
} from '../harness/stage/time';
import { CREDENTIAL, credentialsFor } from '../harness/support/names';
import { NODE_ID, savedState, triggerNode, WORKFLOW } from '../harness/stage/trigger';

export interface StageOptions extends ServiceOptions {
	engine: EngineKind;
	/** Without a seed there is no survey at first. */
	seed?: ServiceOptions['seed'];
	/** What `getPollBudgetMs` says; the engine's own by default. */
	budgetMs?: number;
	/** The credential's Respondent Page. */
	respondentPage?: string;
	/** By how many milliseconds n8n's clock is ahead of the service's at first. */
	aheadMs?: number;
}

/** One poll as a test sees it. */
export interface Polled extends PollOutcome {
	/** The items of the poll, whatever became of them. */
	events: Json[];
	/** The operations that the service was asked for, in order. */
	asked: string[];
}

/** What a person sets in the node; the rest is as in a node that is newly placed. */
export interface Parameters {
	event?: 'interviewCompleted' | 'resultsChanged' | 'mailingStatusChanged' | 'emailFailed';
	surveyIds?: string[];
	/** Everything, unless it is said. */
	output?: 'simplified' | 'everything' | 'selectedFields';
	fields?: string[];
	options?: Json;
	filters?: Json;
}

/** Starts a service and an n8n that live in the same time, which passes only when somebody says so. */
export async function setStage(options: StageOptions): Promise<Stage> {
	const { engine, budgetMs, aheadMs = 0, respondentPage = '', ...ofService } = options;
	const service = await startFrozenService(ofService);
	const n8nClock = { aheadMs };
	const sleep = patientSleep(service);
	const budget = budgetMs === undefined ? {} : { budgetMs };
	const credentials = { [CREDENTIAL]: { ...credentialsFor(service)[CREDENTIAL], respondentPage } };
	const n8n = n8nInTimeOf(service, { engine, n8nClock, sleep, credentials, ...budget });
	await n8n.boot();
	return new Stage(service, n8n, n8nClock);
}

export class Stage {
	constructor(
		readonly service: Service,
		readonly n8n: Installation,
		readonly n8nClock: N8nClock,
	) {}

	/** A survey that is created now. */
	survey(name: string, draft: Json = {}): string {
		this.aMomentLater();
		return this.service.world.createSurvey({ name, metricType: 'nps', ...draft }).id;
	}

	/** Somebody completes an interview now. @returns the respondent's id */
	interview(surveyId: string, name: string, answers: Json = {}): string {
		this.aMomentLater();
		const { id } = this.service.world.startInterview({ surveyId }, { name, ...answers });
		this.aMomentLater();
		this.service.world.completeInterview(id, { score: 8, messages: [`I am ${name}.`], ...answers });
		return id;
	}

	node(parameters: Parameters = {}) {
		const { event = 'interviewCompleted', surveyIds, options = {}, filters = {} } = parameters;
		const { output, fields } = parameters;
		return triggerNode({
			event,
			...(output === undefined ? {} : { output }),
			...(fields === undefined ? {} : { fields }),
			surveys: surveyIds ? 'chosen' : 'all',
			surveyIds: surveyIds ?? [],
			options: options as INodeParameters,
			filters: filters as INodeParameters,
		});
	}

	/** Saves the workflow and makes it run; what it asks of the service is in the answer. */
	async publish(parameters: Parameters = {}): Promise<string[]> {
		await this.n8n.save({ id: WORKFLOW, nodes: [this.node(parameters)] });
		return await this.activate();
	}

	async activate(id = WORKFLOW): Promise<string[]> {
		// Who completes in the very millisecond of the activation counts as completed after it.
		this.aMomentLater();
		this.service.clearLog();
		const { state, error } = await this.n8n.publish(id);
		if (state !== 'published') throw error ?? new Error(state);
		return this.asked();
	}

	/** A minute passes, and n8n polls. */
	async poll(id = WORKFLOW, nodeId?: string, options?: TickOptions): Promise<Polled> {
		this.service.clock.advance(MINUTE);
		this.service.clearLog();
		const outcome = await this.n8n.tick(id, nodeId, options);
		const events = (outcome.items ?? []).flat().map(({ json }) => json as Json);
		return { ...outcome, events, asked: this.asked() };
	}

	/** A poll that must not fail. @returns what it delivered */
	async events(id?: string, nodeId?: string): Promise<Json[]> {
		const { error, events } = await this.poll(id, nodeId);
		if (error) throw error;
		return events;
	}

	/** The names of those whose completion the next poll delivers. */
	async names(id?: string, nodeId?: string): Promise<unknown[]> {
		return (await this.events(id, nodeId)).map(nameIn);
	}

	/** Everything that became an execution of a workflow. */
	executed(id = WORKFLOW): Json[] {
		const own = this.n8n.executions.filter(({ workflowId }) => workflowId === id);
		return own.flatMap(({ items }) => items.flat()).map(({ json }) => json as Json);
	}

	asked(): string[] {
		return this.service.log.map(({ operation, path }) => operation ?? path);
	}

	/** A record as the service sends it: what it answered last, and what a trigger adds is not in it. */
	answered(operation: string): unknown {
		const answer = this.service.requests({ operation, status: 200 }).at(-1)?.answered;
		return JSON.parse(answer ?? 'null') as unknown;
	}

	async underWay(path: RegExp): Promise<void> {
		await underWay(this.service, path);
	}

	/** What n8n's database holds of the trigger's state. */
	saved(id = WORKFLOW, nodeId = NODE_ID): unknown {
		return savedState(this.n8n, id, nodeId);
	}

	/** No two things bear the same time, and none happens at a full second. */
	aMomentLater(): void {
		anotherTime(this.service);
	}

	async close(): Promise<void> {
		this.n8n.crash();
		await this.service.stop();
	}
}

/** Sets a stage, and closes it after each test. */
export function stages(): (options: StageOptions) => Promise<Stage> {
	const open: Stage[] = [];
	afterEach(async () => {
		await Promise.all(open.splice(0).map((stage) => stage.close()));
	});
	return async (options) => {
		const stage = await setStage(options);
		open.push(stage);
		return stage;
	};
}
