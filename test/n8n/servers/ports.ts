import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to who asks for any: nobody else takes one later. */
const [FIRST, LAST] = [12_000, 32_000];

/** Free ports of 127.0.0.1, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = randomInt(FIRST, LAST);
		if (await isFree(port)) ports.add(port);
	}
	return [...ports];
}

/** Whether nobody listens at a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
