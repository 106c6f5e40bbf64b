import { createEngine, type Engine } from '../engine';
import { startService, type Service, type ServiceOptions } from '../service';

interface Stoppable {
	stop(): Promise<void>;
}

/** Gives a suite n8n's engine, and closes it after the last test. */
export function useEngine(
	take: (engine: Engine) => void,
	start: () => Promise<Engine> = createEngine,
): void {
	let engine: Engine | undefined;
	beforeAll(async () => {
		engine = await start();
		take(engine);
	});
	afterAll(() => engine?.close());
}

/** Gives all tests of a suite one service, with an empty log at the begin of each test. */
export function useService(take: (service: Service) => void, options?: ServiceOptions): void {
	let service: Service | undefined;
	beforeAll(async () => {
		service = await startService(options);
		take(service);
	});
	beforeEach(() => service?.clearLog());
	afterAll(async () => await service?.stop());
}

/** Gives each test a service of its own, or whatever else `start` begins and `stop` ends. */
export function useForEach<T extends Stoppable>(
	take: (started: T) => void,
	start: () => Promise<T>,
): void {
	let started: T | undefined;
	beforeEach(async () => {
		started = await start();
		take(started);
	});
	afterEach(async () => {
		await started?.stop();
		started = undefined;
	});
}
