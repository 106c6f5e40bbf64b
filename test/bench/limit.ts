import { createEngine } from '../engine';
import { credentialsFor } from '../support/names';
import { startService } from '../service';
import { expectAll, itemsFor, reading } from './reading';
import { median, timed } from './rounds';
import { duration } from './row';
import type { Bench } from './row';
import { waitsOf } from './waits';

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
		const waits = waitsOf(service.log, LIMIT.retryAfter * 1000, Date.now());
		const accepted = service.requests({ status: 200 }).length;
		engine.close();
		await service.stop();

		// A client that was refused more often than it need be would lengthen its own yardstick.
		const least = (Math.ceil(READS / LIMIT.requests) - 1) * LIMIT.retryAfter * 1000;
		const asked = Math.min(waits.ms, least);
		const baseline = unlimited + asked;
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
				`Baseline: ${duration(unlimited)} for the same reads without a limit (median of ${free.length - 1}, after one to warm up) plus ${duration(asked)} of waiting that the service asked for.`,
				`The service's log: ${accepted} accepted, ${waits.refused} refused in ${waits.closures} closures, which cover ${duration(waits.ms)} together; the least for a client that only learns of the limit from a 429 is ${duration(least)}, and the lesser of the two counts.`,
				`None lost, and each answer at its item's place (checked; a wrong one ends the bench).`,
			],
		};
	},
};
