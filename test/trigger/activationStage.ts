import { inspect } from 'node:util';
import type { INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
import { collectLogs, type LogEntry, type NodeSpec } from '../harness/engine';
import type { EngineKind, Installation, PollOutcome, Publication } from '../harness/engine/polling';
import type { DialectName, Service } from '../harness/service';
import { nameIn } from '../harness/stage/records';
import { HOUR, MINUTE, n8nInTimeOf, startFrozenService } from '../harness/stage/time';
import { NODE_ID, triggerNode, WORKFLOW } from '../harness/stage/trigger';
import { CREDENTIAL, credentialsFor, TRIGGER_NAME } from '../harness/support/names';
import { Door } from './door';
import { Stage } from './triggerStage';

/** The modes in which a person reads what an activation of a trigger throws that has never worked. */
export const ALOUD: WorkflowActivateMode[] = ['activate', 'create', 'manual', 'update'];
/** In these it waits; n8n may know more words one day. */
export const QUIET = ['init', 'leadershipChange', 'somethingNew'].map(
	(mode) => mode as WorkflowActivateMode,
);

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

/** A stage with a door before the service, with surveys, and with a workflow that is saved and not active. */
export class ActivationStage extends Stage {
	readonly surveyIds: string[] = [];
	private readonly logs = collectLogs();
	private people = 0;

	constructor(
		service: Service,
		n8n: Installation,
		readonly door: Door,
		private readonly options: ActivationOptions,
	) {
		super(service, n8n, { aheadMs: 0 });
	}

	/** Saves the workflow; `parameters` on top of those of the stage. */
	async save(parameters: INodeParameters = {}): Promise<void> {
		const { credentials, parameters: own } = this.options;
		const node = triggerNode({ ...own, ...parameters }, credentials ? { credentials } : {});
		await this.n8n.save({ id: WORKFLOW, nodes: [node] });
	}

	/** What came of an activation, and the error of its node. */
	async publishAs(mode: WorkflowActivateMode): Promise<Publication & { thrown?: Error }> {
		const publication = await this.n8n.publish(WORKFLOW, { mode });
		const { error, polls } = publication;
		return { ...publication, error, thrown: polls[NODE_ID]?.error };
	}

	/** The poll of the next minute. */
	async tick(): Promise<PollOutcome> {
		this.pass(1);
		return await this.n8n.tick(WORKFLOW);
	}

	/** Polls until what there is has come for sure. */
	async settle(): Promise<void> {
		for (let poll = 0; poll < 4; poll++) await this.tick();
	}

	pass(minutes: number): void {
		this.service.clock.advance(minutes * MINUTE);
	}

	/** Somebody completes an interview of a survey. @returns their name */
	complete(which = 0): string {
		const name = `Person ${++this.people}`;
		this.interview(this.surveyIds[which] ?? '', name);
		return name;
	}

	/** The names of those who have arrived in an execution, in that order. */
	arrived(): unknown[] {
		return this.executed().map(nameIn);
	}

	async setToken(token: string): Promise<void> {
		const url = this.options.baseUrl ?? this.door.url;
		await this.n8n.setCredential(CREDENTIAL, credentialsFor({ url, token })[CREDENTIAL]);
	}

	/** This trigger's lines in n8n's log. */
	lines(): string[] {
		const isOwn = ({ level, message }: LogEntry) =>
			level === 'warn' && message.startsWith(TRIGGER_NAME);
		return this.logs.entries.filter(isOwn).map(({ message }) => message);
	}

	/** Whether a token is in what n8n logged or saved, or in anything else that is given. */
	shows(...more: unknown[]): boolean {
		const texts = [...more, this.n8n.executions, this.logs.entries.map(({ text }) => text)];
		const options = { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null };
		return texts.some((text) => /sit_\w/.test(inspect(text, options)));
	}

	override async close(): Promise<void> {
		this.logs.stop();
		await this.door.shut();
		await super.close();
	}
}

async function setActivationStage(options: ActivationOptions): Promise<ActivationStage> {
	const { engine, dialect, baseUrl, token, surveys = 1 } = options;
	const service = await startFrozenService({ dialect });
	const door = new Door(Number(new URL(service.url).port));
	await door.open();
	const n8n = n8nInTimeOf(service, {
		engine,
		credentials: credentialsFor({ url: baseUrl ?? door.url, token: token ?? service.token }),
		pause: async (ms) => service.clock.advance(ms),
	});
	const stage = new ActivationStage(service, n8n, door, options);
	for (let nth = 1; nth <= surveys; nth++) stage.surveyIds.push(stage.survey(`Survey ${nth}`));
	// Two who completed long ago: with a baseline, they never come.
	for (const which of [0, 1 % surveys]) stage.complete(which);
	service.clock.advance(HOUR);
	await n8n.boot();
	await stage.save();
	return stage;
}

/** The stage of a test, closed when the work is over, whatever comes of it. */
export async function within(
	options: ActivationOptions,
	work: (stage: ActivationStage) => Promise<void>,
) {
	const stage = await setActivationStage(options);
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
