import { httpRequest } from './alternatives';
import type { Judged } from './judged';
import { byId, own, type Bench, type Machine } from './machine';
import { timeTogether, type Measured } from './measured';
import { uuid } from './records';
import type { Asked } from './service';
import { duration, type BenchRow, type Side } from './table';

/** How many reads of one run go at a time. */
const WIDTH = 20;

/** Many requests at a service that refuses what is too fast, knowing nothing of its limit. */
export const limitRows: Array<BenchRow<Bench>> = [
	{
		name: '300 requests at 20 a second',
		measure: async (bench) => {
			const limit = { requests: 300, perSecond: 20 };
			const mine = await bench.fresh(limit, async (machine) => await run(machine, limit, [300]));
			const machine = await bench.shared(limit);
			const batching = { batch: { batchSize: 20, batchInterval: 1000 } };
			const path = '/api/surveys/{{ $json.id }}';
			const node = httpRequest(machine, path, { options: { batching } });
			const other = await run(machine, limit, [300], node);
			return {
				...judged(mine, { ratio: 1.1, first: WIDTH, later: 0.03 }),
				alternative: other.side,
			};
		},
	},
	{
		name: 'three workflows × 100, one process, 10 a second',
		measure: async (bench) => {
			const limit = { requests: 300, perSecond: 10 };
			const mine = await bench.fresh(
				limit,
				async (machine) => await run(machine, limit, [100, 100, 100]),
			);
			return judged(mine, { ratio: 1.1, first: WIDTH, later: 0.03 });
		},
	},
	{
		name: 'three workflows × 200, two queue workers, 10 a second',
		measure: async (bench) => {
			const limit = { requests: 600, perSecond: 10 };
			const mine = await bench.fresh(
				limit,
				async (machine) => await run(machine, limit, [200, 200, 200]),
				{ queue: true },
			);
			return judged(mine, { ratio: 1.15, first: 2 * WIDTH, later: 0.05 });
		},
	},
];

interface Limited {
	requests: number;
	perSecond: number;
}

interface Outcome {
	side: Side;
	/** Of all requests. */
	refused: { first: number; later: number; laterShare: number };
}

/** One workflow for each of these numbers of requests, all at once. */
async function run(
	machine: Machine,
	{ requests, perSecond }: Limited,
	workflows: number[],
	node = own(machine, 'survey.get', { surveyId: byId('={{ $json.id }}') }),
): Promise<Outcome> {
	const all = workflows.map<Measured>((count) => ({
		input: Array.from({ length: count }, (_, n) => ({ id: uuid(n) })),
		nodes: [node],
		items: count,
	}));
	const ms = await timeTogether(machine, all);
	const idle = machine.stand.workers.filter(({ output }) => !output.includes(STARTED));
	if (idle.length > 0) throw new Error('A worker had nothing to do');
	const refused = refusals(await machine.service.order({}));
	// The bucket is full at the beginning.
	const floorMs = ((requests - perSecond) / perSecond) * 1000;
	const value = ms / floorMs;
	const shown = `${value.toFixed(2)} × the floor of ${duration(floorMs)}`;
	const also = `${refused.first} + ${refused.later} refused`;
	return {
		side: { value, shown, also },
		refused: { ...refused, laterShare: refused.later / requests },
	};
}

/** What a worker of n8n's says when it takes up an execution. */
const STARTED = 'Worker started execution';

/** How many were refused in the second after the first refusal, and later. */
function refusals(asked: readonly Asked[]) {
	const refused = asked.filter(({ status }) => status === 429);
	const first = refused.filter(({ at }) => at < (refused[0]?.at ?? 0) + 1000).length;
	return { first, later: refused.length - first };
}

function judged(
	{ side, refused }: Outcome,
	goal: { ratio: number; first: number; later: number },
): Judged {
	const isSoon = side.value <= goal.ratio;
	const isPolite = refused.first <= goal.first && refused.laterShare <= goal.later;
	const share = `${Math.round(goal.later * 100)} %`;
	return {
		own: side,
		goal: `≤ ${goal.ratio} × the floor; refused: ≤ ${goal.first} at first contact, then ≤ ${share}`,
		met: isSoon && isPolite,
	};
}
