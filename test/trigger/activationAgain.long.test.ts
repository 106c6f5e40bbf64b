/**
 * A second Publish, to which n8n gives the mode `update`: it is refused like the first one as long as the
 * trigger has never worked, and whenever the credential is refused. An outage stops nothing that has worked.
 */
import { EVERYWHERE } from '../everywhere';
import { within, type ActivationStage } from './activationStage';

type Strike = (stage: ActivationStage) => Promise<unknown> | unknown;

const RESPONDENTS = /\/respondents$/;
const answer =
	(status: number, path?: RegExp): Strike =>
	({ service: { faults } }) =>
		faults.inject({
			...(path ? { match: { path } } : {}),
			fault: { kind: 'status', status },
			times: Infinity,
		});
const scopes =
	(...left: Array<'surveys:read' | 'respondents:read'>): Strike =>
	async (stage) =>
		await stage.setToken(stage.service.issueToken({ scopes: left }));

/** The credential is refused, or cannot be used at all. */
const REFUSALS: Record<string, Strike> = {
	'a token that nobody knows': async (stage) => await stage.setToken(stage.service.tokens.invalid),
	'a token without the scope to list surveys': scopes('respondents:read'),
	'a token without the scope to read respondents': scopes('surveys:read'),
	'a list of surveys that is forbidden (403)': answer(403),
	'a token that was pasted with words around it': async (stage) =>
		await stage.setToken('my token is this'),
};

const PARTLY = answer(503, RESPONDENTS);

/** The service is not well. */
const OUTAGES: Record<string, Strike> = {
	'a service that answers 503': answer(503),
	'a service of which only the respondents answer 503': PARTLY,
	'a service that is down': async ({ door }) => await door.shut(),
};

/** A limit stops no Publish, not even the first one (activation.long.test.ts). */
const LIMIT: Record<string, Strike> = {
	'a rate limit for an hour': ({ service: { faults } }) =>
		faults.inject({ fault: { kind: 'status', status: 429, retryAfter: 3600 }, times: Infinity }),
};

async function heal(stage: ActivationStage): Promise<void> {
	stage.service.faults.clear();
	await stage.door.shut();
	await stage.door.open();
	await stage.setToken(stage.service.token);
	// A limit is believed for a quarter of an hour.
	stage.pass(20);
}

async function isRefused(
	stage: ActivationStage,
	mode: 'activate' | 'update',
): Promise<string | undefined> {
	const { state, error, thrown } = await stage.publish(mode);
	expect([mode, state]).toEqual([mode, 'failed']);
	expect(error?.message).toContain(thrown?.message);
	expect(stage.lines().filter(({ message }) => /has not started/.test(message))).toEqual([]);
	return thrown?.message;
}

async function goesOn(stage: ActivationStage, refs: string[]): Promise<void> {
	refs.push(stage.complete());
	await stage.settle();
	expect(stage.arrived()).toEqual(refs);
	expect(stage.shows()).toBe(false);
}

