import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { INode } from 'n8n-workflow';
import type { Engine } from '../harness/engine';
import type { DialectName, Service, ServiceOptions } from '../harness/service';
import { act, failureOf, smallService } from '../harness/support';
import type { Deed } from './deeds';
import { STRANGER, type FaultCase, type Fate } from './faultTable';

export interface Scene {
	deed: Deed;
	fault: FaultCase;
	dialect: DialectName;
	/** The node's settings, such as Retry On Fail. */
	node?: Partial<INode>;
}

/** What became of it, as the service and the user saw it. */
export interface Played extends Fate {
	/** What the user reads, message and description; empty where it worked. */
	text: string;
	/** Requests whose work was done, repeats that changed nothing included. */
	worked: number;
	/** Requests that reached the origin that a redirect named. */
	strayed: number;
}

/** How often a scene is begun at most, until its fault is met. */
const TRIES = 5;

/**
 * Plays one operation against one fault, in a service of its own. On a busy machine a short Timeout may be
 * over before the request has left; the fault was not met then, and the scene is played again.
 */
export async function play(engine: Engine, scene: Scene): Promise<Played> {
	for (let tries = 1; ; tries++) {
		const played = await playOnce(engine, scene);
		const isMet = scene.fault.options?.timeout === undefined || played.sent > 0;
		if (isMet || tries === TRIES) return played;
	}
}

async function playOnce(engine: Engine, scene: Scene): Promise<Played> {
	const { deed, fault, dialect, node } = scene;
	const stranger = fault.fault?.kind === 'redirect' ? await smallService() : undefined;
	let service = await smallService({ dialect, port: fault.service ? aloneAt() : undefined });
	const parameters = { ...deed.parameters(service), options: fault.options ?? {} };
	const coming = await arrange(service, scene, stranger);
	const pending = act(engine, service, { operation: deed.operation, parameters, node });
	service = (await coming?.()) ?? service;
	const run = await pending;
	await service.idle();
	const failure = failureOf(run);
	const played: Played = {
		sent: service.requests({ operation: deed.operation }).length,
		done: deed.happened(service),
		told: failure ? (failure.maybeDone ? 'maybe' : 'failed') : 'done',
		text: failure ? `${failure.message}\n${failure.description}` : '',
		worked: service.requests({ operation: deed.operation, done: true }).length,
		strayed: stranger?.log.length ?? 0,
	};
	await Promise.all([service.stop(), stranger?.stop()]);
	return played;
}

// Below the ports that systems hand out, so that no other service takes the place of a stopped one.
let nextPort = 20_000 + (process.pid % 10_000);
const aloneAt = () => nextPort++;

/** Sets the fault up; the answer brings a stopped service back. */
async function arrange(
	service: Service,
	{ fault, dialect }: Scene,
	stranger: Service | undefined,
): Promise<(() => Promise<Service>) | undefined> {
	if (fault.service) {
		await service.stop();
		if (fault.service === 'stopped') return undefined;
		return comesBack({ dialect, port: Number(new URL(service.url).port) });
	}
	if (!fault.fault) return undefined;
	const strikes =
		fault.fault.kind === 'redirect' && stranger
			? { ...fault.fault, to: fault.fault.to.replace(STRANGER, stranger.url) }
			: fault.fault;
	service.faults.inject({ fault: strikes, times: fault.times ?? 1 });
	return undefined;
}

/** The same service again, as soon as somebody has found nobody there. */
function comesBack(options: ServiceOptions & { port: number }): () => Promise<Service> {
	let refused = () => {};
	const refusal = new Promise<void>((resolve) => (refused = resolve));
	const watch = (message: unknown) => {
		const { socket } = message as { socket: Socket };
		socket.once('error', (error: Error & { port?: number }) => {
			if (error.port === options.port) refused();
		});
	};
	subscribe('net.client.socket', watch);
	return async () => {
		await refusal;
		unsubscribe('net.client.socket', watch);
		return await smallService(options);
	};
}
