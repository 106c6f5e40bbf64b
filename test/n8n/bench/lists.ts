/**
 * What a long list costs in a real n8n, beside n8n's HTTP Request node that reads the same list: how long the
 * node runs and how much CPU time n8n's process takes for it, the longest time in which n8n does nothing else
 * meanwhile with the CPU time of its main thread in it, and how much memory the process has at most, beyond what
 * it had when the node started.
 *
 *   npm run build && npx tsx test/n8n/bench/lists.ts [respondents [rounds [part of a row's name]]]
 *
 * The list comes from a process of its own on this machine, at once. Each row has a fresh n8n, because a process
 * keeps memory that it had once. A tick in n8n's process, loaded with NODE_OPTIONS, notes each time that it comes
 * late, with the memory; what counts is what it noted while the node ran. Only ratios mean something on a machine
 * that does other things, too.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIAL } from '../../support/names';
import { errorOf, runsOf, type Json, type NodeDraft } from '../rest/n8nRest';
import setup from '../setup';
import { Stand, START } from '../stand';

const SURVEY = '3f0c8a52-61c5-4a54-9d4d-0a2c0c9d7e11';
const TOKEN = 'token-of-the-list-bench';

/** Some 430 bytes each, as the interface names them. */
function respondent(place: number): Json {
	const day = String(1 + (place % 28)).padStart(2, '0');
	return {
		id: `0a2c0c9d-61c5-4a54-9d4d-${String(place).padStart(12, '0')}`,
		survey_id: SURVEY,
		status: 'completed',
		name: `Person Ä. ${place}`,
		email: `person.${place}@example.com`,
		external_id: `crm-${place}`,
		properties: { plan: place % 2 ? 'Plus' : 'Basic', country: 'DE', seats: place % 40 },
		// Ten of all have a score that a filter asks for.
		score: place % 10_000 === 7 ? 0 : 5 + (place % 6),
		started_at: `2026-01-${day}T10:00:00.000Z`,
		completed_at: `2026-01-${day}T10:07:00.000Z`,
		language: 'de',
		channel: 'email',
	};
}

