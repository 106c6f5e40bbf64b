import type { Json } from '../../n8n/rest/n8nRest';
import { httpRequest, pagesByHttpRequest } from './alternatives';
import { byId, own, type Bench, type Machine } from './machine';
import { atMost, byWall, sideOf } from './judged';
import { inTurn, measure, type Cost, type Measured } from './measured';
import { uuid } from './records';
import { duration, type BenchRow } from './table';

const LATENCY_MS = 20;
const ROUNDS = 3;

const records = (count: number) => Array.from({ length: count }, (_, n) => ({ id: uuid(n) }));

/** Many requests of one run, and all pages of a list, beside the HTTP Request node as installed. */
export const widthRows: Array<BenchRow<Bench>> = [
	{
		name: '1,000 GET, 20 ms, as installed',
		measure: async (bench) => byWall(await gets(bench, LATENCY_MS), 0.65),
	},
	{
		name: '1,000 GET, 0 ms: CPU of n8n',
		measure: async (bench) => {
			const [mine, other] = await gets(bench, 0);
			const side = (cost: Cost) => ({
				...sideOf(cost),
				value: cost.cpuMs,
				shown: duration(cost.cpuMs),
			});
			return {
				own: side(mine),
				alternative: side(other),
				...atMost(0.4, mine.cpuMs / other.cpuMs),
			};
		},
	},
	{
		name: '500 creates, 20 ms, as installed',
		measure: async (bench) => {
			const machine = await bench.shared({ latencyMs: LATENCY_MS });
			const input = Array.from({ length: 500 }, (_, n) => ({ email: `person.${n}@example.com` }));
			const recipient = { recipient_email: '={{ $json.email }}' };
			const node = own(machine, 'invitation.create', { surveyId: byId(uuid(1)), ...recipient });
			const path = `/public-api/v1/surveys/${uuid(1)}/invitations`;
			const parameters = [{ name: 'recipient_email', value: '={{ $json.email }}' }];
			const alternative = httpRequest(machine, path, {
				method: 'POST',
				sendBody: true,
				bodyParameters: { parameters },
			});
			const both = await compared(machine, [node, alternative], { input, items: 500 });
			return byWall(both, 1);
		},
	},
	{
		name: '10,000 quotes, 20 ms',
		measure: async (bench) => {
			const machine = await bench.shared({ latencyMs: LATENCY_MS });
			const topic = { surveyId: byId(uuid(1)), topicId: byId(uuid(2)), returnAll: true };
			const path = `/api/surveys/${uuid(1)}/results/topics/${uuid(2)}/quotes`;
			const alternative = pagesByHttpRequest(machine, path, { list: 'items', pageSize: 100 });
			const [mine, other] = await inTurn(
				ROUNDS,
				async () =>
					await measure(machine, {
						nodes: [own(machine, 'result.getQuotes', topic)],
						items: 10_000,
					}),
				// One item for each of 100 full pages, and for the empty one after them.
				async () => await measure(machine, { nodes: [alternative], items: 101 }),
			);
			return byWall([mine as Cost, other as Cost], 1);
		},
	},
	{
		name: '21,000 recipients, 20 ms',
		measure: async (bench) => {
			const machine = await bench.shared({ latencyMs: LATENCY_MS });
			const all = { mailingId: byId(uuid(3)), returnAll: true };
			const paged = { list: 'recipients', pageSize: 500 };
			const alternative = pagesByHttpRequest(machine, `/api/mailings/${uuid(3)}`, paged);
			const [mine, other] = await inTurn(
				ROUNDS,
				async () => await measure(machine, { nodes: [own(machine, 'mailing.get', all)], items: 1 }),
				async () => await measure(machine, { nodes: [alternative], items: 43 }),
			);
			return byWall([mine as Cost, other as Cost], 1);
		},
	},
];

async function gets(bench: Bench, latencyMs: number): Promise<[Cost, Cost]> {
	return await bench.once(`gets at ${latencyMs} ms`, async () => {
		const machine = await bench.shared({ latencyMs });
		const node = own(machine, 'survey.get', { surveyId: byId('={{ $json.id }}') });
		const alternative = httpRequest(machine, '/api/surveys/{{ $json.id }}');
		return await compared(machine, [node, alternative], { input: records(1000), items: 1000 });
	});
}

async function compared(
	machine: Machine,
	[mine, other]: [Measured['nodes'][number], Measured['nodes'][number]],
	run: { input: Json[]; items: number },
): Promise<[Cost, Cost]> {
	const side = (node: Measured['nodes'][number]) => async () =>
		await measure(machine, { ...run, nodes: [node] });
	return (await inTurn(ROUNDS, side(mine), side(other))) as [Cost, Cost];
}
