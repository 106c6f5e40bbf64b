import type { Json, NodeDraft } from '../../n8n/rest/n8nRest';
import { httpRequest, scoreUpTo } from './alternatives';
import { sideOf } from './judged';
import { byId, own, type Bench, type Machine } from './machine';
import { measure, type Cost } from './measured';
import { uuid } from './records';
import { duration, size, type BenchRow, type Side } from './table';

const COUNT = 100_000;
const SURVEY = uuid(1);
const SETTING = { surveys: [{ id: SURVEY, respondents: COUNT }] };
const RESPONDENTS = `/api/surveys/${SURVEY}/respondents`;
const FILTERED = COUNT / 10_000;
const ROUNDS = 3;

/** A long list, of which all or little is wanted, beside the HTTP Request node that reads it. */
export const listRows: Array<BenchRow<Bench>> = [
	{
		name: 'Get Many of 100,000 (43 MB)',
		measure: async (bench) => {
			const mine = await reading(bench, {}, COUNT);
			const other = await byHttpRequest(bench);
			const [wall, memory] = [mine.wallMs / other.wallMs, mine.heapMegabytes / other.heapMegabytes];
			return {
				own: sideWith(mine),
				alternative: sideWith(other),
				goal: '≤ 1.3 × the time, ≤ 1 × the memory',
				met: wall <= 1.3 && memory <= 1,
			};
		},
	},
	{
		name: 'Get Many of 100,000, filtered to 10',
		measure: async (bench) => {
			const mine = await reading(bench, { filters: { scoreTo: 1 } }, FILTERED);
			const other = await bench.fresh(SETTING, async (machine) => {
				const nodes = [httpRequest(machine, RESPONDENTS), scoreUpTo(1)];
				return await measure(machine, { nodes, items: FILTERED });
			});
			return {
				own: sideWith(mine),
				alternative: sideWith(other),
				goal: 'block ≤ 100 ms; memory that does not grow with the list',
				// A tenth of what the whole list takes: the rest is n8n's own.
				met: mine.blockMs <= 100 && mine.heapMegabytes <= 0.1 * other.heapMegabytes + IDLE_MB,
			};
		},
	},
	{
		name: 'Get Many of 100,000, Limit 50',
		measure: async (bench) => {
			const mine = await reading(bench, { returnAll: false, limit: 50 }, 50);
			const other = await byHttpRequest(bench);
			return {
				own: sideWith(mine),
				alternative: sideWith(other),
				goal: 'block ≤ 100 ms; stops reading when it has enough',
				// What is on its way is in the buffers of both processes.
				met: mine.blockMs <= 100 && mine.bytes <= 0.25 * other.bytes,
			};
		},
	},
	{
		name: 'Find among 100,000',
		measure: async (bench) => {
			const find = { operation: 'find', findBy: 'email', email: `person.${COUNT - 5}@example.com` };
			const mine = await reading(bench, find, 1);
			return { own: sideWith(mine), goal: 'block ≤ 100 ms', met: mine.blockMs <= 100 };
		},
	},
];

/** Garbage that V8 has not collected, of any workflow at all. */
const IDLE_MB = 40;

interface Reading extends Cost {
	/** Of the list, that were read. */
	bytes: number;
}

async function reading(bench: Bench, parameters: Json, items: number): Promise<Reading> {
	return await readings(bench, items, (machine) =>
		own(machine, 'respondent.getAll', {
			surveyId: byId(SURVEY),
			returnAll: true,
			...parameters,
		}),
	);
}

/** Several rows are held against this. */
async function byHttpRequest(bench: Bench): Promise<Reading> {
	return await bench.once('HTTP Request', async () =>
		readings(bench, COUNT, (machine) => httpRequest(machine, RESPONDENTS)),
	);
}

/** The median by time of some runs in a fresh n8n; the memory is that of the first, which has none from before. */
async function readings(
	bench: Bench,
	items: number,
	node: (machine: Machine) => NodeDraft,
): Promise<Reading> {
	return await bench.fresh(SETTING, async (machine) => {
		const runs: Reading[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			await machine.service.order({ set: SETTING });
			const cost = await measure(machine, { nodes: [node(machine)], items });
			const asked = await machine.service.order({});
			runs.push({ ...cost, bytes: asked.reduce((sum, { bytes }) => sum + bytes, 0) });
		}
		const heapMegabytes = runs[0]?.heapMegabytes ?? NaN;
		runs.sort((a, b) => a.wallMs - b.wallMs);
		return { ...(runs[Math.floor(ROUNDS / 2)] as Reading), heapMegabytes };
	});
}

function sideWith(cost: Cost & { bytes?: number }): Side {
	const read = cost.bytes === undefined ? '' : `, ${size(cost.bytes)} read`;
	const shown = `${duration(cost.wallMs)}, CPU ${duration(cost.cpuMs)}`;
	return { ...sideOf(cost), shown, also: `+${cost.heapMegabytes.toFixed(0)} MB of heap${read}` };
}
