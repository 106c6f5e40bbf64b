import type { NodeDraft } from '../../n8n/rest/n8nRest';
import { httpRequest } from './alternatives';
import { byId, own, type Bench, type Machine } from './machine';
import { timeTogether } from './measured';
import { uuid } from './records';
import { duration, type Result, type Side } from './table';

/** 300 requests at a service that refuses what is too fast, by nodes that know nothing of its limit. */
export const limitRows: Record<string, (bench: Bench) => Promise<Result>> = {
	'300 requests at 20 a second': async (bench) => ({
		own: await limited(bench, 20, [300], survey),
		alternative: await limited(bench, 20, [300], (machine) =>
			httpRequest(machine, '/api/surveys/{{ $json.id }}', {
				options: { batching: { batch: { batchSize: 20, batchInterval: 1000 } } },
			}),
		),
	}),

	'three workflows × 100, one process, 10 a second': async (bench) => ({
		own: await limited(bench, 10, [100, 100, 100], survey),
	}),
};

const survey = (machine: Machine) =>
	own(machine, 'survey.get', { surveyId: byId('={{ $json.id }}') });

/** One workflow for each of these numbers of requests, all at once. */
async function limited(
	bench: Bench,
	perSecond: number,
	workflows: number[],
	node: (machine: Machine) => NodeDraft,
): Promise<Side> {
	return await bench.inN8n({ perSecond }, async (machine) => {
		const all = workflows.map((count) => ({
			input: Array.from({ length: count }, (_, n) => ({ id: uuid(n) })),
			nodes: [node(machine)],
			items: count,
		}));
		const ms = await timeTogether(machine, all);
		const refused = (await machine.service.order({})).filter(({ status }) => status === 429);
		const first = refused.filter(({ at }) => at < (refused[0]?.at ?? 0) + 1000).length;
		// The bucket is full at the beginning.
		const requests = workflows.reduce((sum, count) => sum + count, 0);
		const floorMs = ((requests - perSecond) / perSecond) * 1000;
		const value = ms / floorMs;
		return {
			value,
			shown: `${value.toFixed(2)} × the floor of ${duration(floorMs)}`,
			also: `${first} + ${refused.length - first} refused`,
		};
	});
}
