/** Waits, without a fixed time, until something is so. */
export async function until(what: () => boolean): Promise<void> {
	while (!what()) await new Promise((tick) => setTimeout(tick, 5));
}

/** Works on all at once, but on so many at a time. */
export async function sideBySide<T, R>(
	all: readonly T[],
	width: number,
	work: (one: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	let next = 0;
	const worker = async () => {
		while (next < all.length) {
			const place = next++;
			results[place] = await work(all[place] as T);
		}
	};
	await Promise.all(Array.from({ length: width }, worker));
	return results;
}
