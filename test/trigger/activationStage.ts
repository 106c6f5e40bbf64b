import { inspect } from 'node:util';
import type { INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
import { collectLogs, type LogEntry, type NodeSpec } from '../harness/engine';
import type { EngineKind, Installation, PollOutcome, Publication } from '../harness/engine/polling';
import { CREDENTIAL, credentialsFor } from '../harness/support/names';
import type { DialectName, Service } from '../harness/service';
import { Crowd, refIn } from '../harness/stage/crowd';
import {
	anotherTime,
	HOUR,
	MINUTE,
	n8nInTimeOf,
	startFrozenService,
	underWay,
} from '../harness/stage/time';
import { NODE_ID, savedState, triggerNode, WORKFLOW } from '../harness/stage/trigger';
import { Door } from './door';

export interface ActivationOptions {
	engine: EngineKind;
	dialect?: DialectName;
	surveys?: number;
	parameters?: INodeParameters;
	/** Of the node; that of the installation by default. */
	credentials?: NodeSpec['credentials'];
	/** Of the credential; by default the address of the service. */
	baseUrl?: string;
	/** Of the credential; by default one with every scope. */
	token?: string;
}

let stages = 0;

/** An n8n, a service and people, in one time, which passes only when somebody waits. */
export class ActivationStage {
	/** No other node of the tests has it, so that its lines are found in n8n's log. */
	readonly name = `Trigger (${++stages})`;
	readonly crowd: Crowd;
	private readonly logs = collectLogs();

	private constructor(
		readonly service: Service,
		readonly n8n: Installation,
		readonly door: Door,
		private readonly options: ActivationOptions,
	) {
		this.crowd = new Crowd(service);
	}

	static async set(options: ActivationOptions): Promise<ActivationStage> {
		const { engine, dialect, baseUrl, token, surveys = 1 } = options;
		const service = await startFrozenService({ dialect });
		const { clock } = service;
		const door = new Door(Number(new URL(service.url).port));
		await door.open();
		const n8n = n8nInTimeOf(service, {
			engine,
			credentials: credentialsFor({ url: baseUrl ?? door.url, token: token ?? service.token }),
			pause: async (ms) => clock.advance(ms),
		});
		const stage = new ActivationStage(service, n8n, door, options);
		// Two who completed long ago: with a baseline, they never come.
		for (let at = 0; at < surveys; at++) stage.crowd.createSurvey();
		for (let at = 0; at < 2; at++) stage.crowd.interview(at);
		clock.advance(HOUR);
		await n8n.boot();
		await stage.save();
		return stage;
	}

	/** Saves the workflow; `parameters` on top of those of the stage. */
	async save(parameters: INodeParameters = {}): Promise<void> {
		const { name, options } = this;
		const { credentials } = options;
		const more = { name, ...(credentials ? { credentials } : {}) };
		const node = triggerNode({ ...options.parameters, ...parameters }, more);
		await this.n8n.save({ id: WORKFLOW, nodes: [node] });
	}

	/** What came of an activation, and the error of its node. */
	async publish(mode: WorkflowActivateMode): Promise<Publication & { thrown?: Error }> {
		const publication = await this.n8n.publish(WORKFLOW, { mode });
		const { error, polls } = publication;
		return { ...publication, error, thrown: polls[NODE_ID]?.error };
	}

	async unpublish(): Promise<void> {
		await this.n8n.unpublish(WORKFLOW);
	}

	/** The poll of the next minute. */
	async tick(): Promise<PollOutcome> {
		this.service.clock.advance(MINUTE);
		return await this.n8n.tick(WORKFLOW);
	}

	/** Polls until what there is has come for sure. */
	async settle(): Promise<void> {
		for (let poll = 0; poll < 4; poll++) await this.tick();
	}

	/** Resolves when the service has a request of a path and has not answered it yet. */
	async underWay(path: RegExp): Promise<void> {
		await underWay(this.service, path);
	}

	pass(minutes: number): void {
		this.service.clock.advance(minutes * MINUTE);
	}

	/** Somebody takes part in a survey, and is told apart by what is returned. */
	complete(which = 0): string {
		anotherTime(this.service);
		this.crowd.interview(which);
		return this.crowd.participants.at(-1)?.ref ?? '';
	}

	/** Who has arrived in an execution, in that order. */
	arrived(): Array<string | undefined> {
		const items = this.n8n.executions.flatMap((execution) => execution.items.flat());
		return items.map(({ json }) => refIn(json));
	}

	/** All that n8n has saved of the trigger. */
	saved(): unknown {
		return savedState(this.n8n);
	}

	async setToken(token: string): Promise<void> {
		const url = this.options.baseUrl ?? this.door.url;
		await this.n8n.setCredential(CREDENTIAL, credentialsFor({ url, token })[CREDENTIAL]);
	}

	/** This trigger's lines in n8n's log. */
	lines(): LogEntry[] {
		const { entries } = this.logs;
		return entries.filter(
			({ level, message }) => level === 'warn' && message.startsWith(this.name),
		);
	}

	/** Whether a token is in what n8n logged or saved, or in anything else that is given. */
	shows(...more: unknown[]): boolean {
		const texts = [...more, this.n8n.executions, this.logs.entries.map(({ text }) => text)];
		const options = { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null };
		return texts.some((text) => /sit_\w/.test(inspect(text, options)));
	}

	async close(): Promise<void> {
		this.logs.stop();
		this.n8n.crash();
		await this.door.shut();
		await this.service.stop();
	}
}

/** The stage of a test, closed when the work is over, whatever comes of it. */
export async function within(
	options: ActivationOptions,
	work: (stage: ActivationStage) => Promise<void>,
) {
	const stage = await ActivationStage.set(options);
	try {
		await work(stage);
	} finally {
		await stage.close();
	}
}

/** n8n's own word for why, as the error of a poll or an execution carries it. */
export function causeOf(error: unknown): string | undefined {
	return (error as { failure?: { cause?: string } } | undefined)?.failure?.cause;
}

/** One sentence, that a person can read at a glance. */
export const ONE_SENTENCE = /^[A-Z](?!.*[.!?] [A-Z])[^\n]{10,200}[.!?]$/;
