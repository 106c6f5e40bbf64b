import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axios from 'axios';
import type { N8nProgram } from '../install/n8n';
import { run } from '../install/run';
import { freePorts } from './ports';
import { Server } from './server';

export interface N8nOptions {
	program: N8nProgram;
	/** Everything that n8n keeps: database, encryption key, community packages. */
	userFolder: string;
	/** Default: any free one. */
	port?: number;
	env?: Record<string, string>;
	/** Milliseconds until it must answer. */
	readyWithin?: number;
}

/** What makes an n8n quiet and local; the rest is as n8n's authors have it. */
const QUIET = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
};

/** All that n8n 2.41 needs to keep a trigger's state in the same transaction as its executions. */
export const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** How a program of n8n's is started: `start`, or `worker` and `webhook` in queue mode. */
export interface Role {
	command: 'start' | 'worker' | 'webhook';
	/** For people. */
	name: string;
	isReady(output: string, url: string): Promise<boolean>;
}

const MAIN: Role = {
	command: 'start',
	name: 'n8n',
	isReady: async (output, url) =>
		output.includes('Editor is now accessible') && (await isHealthy(url)),
};

/** A real n8n. It can be stopped or killed, and started again on the same folder and port. */
export class N8n {
	private server?: Server;
	private log = '';

	private constructor(
		readonly port: number,
		private readonly brokerPort: number,
		private readonly options: N8nOptions,
		private readonly role: Role,
	) {}

	static async start(options: N8nOptions, role = MAIN): Promise<N8n> {
		const [port = 0, brokerPort = 0] = await freePorts(2);
		const n8n = new N8n(options.port ?? port, brokerPort, options, role);
		await n8n.start();
		return n8n;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** What it logged, over all its starts. */
	get output(): string {
		return this.log + (this.server?.output ?? '');
	}

	/** Ready when it answers and has activated its workflows. */
	async start(env: Record<string, string> = {}): Promise<void> {
		const { program, userFolder, readyWithin } = this.options;
		await mkdir(join(userFolder, '.n8n', 'nodes'), { recursive: true });
		this.server = await Server.start({
			name: `${this.role.name} ${program.version}`,
			program: program.node.program,
			args: [program.script, this.role.command],
			cwd: userFolder,
			readyWithin,
			env: { ...this.env(), ...env },
			isReady: async (output) => await this.role.isReady(output, this.url),
		});
	}

	private env(): NodeJS.ProcessEnv {
		const { program, userFolder, env } = this.options;
		return {
			...withoutN8n(program.node.env),
			...QUIET,
			N8N_USER_FOLDER: userFolder,
			N8N_PORT: String(this.port),
			N8N_RUNNERS_BROKER_PORT: String(this.brokerPort),
			QUEUE_HEALTH_CHECK_PORT: String(this.port),
			...env,
		};
	}

	/** Runs a command of n8n's on the same folder, such as `import:workflow`. @returns what it wrote */
	async command(args: readonly string[]): Promise<string> {
		const { program, userFolder } = this.options;
		const env = { ...this.env(), N8N_RUNNERS_ENABLED: 'false' };
		return await run(program.node.program, [program.script, ...args], { cwd: userFolder, env });
	}

	async stop(signal?: NodeJS.Signals): Promise<void> {
		await this.server?.stop(signal);
		this.log += this.server?.output ?? '';
		this.server = undefined;
	}

	/** Another start after a stop; after `kill -9` with `SIGKILL`. */
	async restart(signal?: NodeJS.Signals, env?: Record<string, string>): Promise<void> {
		await this.stop(signal);
		await this.start(env);
	}
}

export async function isHealthy(url: string): Promise<boolean> {
	return (await axios.get(`${url}/healthz`, { timeout: 2000 })).status === 200;
}

/** Settings of an n8n on this machine must not reach the one under test. */
function withoutN8n(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(env).filter(
			([name]) => !/^(N8N_|DB_|QUEUE_|EXECUTIONS_|NODE_ENV$|NODE_OPTIONS$|JEST_)/.test(name),
		),
	);
}
