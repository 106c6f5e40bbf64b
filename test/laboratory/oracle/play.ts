import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine, PendingRun, Run } from '../../harness/engine';
import { startService, type Fault, type LoggedRequest, type Service } from '../../harness/service';
import { act, listen } from '../../harness/support';
import { DEEDS, given, SEED, type Deed } from './deeds';
import { judge, wrong, type Contradiction } from './judge';
import { STRANGER, type Rule, type Scenario } from './scenario';
import { toldBy, type Told } from './told';

/** What came of a scenario. */
export interface Played {
	contradictions: Contradiction[];
	told: Told;
	/** What the service saw. */
	log: LoggedRequest[];
}

/** Longer than any run can take that keeps its Timeout and its Max Wait. */
const STUCK = 100_000;

/** Plays one scenario in a service of its own, and compares what is told with what happened. */
export async function play(engine: Engine, scenario: Scenario): Promise<Played> {
	const deed = DEEDS.find(({ name }) => name === scenario.deed);
	if (!deed) throw new Error(`There is no deed ${scenario.deed}.`);
	const service = await startService({ dialect: scenario.dialect, seed: SEED });
	const stranger = await startStranger();
	try {
		const { items, parameters } = await given(deed, scenario.dialect, service, scenario.items);
		for (const rule of scenario.rules) arrange(service, deed, rule, stranger.url);
		const run = await endOf(
			act(engine, service, {
				operation: deed.operation,
				items,
				parameters: {
					...parameters,
					options: { ...(parameters.options as object | undefined), ...scenario.options },
				},
				node: scenario.node,
			}),
		);
		await service.idle();
		const told = run ? toldBy(run, items.length) : { fates: [], outputs: [], texts: [] };
		return {
			told,
			log: [...service.log],
			contradictions: [
				...(run
					? judge({ deed, items, run, told, service })
					: [wrong('stuck', `it had not ended after ${STUCK / 1000} seconds`)]),
				...(stranger.seen() ? [wrong('a redirect was followed', 'a stranger was asked')] : []),
			],
		};
	} finally {
		await Promise.all([service.stop(), stranger.stop()]);
	}
}

/** The run, when it has ended by itself; null when it had to be stopped. */
async function endOf(pending: PendingRun): Promise<Run | null> {
	let guard: NodeJS.Timeout | undefined;
	const stuck = new Promise<null>((resolve) => {
		guard = setTimeout(() => resolve(null), STUCK);
	});
	const run = await Promise.race([pending, stuck]);
	clearTimeout(guard);
	if (!run) pending.cancel();
	return run;
}

function arrange(service: Service, deed: Deed, rule: Rule, stranger: string): void {
	const { fault, struck, times, skip } = rule;
	const match: Record<Rule['struck'], (request: LoggedRequest) => boolean> = {
		all: () => true,
		own: ({ operation }) => operation === deed.asked,
		looks: ({ method }) => method === 'GET',
	};
	service.faults.inject({
		match: (request) => match[struck](request) && !isPerfectLie(fault, request),
		fault: towards(fault, stranger),
		times,
		skip,
	});
}

/** The very answer of a delete that was done, without the work: nobody could tell. */
function isPerfectLie(fault: Rule['fault'], { method }: LoggedRequest): boolean {
	return (
		method === 'DELETE' && fault.kind === 'status' && fault.status === 204 && fault.when !== 'after'
	);
}

function towards(fault: Rule['fault'], stranger: string): Fault {
	if (fault.kind === 'lie') return { kind: 'rewritten body', rewrite: () => fault.body };
	if (fault.kind !== 'redirect') return fault;
	return { ...fault, to: fault.to.replace(STRANGER, stranger) };
}

/** Somebody to whom a redirect points, and to whom nobody should go. */
async function startStranger() {
	let seen = false;
	const server = createServer((_request, response) => {
		seen = true;
		response.end('{}');
	});
	await listen(server);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		seen: () => seen,
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
