import { createEngine } from '../../harness/engine';
import { credentialsFor } from '../../harness/support/names';
import { startService } from '../../harness/service';
import { expectAll, itemsFor, reading } from './reading';
import { median, timed } from './rounds';
import { duration } from './row';
import type { Bench } from './row';

const READS = 500;
const LIMIT = { requests: 20, perSeconds: 1, retryAfter: 1 };
const GOAL = 1.1;

/** How much time a rate limit costs beyond what the service asks for. */
export const limit: Bench = {
	title: `${READS} reads against ${LIMIT.requests} a second`,
	async run() {
		const service = await startService({ seed: { surveys: 1 } });
		const engine = await createEngine({
			credentials: credentialsFor(service),
		});
		const survey = service.world.survey('Customer relationship');
		const ids = service.world.invitations(survey.id).map(({ id }) => id);
		const items = itemsFor(ids, READS);
		const read = async () => expectAll(items, await engine.runNode(reading(items)));

		const free: number[] = [];
		for (let round = 0; round < 6; round++) free.push(await timed(read));
		const unlimited = median(free.slice(1));

		service.clearLog();
		service.rateLimit.set(LIMIT);
		const elapsed = await timed(read);
		const accepted = service.requests({ status: 200 }).length;
		const refused = service.requests({ status: 429 }).length;
		engine.close();
		await service.stop();

		// Who knows the limit needs no refusal, and works while it waits.
		const least = (Math.ceil(READS / LIMIT.requests) - 1) * LIMIT.perSeconds * 1000;
		const baseline = Math.max(unlimited, least);
		const ratio = elapsed / baseline;
		return {
			rows: [
				{
					what: `${READS} reads, ${LIMIT.requests} a second allowed`,
					measured: duration(elapsed),
					baseline: duration(baseline),
					ratio,
					goal: `≤ ${GOAL.toFixed(2)}×`,
					met: ratio <= GOAL,
				},
			],
			how: [
				`Baseline: the ${duration(least)} that somebody needs who knows the limit, or the ${duration(unlimited)} of the same reads without one (median of ${free.length - 1}, after one to warm up), whichever is more.`,
				`The service's log: ${accepted} accepted, ${refused} refused.`,
				`None lost, and each answer at its item's place (checked; a wrong one ends the bench).`,
			],
		};
	},
};
