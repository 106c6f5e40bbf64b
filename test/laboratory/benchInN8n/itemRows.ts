import type { Json, NodeDraft } from '../../n8n/rest/n8nRest';
import { editFields, httpRequest } from './alternatives';
import { sideOf } from './judged';
import { byId, own, type Bench, type Machine } from './machine';
import { inTurn, measure, type Cost } from './measured';
import { uuid } from './records';
import { duration, type BenchRow } from './table';

const BLOCK_MS = 100;

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

/** What reading the input of many items costs, beside a node of n8n's that reads the same. */
export const itemRows: Array<BenchRow<Bench>> = [
	{
		name: 'Sync, dry run, 10,000 contacts, 3 expressions each',
		measure: async (bench) => {
			const machine = await bench.shared();
			const input = contacts(10_000);
			const parameters = { surveyId: byId(uuid(1)), dryRun: true, ...CONTACT };
			const sync = own(machine, 'invitation.sync', parameters);
			const [mine, other] = (await inTurn(
				3,
				async () => await measure(machine, { input, nodes: [sync], items: 10_000 }),
				async () => await measure(machine, { input, nodes: [editFields(CONTACT)], items: 10_000 }),
			)) as [Cost, Cost];
			return {
				own: sideOf(mine),
				alternative: sideOf(other),
				goal: `block ≤ ${BLOCK_MS} ms`,
				met: mine.blockMs <= BLOCK_MS,
			};
		},
	},
	{
		name: '1,000 items of any operation: longest block',
		measure: async (bench) => {
			const machine = await bench.shared();
			const input = contacts(1000);
			const costs: Array<{ name: string; cost: Cost }> = [];
			for (const [name, node] of Object.entries(operations(machine))) {
				costs.push({ name, cost: await usedBefore(machine, input, node) });
			}
			const node = httpRequest(machine, '/api/surveys/{{ $json.id }}');
			const { blockMs } = await usedBefore(machine, input, node);
			const [worst] = costs.sort((a, b) => b.cost.blockMs - a.cost.blockMs);
			if (!worst) throw new Error('No operation was measured');
			const block = worst.cost.blockMs;
			return {
				own: { value: block, shown: `${duration(block)} (${worst.name})`, blockMs: block },
				alternative: { value: blockMs, shown: duration(blockMs), blockMs },
				goal: `≤ ${BLOCK_MS} ms`,
				met: block <= BLOCK_MS,
			};
		},
	},
];

/** The first use of a node loads what it needs, once. */
async function usedBefore(machine: Machine, input: Json[], node: NodeDraft): Promise<Cost> {
	await measure(machine, { input: input.slice(0, 1), nodes: [node], items: 1 });
	return await measure(machine, { input, nodes: [node], items: input.length });
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
