import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from '../harness/service';
import { cacheFolder } from './install/cacheFolder';
import { installByHand, packedTarball } from './install/community';
import { installN8n, type N8nProgram } from './install/n8n';
import { NEWEST } from './install/versions';
import { furnish } from './furnish';
import { LIVE_WORKFLOW, showCompletions } from './live';
import { N8nRest } from './rest/n8nRest';
import { OWNER } from './rest/session';
import { DURABLE, N8n, type N8nOptions } from './servers/n8n';
import { isFree } from './servers/ports';
import { QueuedN8n } from './servers/queue';

const USAGE = `A real n8n with this package in it, and the reference service beside it. The service's address is
a page that shows what it holds and what n8n asks of it, with a button "Complete an interview".

  npm run n8n -- [options]

  --port N         the port of the editor on 127.0.0.1 (default 5678); the service takes the next one
  --durable        n8n's durable poll engine
  --queue          queue mode: one main and two workers, with Redis and PostgreSQL
  --folder PATH    where n8n keeps its data (default: in the user's cache folder)
`;

/** A first start makes n8n's database, which takes minutes where the machine has other things to do. */
const FIRST_START = 300_000;

interface Arguments {
	port: number;
	durable: boolean;
	queue: boolean;
	folder?: string;
}

async function main(): Promise<void> {
	const wanted = argumentsOf();
	if (!wanted) return void console.log(USAGE);
	const started = Date.now();
	const say = (line: string) => {
		const seconds = ((Date.now() - started) / 1000).toFixed(0).padStart(4);
		console.log(`${seconds} s  ${line}`);
	};
	for (const port of [wanted.port, wanted.port + 1]) {
		if (!(await isFree(port))) {
			throw new Error(`Port ${port} is taken on this machine: choose another with --port.`);
		}
	}
	const program = await installN8n(NEWEST, say);
	const mode = wanted.queue ? 'queue' : wanted.durable ? 'durable' : 'default';
	const userFolder = resolve(
		wanted.folder ?? join(cacheFolder(), `instance-${NEWEST.n8n}-${mode}`),
	);
	await putPackage(program, userFolder, say);

	const service = await startService({ port: wanted.port + 1, page: true });
	say(`the service answers at ${service.url}`);
	const stops = [async () => await service.stop()];
	const stop = async () => {
		for (const one of stops.splice(0)) await one();
	};
	let isEnding = false;
	const end = () => {
		if (isEnding) return;
		isEnding = true;
		console.log('\nStopping');
		void stop().then(() => process.exit(0));
	};
	// Not once: tsx passes on what the terminal has sent already, and the second must not kill us halfway.
	process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
	try {
		const n8n = await start(wanted, {
			program,
			userFolder,
			port: wanted.port,
			readyWithin: FIRST_START,
		});
		stops.unshift(async () => await n8n.stop());
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		const workflows = await furnish(rest, service);
		const live = await showCompletions(rest);
		say('ready');
		console.log(`
n8n ${program.version} (${mode} mode):  ${n8n.url}
sign in as:  ${OWNER.email}
password:    ${OWNER.password}
workflows:   ${workflows.join('; ')}
service:     ${service.url}, with seeded surveys; its token is in the credential
kept in:     ${userFolder}

See it move:
1. Open ${service.url}/ and click "Complete an interview".
   The page shows what the service holds, and each request that n8n sends.
2. Within a minute "${LIVE_WORKFLOW}" delivers the interview:
   ${n8n.url}/workflow/${live}/executions

End it with Ctrl-C.`);
	} catch (error) {
		await stop();
		throw error;
	}
}

function argumentsOf(): Arguments | undefined {
	const { values } = parseArgs({
		args: process.argv.slice(2),
		options: {
			port: { type: 'string', default: '5678' },
			folder: { type: 'string' },
			durable: { type: 'boolean', default: false },
			queue: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return undefined;
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 1 || port > 65_534) {
		throw new Error(`--port takes a number from 1 to 65534, not "${values.port}".`);
	}
	const { durable, queue, folder } = values;
	return { port, durable, queue, folder };
}

interface Started {
	url: string;
	stop(): Promise<void>;
}

async function start({ durable, queue }: Arguments, options: N8nOptions): Promise<Started> {
	const env = durable ? DURABLE : {};
	if (!queue) return await N8n.start({ ...options, env });
	const queued = await QueuedN8n.start({ ...options, env });
	return { url: queued.main.url, stop: async () => await queued.stop() };
}

/** Installs the package as it is built now, unless that very one is there. */
async function putPackage(
	program: N8nProgram,
	userFolder: string,
	say: (line: string) => void,
): Promise<void> {
	const tarball = packedTarball();
	const content = await contentOf(join(__dirname, '..', '..', 'dist'));
	const note = join(userFolder, 'package-in-it.txt');
	const before = await readFile(note, 'utf8').catch(() => '');
	if (before === content) return;
	say('this package is installed in it');
	await mkdir(userFolder, { recursive: true });
	await installByHand(program, userFolder, tarball);
	await writeFile(note, content);
}

async function contentOf(folder: string): Promise<string> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
	const hash = createHash('sha256');
	for (const file of files) hash.update(file).update(await readFile(file));
	return hash.digest('hex');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
