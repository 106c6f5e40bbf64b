/** Work on many items in their order, some of them side by side. */

/**
 * Works on `count` items, `concurrency` at a time, which start in their order. After one throws or resolves to false,
 * no other is started; those under way are awaited, so that nothing is sent after this has ended.
 *
 * @param work resolves to whether the next items may start
 * @param keysOf keys of an item; items that share a key go one after the other
 * @throws the first error that was thrown
 */
export async function processInOrder(
	count: number,
	concurrency: number,
	work: (index: number) => Promise<boolean>,
	keysOf: (index: number) => readonly string[] = () => [],
): Promise<void> {
	let next = 0;
	let mayStart = true;
	const thrown: unknown[] = [];
	/** For each key, the promise of the last item that has it. */
	const lastByKey = new Map<string, Promise<void>>();
	/** @param earlier the items that must have ended first */
	const workOn = async (index: number, earlier: Array<Promise<void>>) => {
		if (earlier.length > 0) await Promise.all(earlier);
		if (!mayStart) return;
		try {
			if (!(await work(index))) mayStart = false;
		} catch (error) {
			thrown.push(error);
			mayStart = false;
		}
	};
	const worker = async () => {
		while (mayStart && next < count) {
			const index = next++;
			const keys = keysOf(index);
			const earlier = keys.flatMap((key) => lastByKey.get(key) ?? []);
			const working = workOn(index, earlier);
			for (const key of keys) lastByKey.set(key, working);
			await working;
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
	if (thrown.length > 0) throw thrown[0];
}

/** Maps a list, `concurrency` entries at a time; the results keep its order. */
export async function mapInOrder<From, To>(
	list: readonly From[],
	concurrency: number,
	map: (value: From) => Promise<To>,
): Promise<To[]> {
	const mapped: To[] = [];
	await processInOrder(list.length, concurrency, async (index) => {
		mapped[index] = await map(list[index] as From);
		return true;
	});
	return mapped;
}
