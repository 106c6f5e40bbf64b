import {
	RateLimiter,
	rateLimiterFor,
	type Admission,
	type QueuedRequest,
} from '../../nodes/SurveyInterview/http/rateLimiter';
import { WaitBudget } from '../../nodes/SurveyInterview/http/waiting';

const ticket = (extra: Partial<QueuedRequest> = {}): QueuedRequest => ({
	remainingWaitMs: () => 60_000,
	onWaiting: () => {},
	deadline: Infinity,
	...extra,
});

async function pass(gate: RateLimiter, of: QueuedRequest = ticket()) {
	const entry = await gate.acquire(of);
	if (entry.kind !== 'go') throw new Error(`expected to go, but ${entry.kind}`);
	return entry.permit;
}

describe('the gate', () => {
	it('is wide open until a 429', async () => {
		const gate = new RateLimiter();
		const passes = await Promise.all(Array.from({ length: 100 }, async () => await pass(gate)));
		for (const each of passes) gate.release(each, { limited: false });
	});

	it('after a 429 lets everyone wait, in order of arrival, the refused one first', async () => {
		const gate = new RateLimiter();
		const order: string[] = [];
		const refused = ticket();
		const refusedPass = await pass(gate, refused);
		gate.release(refusedPass, { limited: true, waitMs: 30 });
		const visit = async (name: string, of: QueuedRequest) => {
			const mine = await pass(gate, of);
			order.push(name);
			gate.release(mine, { limited: false });
		};
		const later = ['b', 'c', 'd'].map(async (name) => await visit(name, ticket()));
		await Promise.all([...later, visit('a', refused)]);
		expect(order).toEqual(['a', 'b', 'c', 'd']);
	});

	it('opens for one, then two, then four', async () => {
		const gate = new RateLimiter();
		gate.release(await pass(gate), { limited: true, waitMs: 10 });
		const going: Array<Admission & { kind: 'go' }> = [];
		for (let count = 0; count < 20; count++) {
			void gate.acquire(ticket()).then((entry) => entry.kind === 'go' && going.push(entry));
		}
		const settled = async () => await new Promise((resolve) => setImmediate(resolve));
		while (going.length === 0) await settled();
		expect(going).toHaveLength(1);
		// One done lets two go; one of those done lets four be under way.
		for (const expected of [2, 4]) {
			const done = going.shift();
			if (done) gate.release(done.permit, { limited: false });
			await settled();
			expect(going.length).toBe(expected);
		}
	});

	it('turns away who cannot wait that long, naming the wait', async () => {
		const gate = new RateLimiter();
		gate.release(await pass(gate), { limited: true, waitMs: 5000 });
		const entry = await gate.acquire(ticket({ remainingWaitMs: () => 1000 }));
		expect(entry).toMatchObject({ kind: 'tooLong' });
		expect(entry.kind === 'tooLong' && entry.ms).toBeGreaterThan(4000);
	});

	it('measures the wait and what is left of the budget at one moment, or a tick would turn it away', async () => {
		const gate = new RateLimiter();
		gate.release(await pass(gate), { limited: true, waitMs: 5000 });
		let ticks = performance.now();
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => ticks++);
		const moments: number[] = [];
		const stop = new AbortController();
		try {
			const entered = gate.acquire(
				ticket({
					signal: stop.signal,
					onWaiting: (on, now) => on && moments.push(now),
					remainingWaitMs: (now) => moments.push(now) * 60_000,
				}),
			);
			expect(moments).toHaveLength(2);
			expect(moments[1]).toBe(moments[0]);
			stop.abort();
			await entered;
		} finally {
			clock.mockRestore();
		}
	});

	it('lets who is cancelled leave the queue, and the others pass', async () => {
		const gate = new RateLimiter();
		gate.release(await pass(gate), { limited: true, waitMs: 30 });
		const stop = new AbortController();
		const stopped = gate.acquire(ticket({ signal: stop.signal }));
		const other = gate.acquire(ticket());
		stop.abort();
		await expect(stopped).resolves.toEqual({ kind: 'cancelled' });
		await expect(other).resolves.toMatchObject({ kind: 'go' });
		await expect(gate.acquire(ticket({ signal: stop.signal }))).resolves.toEqual({
			kind: 'cancelled',
		});
	});

	it('believes a long Retry-After for fifteen minutes, then one goes and sees', async () => {
		const gate = new RateLimiter();
		const start = performance.now();
		gate.release(await pass(gate), { limited: true, waitMs: 3_600_000 });
		const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 16 * 60_000);
		try {
			const entries: Admission[] = [];
			void gate.acquire(ticket()).then((entry) => entries.push(entry));
			void gate.acquire(ticket()).then((entry) => entries.push(entry));
			await new Promise((resolve) => setImmediate(resolve));
			expect(entries).toHaveLength(1);
			expect(entries[0]).toMatchObject({ kind: 'go' });
		} finally {
			clock.mockRestore();
		}
	});

	it('forgets a long wait once a request came through', async () => {
		const gate = new RateLimiter();
		const start = performance.now();
		gate.release(await pass(gate), { limited: true, waitMs: 7_200_000 });
		const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 16 * 60_000);
		try {
			gate.release(await pass(gate), { limited: false });
			gate.release(await pass(gate), { limited: true, waitMs: 1000 });
			const entry = await gate.acquire(ticket({ remainingWaitMs: () => 0 }));
			expect(entry.kind === 'tooLong' && entry.ms).toBe(1000);
		} finally {
			clock.mockRestore();
		}
	});

	it('takes the newest word of the service when a probe is refused', async () => {
		const gate = new RateLimiter();
		const start = performance.now();
		gate.release(await pass(gate), { limited: true, waitMs: 3_600_000 });
		const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 16 * 60_000);
		try {
			gate.release(await pass(gate), { limited: true, waitMs: 2000 });
			const entry = await gate.acquire(ticket({ remainingWaitMs: () => 0 }));
			expect(entry.kind === 'tooLong' && entry.ms).toBe(2000);
		} finally {
			clock.mockRestore();
		}
	});

	it.each([-5, 5])(
		'waits as long as it was told, though a clock is set by %i hours',
		async (hours) => {
			const gate = new RateLimiter();
			gate.release(await pass(gate), { limited: true, waitMs: 30 });
			const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000);
			try {
				const turnedAway = await gate.acquire(ticket({ remainingWaitMs: () => 0 }));
				expect(turnedAway.kind === 'tooLong' && turnedAway.ms).toBeLessThanOrEqual(30);
				await expect(gate.acquire(ticket())).resolves.toMatchObject({ kind: 'go' });
			} finally {
				clock.mockRestore();
			}
		},
	);

	it('does not hammer a service that asks to wait for nothing', async () => {
		const gate = new RateLimiter();
		gate.release(await pass(gate), { limited: true, waitMs: 0 });
		gate.release(await pass(gate), { limited: true, waitMs: 0 });
		const entry = await gate.acquire(ticket({ remainingWaitMs: () => 0 }));
		expect(entry.kind === 'tooLong' && entry.ms).toBeGreaterThan(900);
	});

	it('takes a late 429 of the same burst as one, not as a longer wait each', async () => {
		const gate = new RateLimiter();
		const first = await pass(gate);
		const second = await pass(gate);
		gate.release(first, { limited: true });
		gate.release(second, { limited: true });
		const entry = await gate.acquire(ticket({ remainingWaitMs: () => 0 }));
		expect(entry.kind === 'tooLong' && entry.ms).toBeLessThan(1300);
	});

	it('is one for an address and token, and another for another', () => {
		const one = rateLimiterFor('https://a/api', 'token');
		expect(rateLimiterFor('https://a/api', 'token')).toBe(one);
		expect(rateLimiterFor('https://a/api', 'other')).not.toBe(one);
		expect(rateLimiterFor('https://b/api', 'token')).not.toBe(one);
	});

	it('is dropped when nobody has used it for a while', () => {
		const one = rateLimiterFor('https://idle/api', 'token');
		const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 20 * 60_000);
		try {
			expect(rateLimiterFor('https://idle/api', 'token')).not.toBe(one);
		} finally {
			clock.mockRestore();
		}
	});
});

describe('the budget of waiting', () => {
	it('counts time once, however many wait in it', () => {
		const budget = new WaitBudget(10_000);
		budget.begin(1000);
		budget.begin(1500);
		expect(budget.remainingMs(2000)).toBe(9000);
		budget.end(3000);
		budget.end(4000);
		expect(budget.remainingMs(9000)).toBe(7000);
	});
});
