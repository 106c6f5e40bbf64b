import { SignsOfLife, waitNow } from '../../nodes/SurveyInterview/run/signsOfLife';

/** A clock that a test moves on: ten seconds are over when it says so. */
class Clock {
	waits: number[] = [];
	private next?: (isOver: boolean) => void;

	readonly wait = async (ms: number, signal: AbortSignal) => {
		this.waits.push(ms);
		return await new Promise<boolean>((resolve) => {
			this.next = resolve;
			signal.addEventListener('abort', () => resolve(false));
		});
	};

	async tick() {
		this.next?.(true);
		await new Promise((resolve) => setImmediate(resolve));
	}
}

it('a run that lasts says every ten seconds how far it is, and nothing after its end', async () => {
	const clock = new Clock();
	const said: string[] = [];
	let done = 0;
	let finish: (value: string) => void = () => {};
	const work = async () => await new Promise<string>((resolve) => (finish = resolve));
	const run = new SignsOfLife((line) => said.push(line), clock.wait).during(
		() => `${done} done`,
		work,
	);
	expect(said).toEqual([]);
	await clock.tick();
	done = 7;
	await clock.tick();
	finish('result');
	expect(await run).toBe('result');
	await clock.tick();
	expect(said).toEqual(['0 done', '7 done']);
	expect(clock.waits).toEqual([10_000, 10_000, 10_000]);
});

it('a run that ends early says nothing, and one that fails stops saying', async () => {
	const clock = new Clock();
	const said: string[] = [];
	const signs = new SignsOfLife((line) => said.push(line), clock.wait);
	expect(await signs.during(String, async () => await Promise.resolve(1))).toBe(1);
	const failing = async () => await Promise.reject(new Error('no'));
	await expect(signs.during(String, failing)).rejects.toThrow('no');
	await clock.tick();
	expect(said).toEqual([]);
});

it('a sign that cannot be given does not fail the run', async () => {
	const clock = new Clock();
	const broken = () => {
		throw new Error('no log');
	};
	let finish = () => {};
	const work = async () => await new Promise<void>((resolve) => (finish = resolve));
	const run = new SignsOfLife(broken, clock.wait).during(String, work);
	await clock.tick();
	finish();
	await expect(run).resolves.toBeUndefined();
});

it.each<[string, number, string]>([
	['rateLimit', 1400, ', waiting 2 s for the rate limit'],
	['rateLimit', 0, ''],
	['outage', 0, ', waiting because the service is not available'],
	['', 1400, ''],
])('says for what it waits: %s, %i ms', (reason, ms, said) => {
	const session = {
		budget: { isWaiting: (one: string) => one === reason },
		rateLimiter: { waitMs: () => ms },
	};
	expect(waitNow(session as never)).toBe(said);
});
