import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** The way out of an n8n under test: it leads to the recorders and nowhere else. */
export interface Proxy {
	url: string;
	/** Whom n8n wanted to reach and could not, as `host:port` or as an address. */
	refused: string[];
	stop(): Promise<void>;
}

/**
 * What n8n itself asks for as it starts, whatever the workflows: its licence server, its list of community
 * packages and the like. It is refused too, but says nothing of a workflow.
 */
const N8N_ITSELF = /(^|[./])(n8n\.io|n8n\.cloud|posthog\.com|sentry\.io)([:/]|$)/;

/** @param port where whoever asks for one of the hosts ends up, on 127.0.0.1 */
export async function startProxy(hosts: readonly string[], port: number): Promise<Proxy> {
	const refused: string[] = [];
	const refuse = (what: string) => {
		if (!N8N_ITSELF.test(what)) refused.push(what);
	};
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
	};
	// Whoever speaks plain HTTP through a proxy asks for a whole address. None of the recorders does.
	const server = createServer((request, response) => {
		refuse(request.url ?? '');
		response.writeHead(403).end();
	});
	server.on('connection', keep);
	server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
		const wanted = request.url ?? '';
		if (!hosts.some((host) => wanted === `${host}:443`)) {
			refuse(wanted);
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const recorder = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			recorder.write(head);
			client.pipe(recorder).pipe(client);
		});
		keep(recorder);
		recorder.once('close', () => client.destroy());
		client.once('close', () => recorder.destroy());
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(0, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		refused,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => void server.close(resolve));
		},
	};
}
