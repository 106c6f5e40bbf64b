import { createServer, type AddressInfo } from 'node:net';

/** Free ports of 127.0.0.1, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer();
			await new Promise<void>((resolve, reject) => {
				server.once('error', reject).listen(0, '127.0.0.1', resolve);
			});
			return server;
		}),
	);
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))));
	return ports;
}

/** Whether nobody listens at a port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	return await new Promise((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
