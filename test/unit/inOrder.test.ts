import { processInOrder } from '../../nodes/SurveyInterview/http/concurrency';

/** Works that end when they are told to. */
function works() {
	const started: number[] = [];
	const ended: number[] = [];
	const ways = new Map<number, { end: () => void; fail: (why: string) => void }>();
	const work = async (place: number) =>
		await new Promise<boolean>((resolve, reject) => {
			started.push(place);
			const over = () => void ended.push(place);
			ways.set(place, {
				end: () => (over(), resolve(true)),
				fail: (why) => (over(), reject(new Error(why))),
			});
		});
	const of = (place: number) => ways.get(place) ?? fail(place);
	return { started, ended, work, of };
}

function fail(place: number): never {
	throw new Error(`${place} was not started.`);
}

const soon = async () => await new Promise((resolve) => setImmediate(resolve));

it('once one throws, none is started, those under way are waited for, and the first is thrown', async () => {
	const { started, ended, work, of } = works();
	let over = false;
	const all = processInOrder(10, 3, work);
	const outcome = all.then(
		() => 'nothing',
		(error: Error) => error.message,
	);
	void outcome.then(() => (over = true));
	of(1).fail('first');
	await soon();
	of(0).end();
	await soon();
	expect([started, over]).toEqual([[0, 1, 2], false]);
	of(2).fail('second');
	expect(await outcome).toBe('first');
	expect(ended).toEqual([1, 0, 2]);
	expect(started).toEqual([0, 1, 2]);
});

it('also what is thrown at once, and what is no error', async () => {
	const started: number[] = [];
	const thrown = processInOrder(5, 2, (place) => {
		started.push(place);
		throw undefined;
	});
	await expect(thrown).rejects.toBeUndefined();
	expect(started).toEqual([0]);
});

it('those that share a turn go in order, the others beside them', async () => {
	const { started, work, of } = works();
	const turns: Record<number, string[]> = { 0: ['a'], 1: ['b'], 2: ['a', 'b'], 4: ['b'] };
	const all = processInOrder(5, 5, work, (place) => turns[place] ?? []);
	await soon();
	expect(started).toEqual([0, 1, 3]);
	of(1).end();
	await soon();
	expect(started).toEqual([0, 1, 3]);
	of(0).end();
	await soon();
	expect(started).toEqual([0, 1, 3, 2]);
	of(2).end();
	await soon();
	expect(started).toEqual([0, 1, 3, 2, 4]);
	of(3).end();
	of(4).end();
	await all;
});

it('who waits for a turn is not started once another failed', async () => {
	const { started, work, of } = works();
	const all = processInOrder(3, 3, work, () => ['same']).catch((error: Error) => error.message);
	await soon();
	of(0).fail('first');
	expect(await all).toBe('first');
	expect(started).toEqual([0]);
});
