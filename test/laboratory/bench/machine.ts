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

/** What all rows share: the service. Each measures in an n8n of its own, for a process keeps what it had once. */
export class Bench {
	private constructor(private readonly service: BenchService) {}

	static async start(): Promise<Bench> {
		return new Bench(await startBenchService());
	}

	stop(): void {
		this.service.stop();
	}

	/** Does something in a fresh n8n, with the service set for it. */
	async inN8n<T>(setting: Order['set'], work: (machine: Machine) => Promise<T>): Promise<T> {
		const machine = await this.machine();
		try {
			await this.service.order({ set: setting });
			return await work(machine);
		} finally {
			await machine.stand.stop();
		}
	}

	private async machine(): Promise<Machine> {
		const { service } = this;
		const [port = 0] = await freePorts(1);
		const probing = {
			NODE_OPTIONS: `--require ${join(__dirname, 'probe.ts')}`,
			BENCH_PROBE_PORT: String(port),
		};
		const stand = await Stand.set({ env: probing, service: { seed: { surveys: 0 } } });
		await stand.rest.changeCredential(stand.credentialId, CREDENTIAL, 'Bench', {
			baseUrl: service.url,
			token: TOKEN,
			companyId: '',
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
