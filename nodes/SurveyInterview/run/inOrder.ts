/**
 * Works on `count` places, `concurrency` at a time, and starts them in order. After one fails or throws, no
 * other is started. Those under way are awaited, so that nothing is sent after this has ended.
 *
 * @param work resolves to whether the next places may start
 * @throws the first error that was thrown, once those under way have ended
 */
export async function inOrder(
	count: number,
	concurrency: number,
	work: (place: number) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	let mayStart = true;
	const thrown: unknown[] = [];
	const worker = async () => {
		while (mayStart && next < count) {
			const place = next++;
			try {
				if (!(await work(place))) mayStart = false;
			} catch (error) {
				thrown.push(error);
				mayStart = false;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
	if (thrown.length > 0) throw thrown[0];
}
