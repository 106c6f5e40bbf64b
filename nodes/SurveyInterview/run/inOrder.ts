/**
 * Works on `count` places, `concurrency` at a time, and starts them in order. After one fails or throws, no
 * other is started. Those under way are awaited, so that nothing is sent after this has ended.
 *
 * @param work resolves to whether the next places may start
 * @param turnsOf what a place has that no other under way may have; those that share one go in order
 * @throws the first error that was thrown, once those under way have ended
 */
export async function inOrder(
	count: number,
	concurrency: number,
	work: (place: number) => Promise<boolean>,
	turnsOf: (place: number) => readonly string[] = () => [],
): Promise<void> {
	let next = 0;
	let mayStart = true;
	const thrown: unknown[] = [];
	/** The end of the last place that has a turn. */
	const lastOf = new Map<string, Promise<void>>();
	const workOn = async (place: number, before: Array<Promise<void>>) => {
		if (before.length > 0) await Promise.all(before);
		if (!mayStart) return;
		try {
			if (!(await work(place))) mayStart = false;
		} catch (error) {
			thrown.push(error);
			mayStart = false;
		}
	};
	const worker = async () => {
		while (mayStart && next < count) {
			const place = next++;
			const turns = turnsOf(place);
			const working = workOn(
				place,
				turns.flatMap((turn) => lastOf.get(turn) ?? []),
			);
			for (const turn of turns) lastOf.set(turn, working);
			await working;
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
	if (thrown.length > 0) throw thrown[0];
}
