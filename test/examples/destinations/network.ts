/** The way out of an n8n under test: a proxy that leads to the recorders and nowhere else. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../n8n/install/run';
import { required } from '../../n8n/servers/programs';

/** What a recorder proves with that it is somebody else. */
export interface Certificates {
	key: string;
	cert: string;
	/** The file of the authority that signed it; `NODE_EXTRA_CA_CERTS` makes an n8n trust it. */
	authority: string;
	remove(): Promise<void>;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A certificate for these hosts, signed by an authority that nobody else knows and that is thrown away. */
export async function certificatesFor(hosts: readonly string[]): Promise<Certificates> {
	const openssl = required('openssl', 'OpenSSL, which makes certificates,', 'openssl');
	const folder = await mkdtemp(join(tmpdir(), 'n8n-certificates-'));
	const file = (name: string) => join(folder, name);
	const make = async (...args: string[]) => await run(openssl, args, { cwd: folder });
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	await writeFile(file('names'), `subjectAltName=${names}\n`);
	const authority = ['-keyout', 'authority.key', '-out', 'authority.pem', '-days', '2'];
	await make('req', '-x509', ...NEW_KEY, ...authority, '-subj', '/CN=Authority of a test');
	await make('req', ...NEW_KEY, '-keyout', 'key', '-out', 'request', '-subj', '/CN=Recorder');
	const signing = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
	const signed = ['-in', 'request', '-out', 'cert', '-days', '2', '-extfile', 'names'];
	await make('x509', '-req', ...signed, ...signing);
	return {
		key: await readFile(file('key'), 'utf8'),
		cert: await readFile(file('cert'), 'utf8'),
		authority: file('authority.pem'),
		remove: async () => await rm(folder, { recursive: true, force: true }),
	};
}

/**
 * What n8n itself asks for as it starts, whatever the workflows: its licence server, its list of community
 * packages and the like. It is refused too, but says nothing of a workflow.
 */
const N8N_ITSELF = /(^|[./])(n8n\.io|n8n\.cloud|posthog\.com|sentry\.io)([:/]|$)/;

/**
 * @param port where whoever asks for one of the hosts ends up, on 127.0.0.1
 * @param refused told whom n8n wanted to reach and could not
 */
export async function startProxy(
	hosts: readonly string[],
	port: number,
	refused: (what: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
	const refuse = (what = '') => {
		if (!N8N_ITSELF.test(what)) refused(what);
	};
	// Whoever speaks plain HTTP through a proxy asks for a whole address. None of the recorders does.
	const server = createServer((request, response) => {
		refuse(request.url);
		response.writeHead(403).end();
	});
	const { keep, stop } = endable(server);
	server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
		if (!hosts.some((host) => request.url === `${host}:443`)) {
			refuse(request.url);
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
	return { url: `http://127.0.0.1:${await listen(server)}`, stop };
}

/** @returns the free port of 127.0.0.1 at which it listens */
export async function listen(server: Server): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(0, '127.0.0.1', resolve);
	});
	return (server.address() as AddressInfo).port;
}

/** A server that ends at once, with whoever is connected. */
export function endable(server: Server): { keep(socket: Socket): void; stop(): Promise<void> } {
	const sockets = new Set<Socket>();
	const keep = (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
	};
	server.on('connection', keep);
	const stop = async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => void server.close(resolve));
	};
	return { keep, stop };
}
