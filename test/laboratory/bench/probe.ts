/**
 * Runs in n8n's own process (`NODE_OPTIONS=--require`), where Node.js takes the types away. A tick every few
 * milliseconds notes how late it comes, which is how long n8n did nothing else, and what the process has used.
 * Whoever connects is given what was noted since somebody connected last.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 5;
/** Some minutes; whoever measures longer asks in between. */
const MOST = 100_000;

const sum = ({ user, system }: { user: number; system: number }) => (user + system) / 1000;
const threadMs = () =>
	sum((process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage());

let ticks: number[][] = [];
let last = performance.now();
let lastThreadMs = threadMs();

function note(): void {
	const now = performance.now();
	const thread = threadMs();
	const lateMs = Math.max(0, now - last - EVERY_MS);
	const cpuMs = sum(process.cpuUsage());
	const resident = [process.memoryUsage.rss(), process.resourceUsage().maxRSS * 1024];
	const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
	ticks.push([Date.now(), lateMs, thread - lastThreadMs, cpuMs, ...resident, heap + external]);
	if (ticks.length > MOST) ticks = ticks.slice(-MOST / 2);
	[last, lastThreadMs] = [now, thread];
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The peak of the memory begins anew, on Linux; a tick cannot see what comes and goes within a block. */
function forgetPeak(): void {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// Elsewhere it is the peak since the process began.
	}
}

const port = Number(process.env.BENCH_PROBE_PORT);
if (port) {
	setInterval(note, EVERY_MS).unref();
	const server = createServer((socket) => {
		// A tick that is due is noted first.
		setTimeout(() => {
			note();
			// Else what n8n's start has left behind would be collected while something is measured.
			collectGarbage();
			forgetPeak();
			note();
			socket.end(JSON.stringify(ticks.splice(0)));
		}, 2 * EVERY_MS);
	});
	server.on('error', () => {});
	server.listen(port, '127.0.0.1').unref();
}
