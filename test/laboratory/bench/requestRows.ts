import type { Json, NodeDraft } from '../../n8n/rest/n8nRest';
import { editFields, httpRequest, pagesByHttpRequest } from './alternatives';
import { byId, own, type Bench, type Machine } from './machine';
import { measure, medianOf, type Cost, type Measured } from './measured';
import { uuid } from './records';
import { byCpu, byTime, duration, type Result } from './table';

const LATENCY_MS = 20;

const CONTACT = {
	recipient_email: '={{ $json.email }}',
	recipient_external_id: '={{ $json.externalId }}',
	recipient_name: '={{ $json.name }}',
};

const contacts = (count: number): Json[] =>
	Array.from({ length: count }, (_, n) => ({
		id: uuid(n),
		email: `person.${n}@example.com`,
		externalId: `crm-${n}`,
		name: `Person ${n}`,
	}));

/** Many requests of one run, all pages of a list, and long input, beside n8n's own nodes as installed. */
export const requestRows: Record<string, (bench: Bench) => Promise<Result>> = {
	'1,000 GET, 20 ms': async (bench) => byTimes(await gets(bench, LATENCY_MS)),

	'1,000 GET, 0 ms: CPU of n8n': async (bench) => {
		const [mine, other] = await gets(bench, 0);
		return { own: byCpu(mine), alternative: byCpu(other) };
	},

	'500 creates, 20 ms': async (bench) => {
		const run = { input: contacts(500), items: 500 };
		const surveyId = byId(uuid(1));
		const email = { name: 'recipient_email', value: CONTACT.recipient_email };
		const both = await compared(bench, LATENCY_MS, (machine) => [
			{ ...run, nodes: [own(machine, 'invitation.create', { surveyId, ...CONTACT })] },
			{
				...run,
				nodes: [
					httpRequest(machine, `/public-api/v1/surveys/${uuid(1)}/invitations`, {
						method: 'POST',
						sendBody: true,
						bodyParameters: { parameters: [email] },
					}),
				],
			},
		]);
		return byTimes(both);
	},

	'10,000 quotes, 20 ms': async (bench) => {
		const path = `/api/surveys/${uuid(1)}/results/topics/${uuid(2)}/quotes`;
		const topic = { surveyId: byId(uuid(1)), topicId: byId(uuid(2)), returnAll: true };
		const both = await compared(bench, LATENCY_MS, (machine) => [
			{ nodes: [own(machine, 'result.getQuotes', topic)], items: 10_000 },
			// One item for each of 100 full pages, and for the empty one after them.
			{
				nodes: [pagesByHttpRequest(machine, path, { list: 'items', pageSize: 100 })],
				items: 101,
			},
		]);
		return byTimes(both);
	},

	'Sync, dry run, 10,000 contacts, 3 expressions each': async (bench) => {
		const run = { input: contacts(10_000), items: 10_000 };
		const parameters = { surveyId: byId(uuid(1)), dryRun: true, ...CONTACT };
		const both = await compared(bench, 0, (machine) => [
			{ ...run, nodes: [own(machine, 'invitation.sync', parameters)] },
			{ ...run, nodes: [editFields(CONTACT)] },
		]);
		return byTimes(both);
	},

	'1,000 items of any operation: longest block': async (bench) =>
		await bench.inN8n({}, async (machine) => {
			const costs = new Map<string, Cost>();
			for (const [name, node] of Object.entries(operations(machine))) {
				costs.set(name, await usedBefore(machine, node));
			}
			const [worst] = [...costs].sort(([, a], [, b]) => b.blockMs - a.blockMs);
			if (!worst) throw new Error('No operation was measured');
			const node = httpRequest(machine, '/api/surveys/{{ $json.id }}');
			const other = await usedBefore(machine, node);
			const byBlock = ({ blockMs }: Cost) => ({
				value: blockMs,
				shown: duration(blockMs),
				blockMs,
			});
			return {
				own: { ...byBlock(worst[1]), also: worst[0] },
				alternative: byBlock(other),
			};
		}),
};

async function gets(bench: Bench, latencyMs: number): Promise<[Cost, Cost]> {
	const run = { input: contacts(1000), items: 1000 };
	return await compared(bench, latencyMs, (machine) => [
		{ ...run, nodes: [own(machine, 'survey.get', { surveyId: byId('={{ $json.id }}') })] },
		{ ...run, nodes: [httpRequest(machine, '/api/surveys/{{ $json.id }}')] },
	]);
}

/** Both in turn, in the same n8n; of each, the run with the median time. */
async function compared(
	bench: Bench,
	latencyMs: number,
	workflows: (machine: Machine) => [own: Measured, alternative: Measured],
): Promise<[Cost, Cost]> {
	return await bench.inN8n({ latencyMs }, async (machine) => {
		const [mine, other] = workflows(machine);
		const costs: { mine: Cost[]; other: Cost[] } = { mine: [], other: [] };
		for (let round = 0; round < 3; round++) {
			costs.mine.push(await measure(machine, mine));
			costs.other.push(await measure(machine, other));
		}
		return [medianOf(costs.mine, 'wallMs'), medianOf(costs.other, 'wallMs')];
	});
}

function byTimes([mine, other]: [Cost, Cost]): Result {
	return { own: byTime(mine), alternative: byTime(other) };
}

/** The first use of a node loads what it needs, once. */
async function usedBefore(machine: Machine, node: NodeDraft): Promise<Cost> {
	await measure(machine, { input: contacts(1), nodes: [node], items: 1 });
	return await measure(machine, { input: contacts(1000), nodes: [node], items: 1000 });
}

/** One of each way in which items become requests. */
function operations(machine: Machine): Record<string, NodeDraft> {
	const surveyId = byId(uuid(1));
	const invitationId = byId('={{ $json.id }}');
	const find = { surveyId, findBy: 'email', email: CONTACT.recipient_email };
	return {
		'Survey → Get': own(machine, 'survey.get', { surveyId: invitationId }),
		'Invitation → Create': own(machine, 'invitation.create', { surveyId, ...CONTACT }),
		'Invitation → Find': own(machine, 'invitation.find', find),
		'Invitation → Update': own(machine, 'invitation.update', {
			invitationId,
			updateFields: { recipient_name: CONTACT.recipient_name },
		}),
		'Invitation → Revoke': own(machine, 'invitation.revoke', { invitationId }),
		'Invitation → Sync': own(machine, 'invitation.sync', { surveyId, dryRun: true, ...CONTACT }),
	};
}
