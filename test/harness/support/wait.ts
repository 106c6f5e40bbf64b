import { once } from 'node:events';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** Listens at 127.0.0.1; at a port that was this server's before, which another process may have for a moment. */
export async function listen(server: Server, port = 0): Promise<void> {
	for (;;) {
		try {
			await once(server.listen(port, '127.0.0.1'), 'listening');
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
			await sleep(20);
		}
	}
}
