/**
 * What a first activation does when the service is not well, in each of n8n's words for why it activates: it
 * throws only where a person reads it, and the workflow polls as soon as the service is back.
 */
import type { WorkflowActivateMode } from 'n8n-workflow';
import { EVERYWHERE } from '../everywhere';
import { ALOUD, QUIET } from './activationModes';
import { causeOf, within, type ActivationStage } from './activationStage';

/** Makes the service unwell; the answer heals it. */
type Strike = (stage: ActivationStage) => Promise<() => Promise<void>>;

interface Trouble {
	cause: string;
	says: RegExp;
	strike: Strike;
	/** Each try takes a second of the real time, so these tests run side by side. */
	takesTime?: true;
}

const faulty =
	(status: number): Strike =>
	async ({ service: { faults } }) => {
		faults.inject({ fault: { kind: 'status', status }, times: Infinity });
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
		strike: async (stage) => {
			await stage.setToken(stage.service.tokens.invalid);
			return async () => await stage.setToken(stage.service.token);
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
};

/** n8n tries five times within this time, and then says only that it took too long. */
const PATIENCE_MS = 84_000;

async function failsAloud(stage: ActivationStage, mode: WorkflowActivateMode, trouble: Trouble) {
	const heal = await trouble.strike(stage);
	const begin = stage.service.clock.now();
	const { state, error, thrown } = await stage.publish(mode);

	expect(state).toBe('failed');
	expect(error?.message).toContain('There was a problem activating the workflow: "');
	expect(thrown?.message).toMatch(trouble.says);
	expect(causeOf(thrown)).toBe(trouble.cause);
	expect(stage.service.clock.now() - begin).toBeLessThan(PATIENCE_MS);
	expect(stage.lines()).toEqual([]);
	expect(await stage.tick()).toEqual({ result: 'inactive' });

	await heal();
	stage.pass(20);
	expect(await stage.tick()).toEqual({ result: 'inactive' });
	expect(await stage.publish('activate')).toMatchObject({ state: 'published', error: undefined });
}

async function waitsQuietly(stage: ActivationStage, mode: WorkflowActivateMode, trouble: Trouble) {
	const heal = await trouble.strike(stage);
	const { state, error, thrown } = await stage.publish(mode);

	expect([state, error, thrown]).toEqual(['published', undefined, undefined]);
	expect(stage.lines().map(({ message }) => message)).toEqual([
		expect.stringMatching(/ it has not started yet: [A-Z].*\.$/),
	]);
	expect(stage.lines()[0]?.message).toMatch(trouble.says);
	if (!trouble.takesTime) {
		expect(causeOf((await stage.tick()).error)).toBe(trouble.cause);
		expect(stage.n8n.executions).toMatchObject([{ status: 'error' }]);
	}

	await heal();
	stage.pass(20);
	// The poll that takes the baseline.
	const { error: second, items } = await stage.tick();
	expect([second, items?.flat() ?? []]).toEqual([undefined, []]);
}

async function arrivesOnce(stage: ActivationStage): Promise<void> {
	const refs = [stage.complete(0), stage.complete(0)];
	expect(await stage.tick()).toMatchObject({ result: 'events' });
	expect(stage.arrived()).toEqual(refs);
	await stage.settle();
	expect(stage.arrived()).toEqual(refs);
	expect(stage.shows()).toBe(false);
}

describe.each(EVERYWHERE)('in the $engine engine, dialect $dialect', ({ engine, dialect }) => {
	describe.each(Object.entries(TROUBLES))('%s', (_name, trouble) => {
		const test = trouble.takesTime ? it.concurrent : it;

		test.each(ALOUD)('%s: fails, says why, and works when it is activated anew', async (mode) => {
			await within({ engine, dialect }, async (stage) => {
				await failsAloud(stage, mode, trouble);
				await arrivesOnce(stage);
			});
		});

		test.each(QUIET)('%s: one line in the log, and works when it is over', async (mode) => {
			await within({ engine, dialect }, async (stage) => {
				await waitsQuietly(stage, mode, trouble);
				await arrivesOnce(stage);
			});
		});
	});

	it.each(
		[...ALOUD, ...QUIET].flatMap((mode) => [
			[mode, '/surveys'],
			[mode, '/respondents'],
		]),
	)(
		'%s: a rate limit for an hour on %s: the watch begins, and its baseline comes later',
		async (mode, path) => {
			await within({ engine, dialect }, async (stage) => {
				const match = { path: new RegExp(`${path}$`) };
				const fault = { kind: 'status', status: 429, retryAfter: 3600 } as const;
				stage.service.faults.inject({ match, fault, times: Infinity });
				const { state, error } = await stage.publish(mode as WorkflowActivateMode);
				expect([state, error]).toEqual(['published', undefined]);
				expect(stage.lines()).not.toEqual([]);
				const early = stage.complete();
				expect((await stage.tick()).result).toBe('error');
				stage.service.faults.clear();
				// A limit is believed for a quarter of an hour.
				stage.pass(20);
				const refs = [early, stage.complete()];
				await stage.settle();
				expect(stage.arrived()).toEqual(refs);
			});
		},
	);

	it.each([...ALOUD, ...QUIET])('%s: a service that takes 20 s for each answer', async (mode) => {
		await within({ engine, dialect, surveys: 12 }, async (stage) => {
			const { faults, clock } = stage.service;
			const isLater = () => {
				clock.advance(20_000);
				return false;
			};
			const heal = faults.inject({ match: isLater, fault: { kind: 'reset' } });
			expect(await stage.publish(mode)).toMatchObject({ state: 'published', error: undefined });
			const refs = [0, 5, 11].map((which) => stage.complete(which));
			await stage.tick();
			heal();
			await stage.settle();

			expect(stage.arrived().sort()).toEqual(refs.sort());
			// Where nobody has activated it, n8n should have a state; and a clock decided in what came later. Five
			// surveys are read side by side, so the poll's time may be over before an answer arrives: on a busy
			// machine the clock is ahead of the answers; what is read later is told with a line of its own.
			const expected =
				/ has no saved state | what already exists was noted later than the trigger began to watch it\. |could not be read in this poll: The service gave no answer| can be read again, after \d+ polls\.$/;
			const lines = stage.lines().map(({ message }) => message);
			expect(lines.filter((line) => !expected.test(line))).toEqual([]);
		});
	});
});
