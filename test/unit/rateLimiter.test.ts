import {
	RateLimiter,
	rateLimiterFor,
	WaitBudget,
	type Admission,
	type QueuedRequest,
} from '../../nodes/SurveyInterview/http/rateLimiter';
import { waitSentences } from '../../nodes/SurveyInterview/run/remarks';

const request = (
	budget: Partial<QueuedRequest['budget']> = {},
	signal?: AbortSignal,
): QueuedRequest => ({
	budget: { remainingMs: () => 60_000, begin: () => {}, end: () => {}, ...budget },
	deadline: Infinity,
	signal,
});

async function permitFrom(limiter: RateLimiter, queued: QueuedRequest = request()) {
	const admission = await limiter.acquire(queued);
	if (admission.kind !== 'go') throw new Error(`expected to go, but ${admission.kind}`);
	return admission.permit;
}

describe('the rate limiter', () => {
	it('lets every request pass until a 429', async () => {
		const limiter = new RateLimiter();
		const permits = await Promise.all(
			Array.from({ length: 100 }, async () => await permitFrom(limiter)),
		);
		for (const permit of permits) limiter.release(permit, { limited: false });
	});

	it('after a 429 lets everyone wait, in order of arrival, the refused one first', async () => {
		const limiter = new RateLimiter();
		const order: string[] = [];
		const refused = request();
		const refusedPermit = await permitFrom(limiter, refused);
		limiter.release(refusedPermit, { limited: true, waitMs: 150 });
		const send = async (name: string, queued: QueuedRequest) => {
			const permit = await permitFrom(limiter, queued);
			order.push(name);
			limiter.release(permit, { limited: false });
		};
		const later = ['b', 'c', 'd'].map(async (name) => await send(name, request()));
		await Promise.all([...later, send('a', refused)]);
		expect(order).toEqual(['a', 'b', 'c', 'd']);
	});

	it('then lets one pass, and all once it has passed', async () => {
		const limiter = new RateLimiter();
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 10 });
		const going: Array<Admission & { kind: 'go' }> = [];
		for (let count = 0; count < 20; count++) {
			void limiter
				.acquire(request())
				.then((admission) => admission.kind === 'go' && going.push(admission));
		}
		const settled = async () => await new Promise((resolve) => setImmediate(resolve));
		while (going.length === 0) await settled();
		expect(going).toHaveLength(1);
		const done = going.shift();
		if (done) limiter.release(done.permit, { limited: false });
		await settled();
		expect(going).toHaveLength(19);
	});

	it('refuses a request that cannot wait that long, and names the wait', async () => {
		const limiter = new RateLimiter();
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 5000 });
		const admission = await limiter.acquire(request({ remainingMs: () => 1000 }));
		expect(admission).toMatchObject({ kind: 'tooLong' });
		expect(admission.kind === 'tooLong' && admission.ms).toBeGreaterThan(4000);
	});

	it('lets a request wait for just as long as it may', async () => {
		const limiter = new RateLimiter();
		const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
		const stop = new AbortController();
		try {
			limiter.release(await permitFrom(limiter), { limited: true, waitMs: 5000 });
			const left = { remainingMs: () => 5000 };
			const admission = limiter.acquire(request(left, stop.signal));
			stop.abort();
			expect(await admission).toEqual({ kind: 'canceled' });
		} finally {
			clock.mockRestore();
		}
	});

	it('a request that goes at the pace of the service uses up no budget', async () => {
		const limiter = new RateLimiter();
		const waits: string[] = [];
		const patient = () =>
			request({
				remainingMs: () => (waits.includes('pace') ? 0 : 60_000),
				begin: (reason) => waits.push(reason),
			});
		const goes = async () => {
			const admission = await limiter.acquire(patient());
			if (admission.kind !== 'go') throw new Error(admission.kind);
			return admission.permit;
		};
		for (let count = 0; count < 10; count++) limiter.release(await goes(), { limited: false });
		limiter.release(await goes(), { limited: true, waitMs: 1000 });
		for (let count = 0; count < 12; count++) limiter.release(await goes(), { limited: false });
		expect(waits[0]).toBe('rateLimit');
		expect(waits.at(-1)).toBe('pace');
	});

	it('measures the wait and what is left of the budget at one moment, or a tick would refuse it', async () => {
		const limiter = new RateLimiter();
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 5000 });
		let ticks = performance.now();
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => ticks++);
		const moments: number[] = [];
		const stop = new AbortController();
		try {
			const entered = limiter.acquire(
				request(
					{
						begin: (_reason, now = NaN) => moments.push(now),
						remainingMs: (now = NaN) => moments.push(now) * 60_000,
					},
					stop.signal,
				),
			);
			expect(moments).toHaveLength(2);
			expect(moments[1]).toBe(moments[0]);
			stop.abort();
			await entered;
		} finally {
			clock.mockRestore();
		}
	});

	it('removes a canceled request from the queue, and lets the others pass', async () => {
		const limiter = new RateLimiter();
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 150 });
		const stop = new AbortController();
		const stopped = limiter.acquire(request({}, stop.signal));
		const other = limiter.acquire(request());
		stop.abort();
		await expect(stopped).resolves.toEqual({ kind: 'canceled' });
		await expect(other).resolves.toMatchObject({ kind: 'go' });
		await expect(limiter.acquire(request({}, stop.signal))).resolves.toEqual({
			kind: 'canceled',
		});
	});

	it('refuses a request whose deadline passes while another one tests the limit', async () => {
		const limiter = new RateLimiter();
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 10 });
		await permitFrom(limiter);
		const late = limiter.acquire({ ...request(), deadline: performance.now() + 30 });
		await expect(late).resolves.toMatchObject({ kind: 'tooLong' });
	});

	it('keeps to a long Retry-After for fifteen minutes, then one request tests the limit', async () => {
		const limiter = new RateLimiter();
		// In whole milliseconds, so that sums are exact.
		const start = Math.ceil(performance.now());
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 3_600_000 });
		const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 16 * 60_000);
		try {
			const admissions: Admission[] = [];
			void limiter.acquire(request()).then((admission) => admissions.push(admission));
			void limiter.acquire(request()).then((admission) => admissions.push(admission));
			await new Promise((resolve) => setImmediate(resolve));
			expect(admissions).toHaveLength(1);
			expect(admissions[0]).toMatchObject({ kind: 'go' });
		} finally {
			clock.mockRestore();
		}
	});

	it('forgets a long wait when a request was answered', async () => {
		const limiter = new RateLimiter();
		// In whole milliseconds, so that sums are exact.
		const start = Math.ceil(performance.now());
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 7_200_000 });
		const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 16 * 60_000);
		try {
			limiter.release(await permitFrom(limiter), { limited: false });
			limiter.release(await permitFrom(limiter), { limited: true, waitMs: 1000 });
			const admission = await limiter.acquire(request({ remainingMs: () => 0 }));
			expect(admission.kind === 'tooLong' && admission.ms).toBe(1000);
		} finally {
			clock.mockRestore();
		}
	});

	it('keeps to the newest Retry-After when that request is refused', async () => {
		const limiter = new RateLimiter();
		// In whole milliseconds, so that sums are exact.
		const start = Math.ceil(performance.now());
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 3_600_000 });
		const clock = jest.spyOn(performance, 'now').mockReturnValue(start + 16 * 60_000);
		try {
			limiter.release(await permitFrom(limiter), { limited: true, waitMs: 2000 });
			const admission = await limiter.acquire(request({ remainingMs: () => 0 }));
			expect(admission.kind === 'tooLong' && admission.ms).toBe(2000);
		} finally {
			clock.mockRestore();
		}
	});

	it.each([-5, 5])(
		'waits as long as the service asks, though a clock is set by %i hours',
		async (hours) => {
			const limiter = new RateLimiter();
			limiter.release(await permitFrom(limiter), { limited: true, waitMs: 150 });
			const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 3_600_000);
			try {
				const refused = await limiter.acquire(request({ remainingMs: () => 0 }));
				expect(refused.kind === 'tooLong' && refused.ms).toBeLessThanOrEqual(150);
				await expect(limiter.acquire(request())).resolves.toMatchObject({ kind: 'go' });
			} finally {
				clock.mockRestore();
			}
		},
	);

	it('does not hammer a service that asks to wait for nothing', async () => {
		const limiter = new RateLimiter();
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 0 });
		limiter.release(await permitFrom(limiter), { limited: true, waitMs: 0 });
		const admission = await limiter.acquire(request({ remainingMs: () => 0 }));
		expect(admission.kind === 'tooLong' && admission.ms).toBeGreaterThan(900);
	});

	it('counts several 429s of the same burst as one, not as a longer wait each', async () => {
		const limiter = new RateLimiter();
		const first = await permitFrom(limiter);
		const second = await permitFrom(limiter);
		limiter.release(first, { limited: true });
		limiter.release(second, { limited: true });
		const admission = await limiter.acquire(request({ remainingMs: () => 0 }));
		expect(admission.kind === 'tooLong' && admission.ms).toBeLessThan(1300);
	});

	it('is one for an address and token, and another for another', () => {
		const one = rateLimiterFor('https://a/api', 'token');
		expect(rateLimiterFor('https://a/api', 'token')).toBe(one);
		expect(rateLimiterFor('https://a/api', 'other')).not.toBe(one);
		expect(rateLimiterFor('https://b/api', 'token')).not.toBe(one);
	});
});

