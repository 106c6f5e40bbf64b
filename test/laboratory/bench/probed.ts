import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** What n8n's process used between two moments. */
export interface Usage {
	/** Of all its threads. */
	cpuMs: number;
	/** The longest time in which its event loop did nothing else. */
	blockMs: number;
	/** The CPU time of the main thread in it: the rest, a busy machine took. */
	blockCpuMs: number;
	/** The peak of its resident memory (RSS), beyond what it had at the beginning. */
	megabytes: number;
	/** The most that V8's heap held, buffers included and garbage too, beyond what it had at the beginning. */
	heapMegabytes: number;
	/** What was resident at the beginning. */
	megabytesBefore: number;
}

interface Tick {
	at: number;
	lateMs: number;
	threadMs: number;
	cpuMs: number;
	/** Resident now, and at most since the probe was last asked. */
	bytes: number;
	peakBytes: number;
	heapBytes: number;
}

/** What the probe in an n8n has noted (`probe.ts`). */
export class Probe {
	private ticks: Tick[] = [];

	constructor(private readonly port: number) {}

	/** Forgets what was before now. */
	async begin(): Promise<void> {
		this.ticks = await this.take();
		this.ticks = this.ticks.slice(-1);
	}

	/** What was used from one moment to the other, both since `begin`. */
	async usage(start: number, end: number): Promise<Usage> {
		this.ticks.push(...(await this.take()));
		const before = this.ticks.filter(({ at }) => at <= start).at(-1);
		const during = this.ticks.filter(({ at, lateMs }) => at > start && at - lateMs < end);
		const last = during.at(-1);
		if (!before || !last) throw new Error('The probe noted nothing');
		const blocks = during
			.map(({ at, lateMs, threadMs }) => {
				const ms = Math.min(at, end) - Math.max(at - lateMs, start);
				return { ms, cpuMs: Math.min(ms, threadMs) };
			})
			.sort((a, b) => b.ms - a.ms);
		return {
			cpuMs: last.cpuMs - before.cpuMs,
			blockMs: Math.max(0, blocks[0]?.ms ?? 0),
			blockCpuMs: Math.max(0, blocks[0]?.cpuMs ?? 0),
			// What stands behind the end was noted when the block that ended it was over.
			megabytes: Math.max(0, ...during.map(({ peakBytes }) => peakBytes - before.bytes)) / 1e6,
			heapMegabytes:
				Math.max(0, ...during.map(({ heapBytes }) => heapBytes - before.heapBytes)) / 1e6,
			megabytesBefore: before.bytes / 1e6,
		};
	}

	private async take(): Promise<Tick[]> {
		const socket = connect(this.port, '127.0.0.1');
		const noted = JSON.parse(await text(socket)) as number[][];
		return noted.map((tick) => {
			const [at = 0, lateMs = 0, threadMs = 0, cpuMs = 0, ...memory] = tick;
			const [bytes = 0, peakBytes = 0, heapBytes = 0] = memory;
			return { at, lateMs, threadMs, cpuMs, bytes, peakBytes, heapBytes };
		});
	}
}
