import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address of a service that gives every request the same answer, until the work is done. */
export async function withFixedAnswer(
	body: unknown,
	work: (url: string) => Promise<void>,
): Promise<void> {
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		await work(`http://127.0.0.1:${port}`);
	} finally {
		server.close();
	}
}
