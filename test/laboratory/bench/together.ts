import { createEngine, type Engine } from '../../harness/engine';
import { credentialsFor } from '../../harness/support/names';
import { startService } from '../../harness/service';
import type { LoggedRequest, Service } from '../../harness/service';
import { expectAll, itemsFor, reading } from './reading';
import { median, timed } from './rounds';
import { duration } from './row';
import type { Bench } from './row';

const READS = 150;
const LIMIT = { requests: 20, perSeconds: 1, retryAfter: 1 };

/** Two workflows at once on one token: whether they share the limit, and what that costs. */
export const together: Bench = {
	title: `Two workflows of ${READS} reads at once on one token`,
	async run() {
		const service = await startService({ seed: { surveys: 1 } });
		const engine = await createEngine({
			credentials: credentialsFor(service),
		});
		const workflows = idsOfTwo(service).map((ids) => ({ ids, ms: 0 }));
		const both = async () => {
			await Promise.all(
				workflows.map(async (workflow, place) => {
					workflow.ms = await runOne(engine, `workflow-${place}`, workflow.ids);
				}),
			);
		};
		const free: number[] = [];
		for (let round = 0; round < 6; round++) free.push(await timed(both));
		const unlimited = median(free.slice(1));

		service.clearLog();
		service.rateLimit.set(LIMIT);
		const elapsed = await timed(both);
		const refused = service.requests({ status: 429 }).length;
		const turns = turnsOf(service.requests({ status: 200 }), workflows[0]?.ids ?? []);
		engine.close();
		await service.stop();

		const [first = 0, second = 0] = workflows.map(({ ms }) => ms);
		const least = (Math.ceil((2 * READS) / LIMIT.requests) - 1) * LIMIT.perSeconds * 1000;
		const baseline = Math.max(unlimited, least);
		return {
			rows: [
				{
					what: `2 × ${READS} reads at once, one token`,
					measured: duration(elapsed),
					baseline: duration(baseline),
					ratio: elapsed / baseline,
					goal: '',
					met: null,
				},
				{
					what: '  … the later against the earlier',
					measured: duration(Math.max(first, second)),
					baseline: duration(Math.min(first, second)),
					ratio: Math.max(first, second) / Math.min(first, second),
					goal: 'neither starves',
					met: null,
				},
			],
			how: [
				`Both finished, none lost, in order (checked). The first took ${duration(first)}, the second ${duration(second)}.`,
				`Baseline: the ${duration(least)} that somebody needs who knows the limit, or the ${duration(unlimited)} of both at once without one (median of ${free.length - 1}), whichever is more. ${refused} were refused.`,
				`In the service's log the accepted requests change ${turns.changes} times from one workflow to the other; at most ${turns.longest} of one stand in a row.`,
			],
		};
	},
};

/** Each workflow reads records of its own, by which the service's log tells them apart. */
function idsOfTwo({ world }: Service): [string[], string[]] {
	const ids = world.invitations(world.survey('Customer relationship').id).map(({ id }) => id);
	const half = Math.floor(ids.length / 2);
	return [ids.slice(0, half), ids.slice(half)];
}

async function runOne(engine: Engine, workflowId: string, ids: string[]): Promise<number> {
	const items = itemsFor(ids, READS);
	const start = performance.now();
	expectAll(items, await engine.runNode({ ...reading(items), workflowId }));
	return performance.now() - start;
}

/** How often the log goes from one workflow to the other, and the longest row of one alone. */
function turnsOf(log: readonly LoggedRequest[], idsOfFirst: readonly string[]) {
	const isFirst = log.map(({ path }) => idsOfFirst.some((id) => path.endsWith(id)));
	let [changes, longest, row] = [0, 0, 0];
	isFirst.forEach((of, place) => {
		const same = place > 0 && isFirst[place - 1] === of;
		if (place > 0 && !same) changes++;
		row = same ? row + 1 : 1;
		longest = Math.max(longest, row);
	});
	return { changes, longest };
}