/** Gives the list, and the survey that it is of. */
async function serve(count: number): Promise<void> {
	const records = Array.from({ length: count }, (_unused, place) =>
		JSON.stringify(respondent(place)),
	);
	const list = Buffer.from(`[${records.join()}]`);
	const survey = JSON.stringify({ id: SURVEY, name: 'Large', metric_type: 'nps' });
	const server = createServer(({ url = '' }, response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(url.endsWith('/respondents') ? list : survey);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	process.send?.({ url: `http://127.0.0.1:${port}`, bytes: list.length });
}

interface Row {
	name: string;
	node: (stand: Stand, url: string) => NodeDraft;
	/** How many items come out. */
	items: number;
}

function rowsFor(count: number): Row[] {
	const own =
		(parameters: Json): Row['node'] =>
		(stand) =>
			stand.action({
				resource: 'respondent',
				operation: 'getAll',
				surveyId: { __rl: true, mode: 'id', value: SURVEY },
				returnAll: true,
				options: {},
				...parameters,
			});
	const scores = { filters: { scoreTo: 1 } };
	const find = { operation: 'find', findBy: 'email', email: `person.${count - 5}@example.com` };
	return [
		{
			name: 'HTTP Request',
			node: (_stand, url) => ({
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: { url: `${url}/api/surveys/${SURVEY}/respondents`, options: {} },
			}),
			items: count,
		},
		{ name: 'Get Many, Everything', node: own({ output: 'everything' }), items: count },
		{ name: 'Get Many, Simplified', node: own({}), items: count },
		{ name: 'Get Many, filtered', node: own(scores), items: Math.ceil((count - 7) / 10_000) },
		{ name: 'Get Many, Limit 50', node: own({ returnAll: false, limit: 50 }), items: 50 },
		{ name: 'Find', node: own(find), items: 1 },
	];
}

/** @returns milliseconds, and megabytes beyond those at the start of the node */
async function measure(row: Row, url: string, ticks: { file: string; program: string }) {
	await writeFile(ticks.file, '');
	const stand = await Stand.set({
		env: { NODE_OPTIONS: `--require ${ticks.program}` },
		service: { seed: { surveys: 0 } },
	});
	try {
		const { rest, credentialId } = stand;
		const data = { baseUrl: url, token: TOKEN, companyId: '', allowHttp: false };
		await rest.changeCredential(credentialId, CREDENTIAL, 'List', data);
		const node = row.node(stand, url);
		const id = await rest.saveWorkflow({ nodes: [START, node] });
		const execution = await rest.finished(await rest.begin(id, START.name), 240_000);
		const error = errorOf(execution);
		if (error) throw new Error(String(error.message));
		const [run] = runsOf(execution, node.name) as unknown as TaskRun[];
		const items = run?.data.main[0]?.length;
		if (!run || items !== row.items) throw new Error(`${row.name}: ${items} items came out`);
		return { wallMs: run.executionTime, ...(await noted(ticks.file, run)) };
	} finally {
		await stand.stop();
	}
}

interface TaskRun {
	startTime: number;
	executionTime: number;
	data: { main: unknown[][] };
}

interface Tick {
	at: number;
	lateMs: number;
	/** Of the main thread since the tick before. */
	threadMs: number;
	/** Of the process, since it began. */
	cpuMs: number;
	bytes: number;
}

async function noted(file: string, { startTime, executionTime }: TaskRun) {
	const end = startTime + executionTime;
	const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
	const all = lines.map((line) => JSON.parse(line) as Tick);
	const before = all.filter(({ at }) => at <= startTime).at(-1);
	const during = all.filter(({ at, lateMs }) => at > startTime && at - lateMs < end);
	const last = during.at(-1);
	if (!before || !last) throw new Error('The node ended before a tick');
	const blocks = during.map(({ at, lateMs, threadMs }) => {
		const ms = Math.min(at, end) - Math.max(at - lateMs, startTime);
		return { ms, threadMs: Math.min(ms, threadMs) };
	});
	return {
		cpuMs: last.cpuMs - before.cpuMs,
		blockMs: Math.max(0, ...blocks.map(({ ms }) => ms)),
		threadMs: Math.max(0, ...blocks.map(({ threadMs }) => threadMs)),
		// What stands behind the end was noted when the block that ended it was over.
		megabytes: Math.max(0, ...during.map(({ bytes }) => bytes - before.bytes)) / 1e6,
	};
}

/** A program that appends a line for each tick. */
const tickProgram = (file: string) => `
const { appendFileSync } = require('node:fs');
const every = 5;
const sum = ({ user, system }) => (user + system) / 1000;
const thread = () => sum(process.threadCpuUsage());
let last = performance.now();
let lastThread = thread();
setInterval(() => {
	const tick = {
		at: Date.now(),
		lateMs: Math.max(0, performance.now() - last - every),
		threadMs: thread() - lastThread,
		cpuMs: sum(process.cpuUsage()),
		bytes: process.memoryUsage.rss(),
	};
	appendFileSync(${JSON.stringify(file)}, JSON.stringify(tick) + '\\n');
	last = performance.now();
	lastThread = thread();
}, every).unref();
`;

async function main(): Promise<void> {
	const [respondents = '100000', rounds = '3', part = ''] = process.argv.slice(2);
	const count = Number(respondents);
	const service = fork(__filename, ['serve', respondents], { stdio: 'inherit' });
	const folder = await mkdtemp(join(tmpdir(), 'n8n-bench-'));
	try {
		const [{ url, bytes }] = (await once(service, 'message')) as [{ url: string; bytes: number }];
		console.log(`${count} respondents, ${(bytes / 1e6).toFixed(0)} MB`);
		await setup();
		const ticks = { file: join(folder, 'ticks'), program: join(folder, 'ticks.cjs') };
		await writeFile(ticks.program, tickProgram(ticks.file));
		for (let round = 0; round < Number(rounds); round++) {
			for (const row of rowsFor(count).filter(({ name }) => name.includes(part))) {
				const cost = await measure(row, url, ticks);
				const [wall, cpu, block, thread, memory] = [
					cost.wallMs,
					cost.cpuMs,
					cost.blockMs,
					cost.threadMs,
					cost.megabytes,
				].map(Math.round);
				console.log(
					`${row.name}: ${wall} ms, CPU ${cpu} ms, longest block ${block} ms, of CPU time ${thread} ms, +${memory} MB`,
				);
			}
		}
	} finally {
		service.kill();
		await rm(folder, { recursive: true, force: true });
	}
}

const [what, count] = process.argv.slice(2);
const work = what === 'serve' ? serve(Number(count)) : main();
work.catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
