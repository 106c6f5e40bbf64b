import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorOf, runsOf, type Execution, type Json, type NodeDraft } from '../rest/n8nRest';
import setup from '../setup';
import { Stand, START } from '../stand';

/**
 * What reading the input of many items costs in a real n8n, beside a Set node with the same expressions: how
 * long the node runs, and the longest time in which n8n does nothing else meanwhile.
 *
 *   npm run build && npx tsx test/n8n/bench/input.ts [rounds [part of a row's name]]
 *
 * The block is measured in n8n's own process: a tick every few milliseconds, loaded with NODE_OPTIONS, notes
 * each time that it comes late. What counts is what was late while the node ran. The CPU time of n8n's main
 * thread in the block tells a busy n8n from a busy machine.
 */
async function main(): Promise<void> {
	const [rounds = '3', part = ''] = process.argv.slice(2);
	await setup();
	const folder = await mkdtemp(join(tmpdir(), 'n8n-bench-'));
	const blocks = join(folder, 'blocks');
	const clock = join(folder, 'clock.cjs');
	await writeFile(blocks, '');
	await writeFile(clock, lateTicks(blocks));
	const stand = await Stand.set({
		env: { NODE_OPTIONS: `--require ${clock}` },
		service: { seed: { surveys: 1, respondents: 0, invitations: 0 } },
	});
	try {
		for (const row of rows(stand).filter(({ name }) => name.includes(part))) {
			for (let round = 0; round < Number(rounds); round++) {
				const { wallMs, blockMs, blockCpuMs } = await measure(stand, row, blocks);
				const [wall, block, cpu] = [wallMs, blockMs, blockCpuMs].map(
					(ms) => `${Math.round(ms)} ms`,
				);
				console.log(`${row.name}: ${wall}, longest block ${block}, of it CPU time ${cpu}`);
			}
		}
	} finally {
		await stand.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

/** One node behind items. */
interface Measured {
	name: string;
	items: Json[];
	node: NodeDraft;
}

const CONTACT = {
	recipient_email: '={{ $json.email }}',
	recipient_external_id: '={{ $json.id }}',
	recipient_name: '={{ $json.name }}',
};

function rows(stand: Stand): Measured[] {
	const surveyId = stand.service.world.createSurvey({ name: 'Empty' }).id;
	const survey = { __rl: true, mode: 'id', value: surveyId };
	const contacts = (count: number) =>
		Array.from({ length: count }, (_, n) => ({
			email: `person.${n}@example.com`,
			id: `crm-${n}`,
			name: `Person ${n}`,
			plan: { name: 'Plus' },
			surveyId,
		}));
	const sync = (parameters: Json = {}) =>
		stand.action({
			resource: 'invitation',
			operation: 'sync',
			surveyId: survey,
			dryRun: true,
			options: {},
			...CONTACT,
			...parameters,
		});
	const assignments = Object.entries(CONTACT).map(([name, value]) => ({
		id: name,
		name,
		value,
		type: 'string',
	}));
	const set: NodeDraft = {
		name: 'Set',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	};
	const properties = { values: [{ key: 'plan', value: '={{ $json.plan.name }}' }] };
	const create = stand.action({
		resource: 'invitation',
		operation: 'create',
		surveyId: survey,
		...CONTACT,
		additionalFields: { properties },
		options: {},
	});
	const get = stand.action({
		resource: 'survey',
		operation: 'get',
		surveyId: { ...survey, value: '={{ $json.surveyId }}' },
		options: {},
	});
	const find = stand.action({
		resource: 'invitation',
		operation: 'find',
		surveyId: survey,
		findBy: 'email',
		email: CONTACT.recipient_email,
		options: {},
	});
	const list = contacts(10_000);
	const some = contacts(1000);
	return [
		{ name: 'Set, 10,000 items, 3 expressions', items: list, node: set },
		{ name: 'Sync, dry run, 10,000 contacts, 3 expressions', items: list, node: sync() },
		{
			name: 'the same, one of them calls a function',
			items: list.slice(0, 2000),
			node: sync({ recipient_name: '={{ $json.name.trim() }}' }),
		},
		{ name: 'Find, 10,000 items in one list', items: list, node: find },
		{ name: 'Set, 1,000 items, 3 expressions', items: some, node: set },
		{ name: 'Survey Get, 1,000 items, ID by an expression', items: some, node: get },
		{ name: 'Create, 1,000 items, 4 expressions', items: some, node: create },
	];
}

async function measure(stand: Stand, { items, node }: Measured, blocks: string) {
	const pinData = { [START.name]: items.map((json) => ({ json })) };
	const id = await stand.rest.saveWorkflow({ nodes: [START, node], pinData });
	await writeFile(blocks, '');
	const execution = await ended(stand, await stand.rest.begin(id, START.name));
	const error = errorOf(execution);
	if (error) throw new Error(String(error.message));
	const [run] = runsOf(execution, node.name) as Array<{ startTime: number; executionTime: number }>;
	if (!run) throw new Error(`${node.name} did not run`);
	const end = run.startTime + run.executionTime;
	const lines = (await readFile(blocks, 'utf8')).split('\n').filter(Boolean);
	const late = lines.map((line) => line.split(' ').map(Number) as [number, number, number]);
	const during = late.map(([until, lateMs, cpuMs]) => {
		const ms = Math.min(until, end) - Math.max(until - lateMs, run.startTime);
		return { ms, cpuMs: Math.min(ms, cpuMs) };
	});
	return {
		wallMs: run.executionTime,
		blockMs: Math.max(0, ...during.map(({ ms }) => ms)),
		blockCpuMs: Math.max(0, ...during.map(({ cpuMs }) => cpuMs)),
	};
}

/** An n8n that is blocked for seconds closes connections: ask again. */
async function ended(stand: Stand, executionId: string): Promise<Execution> {
	for (;;) {
		try {
			return await stand.rest.finished(executionId);
		} catch (error) {
			if ((error as { code?: string }).code !== 'ECONNRESET') throw error;
		}
	}
}

/** A program that appends a line for each tick that comes late: when, how many milliseconds, and of CPU time. */
const lateTicks = (file: string) => `
const { appendFileSync } = require('node:fs');
const every = 2;
const cpuMs = () => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};
let last = performance.now();
let lastCpu = cpuMs();
setInterval(() => {
	const late = performance.now() - last - every;
	const line = [Date.now(), late, cpuMs() - lastCpu].join(' ');
	if (late > 5) appendFileSync(${JSON.stringify(file)}, line + '\\n');
	last = performance.now();
	lastCpu = cpuMs();
}, every).unref();
`;

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
