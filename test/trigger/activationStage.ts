import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import type { INodeParameters, WorkflowActivateMode } from 'n8n-workflow';
import { Crowd } from '../chaos/crowd';
import { NODE_ID, TRIGGER } from '../chaos/stage';
import { refIn } from '../chaos/watch';
import { collectLogs, type LogEntry, type NodeSpec } from '../engine';
import {
	createInstallation,
	type EngineKind,
	type Installation,
	type PollOutcome,
	type Publication,
} from '../engine/polling';
import { startService, type DialectName, type Service } from '../service';
import { underWay } from './triggerStage';

export const ENGINES: EngineKind[] = ['default', 'durable'];
export const DIALECTS: DialectName[] = ['plain', 'nested'];
export const CREDENTIAL = 'surveyInterviewApi';

/** The modes in which a person reads what an activation throws. */
export const READ: WorkflowActivateMode[] = ['activate', 'create', 'manual'];
/** In these, n8n may know more words one day, an outage stops no workflow that has worked. */
export const UNREAD = ['update', 'init', 'leadershipChange', 'somethingNew'].map(
	(mode) => mode as WorkflowActivateMode,
);

/** The modes in which a trigger that has never worked says why, and those in which it waits. */
export const ALOUD: WorkflowActivateMode[] = [...READ, 'update'];
export const QUIET = UNREAD.filter((mode) => mode !== 'update');

const ID = 'w';
const MINUTE = 60_000;

/** Loopback addresses that no other test listens at, so that nobody takes the port of a shut door. */
const host = (nth: number) =>
	process.platform === 'linux' ? `127.77.${process.pid % 250}.${(nth % 250) + 1}` : '127.0.0.1';
let doors = 0;

/** A door before the service: shut, its port refuses connections. */
class Door {
	private readonly sockets = new Set<Socket>();
	private readonly host = host(doors++);
	private server?: Server;
	private port = 0;

	constructor(private readonly target: number) {}

	get url(): string {
		return `http://${this.host}:${this.port}`;
	}

	async open(): Promise<void> {
		const server = createServer((outer) => {
			const inner = connect(this.target, '127.0.0.1');
			for (const socket of [outer, inner]) {
				this.sockets.add(socket);
				socket.on('close', () => this.sockets.delete(socket)).on('error', () => {});
			}
			outer.pipe(inner).pipe(outer);
		});
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject).listen(this.port, this.host, resolve);
		});
		this.server = server;
		this.port = (server.address() as AddressInfo).port;
	}

	async shut(): Promise<void> {
		const { server } = this;
		if (!server) return;
		this.server = undefined;
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}
}

export interface SceneOptions {
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

let scenes = 0;

/** An n8n, a service and people, in one time, which passes only when somebody waits. */
export class Scene {
	/** No other node of the tests has it, so that its lines are found in n8n's log. */
	readonly name = `Trigger (${++scenes})`;
	readonly crowd: Crowd;
	private readonly logs = collectLogs();

	private constructor(
		readonly service: Service,
		readonly n8n: Installation,
		readonly door: Door,
		private readonly options: SceneOptions,
	) {
		this.crowd = new Crowd(service);
	}

	static async set(options: SceneOptions): Promise<Scene> {
		const service = await startService({
			dialect: options.dialect,
			seed: { surveys: 0 },
			startAt: new Date('2026-03-02T09:00:00.123Z'),
		});
		const { clock, url, token } = service;
		clock.freeze();
		const door = new Door(Number(new URL(url).port));
		await door.open();
		const n8n = createInstallation({
			engine: options.engine,
			credentials: {
				[CREDENTIAL]: { baseUrl: options.baseUrl ?? door.url, token: options.token ?? token },
			},
			now: () => clock.now(),
			sleep: async (ms, signal) => {
				await new Promise((resolve) => setImmediate(resolve));
				if (!signal?.aborted) clock.advance(ms);
			},
			pause: async (ms) => clock.advance(ms),
		});
		const scene = new Scene(service, n8n, door, options);
		// Two who completed long ago: with a baseline, they never come.
		for (let at = 0; at < (options.surveys ?? 1); at++) scene.crowd.createSurvey();
		for (let at = 0; at < 2; at++) scene.crowd.interview(at);
		clock.advance(60 * MINUTE);
		await n8n.boot();
		await scene.save();
		return scene;
	}

	/** Saves the workflow; `parameters` on top of those of the scene. */
	async save(parameters: INodeParameters = {}): Promise<void> {
		const { credentials } = this.options;
		const node: NodeSpec = {
			id: NODE_ID,
			name: this.name,
			type: TRIGGER,
			parameters: {
				event: 'interviewCompleted',
				surveys: 'all',
				options: {},
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				...this.options.parameters,
				...parameters,
			},
			...(credentials ? { credentials } : {}),
		};
		await this.n8n.save({ id: ID, nodes: [node] });
	}

	/** What came of an activation, and the error of its node. */
	async publish(mode: WorkflowActivateMode): Promise<Publication & { thrown?: Error }> {
		const publication = await this.n8n.publish(ID, { mode });
		const { error, polls } = publication;
		return { ...publication, error, thrown: polls[NODE_ID]?.error };
	}

	async unpublish(): Promise<void> {
		await this.n8n.unpublish(ID);
	}

	/** The poll of the next minute. */
	async tick(): Promise<PollOutcome> {
		this.service.clock.advance(MINUTE);
		return await this.n8n.tick(ID);
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
		const { database } = this.n8n;
		return structuredClone([database.staticData(ID), database.cursor(ID, NODE_ID)]);
	}

	async setToken(token: string): Promise<void> {
		const baseUrl = this.options.baseUrl ?? this.door.url;
		await this.n8n.setCredential(CREDENTIAL, { baseUrl, token });
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

/** The scene of a test, closed when the work is over, whatever comes of it. */
export async function within(options: SceneOptions, work: (scene: Scene) => Promise<void>) {
	const scene = await Scene.set(options);
	try {
		await work(scene);
	} finally {
		await scene.close();
	}
}

/** n8n's own word for why, as the error of a poll or an execution carries it. */
export function causeOf(error: unknown): string | undefined {
	return (error as { failure?: { cause?: string } } | undefined)?.failure?.cause;
}

/** One sentence, that a person can read at a glance. */
export const ONE_SENTENCE = /^[A-Z](?!.*[.!?] [A-Z])[^\n]{10,200}[.!?]$/;