describe.each(EVERYWHERE)('in the $engine engine, dialect $dialect', ({ engine, dialect }) => {
	describe.each(Object.entries({ ...REFUSALS, ...OUTAGES }))('%s', (_name, strike) => {
		// With Emit Existing, one survey that cannot be read just now is no reason to refuse: there is no baseline.
		const choices = strike === PARTLY ? [{}] : [{}, { emitExisting: true }];

		it.each(choices)(
			'a trigger that has never worked (%j): the second Publish is refused like the first',
			async (options: { emitExisting?: boolean }) => {
				await within({ engine, dialect, surveys: 2, parameters: { options } }, async (stage) => {
					await strike(stage);
					const first = await isRefused(stage, 'activate');
					expect(first).toMatch(/^[A-Z].+\.$/);
					for (let time = 0; time < 2; time++) {
						expect(await isRefused(stage, 'update')).toBe(first);
						expect(await stage.tick()).toEqual({ result: 'inactive' });
					}
					await heal(stage);
					expect(await stage.publish('update')).toMatchObject({ state: 'published' });
					if (options.emitExisting) return;
					await goesOn(stage, []);
				});
			},
		);
	});

	it.each(Object.entries(REFUSALS))(
		'one that has worked, %s: is refused',
		async (_name, strike) => {
			await within({ engine, dialect, surveys: 2 }, async (stage) => {
				expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
				const refs: string[] = [];
				await goesOn(stage, refs);
				const before = stage.saved();
				await strike(stage);
				await stage.save({ options: { maxEvents: 5 } });
				await isRefused(stage, 'update');
				await isRefused(stage, 'update');
				expect(stage.saved()).toEqual(before);
				refs.push(stage.complete());

				await heal(stage);
				expect(await stage.publish('update')).toMatchObject({ state: 'published' });
				await goesOn(stage, refs);
			});
		},
	);

	it.each(Object.entries({ ...OUTAGES, ...LIMIT }))(
		'one that has worked, %s: goes on',
		async (_name, strike) => {
			await within({ engine, dialect, surveys: 2 }, async (stage) => {
				expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
				const refs: string[] = [];
				await goesOn(stage, refs);
				await strike(stage);
				await stage.save({ options: { maxEvents: 5 } });
				expect(await stage.publish('update')).toMatchObject({
					state: 'published',
					error: undefined,
				});
				refs.push(stage.complete());
				expect((await stage.tick()).items).toBeUndefined();

				await heal(stage);
				await goesOn(stage, refs);
			});
		},
	);

	it('a survey that is chosen in an outage is watched from then on', async () => {
		await within({ engine, dialect, surveys: 2 }, async (stage) => {
			const choose = async (which: number) =>
				await stage.save({ surveys: 'chosen', surveyIds: [stage.crowd.survey(which)] });
			await choose(0);
			await stage.publish('activate');
			await stage.settle();
			await PARTLY(stage);
			await choose(1);
			expect(await stage.publish('update')).toMatchObject({ state: 'published', error: undefined });
			stage.pass(30);
			const refs = [stage.complete(1)];
			stage.pass(30);
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});

	it('two requests, however many surveys of the choice wait for their baseline', async () => {
		await within({ engine, dialect, surveys: 4 }, async (stage) => {
			const choose = async (which: number[], options = {}) => {
				const surveyIds = which.map((at) => stage.crowd.survey(at));
				await stage.save({ surveys: 'chosen', surveyIds, options });
				return await stage.publish('update');
			};
			await choose([0]);
			await PARTLY(stage);
			const published = { state: 'published', error: undefined };
			expect(await choose([0, 1, 2, 3])).toMatchObject(published);
			stage.service.faults.clear();
			stage.pass(30);
			stage.service.clearLog();
			expect(await choose([0, 1, 2, 3], { maxEvents: 5 })).toMatchObject(published);
			expect(stage.service.log).toHaveLength(2);
		});
	});

	it('a token that is refused shows also while a poll is under way', async () => {
		await within({ engine, dialect }, async (stage) => {
			await stage.publish('activate');
			const fault = { kind: 'slow', ms: 300 } as const;
			stage.service.faults.inject({ match: { path: RESPONDENTS }, fault });
			const refs = [stage.complete()];
			const running = stage.tick();
			await stage.underWay(RESPONDENTS);
			await stage.setToken(stage.service.tokens.invalid);
			await stage.save({ options: { maxEvents: 5 } });
			await isRefused(stage, 'update');
			await running;

			await heal(stage);
			expect(await stage.publish('update')).toMatchObject({ state: 'published' });
			await goesOn(stage, refs);
		});
	});

	it('ends in 12 seconds, also if it has to wait for a poll under way', async () => {
		await within({ engine, dialect }, async (stage) => {
			await stage.publish('activate');
			const { clock, faults } = stage.service;
			let release = () => {};
			const until = new Promise<void>((resolve) => (release = resolve));
			faults.inject({ match: { path: RESPONDENTS }, fault: { kind: 'held', until } });
			const refs = [stage.complete()];
			const running = stage.tick();
			await stage.underWay(RESPONDENTS);
			const slowly = ({ path }: { path: string }) => {
				if (path.endsWith('/surveys')) clock.advance(2_000);
				return path.endsWith('/surveys');
			};
			const heal = faults.inject({
				match: slowly,
				fault: { kind: 'status', status: 503 },
				times: Infinity,
			});
			const before = clock.now();
			await stage.save({ options: { maxEvents: 5 } });
			await stage.publish('update');
			const took = clock.now() - before;
			heal();
			release();
			await running;
			expect(took).toBeGreaterThan(6_000);
			// The last request begins before the end.
			expect(took).toBeLessThan(14_000);
			await goesOn(stage, refs);
		});
	});

	it('a token that is refused is no reason to stop, where nobody reads it', async () => {
		await within({ engine, dialect }, async (stage) => {
			await stage.publish('activate');
			const refs: string[] = [];
			await goesOn(stage, refs);
			await stage.setToken(stage.service.tokens.invalid);
			await stage.n8n.leadershipChange();
			await stage.n8n.boot();
			refs.push(stage.complete());
			expect((await stage.tick()).result).toBe('error');
			await heal(stage);
			await goesOn(stage, refs);
		});
	});
});
