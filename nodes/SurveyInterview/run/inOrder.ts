/**
 * Works on `count` places, `concurrency` at a time, starting them in order. Once one fails or throws, none is
 * started any more; those under way are finished, so that nothing is sent after this has ended.
 *
 * @param work resolves to whether to go on
 * @throws what the first to throw has thrown, once those under way are finished
 */
export async function inOrder(
	count: number,
	concurrency: number,
	work: (place: number) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	let goOn = true;
	const thrown: unknown[] = [];
	const worker = async () => {
		while (goOn && next < count) {
			const place = next++;
			try {
				if (!(await work(place))) goOn = false;
			} catch (error) {
				thrown.push(error);
				goOn = false;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
	if (thrown.length > 0) throw thrown[0];
}
