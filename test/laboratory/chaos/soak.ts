/**
 * `npx tsx --expose-gc test/laboratory/chaos/soak.ts`: ninety days in compressed time, a poll each quarter of an hour, twenty
 * surveys and 6,000 completions. Prints what was lost or doubled, and heap, state and CPU of a poll at the beginning
 * and at the end. Needs a build (`npx gulp dist`).
 */
import { parseArgs } from 'node:util';
import { ENGINES } from '../../harness/engine/polling';
import { Crowd, refIn } from '../../harness/stage/crowd';
import { DAY, MINUTE, n8nInTimeOf, startFrozenService } from '../../harness/stage/time';
import { savedState, triggerNode, WORKFLOW } from '../../harness/stage/trigger';

const { values } = parseArgs({
	options: {
		days: { type: 'string', default: '90' },
		surveys: { type: 'string', default: '20' },
		completions: { type: 'string', default: '6000' },
	},
});
const [days, surveys, completions] = [values.days, values.surveys, values.completions].map(Number);

/** What a poll costs, as the middle of the last hundred. */
class Meter {
	private readonly cpuMs: number[] = [];

	async poll(work: () => Promise<unknown>): Promise<void> {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		this.cpuMs.push((user + system) / 1000);
	}

	told(state: unknown): string {
		globalThis.gc?.();
		const heap = (process.memoryUsage().heapUsed / 1e6).toFixed(0);
		const last = this.cpuMs.slice(-100).sort((a, b) => a - b);
		const cpu = last[last.length >> 1]?.toFixed(1);
		const kilobytes = (JSON.stringify(state).length / 1000).toFixed(1);
		return `heap ${heap} MB, state ${kilobytes} kB, CPU ${cpu} ms a poll`;
	}
}

async function soak(engine: (typeof ENGINES)[number]): Promise<boolean> {
	const service = await startFrozenService();
	const n8n = n8nInTimeOf(service, { engine });
	const crowd = new Crowd(service);
	for (let nth = 0; nth < surveys!; nth++) crowd.createSurvey();
	await n8n.boot();
	await n8n.save({ id: WORKFLOW, nodes: [triggerNode({ output: 'simplified' })] });
	await n8n.publish(WORKFLOW);
	const meter = new Meter();
	const polls = (days! * DAY) / (15 * MINUTE);
	const came: Array<string | undefined> = [];
	let done = 0;
	for (let nth = 1; nth <= polls; nth++) {
		for (; done < (completions! * nth) / polls; done++) crowd.interview((done * 7) % surveys!);
		service.clock.advance(15 * MINUTE);
		await meter.poll(async () => {
			const { items, error } = await n8n.tick(WORKFLOW);
			if (error) throw error;
			came.push(...(items ?? []).flat().map(({ json }) => refIn(json)));
		});
		service.clearLog();
		n8n.executions.length = 0;
		if (nth === 200) console.log(`${engine}, begin: ${meter.told(savedState(n8n))}`);
	}
	const lost = crowd.participants.filter(({ ref }) => !came.includes(ref)).length;
	const doubled = came.length - new Set(came).size;
	console.log(`${engine}, end: ${meter.told(savedState(n8n))}`);
	console.log(`${engine}: ${polls} polls, ${came.length} events, lost ${lost}, doubled ${doubled}`);
	n8n.crash();
	await service.stop();
	return lost + doubled === 0;
}

async function main(): Promise<void> {
	for (const engine of ENGINES) if (!(await soak(engine))) process.exitCode = 1;
}

void main();
