import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports';
import { required, somebodyElse } from './programs';
import { Server } from './server';

export interface Postgres {
	port: number;
	user: string;
	database: string;
	server: Server;
	/** Where its data are. */
	folder: string;
}

const USER = 'n8n';
const DATABASE = 'postgres';

/**
 * A PostgreSQL on a free port of 127.0.0.1, without a password, since nobody else can reach it.
 *
 * @param folder for its data, made if it is not there
 */
export async function startPostgres(folder: string): Promise<Postgres> {
	const initdb = required('initdb', 'PostgreSQL', 'postgresql');
	const program = required('postgres', 'PostgreSQL', 'postgresql');
	// It refuses to run as root, and whom root runs it as may not look into root's folders.
	const who = somebodyElse('postgres');
	const isRoot = who.uid !== undefined;
	const place = isRoot ? join(tmpdir(), `postgres-${shortHash(folder)}`) : folder;
	const data = join(place, 'data');
	if (!existsSync(join(data, 'PG_VERSION'))) {
		mkdirSync(data, { recursive: true, mode: 0o700 });
		if (isRoot) for (const path of [place, data]) chownSync(path, who.uid ?? 0, who.gid ?? 0);
		const args = ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-sync'];
		execFileSync(initdb, args, { stdio: 'pipe', cwd: place, ...who });
	}
	const [port = 0] = await freePorts(1);
	const local = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
	const server = await Server.start({
		name: 'PostgreSQL',
		program,
		args: ['-D', data, '-p', String(port), ...local, '-c', 'fsync=off'],
		cwd: place,
		...who,
		isReady: (output) => output.includes('ready to accept connections'),
	});
	return { port, user: USER, database: DATABASE, server, folder: place };
}

function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
