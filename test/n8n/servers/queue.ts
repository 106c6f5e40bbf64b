import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isHealthy, N8n, type N8nOptions, type Role } from './n8n';
import { startPostgres, type Postgres } from './postgres';
import { startRedis, type Redis } from './redis';

const WORKER: Role = {
	command: 'worker',
	name: 'a worker of n8n',
	isReady: async (_output, url) => await isHealthy(url),
};

/** It is healthy before it takes calls. */
const WEBHOOK: Role = {
	command: 'webhook',
	name: 'a webhook process of n8n',
	isReady: async (output) => output.includes('Webhook listener waiting for requests'),
};

/** An n8n in queue mode: one main, which polls, and workers, which run what it found. */
export class QueuedN8n {
	readonly workers: N8n[] = [];
	/** What was started, the last one first. */
	private readonly stops: Array<() => Promise<void>> = [];
	private mainN8n?: N8n;
	private shared?: N8nOptions;
	private database?: Postgres;

	/**
	 * All processes share the encryption key and the folder of the community packages, as on machines
	 * that are set up alike.
	 */
	static async start(options: N8nOptions, workerCount = 2): Promise<QueuedN8n> {
		const queued = new QueuedN8n();
		try {
			await queued.startAll(options, workerCount);
			return queued;
		} catch (error) {
			await queued.stop();
			throw error;
		}
	}

	get main(): N8n {
		if (!this.mainN8n) throw new Error('The main n8n has not started');
		return this.mainN8n;
	}

	/** Another process, which takes the calls of webhooks. */
	async startWebhook(): Promise<N8n> {
		return await this.another(WEBHOOK);
	}

	private async another(role: Role): Promise<N8n> {
		if (!this.shared) throw new Error('The main n8n has not started');
		const n8n = await N8n.start({ ...this.shared, port: undefined }, role);
		this.stops.unshift(async () => await n8n.stop());
		return n8n;
	}

	/** Deletes what the database holds; afterwards nothing is left of it. */
	async forget(): Promise<void> {
		if (this.database) await rm(this.database.folder, { recursive: true, force: true });
	}

	async stop(): Promise<void> {
		for (const stop of this.stops.splice(0)) await stop();
	}

	private async startAll({ env, ...options }: N8nOptions, workerCount: number): Promise<void> {
		const redis = await startRedis();
		this.stops.unshift(async () => await redis.server.stop());
		const folder = join(options.userFolder, 'postgres');
		await mkdir(folder, { recursive: true });
		const postgres = await startPostgres(folder);
		this.stops.unshift(async () => await postgres.server.stop('SIGINT'));
		this.database = postgres;
		this.shared = { ...options, env: { ...queueSettings(redis, postgres), ...env } };
		// The main makes the tables, so it comes first.
		const main = await N8n.start(this.shared);
		this.mainN8n = main;
		this.stops.unshift(async () => await main.stop());
		for (let nth = 0; nth < workerCount; nth++) this.workers.push(await this.another(WORKER));
	}
}

function queueSettings(redis: Redis, postgres: Postgres): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		N8N_ENCRYPTION_KEY: 'the-key-of-an-n8n-that-is-tried-out',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
	};
}
