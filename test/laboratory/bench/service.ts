import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface SurveySize {
	id: string;
	respondents: number;
}

/** A request as the service counted it. */
export interface Asked {
	/** By the clock that all processes of this machine share. */
	at: number;
	method: string;
	url: string;
	status: number;
	/** Of a list, as far as it was taken. */
	bytes: number;
}

/** What the service is to do. The counts begin anew with `set`. */
export interface Order {
	set?: {
		/** Before each answer. */
		latencyMs?: number;
		/** A token bucket that holds the requests of a second; without it there is no limit. */
		perSecond?: number;
		surveys?: SurveySize[];
	};
	/** Somebody completes an interview of this survey. */
	complete?: string;
}

/** The service in its process. */
export interface BenchService {
	url: string;
	/** @returns what was asked since the last `set` */
	order(order: Order): Promise<Asked[]>;
	stop(): void;
}

export async function startBenchService(): Promise<BenchService> {
	const child = fork(join(__dirname, 'server.ts'), { stdio: 'inherit' });
	const [port] = (await once(child, 'message')) as [number];
	return {
		url: `http://127.0.0.1:${port}`,
		order: async (order) => {
			child.send(order);
			const [asked] = (await once(child, 'message')) as [Asked[]];
			return asked;
		},
		stop: () => child.kill(),
	};
}
