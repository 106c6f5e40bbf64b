import { NODE_ID } from '../../harness/stage/trigger';
import { compare, cpuTime, median, timed, type Comparison, type Stopwatch } from './rounds';
import { comparison, duration, type Row } from './row';
import type { ServiceProcess } from './serviceProcess';
import { forgetEverybody, storedState, type Stage } from './triggerStage';

const GOAL = 1.2;
/** An idle poll is short: so many are measured together. */
const TOGETHER = 20;
const ROUNDS = { rounds: 30, warmUps: 5 };

/** Idle polls with everybody in the state, against those with nobody in it and no other difference. */
export async function idlePolls(service: ServiceProcess, durable: Stage, usual: Stage) {
	for (const stage of [durable, usual]) await forgetEverybody(stage);
	const usualCpu = await polling(service, usual, cpuTime);
	const usualWall = await polling(service, usual);
	const readCpu = await polling(service, durable, cpuTime);
	const readWall = await polling(service, durable);
	readOnce(durable);
	const cpu = await polling(service, durable, cpuTime);
	const wall = await polling(service, durable);
	const { text } = storedState(durable, 'full');
	const parsing = await parsingTime(text);
	const goal = `≤ ${GOAL}×`;
	const rows: Row[] = [
		comparison('idle poll, that state / an empty one', wall, goal, wall.ratio <= GOAL),
		comparison('  … n8n’s process alone, CPU time', cpu),
		comparison('  … read from its JSON text with each poll', readWall),
		comparison('  … n8n’s process alone, CPU time', readCpu),
		comparison(
			'idle poll in the default engine, the same',
			usualWall,
			goal,
			usualWall.ratio <= GOAL,
		),
		comparison('  … n8n’s process alone, CPU time', usualCpu),
	];
	return {
		rows,
		how: [
			`Idle polls, ${TOGETHER} at a time, of two triggers whose states differ only in who is in them; ${ROUNDS.rounds} rounds after ${ROUNDS.warmUps}, one request a poll (checked in the service's log). The lines' ratios go ${[wall, cpu, readWall, readCpu, usualWall, usualCpu].map(spreadOf).join('; ')}.`,
			`In the durable engine n8n clones the state before a poll and compares it afterwards, which is in all its lines. It also reads the state from the text in its database, which any state so long costs: JSON.parse alone takes ${duration(parsing)} for ${text.length.toLocaleString('en')} characters. The first two lines are without that, the next two with it. What a real database takes to hand over the text is in none. The default engine holds the state in memory.`,
		],
	};
}

/** @param stopwatch what to measure; all time that passes by default */
async function polling(
	service: ServiceProcess,
	{ n8n }: Stage,
	stopwatch?: Stopwatch,
): Promise<Comparison> {
	await service.ask('requests');
	const idle = (id: string) => async () => {
		for (let poll = 0; poll < TOGETHER; poll++) {
			const { result, error } = await n8n.tick(id);
			// Of a poll of the default engine that found nothing, n8n says nothing.
			if (error || !['nothing', 'discarded'].includes(result)) throw error ?? new Error(result);
		}
		const asked = await service.ask('requests');
		if (asked.length !== TOGETHER) throw new Error(`${asked.length} requests: not idle`);
	};
	const all = await compare(idle('full'), idle('empty'), { ...ROUNDS, stopwatch });
	return { ...all, measured: all.measured / TOGETHER, baseline: all.baseline / TOGETHER };
}

/** From now on the states are read from memory, as if the database's text cost nothing. */
function readOnce({ n8n: { database } }: Stage): void {
	const read = new Map(['full', 'empty'].map((id) => [id, database.cursor(id, NODE_ID)]));
	database.cursor = (id) => read.get(id) ?? null;
}

/** Milliseconds for parsing a text once. */
async function parsingTime(text: string): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < 30; round++) {
		const often = async () => {
			for (let read = 0; read < TOGETHER; read++) JSON.parse(text);
		};
		times.push(await timed(often));
	}
	return median(times) / TOGETHER;
}

function spreadOf({ spread }: Comparison): string {
	return `from ${spread.map((ratio) => ratio.toFixed(2)).join(' to ')}`;
}
