import { connect } from 'node:net';
import { freePorts } from './ports';
import { required } from './programs';
import { Server } from './server';

export interface Redis {
	port: number;
	server: Server;
}

/** A Redis in memory, on a free port of 127.0.0.1. */
export async function startRedis(): Promise<Redis> {
	const program = required('redis-server', 'Redis', 'redis-server');
	const [port = 0] = await freePorts(1);
	const inMemory = ['--save', '', '--appendonly', 'no'];
	const server = await Server.start({
		name: 'Redis',
		program,
		args: ['--port', String(port), '--bind', '127.0.0.1', ...inMemory],
		isReady: async () => await answersPing(port),
	});
	return { port, server };
}

async function answersPing(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		socket.once('data', (data) => {
			socket.destroy();
			resolve(data.toString().startsWith('+PONG'));
		});
		socket.once('error', () => resolve(false));
	});
}
