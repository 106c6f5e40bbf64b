import { sideOf } from './judged';
import type { Bench } from './machine';
import { PollingWorkflow, RememberingWorkflow, type PollCost } from './polls';
import { uuid } from './records';
import { duration, size, type BenchRow, type Side } from './table';

const ROUNDS = 3;
const SURVEY = uuid(1);

const surveys = (count: number, respondents: number) =>
	Array.from({ length: count }, (_, n) => ({ id: uuid(n + 1), respondents }));

/** A poll that finds one new completion among many old ones. */
export const pollRows: Array<BenchRow<Bench>> = [
	{
		name: 'poll, 1 new of 100,000',
		measure: async (bench) => {
			const mine = await polled(bench, 1, 100_000);
			const other = await remembered(bench, 100_000);
			return {
				own: sideWith(mine),
				alternative: sideWith(other),
				goal: 'CPU ≤ 500 ms, block ≤ 100 ms, ≤ 60 kB written',
				met: mine.cpuMs <= 500 && mine.blockMs <= 100 && mine.bytes <= 60_000,
			};
		},
	},
	{
		name: 'poll, 1 new, one of 100 surveys × 10,000',
		measure: async (bench) => {
			const mine = await polled(bench, 100, 10_000);
			const side = sideWith(mine);
			// The alternative has a workflow for each survey.
			const other = await remembered(bench, 10_000);
			const idle = `a poll without news: CPU ${duration(mine.idle.cpuMs)}`;
			return {
				own: { ...side, also: `${side.also}; ${idle}` },
				alternative: sideWith(other),
				goal: 'CPU ≤ 50 ms',
				met: mine.cpuMs <= 50,
			};
		},
	},
	{
		name: 'poll, 1 new of 1,000,000',
		measure: async (bench) => {
			const mine = await polled(bench, 1, 1_000_000);
			const block = Math.max(mine.blockMs, mine.baseline.blockMs);
			const more = mine.most - mine.baseline.megabytesBefore;
			return {
				own: {
					...sideWith(mine),
					blockMs: block,
					also: `+${more.toFixed(0)} MB RSS, ${size(mine.bytes)} written`,
				},
				goal: 'block ≤ 100 ms, ≤ 150 MB more than an idle n8n, also at the first poll',
				met: block <= 100 && more <= 150,
			};
		},
	},
];

/** The median of some polls by CPU time, with what n8n used for the baseline, and the most memory it ever had. */
async function polled(bench: Bench, count: number, respondents: number) {
	return await bench.fresh({ surveys: surveys(count, respondents) }, async (machine) => {
		const workflow = await PollingWorkflow.start(machine);
		const { baseline } = workflow;
		const costs: PollCost[] = [];
		for (let round = 0; round < ROUNDS; round++) costs.push(await workflow.findOne(SURVEY));
		const most = Math.max(
			...[baseline, ...costs].map((cost) => cost.megabytesBefore + cost.megabytes),
		);
		const idle = await workflow.findNothing();
		costs.sort((a, b) => a.cpuMs - b.cpuMs);
		return { ...(costs[Math.floor(ROUNDS / 2)] as PollCost), baseline, idle, most };
	});
}

/** Once: it takes half a minute for the longer list. */
async function remembered(bench: Bench, respondents: number): Promise<PollCost> {
	const survey = { id: SURVEY, respondents };
	return await bench.fresh({ surveys: [survey] }, async (machine) => {
		const workflow = await RememberingWorkflow.start(machine, survey);
		return await workflow.findOne();
	});
}

function sideWith(cost: PollCost): Side {
	return {
		...sideOf(cost),
		value: cost.cpuMs,
		shown: `CPU ${duration(cost.cpuMs)}`,
		also: `${size(cost.bytes)} written`,
	};
}
