import { withLock } from '../../../nodes/SurveyInterview/trigger/engine';

const BUDGET = 36_000;
const GRACE = 60_000;

/** A poll that ends when the test says so. */
function startPoll(trigger: string, waitMs = 0) {
	let end = () => {};
	let isStillOurs = () => false;
	const work = async (ours: () => boolean) => {
		isStillOurs = ours;
		await new Promise<void>((resolve) => (end = resolve));
		return ours();
	};
	const result = withLock({ trigger, budgetMs: BUDGET, waitMs, work });
	return { result, end: () => end(), isStillOurs: () => isStillOurs() };
}

describe('one poll of a trigger at a time', () => {
	let now = 1_000_000;
	beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	it('keeps another out, and lets one of another trigger in', async () => {
		const first = startPoll('a');
		expect(await startPoll('a').result).toBe('busy');
		const other = startPoll('b');
		first.end();
		other.end();
		expect([await first.result, await other.result]).toEqual([true, true]);
		const next = startPoll('a');
		next.end();
		expect(await next.result).toBe(true);
	});

	it('ends a minute after the budget, and what is overdue frees nobody else’s place', async () => {
		const overdue = startPoll('c');
		now += BUDGET + GRACE - 1;
		expect(await startPoll('c').result).toBe('busy');
		now += 1;
		const second = startPoll('c');
		expect(overdue.isStillOurs()).toBe(false);
		overdue.end();
		expect(await overdue.result).toBe(false);
		expect(second.isStillOurs()).toBe(true);
		expect(await startPoll('c').result).toBe('busy');
		second.end();
		expect(await second.result).toBe(true);
	});

	it('lets an activation wait for the one that runs', async () => {
		const first = startPoll('d');
		const activation = startPoll('d', 10_000);
		expect(activation.isStillOurs()).toBe(false);
		first.end();
		await first.result;
		while (!activation.isStillOurs()) await new Promise((resolve) => setImmediate(resolve));
		activation.end();
		expect(await activation.result).toBe(true);
	});

	it('lets it wait no longer than it may', async () => {
		const first = startPoll('f');
		const activation = startPoll('f', 10_000);
		now += 10_000;
		expect(await activation.result).toBe('busy');
		first.end();
		await first.result;
	});

	it('is free again after a poll that fails', async () => {
		const work = async () => {
			throw new Error('no');
		};
		const turn = { trigger: 'e', budgetMs: BUDGET, waitMs: 0 };
		const failing = withLock({ ...turn, work });
		await expect(failing).rejects.toThrow('no');
		const next = startPoll('e');
		next.end();
		expect(await next.result).toBe(true);
	});
});
