/**
 * What a first activation does when the service is not well, in each of n8n's words for why it activates: it
 * throws only where a person reads it, and the workflow polls as soon as the service is back.
 */
import type { WorkflowActivateMode } from 'n8n-workflow';
import { ALOUD, causeOf, ENGINES, QUIET, within, type Scene } from './activationStage';

/** Makes the service unwell; the answer heals it. */
type Strike = (scene: Scene) => Promise<() => Promise<void>>;

interface Trouble {
	cause: string;
	says: RegExp;
	strike: Strike;
	/** Each try takes a second of the real time, so these tests run side by side. */
	takesTime?: true;
}

const faulty =
	(status: number, retryAfter?: number): Strike =>
	async ({ service: { faults } }) => {
		faults.inject({ fault: { kind: 'status', status, retryAfter }, times: Infinity });
		return async () => faults.clear();
	};

/**
 * The first answer of a try takes most of the time that an activation has, and after that there is none:
 * what the node waits for then it waits for in the real time, and that is to be short.
 */
const hang: Strike = async ({ service: { faults, clock } }) => {
	let requests = 0;
	const isFirst = () => {
		if (requests++ % 2 === 1) return false;
		clock.advance(10_500);
		return true;
	};
	faults.inject({ match: isFirst, fault: { kind: 'status', status: 503 }, times: Infinity });
	faults.inject({ fault: { kind: 'hang' }, times: Infinity });
	return async () => faults.clear();
};

const TROUBLES: Record<string, Trouble> = {
	'a wrong token': {
		cause: 'credential-invalid',
		says: /token/i,
		strike: async (scene) => {
			await scene.setToken(scene.service.tokens.invalid);
			return async () => await scene.setToken(scene.service.token);
		},
	},
	'a service that is down': {
		cause: 'temporarily-unavailable',
		says: /could not be reached|no answer/,
		strike: async ({ door }) => {
			await door.shut();
			return async () => await door.open();
		},
	},
	'a service that answers 503': {
		cause: 'temporarily-unavailable',
		says: /\w/,
		strike: faulty(503),
	},
	'a service that does not answer': {
		cause: 'temporarily-unavailable',
		says: /no answer/,
		strike: hang,
		takesTime: true,
	},
	'a rate limit for an hour': {
		cause: 'rate-limited',
		says: /rate limit is reached; it asks to come back in 3\d{3} s/,
		strike: faulty(429, 3600),
	},
};

/** n8n tries five times within this time, and then says only that it took too long. */
const PATIENCE_MS = 84_000;

async function failsAloud(scene: Scene, mode: WorkflowActivateMode, trouble: Trouble) {
	const heal = await trouble.strike(scene);
	const begin = scene.service.clock.now();
	const { state, error, thrown } = await scene.publish(mode);

	expect(state).toBe('failed');
	expect(error?.message).toContain('There was a problem activating the workflow: "');
	expect(thrown?.message).toMatch(trouble.says);
	expect(causeOf(thrown)).toBe(trouble.cause);
	expect(scene.service.clock.now() - begin).toBeLessThan(PATIENCE_MS);
	expect(scene.lines()).toEqual([]);
	expect(await scene.tick()).toEqual({ result: 'inactive' });

	await heal();
	// A limit is believed for a quarter of an hour.
	scene.pass(20);
	expect(await scene.tick()).toEqual({ result: 'inactive' });
	expect(await scene.publish('activate')).toMatchObject({ state: 'published', error: undefined });
}

async function waitsQuietly(scene: Scene, mode: WorkflowActivateMode, trouble: Trouble) {
	const heal = await trouble.strike(scene);
	const { state, error, thrown } = await scene.publish(mode);

	expect([state, error, thrown]).toEqual(['published', undefined, undefined]);
	expect(scene.lines().map(({ message }) => message)).toEqual([
		expect.stringMatching(/ has not started yet: [A-Z].*\.$/),
	]);
	expect(scene.lines()[0]?.message).toMatch(trouble.says);
	if (!trouble.takesTime) {
		expect(causeOf((await scene.tick()).error)).toBe(trouble.cause);
		expect(scene.n8n.executions).toMatchObject([{ status: 'error' }]);
	}

	await heal();
	scene.pass(20);
	// The poll that takes the baseline.
	const { error: second, items } = await scene.tick();
	expect([second, items?.flat() ?? []]).toEqual([undefined, []]);
}

async function arrivesOnce(scene: Scene): Promise<void> {
	const refs = [scene.complete(0), scene.complete(0)];
	expect(await scene.tick()).toMatchObject({ result: 'events' });
	expect(scene.arrived()).toEqual(refs);
	await scene.settle();
	expect(scene.arrived()).toEqual(refs);
	expect(scene.shows()).toBe(false);
}

describe.each(ENGINES)('in the %s engine', (engine) => {
	// So both ways of reading the specification have their turn.
	const dialect = engine === 'default' ? 'nested' : 'plain';

	describe.each(Object.entries(TROUBLES))('%s', (_name, trouble) => {
		const test = trouble.takesTime ? it.concurrent : it;

		test.each(ALOUD)('%s: fails, says why, and works when it is activated anew', async (mode) => {
			await within({ engine, dialect }, async (scene) => {
				await failsAloud(scene, mode, trouble);
				await arrivesOnce(scene);
			});
		});

		test.each(QUIET)('%s: one line in the log, and works when it is over', async (mode) => {
			await within({ engine, dialect }, async (scene) => {
				await waitsQuietly(scene, mode, trouble);
				await arrivesOnce(scene);
			});
		});
	});

	it.each([...ALOUD, ...QUIET])('%s: a service that takes 20 s for each answer', async (mode) => {
		await within({ engine, dialect, surveys: 12 }, async (scene) => {
			const { faults, clock } = scene.service;
			const isLater = () => {
				clock.advance(20_000);
				return false;
			};
			const heal = faults.inject({ match: isLater, fault: { kind: 'reset' } });
			expect(await scene.publish(mode)).toMatchObject({ state: 'published', error: undefined });
			const refs = [0, 5, 11].map((which) => scene.complete(which));
			await scene.tick();
			heal();
			await scene.settle();

			expect(scene.arrived().sort()).toEqual(refs.sort());
			// Where nobody has activated it, n8n should have a state; and a clock decided in what came later.
			const expected =
				/ has no saved state | had changed when what exists in it was noted: by n8n’s clock, /;
			const lines = scene.lines().map(({ message }) => message);
			expect(lines.filter((line) => !expected.test(line))).toEqual([]);
		});
	});
});
