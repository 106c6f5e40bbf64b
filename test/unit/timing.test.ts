import { runWithPauses, mapWithPauses, Pauses } from '../../nodes/SurveyInterview/http/pauses';

/** Milliseconds that have passed by a clock that only the work moves on. */
let now = 0;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => void jest.restoreAllMocks());

/** How often others had a turn while something was done. */
async function turnsOfOthers(work: () => Promise<unknown>): Promise<number> {
	let turns = 0;
	let isOver = false;
	const others = () => {
		if (isOver) return;
		turns++;
		setTimeout(others, 0);
	};
	setTimeout(others, 0);
	await work();
	isOver = true;
	return turns;
}

const hundred = Array.from({ length: 100 }, (_, place) => place);

it('others have a turn after every 15 ms of work, and the list keeps its order', async () => {
	let asked = 0;
	const mapped: number[] = [];
	const turns = await turnsOfOthers(async () => {
		const map = (one: number) => ((now += 5), one * 2);
		mapped.push(...(await mapWithPauses(hundred, map, () => (asked++, true))));
	});
	expect(mapped).toEqual(hundred.map((one) => one * 2));
	expect(asked).toBe(33);
	expect(turns).toBeGreaterThanOrEqual(33);
});

it('quick work is not held up, however much there is', async () => {
	const turns = await turnsOfOthers(async () => {
		await mapWithPauses(Array.from({ length: 100_000 }), () => (now += 0.0001));
	});
	expect(turns).toBe(0);
});

it('ends after a turn when it should not go on, with what it has', async () => {
	const map = (one: number) => ((now += 5), one);
	expect(await mapWithPauses(hundred, map, () => false)).toEqual([0, 1, 2]);
});

it('what the work throws comes out', async () => {
	const map = (one: number) => {
		if (one === 7) throw new Error(`${one} cannot be mapped.`);
	};
	await expect(mapWithPauses(hundred, map)).rejects.toThrow('7 cannot be mapped.');
});

it('work that yields is done in pieces', async () => {
	function* sum(): Generator<void, number> {
		let all = 0;
		for (const one of hundred) {
			now += 5;
			all += one;
			yield;
		}
		return all;
	}
	let result = 0;
	const turns = await turnsOfOthers(async () => (result = await runWithPauses(sum())));
	expect([result, turns >= 33]).toEqual([4950, true]);
});

it('says whether there was a turn', async () => {
	const turns = new Pauses();
	now = 14;
	expect(await turns.takeIfDue()).toBe(false);
	now = 15;
	expect(await turns.takeIfDue()).toBe(true);
	now = 29;
	expect(await turns.takeIfDue()).toBe(false);
});
