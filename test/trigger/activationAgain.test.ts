/**
 * A second Publish, to which n8n gives the mode `update`: it is refused like the first one as long as the
 * trigger has never worked, and whenever the credential is refused. An outage stops nothing that has worked.
 */
import { ENGINES, within, type Scene } from './activationStage';

type Strike = (scene: Scene) => Promise<unknown> | unknown;

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
	async (scene) =>
		await scene.setToken(scene.service.issueToken({ scopes: left }));

/** The credential is refused, or cannot be used at all. */
const REFUSALS: Record<string, Strike> = {
	'a token that nobody knows': async (scene) => await scene.setToken(scene.service.tokens.invalid),
	'a token without the scope to list surveys': scopes('respondents:read'),
	'a token without the scope to read respondents': scopes('surveys:read'),
	'a list of surveys that is forbidden (403)': answer(403),
	'a token that was pasted with words around it': async (scene) =>
		await scene.setToken('my token is this'),
};

const PARTLY = answer(503, RESPONDENTS);

/** The service is not well. */
const OUTAGES: Record<string, Strike> = {
	'a service that answers 503': answer(503),
	'a service of which only the respondents answer 503': PARTLY,
	'a service that is down': async ({ door }) => await door.shut(),
	'a rate limit for an hour': ({ service: { faults } }) =>
		faults.inject({ fault: { kind: 'status', status: 429, retryAfter: 3600 }, times: Infinity }),
};

async function heal(scene: Scene): Promise<void> {
	scene.service.faults.clear();
	await scene.door.shut();
	await scene.door.open();
	await scene.setToken(scene.service.token);
	// A limit is believed for a quarter of an hour.
	scene.pass(20);
}

async function isRefused(scene: Scene, mode: 'activate' | 'update'): Promise<string | undefined> {
	const { state, error, thrown } = await scene.publish(mode);
	expect([mode, state]).toEqual([mode, 'failed']);
	expect(error?.message).toContain(thrown?.message);
	expect(scene.lines().filter(({ message }) => /has not started/.test(message))).toEqual([]);
	return thrown?.message;
}

async function goesOn(scene: Scene, refs: string[]): Promise<void> {
	refs.push(scene.complete());
	await scene.settle();
	expect(scene.arrived()).toEqual(refs);
	expect(scene.shows()).toBe(false);
}

describe.each(ENGINES)('in the %s engine', (engine) => {
	const dialect = engine === 'default' ? 'nested' : 'plain';

	describe.each(Object.entries({ ...REFUSALS, ...OUTAGES }))('%s', (_name, strike) => {
		// With Emit Existing, one survey that cannot be read just now is no reason to refuse: there is no baseline.
		const choices = strike === PARTLY ? [{}] : [{}, { emitExisting: true }];

		it.each(choices)(
			'a trigger that has never worked (%j): the second Publish is refused like the first',
			async (options: { emitExisting?: boolean }) => {
				await within({ engine, dialect, surveys: 2, parameters: { options } }, async (scene) => {
					await strike(scene);
					const first = await isRefused(scene, 'activate');
					expect(first).toMatch(/^[A-Z].+\.$/);
					// Each says how long it is to the end of a limit.
					const plain = (text?: string) => text?.replace(/\d+ s, at \S+/, '');
					for (let time = 0; time < 2; time++) {
						expect(plain(await isRefused(scene, 'update'))).toBe(plain(first));
						expect(await scene.tick()).toEqual({ result: 'inactive' });
					}
					await heal(scene);
					expect(await scene.publish('update')).toMatchObject({ state: 'published' });
					if (options.emitExisting) return;
					await goesOn(scene, []);
				});
			},
		);
	});

	it.each(Object.entries(REFUSALS))(
		'one that has worked, %s: is refused',
		async (_name, strike) => {
			await within({ engine, dialect, surveys: 2 }, async (scene) => {
				expect(await scene.publish('activate')).toMatchObject({ state: 'published' });
				const refs: string[] = [];
				await goesOn(scene, refs);
				const before = scene.saved();
				await strike(scene);
				await scene.save({ options: { maxEvents: 5 } });
				await isRefused(scene, 'update');
				await isRefused(scene, 'update');
				expect(scene.saved()).toEqual(before);
				refs.push(scene.complete());

				await heal(scene);
				expect(await scene.publish('update')).toMatchObject({ state: 'published' });
				await goesOn(scene, refs);
			});
		},
	);

	it.each(Object.entries(OUTAGES))('one that has worked, %s: goes on', async (_name, strike) => {
		await within({ engine, dialect, surveys: 2 }, async (scene) => {
			expect(await scene.publish('activate')).toMatchObject({ state: 'published' });
			const refs: string[] = [];
			await goesOn(scene, refs);
			await strike(scene);
			await scene.save({ options: { maxEvents: 5 } });
			expect(await scene.publish('update')).toMatchObject({ state: 'published', error: undefined });
			refs.push(scene.complete());
			expect((await scene.tick()).items).toBeUndefined();

			await heal(scene);
			await goesOn(scene, refs);
		});
	});

	it('a survey that is chosen in an outage is watched from then on', async () => {
		await within({ engine, dialect, surveys: 2 }, async (scene) => {
			const choose = async (which: number) =>
				await scene.save({ surveys: 'chosen', surveyIds: [scene.crowd.survey(which)] });
			await choose(0);
			await scene.publish('activate');
			await scene.settle();
			await PARTLY(scene);
			await choose(1);
			expect(await scene.publish('update')).toMatchObject({ state: 'published', error: undefined });
			scene.pass(30);
			const refs = [scene.complete(1)];
			scene.pass(30);
			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});

	it('a token that is refused shows also while a poll is under way', async () => {
		await within({ engine, dialect }, async (scene) => {
			await scene.publish('activate');
			const fault = { kind: 'slow', ms: 300 } as const;
			scene.service.faults.inject({ match: { path: RESPONDENTS }, fault });
			const refs = [scene.complete()];
			const running = scene.tick();
			await scene.underWay(RESPONDENTS);
			await scene.setToken(scene.service.tokens.invalid);
			await scene.save({ options: { maxEvents: 5 } });
			await isRefused(scene, 'update');
			await running;

			await heal(scene);
			expect(await scene.publish('update')).toMatchObject({ state: 'published' });
			await goesOn(scene, refs);
		});
	});

	it('a token that is refused is no reason to stop, where nobody reads it', async () => {
		await within({ engine, dialect }, async (scene) => {
			await scene.publish('activate');
			const refs: string[] = [];
			await goesOn(scene, refs);
			await scene.setToken(scene.service.tokens.invalid);
			await scene.n8n.leadershipChange();
			await scene.n8n.boot();
			refs.push(scene.complete());
			expect((await scene.tick()).result).toBe('error');
			await heal(scene);
			await goesOn(scene, refs);
		});
	});
});
