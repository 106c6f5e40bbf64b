import type { Bench } from './machine';
import { medianOf } from './measured';
import { PollingWorkflow, RememberingWorkflow, type PollCost } from './polls';
import { uuid } from './records';
import { byCpu, size, type Result, type Side } from './table';

const SURVEY = uuid(1);

/** A poll that finds one new completion among many old ones. */
export const pollRows: Record<string, (bench: Bench) => Promise<Result>> = {
	'poll, 1 new of 100,000': async (bench) => ({
		own: await polled(bench, 100_000),
		alternative: await remembered(bench, 100_000),
	}),

	'poll, 1 new of 1,000,000': async (bench) => ({ own: await polled(bench, 1_000_000) }),
};

/** The median of some polls by CPU time, with the longest block and the most memory of all, the first included. */
async function polled(bench: Bench, respondents: number): Promise<Side> {
	return await bench.inN8n({ surveys: [{ id: SURVEY, respondents }] }, async (machine) => {
		const workflow = await PollingWorkflow.start(machine);
		const { baseline } = workflow;
		const costs: PollCost[] = [];
		for (let round = 0; round < 3; round++) costs.push(await workflow.findOne(SURVEY));
		const all = [baseline, ...costs];
		const most = Math.max(...all.map((cost) => cost.megabytesBefore + cost.megabytes));
		const more = (most - baseline.megabytesBefore).toFixed(0);
		const median = medianOf(costs, 'cpuMs');
		return {
			...byCpu(median),
			blockMs: Math.max(...all.map(({ blockMs }) => blockMs)),
			also: `+${more} MB RSS, ${size(median.bytes)} written`,
		};
	});
}

/** Once: it takes more than a minute. */
async function remembered(bench: Bench, respondents: number): Promise<Side> {
	const survey = { id: SURVEY, respondents };
	return await bench.inN8n({ surveys: [survey] }, async (machine) => {
		const workflow = await RememberingWorkflow.start(machine, survey);
		const cost = await workflow.findOne();
		return { ...byCpu(cost), also: `${size(cost.bytes)} written` };
	});
}