describe('the budget of waiting', () => {
	it('counts time once, however many wait in it', () => {
		const budget = new WaitBudget(10_000);
		budget.begin('rateLimit', 1000);
		budget.begin('outage', 1500);
		expect(budget.remainingMs(2000)).toBe(9000);
		budget.end('rateLimit', 3000);
		budget.end('outage', 4000);
		expect(budget.remainingMs(9000)).toBe(7000);
	});

	it('counts what was waited for the rate limit since the run got on, and for an outage in all', () => {
		const budget = new WaitBudget(10_000);
		budget.begin('rateLimit', 0);
		expect(budget.remainingMs(4000)).toBe(6000);
		budget.noteProgress(4000);
		expect(budget.remainingMs(4000)).toBe(10_000);
		budget.end('rateLimit', 5000);
		expect(budget.remainingMs(9000)).toBe(9000);
		budget.begin('outage', 9000);
		budget.end('outage', 11_000);
		expect(budget.remainingMs(11_000)).toBe(7000);
		budget.noteProgress(11_000);
		expect(budget.remainingMs(12_000)).toBe(8000);
		expect(budget.waitedMs('forLimit', 12_000)).toBe(5000);
		budget.begin('pace', 12_000);
		expect(budget.remainingMs(20_000)).toBe(8000);
	});

	it('says for what was waited, and for how long', () => {
		const budget = new WaitBudget(100_000);
		const said = () => waitSentences({ budget } as never).map(({ sentence }) => sentence);
		budget.begin('rateLimit', 0);
		budget.begin('rateLimit', 1000);
		budget.begin('outage', 2000);
		expect(budget.waitedMs('forOutage', 3000)).toBe(1000);
		budget.end('outage', 6999);
		budget.end('rateLimit', 30_000);
		budget.end('rateLimit', 61_200);
		expect(said()).toEqual(['Waited 61 s because the service limits requests.']);
		budget.begin('outage', 70_000);
		budget.end('outage', 70_001);
		expect(said()).toEqual([
			'Waited 61 s because the service limits requests.',
			'Waited 5 s because the service was not available.',
		]);
	});
});
