import { waitNow, withSignsOfLife } from '../../nodes/SurveyInterview/run/run';

/** An execution whose signs of life are taken by a function. */
const execution = (say: (line: string) => void) =>
	({
		getWorkflow: () => ({ id: 'w' }),
		getExecutionId: () => 'e',
		logger: { info: say },
		sendMessageToUI: () => {},
	}) as never;

/** A clock that a test moves on: ten seconds are over when it says so. */
class Clock {
	waits: number[] = [];
	private next?: (isOver: boolean) => void;

	readonly wait = async (ms: number, signal?: AbortSignal) => {
		this.waits.push(ms);
		return await new Promise<boolean>((resolve) => {
			this.next = resolve;
			signal?.addEventListener('abort', () => resolve(false));
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
	const context = execution((line) => said.push(line));
	const run = withSignsOfLife(context, () => `${done} done`, work, clock.wait);
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
	const during = async (work: () => Promise<number>) =>
		await withSignsOfLife(
			execution((line) => said.push(line)),
			String,
			work,
			clock.wait,
		);
	expect(await during(async () => await Promise.resolve(1))).toBe(1);
	const failing = async () => await Promise.reject<number>(new Error('no'));
	await expect(during(failing)).rejects.toThrow('no');
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
	const run = withSignsOfLife(execution(broken), String, work, clock.wait);
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
