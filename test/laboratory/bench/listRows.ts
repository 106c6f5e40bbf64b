import type { Json, NodeDraft } from '../../n8n/rest/n8nRest';
import { httpRequest, scoreUpTo } from './alternatives';
import { byId, own, type Bench, type Machine } from './machine';
import { measure, medianOf, type Cost } from './measured';
import { uuid } from './records';
import { byTime, duration, size, type Result, type Side } from './table';

const COUNT = 100_000;
const SURVEY = uuid(1);
const SETTING = { surveys: [{ id: SURVEY, respondents: COUNT }] };
const RESPONDENTS = `/api/surveys/${SURVEY}/respondents`;
const FILTERED = COUNT / 10_000;

const whole = (machine: Machine) => [httpRequest(machine, RESPONDENTS)];

/** A long list, of which all or little is wanted, beside the HTTP Request node that reads it. */
export const listRows: Record<string, (bench: Bench) => Promise<Result>> = {
	'Get Many of 100,000 (43 MB)': async (bench) => ({
		own: await reading(bench, COUNT, getMany({})),
		alternative: await reading(bench, COUNT, whole),
	}),

	'Get Many of 100,000, filtered to 10': async (bench) => ({
		own: await reading(bench, FILTERED, getMany({ filters: { scoreTo: 1 } })),
		// Once: it takes more than a minute.
		alternative: await reading(bench, FILTERED, (machine) => [...whole(machine), scoreUpTo(1)], 1),
	}),

	'Get Many of 100,000, Limit 50': async (bench) => ({
		own: await reading(bench, 50, getMany({ returnAll: false, limit: 50 })),
		alternative: await reading(bench, COUNT, whole),
	}),

	'Find among 100,000': async (bench) => {
		const email = `person.${COUNT - 5}@example.com`;
		const find = getMany({ operation: 'find', findBy: 'email', email });
		return { own: await reading(bench, 1, find) };
	},
};

const getMany = (parameters: Json) => (machine: Machine) => [
	own(machine, 'respondent.getAll', { surveyId: byId(SURVEY), returnAll: true, ...parameters }),
];

/** The median by time of some runs in one n8n; the memory is that of the first, which has none from before. */
async function reading(
	bench: Bench,
	items: number,
	nodes: (machine: Machine) => NodeDraft[],
	rounds = 3,
): Promise<Side> {
	return await bench.inN8n(SETTING, async (machine) => {
		const costs: Array<Cost & { bytes: number }> = [];
		for (let round = 0; round < rounds; round++) {
			await machine.service.order({ set: SETTING });
			const cost = await measure(machine, { nodes: nodes(machine), items });
			const asked = await machine.service.order({});
			costs.push({ ...cost, bytes: asked.reduce((sum, { bytes }) => sum + bytes, 0) });
		}
		const heap = costs[0]?.heapMegabytes.toFixed(0);
		const median = medianOf(costs, 'wallMs');
		return {
			...byTime(median),
			shown: `${duration(median.wallMs)}, CPU ${duration(median.cpuMs)}`,
			also: `+${heap} MB of heap, ${size(median.bytes)} read`,
		};
	});
}
