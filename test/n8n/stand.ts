import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	ACTION,
	ACTION_NAME,
	CREDENTIAL,
	NEW_TRIGGER,
	TRIGGER,
	TRIGGER_NAME,
} from '../harness/support/names';
import { startService, type Service, type ServiceOptions } from '../harness/service';
import { CREDENTIAL_NAME, credentialFor } from './furnish';
import { installN8n } from './install/n8n';
import { NEWEST, type N8nVersion } from './install/versions';
import { N8nRest, type Json, type NodeDraft } from './rest/n8nRest';
import { N8n } from './servers/n8n';
import { QueuedN8n } from './servers/queue';
import { shared } from './setup';

export interface StandOptions {
	version?: N8nVersion;
	/** Settings of n8n. */
	env?: Record<string, string>;
	queue?: boolean;
	service?: ServiceOptions;
	/** Without the package in it. */
	bare?: boolean;
}

/** A real n8n with the package in it, an owner who is signed in, a credential, and the service. */
export class Stand {
	private constructor(
		readonly n8n: N8n,
		/** In queue mode. */
		readonly queued: QueuedN8n | undefined,
		readonly rest: N8nRest,
		readonly service: Service,
		readonly userFolder: string,
		readonly credentialId: string,
		private readonly stopAll: () => Promise<void>,
	) {}

	static async set(options: StandOptions = {}): Promise<Stand> {
		const program = await installN8n(options.version ?? NEWEST, () => {});
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-stand-'));
		if (!options.bare) await cp(shared('template'), userFolder, { recursive: true });
		const service = await startService(options.service);
		const stops = [
			async () => await rm(userFolder, { recursive: true, force: true }),
			async () => await service.stop(),
		];
		const stopAll = async () => {
			for (const stop of stops.splice(0).reverse()) await stop();
		};
		try {
			const start = { program, userFolder, env: options.env };
			const queued = options.queue ? await QueuedN8n.start(start) : undefined;
			const n8n = queued?.main ?? (await N8n.start(start));
			stops.push(async () => {
				await (queued ?? n8n).stop();
				await queued?.forget();
			});
			const rest = new N8nRest(n8n.url);
			await rest.signIn();
			const data = credentialFor(service);
			const id = options.bare ? '' : await rest.saveCredential(CREDENTIAL, CREDENTIAL_NAME, data);
			return new Stand(n8n, queued, rest, service, userFolder, id, stopAll);
		} catch (error) {
			await stopAll();
			throw error;
		}
	}

	get workers(): readonly N8n[] {
		return this.queued?.workers ?? [];
	}

	/** What a node carries that uses the saved credential. */
	get credentials(): Json {
		return { [CREDENTIAL]: { id: this.credentialId, name: CREDENTIAL_NAME } };
	}

	/** A node of the package with the saved credential. */
	action(parameters: Json, more: Partial<NodeDraft> = {}): NodeDraft {
		return {
			name: ACTION_NAME,
			type: ACTION,
			parameters,
			credentials: this.credentials,
			...more,
		};
	}

	trigger(parameters: Json, more: Partial<NodeDraft> = {}): NodeDraft {
		return {
			name: TRIGGER_NAME,
			type: TRIGGER,
			parameters: { ...NEW_TRIGGER, pollTimes: everySeconds(10), ...parameters },
			credentials: this.credentials,
			...more,
		};
	}

	async stop(): Promise<void> {
		await this.stopAll();
	}
}

/** A minute is n8n's shortest schedule, but there may be several (docs/development/architecture.md, Polls). */
export function everySeconds(seconds: number) {
	const item = Array.from({ length: 60 / seconds }, (_, nth) => ({
		mode: 'custom',
		cronExpression: `${seconds * nth} * * * * *`,
	}));
	return { item };
}

export const START: NodeDraft = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/**
 * One stand for all tests of a describe block.
 *
 * @param options or what makes them, where they hang on servers that are started first
 */
export function useStand(options: StandOptions | (() => Promise<StandOptions>) = {}): () => Stand {
	let stand: Stand | undefined;
	beforeAll(async () => {
		stand = await Stand.set(typeof options === 'function' ? await options() : options);
	}, 240_000);
	afterAll(async () => {
		await stand?.stop();
	}, 60_000);
	return () => {
		if (!stand) throw new Error('The stand is not there');
		return stand;
	};
}
