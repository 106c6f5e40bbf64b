import { processInOrder } from '../../nodes/SurveyInterview/http/concurrency';

/** Work that ends when it is told to. */
function controlledWork() {
	const started: number[] = [];
	const ended: number[] = [];
	const running = new Map<number, { finish: () => void; fail: (why: string) => void }>();
	const work = async (index: number) =>
		await new Promise<boolean>((resolve, reject) => {
			started.push(index);
			running.set(index, {
				finish: () => {
					ended.push(index);
					resolve(true);
				},
				fail: (why) => {
					ended.push(index);
					reject(new Error(why));
				},
			});
		});
	const finish = (index: number) => running.get(index)?.finish();
	const fail = (index: number, why: string) => running.get(index)?.fail(why);
	return { started, ended, work, finish, fail };
}

const soon = async () => await new Promise((resolve) => setImmediate(resolve));

it('after one fails, starts no other, waits for those under way, and throws the first error', async () => {
	const { started, ended, work, finish, fail } = controlledWork();
	let isOver = false;
	const all = processInOrder(10, 3, work);
	const outcome = all.then(
		() => 'nothing',
		(error: Error) => error.message,
	);
	void outcome.then(() => {
		isOver = true;
	});
	fail(1, 'first');
	await soon();
	finish(0);
	await soon();
	expect([started, isOver]).toEqual([[0, 1, 2], false]);
	fail(2, 'second');
	expect(await outcome).toBe('first');
	expect(ended).toEqual([1, 0, 2]);
	expect(started).toEqual([0, 1, 2]);
});

it('also throws what is thrown at once, even undefined', async () => {
	const started: number[] = [];
	const thrown = processInOrder(5, 2, (place) => {
		started.push(place);
		throw undefined;
	});
	await expect(thrown).rejects.toBeUndefined();
	expect(started).toEqual([0]);
});

it('those that share a turn go in order, the others beside them', async () => {
	const { started, work, finish } = controlledWork();
	const turns: Record<number, string[]> = { 0: ['a'], 1: ['b'], 2: ['a', 'b'], 4: ['b'] };
	const all = processInOrder(5, 5, work, (place) => turns[place] ?? []);
	await soon();
	expect(started).toEqual([0, 1, 3]);
	finish(1);
	await soon();
	expect(started).toEqual([0, 1, 3]);
	finish(0);
	await soon();
	expect(started).toEqual([0, 1, 3, 2]);
	finish(2);
	await soon();
	expect(started).toEqual([0, 1, 3, 2, 4]);
	finish(3);
	finish(4);
	await all;
});

it('who waits for a turn is not started once another failed', async () => {
	const { started, work, fail } = controlledWork();
	const all = processInOrder(3, 3, work, () => ['same']).catch((error: Error) => error.message);
	await soon();
	fail(0, 'first');
	expect(await all).toBe('first');
	expect(started).toEqual([0]);
});
