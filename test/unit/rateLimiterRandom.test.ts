/** Random runs with one rate limiter, in virtual time: each request ends, whatever the service answers. */
import { setMaxListeners } from 'node:events';

import { extent } from '../extent';
import {
	RateLimiter,
	WaitBudget,
	type QueuedRequest,
} from '../../nodes/SurveyInterview/http/rateLimiter';
import { randomFrom, type Random } from '../laboratory/pace/random';

const TIMEOUT_MS = 30_000;
const MAX_WAIT_MS = 300_000;
const HOUR_MS = 3_600_000;

interface Answer {
	ms: number;
	limited: boolean;
	waitMs?: number;
}

/** What a service answers: of its own rate, or as it likes. */
function serviceOf(random: Random): (now: number) => Answer {
	const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
	const perSecond = pick([0.2, 1, 5, 20, 100]);
	const latency = pick([1, 20, 500, 3000]);
	const oddity = pick([0, 0.02, 0.3]);
	const waits = pick([[undefined], [0], [1000], [undefined, 0, 1000, 7000], [3000, HOUR_MS]]);
	let tokens = Math.max(1, perSecond);
	let last = 0;
	return (now) => {
		tokens = Math.min(Math.max(1, perSecond), tokens + ((now - last) / 1000) * perSecond);
		last = now;
		const isOdd = random() < oddity;
		const isNeverAnswered = isOdd && random() < 0.2;
		if (isNeverAnswered) return { ms: TIMEOUT_MS, limited: false };
		const limited = isOdd ? random() < 0.5 : tokens < 1;
		if (!limited) tokens--;
		const ms = latency * (0.2 + random() * (random() < 0.05 ? 20 : 1));
		return { ms: Math.min(ms, TIMEOUT_MS), limited, waitMs: pick(waits) };
	};
}

interface Ended {
	granted: number;
	tooLong: number;
	cancelled: number;
	/** Most that were under way together, and how many there may have been. */
	most: number;
	width: number;
	/** Whether one that came later was sent, while an earlier one stood in the queue. */
	isOutOfOrder: boolean;
}

async function play(seed: number): Promise<Ended> {
	const random = randomFrom(seed);
	const limiter = new RateLimiter();
	const answer = serviceOf(random);
	const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));
	const ended: Ended = {
		granted: 0,
		tooLong: 0,
		cancelled: 0,
		most: 0,
		width: 0,
		isOutOfOrder: false,
	};
	/** Since when each waits. */
	const waiting = new Map<QueuedRequest, number>();
	let running = 0;
	const one = async (budget: WaitBudget, signal: AbortSignal) => {
		const queued: QueuedRequest = { signal, budget, deadline: budget.deadline };
		for (;;) {
			waiting.set(queued, performance.now());
			const admission = await limiter.acquire(queued);
			waiting.delete(queued);
			if (admission.kind !== 'go') {
				ended[admission.kind]++;
				return;
			}
			const { permit } = admission;
			for (const [{ arrival = Infinity, signal: other }, since] of waiting) {
				// One that came back only now may have been too late.
				const hasWaited = since < performance.now() && !other?.aborted;
				if (hasWaited && arrival < (queued.arrival ?? 0)) ended.isOutOfOrder = true;
			}
			ended.most = Math.max(ended.most, ++running);
			const { ms, ...result } = answer(performance.now());
			await sleep(ms);
			running--;
			limiter.release(permit, result);
			if (!result.limited) {
				ended.granted++;
				return;
			}
		}
	};
	const run = async () => {
		const width = 1 + Math.floor(random() * 20);
		ended.width += width;
		let left = 1 + Math.floor(random() * 60);
		const deadline = random() < 0.2 ? performance.now() + 36_000 : Infinity;
		const budget = new WaitBudget(random() < 0.2 ? 5000 : MAX_WAIT_MS, deadline);
		const stop = new AbortController();
		// As n8n does.
		setMaxListeners(0, stop.signal);
		if (random() < 0.3) void sleep(random() * 20_000).then(() => stop.abort());
		const pauses = random() < 0.3 ? 2000 : 0;
		await sleep(random() * 5000);
		const worker = async () => {
			while (left-- > 0) {
				await one(budget, stop.signal);
				if (pauses > 0) await sleep(random() * pauses);
			}
		};
		await Promise.all(Array.from({ length: width }, worker));
	};
	const all = Array.from({ length: 1 + Math.floor(random() * 5) }, run);
	let isOver = false;
	void Promise.all(all).then(() => (isOver = true));
	const end = performance.now() + 6 * HOUR_MS;
	while (!isOver && performance.now() < end && jest.getTimerCount() > 0) {
		await jest.advanceTimersToNextTimerAsync();
	}
	if (!isOver) throw new Error(`${waiting.size} wait for ever, or for six hours.`);
	return ended;
}

beforeEach(
	() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }),
);
afterEach(() => void jest.useRealTimers());

const SEEDS = Array.from({ length: extent({ quick: 20, all: 60 }) }, (_unused, nth) => nth + 1);

it.each(SEEDS)('all end, seed %i', async (seed) => {
	const ended = await play(seed);
	expect(ended.most).toBeLessThanOrEqual(ended.width);
	expect([seed, ended.isOutOfOrder]).toEqual([seed, false]);
});
