import { join } from 'node:path';
import { CREDENTIAL } from '../../harness/support/names';
import type { Json, NodeDraft } from '../../n8n/rest/n8nRest';
import { freePorts } from '../../n8n/servers/ports';
import { Stand } from '../../n8n/stand';
import { saveHeaderAuth } from './alternatives';
import { Probe } from './probed';
import { startBenchService, type BenchService, type Order } from './service';

/** An n8n with the probe in it, whose credential leads to the bench's service. */
export interface Machine {
	stand: Stand;
	probe: Probe;
	service: BenchService;
	/** The token for n8n's own nodes. */
	headerAuth: Json;
}

const TOKEN = 'token-of-the-bench';

/** What all rows share: the service, and an n8n where none needs one of its own. */
export class Bench {
	private sharedMachine?: Promise<Machine>;
	private readonly known = new Map<string, Promise<unknown>>();

	private constructor(readonly service: BenchService) {}

	static async start(): Promise<Bench> {
		return new Bench(await startBenchService());
	}

	async stop(): Promise<void> {
		this.service.stop();
		await (await this.sharedMachine)?.stand.stop();
	}

	/** For rows that measure no memory. The service is set for the row. */
	async shared(setting: Order['set'] = {}): Promise<Machine> {
		this.sharedMachine ??= this.machine();
		const machine = await this.sharedMachine;
		await this.service.order({ set: setting });
		return machine;
	}

	/** For rows that measure memory: a process keeps what it had once. */
	async fresh<T>(
		setting: Order['set'],
		work: (machine: Machine) => Promise<T>,
		options: { queue?: boolean } = {},
	): Promise<T> {
		const machine = await this.machine(options);
		try {
			await this.service.order({ set: setting });
			return await work(machine);
		} finally {
			await machine.stand.stop();
		}
	}

	/** What several rows are held against is measured once. */
	async once<T>(what: string, measure: () => Promise<T>): Promise<T> {
		const measured = this.known.get(what) ?? measure();
		this.known.set(what, measured);
		return (await measured) as T;
	}

	private async machine(options: { queue?: boolean } = {}): Promise<Machine> {
		const { service } = this;
		const [port = 0] = await freePorts(1);
		// Of several processes of n8n, the first has the probe.
		const probing = {
			NODE_OPTIONS: `--require ${join(__dirname, 'probe.ts')}`,
			BENCH_PROBE_PORT: String(port),
		};
		const stand = await Stand.set({
			env: probing,
			service: { seed: { surveys: 0 } },
			...options,
		});
		const data = { baseUrl: service.url, token: TOKEN, companyId: '' };
		await stand.rest.changeCredential(stand.credentialId, CREDENTIAL, 'Bench', {
			...data,
			allowHttp: false,
		});
		const headerAuth = await saveHeaderAuth(stand.rest, TOKEN);
		return { stand, probe: new Probe(port), service, headerAuth };
	}
}

/** A chosen record, by its ID or an expression. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A node of this package, by resource, operation and the parameters that differ. */
export function own({ stand }: Machine, operation: string, parameters: Json = {}): NodeDraft {
	const [resource, name] = operation.split('.');
	return stand.action({ resource, operation: name, options: {}, ...parameters });
}
