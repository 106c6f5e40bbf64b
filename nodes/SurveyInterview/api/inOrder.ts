/**
 * Works on `count` places, `width` at a time, starting them in order. Once one fails, none is started
 * any more; those under way are finished.
 *
 * @param work resolves to whether to go on
 */
export async function inOrder(
	count: number,
	width: number,
	work: (place: number) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	let goOn = true;
	const worker = async () => {
		while (goOn && next < count) {
			const place = next++;
			if (!(await work(place))) goOn = false;
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
}
