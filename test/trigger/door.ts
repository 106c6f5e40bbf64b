import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Loopback addresses that no other test listens at, so that nobody takes the port of a shut door. */
const host = (nth: number) =>
	process.platform === 'linux' ? `127.77.${process.pid % 250}.${(nth % 250) + 1}` : '127.0.0.1';
let doors = 0;

/** A door before the service: shut, its port refuses connections. */
export class Door {
	private readonly sockets = new Set<Socket>();
	private readonly host = host(doors++);
	private server?: Server;
	private port = 0;

	constructor(private readonly target: number) {}

	get url(): string {
		return `http://${this.host}:${this.port}`;
	}

	async open(): Promise<void> {
		const server = createServer((outer) => {
			const inner = connect(this.target, '127.0.0.1');
			for (const socket of [outer, inner]) {
				this.sockets.add(socket);
				socket.on('close', () => this.sockets.delete(socket)).on('error', () => {});
			}
			outer.pipe(inner).pipe(outer);
		});
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject).listen(this.port, this.host, resolve);
		});
		this.server = server;
		this.port = (server.address() as AddressInfo).port;
	}

	async shut(): Promise<void> {
		const { server } = this;
		if (!server) return;
		this.server = undefined;
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}
}
