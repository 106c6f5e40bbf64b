import { spawn, type ChildProcess } from 'node:child_process';

export interface ServerOptions {
	/** For people: "n8n", "a worker". */
	name: string;
	program: string;
	args: readonly string[];
	env?: NodeJS.ProcessEnv;
	cwd?: string;
	/** To run as somebody else, where the program refuses to run as root. */
	uid?: number;
	gid?: number;
	/** Whether it answers. Called until it is true; a rejection counts as no. */
	isReady: (output: string) => boolean | Promise<boolean>;
	/** Milliseconds until it must be ready. */
	readyWithin?: number;
}

const running = new Set<Server>();
// Each suite of a worker has this file anew.
process.setMaxListeners(process.getMaxListeners() + 1);
process.on('exit', () => {
	for (const server of running) server.kill();
});

/** A program that serves, from its start to its end. None outlives the process that started it. */
export class Server {
	/** What it wrote, to both outputs. */
	output = '';
	private readonly child: ChildProcess;
	private readonly ended: Promise<void>;
	private hasEnded = false;

	private constructor(private readonly options: ServerOptions) {
		const { program, args, env, cwd, uid, gid } = options;
		// A group of its own, so that what it starts ends with it.
		this.child = spawn(program, args, {
			env,
			cwd,
			uid,
			gid,
			detached: process.platform !== 'win32',
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		running.add(this);
		const note = (text: Buffer) => (this.output += text.toString());
		this.child.stdout?.on('data', note);
		this.child.stderr?.on('data', note);
		this.ended = new Promise((resolve) => {
			const end = () => {
				this.hasEnded = true;
				running.delete(this);
				resolve();
			};
			this.child.once('close', end);
			this.child.once('error', (error) => {
				this.output += `${error.message}\n`;
				end();
			});
		});
	}

	/** @returns when it is ready @throws with its last words, when it is not */
	static async start(options: ServerOptions): Promise<Server> {
		const server = new Server(options);
		try {
			await server.ready();
			return server;
		} catch (error) {
			await server.stop('SIGKILL');
			throw error;
		}
	}

	private async ready(): Promise<void> {
		const { name, isReady, readyWithin = 120_000 } = this.options;
		const until = Date.now() + readyWithin;
		const lastWords = () => this.output.trim().split('\n').slice(-15).join('\n');
		for (;;) {
			if (this.hasEnded) throw new Error(`${name} ended at its start:\n${lastWords()}`);
			const yes = await Promise.resolve(isReady(this.output)).catch(() => false);
			if (yes) return;
			if (Date.now() > until) throw new Error(`${name} does not answer:\n${lastWords()}`);
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}

	/** Ends it and everything it started, and waits for that; a second word follows if it does not listen. */
	async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
		if (this.hasEnded) return;
		this.kill(signal);
		const insist = setTimeout(() => this.kill(), 20_000);
		await this.ended;
		clearTimeout(insist);
		// The leader of the group is gone; what it left behind goes too.
		this.kill();
	}

	kill(signal: NodeJS.Signals = 'SIGKILL'): void {
		const { pid } = this.child;
		if (pid === undefined) return;
		try {
			if (process.platform === 'win32') this.child.kill(signal);
			else process.kill(-pid, signal);
		} catch {
			// Nobody of the group is left.
		}
	}
}
