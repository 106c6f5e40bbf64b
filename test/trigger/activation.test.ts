/**
 * An activation when the service is not well, or the trigger cannot work, in each of n8n's words for why it activates:
 * it throws only where a person reads it, and nothing that has worked is stopped by an outage.
 */
import type { WorkflowActivateMode } from 'n8n-workflow';
import { EVERYWHERE, POLL_ENGINES } from '../everywhere';
import { sample } from '../extent';
import {
	type ActivationOptions,
	type ActivationStage,
	ALOUD,
	causeOf,
	ONE_SENTENCE,
	QUIET,
	within,
} from './activationStage';

type Strike = (stage: ActivationStage) => Promise<unknown> | unknown;

const RESPONDENTS = /\/respondents$/;
const PUBLISHED = { state: 'published', error: undefined, thrown: undefined };
/** All of them, or in a quick run some: which mode a person reads is tested in `test/unit/trigger/engine`. */
const LOUD_MODES = sample(ALOUD, 2);
const QUIET_MODES = sample(QUIET, 1);
const MODES = [...LOUD_MODES, ...QUIET_MODES];

const answer =
	(status: number, path = /./): Strike =>
	({ service: { faults } }) =>
		faults.inject({ match: { path }, fault: { kind: 'status', status }, times: Infinity });
const limit = ({ service: { faults } }: ActivationStage, path = /./) =>
	faults.inject({
		match: { path },
		fault: { kind: 'status', status: 429, retryAfter: 3600 },
		times: Infinity,
	});
const scopes =
	(scope: 'surveys:read' | 'respondents:read'): Strike =>
	async (stage) =>
		await stage.setToken(stage.service.issueToken({ scopes: [scope] }));

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

/** Of a first activation: n8n's word for why, and what a person reads. */
const TROUBLES: Array<[string, string, RegExp, Strike]> = [
	['a wrong token', 'credential-invalid', /token/i, REFUSALS['a token that nobody knows']!],
	[
		'a service that is down',
		'temporarily-unavailable',
		/could not be reached/,
		OUTAGES['a service that is down']!,
	],
	['a service that answers 503', 'temporarily-unavailable', /503/, answer(503)],
];

async function heal(stage: ActivationStage): Promise<void> {
	stage.service.faults.clear();
	await stage.door.shut();
	await stage.door.open();
	await stage.setToken(stage.service.token);
	// A limit is believed for a quarter of an hour.
	stage.pass(20);
}

async function isRefused(stage: ActivationStage, mode: WorkflowActivateMode): Promise<string> {
	const { state, error, thrown } = await stage.publishAs(mode);
	expect([mode, state]).toEqual([mode, 'failed']);
	expect(error?.message).toContain(thrown?.message);
	expect(stage.lines().filter((line) => /has not started/.test(line))).toEqual([]);
	return thrown?.message ?? '';
}

/** Somebody completes, and arrives as the last of these, once. */
async function goesOn(stage: ActivationStage, names: string[]): Promise<void> {
	names.push(stage.complete());
	await stage.settle();
	expect(stage.arrived()).toEqual(names);
	expect(stage.shows()).toBe(false);
}

describe.each(EVERYWHERE)('in the $engine engine, dialect $dialect', (on) => {
	describe.each(TROUBLES)('%s', (_name, cause, says, strike) => {
		it.each(LOUD_MODES)(
			'%s: fails, says why, and works when it is activated anew',
			async (mode) => {
				await within(on, async (stage) => {
					await strike(stage);
					const begin = stage.service.clock.now();
					const { state, error, thrown } = await stage.publishAs(mode);
					expect(state).toBe('failed');
					expect(error?.message).toContain('There was a problem activating the workflow: "');
					expect(thrown?.message).toMatch(says);
					expect(causeOf(thrown)).toBe(cause);
					// n8n tries five times in 84 s, and then says only that it took too long.
					expect(stage.service.clock.now() - begin).toBeLessThan(84_000);
					await heal(stage);
					expect(await stage.tick()).toEqual({ result: 'inactive' });
					expect(await stage.publishAs('activate')).toMatchObject(PUBLISHED);
					await goesOn(stage, []);
				});
			},
		);

		it.each(QUIET_MODES)('%s: one line in the log, and works when it is over', async (mode) => {
			await within(on, async (stage) => {
				await strike(stage);
				expect(await stage.publishAs(mode)).toMatchObject(PUBLISHED);
				expect(stage.lines()).toEqual([
					expect.stringMatching(/ it has not started yet: [A-Z].*\.$/),
				]);
				expect(stage.lines()[0]).toMatch(says);
				expect(causeOf((await stage.tick()).error)).toBe(cause);
				await heal(stage);
				// The poll that takes the baseline.
				const { error, items } = await stage.tick();
				expect([error, items?.flat() ?? []]).toEqual([undefined, []]);
				await goesOn(stage, []);
			});
		});
	});

	describe.each([/\/surveys$/, RESPONDENTS])('a rate limit for an hour on %s', (path) => {
		it.each(MODES)('%s: the watch begins, and its baseline comes later', async (mode) => {
			await within(on, async (stage) => {
				limit(stage, path);
				expect(await stage.publishAs(mode)).toMatchObject(PUBLISHED);
				expect(stage.lines()).not.toEqual([]);
				const names = [stage.complete()];
				expect((await stage.tick()).result).toBe('error');
				await heal(stage);
				await goesOn(stage, names);
			});
		});
	});

	it('a watch that begins during a rate limit has begun then, also if n8n restarts meanwhile', async () => {
		await within(on, async (stage) => {
			limit(stage, /\/surveys$/);
			expect(await stage.publishAs('activate')).toMatchObject(PUBLISHED);
			const names = [stage.complete()];
			stage.n8n.crash();
			await stage.n8n.boot();
			await heal(stage);
			await goesOn(stage, names);
		});
	});

	it.each(MODES)('%s: a service that takes 20 s for each answer', async (mode) => {
		await within({ ...on, surveys: 12 }, async (stage) => {
			const isLater = () => {
				stage.service.clock.advance(20_000);
				return false;
			};
			const end = stage.service.faults.inject({ match: isLater, fault: { kind: 'reset' } });
			expect(await stage.publishAs(mode)).toMatchObject(PUBLISHED);
			const names = [0, 5, 11].map((which) => stage.complete(which));
			await stage.tick();
			end();
			await stage.settle();
			expect(stage.arrived().sort()).toEqual(names.sort());
		});
	});

	it('when only a few surveys answer, the others are named, and get their baseline later', async () => {
		await within({ ...on, surveys: 3 }, async (stage) => {
			const second = stage.surveyIds[1];
			await answer(503, new RegExp(`/${second}/respondents$`))(stage);
			expect(await stage.publishAs('activate')).toMatchObject(PUBLISHED);
			expect(stage.lines()).toEqual([expect.stringContaining(`“Survey 2” (${second})`)]);
			const names = [stage.complete(0), stage.complete(1)];
			await stage.tick();
			expect(stage.arrived()).toEqual(names.slice(0, 1));
			stage.service.faults.clear();
			await goesOn(stage, names);
		});
	});

	describe.each(sample(Object.entries({ ...REFUSALS, ...OUTAGES }), 4))('%s', (_name, strike) => {
		// With Emit Existing, one survey that cannot be read just now is no reason to refuse: there is no baseline.
		it.each(strike === PARTLY ? [false] : [false, true])(
			'a trigger that has never worked is refused each time (Emit Existing: %s)',
			async (emitExisting) => {
				const parameters = { options: { emitExisting } };
				await within({ ...on, surveys: 2, parameters }, async (stage) => {
					await strike(stage);
					const first = await isRefused(stage, 'activate');
					expect(first).toMatch(/^[A-Z].+\.$/);
					expect(await isRefused(stage, 'update')).toBe(first);
					expect(await stage.tick()).toEqual({ result: 'inactive' });
					await heal(stage);
					expect(await stage.publishAs('update')).toMatchObject(PUBLISHED);
					if (!emitExisting) await goesOn(stage, []);
				});
			},
		);
	});

	/** A trigger that has delivered somebody. */
	const working = async (work: (stage: ActivationStage, names: string[]) => Promise<void>) =>
		await within({ ...on, surveys: 2 }, async (stage) => {
			expect(await stage.publishAs('activate')).toMatchObject(PUBLISHED);
			const names: string[] = [];
			await goesOn(stage, names);
			await work(stage, names);
			await goesOn(stage, names);
		});

	it.each(MODES)('one that has worked goes on from its state (%s)', async (mode) => {
		await working(async (stage, names) => {
			const before = stage.saved();
			await stage.n8n.unpublish('workflow');
			names.push(stage.complete(1));
			expect(await stage.publishAs(mode)).toMatchObject(PUBLISHED);
			expect(stage.saved()).toEqual(before);
		});
	});

	it.each(sample(Object.entries(REFUSALS), 2))(
		'one that has worked is refused: %s',
		async (_name, strike) => {
			await working(async (stage, names) => {
				const before = stage.saved();
				await strike(stage);
				await stage.save({ options: { maxEvents: 5 } });
				await isRefused(stage, 'update');
				await isRefused(stage, 'update');
				expect(stage.saved()).toEqual(before);
				names.push(stage.complete());
				await heal(stage);
				expect(await stage.publishAs('update')).toMatchObject(PUBLISHED);
			});
		},
	);

	it.each(sample(Object.entries({ ...OUTAGES, 'a rate limit for an hour': limit as Strike }), 2))(
		'one that has worked goes on: %s',
		async (_name, strike) => {
			await working(async (stage, names) => {
				await strike(stage);
				await stage.save({ options: { maxEvents: 5 } });
				expect(await stage.publishAs('update')).toMatchObject(PUBLISHED);
				names.push(stage.complete());
				expect((await stage.tick()).items).toBeUndefined();
				await heal(stage);
			});
		},
	);

	it('one that has worked goes on when n8n starts again, or loses the lead, in an outage', async () => {
		await working(async (stage, names) => {
			await answer(503)(stage);
			names.push(stage.complete());
			expect(await stage.n8n.boot()).toMatchObject([{ state: 'published' }]);
			await stage.tick();
			names.push(stage.complete());
			expect(await stage.n8n.leadershipChange()).toMatchObject([{ state: 'published' }]);
			await stage.tick();
			await heal(stage);
		});
	});

	it('a token that is refused is no reason to stop, where nobody reads it', async () => {
		await working(async (stage, names) => {
			await stage.setToken(stage.service.tokens.invalid);
			await stage.n8n.leadershipChange();
			await stage.n8n.boot();
			names.push(stage.complete());
			expect((await stage.tick()).result).toBe('error');
			await heal(stage);
		});
	});

	it('a token that is refused shows also while a poll is under way', async () => {
		await working(async (stage, names) => {
			const fault = { kind: 'slow', ms: 300 } as const;
			stage.service.faults.inject({ match: { path: RESPONDENTS }, fault });
			names.push(stage.complete());
			const running = stage.tick();
			await stage.underWay(RESPONDENTS);
			await stage.setToken(stage.service.tokens.invalid);
			await stage.save({ options: { maxEvents: 5 } });
			await isRefused(stage, 'update');
			await running;
			await heal(stage);
			expect(await stage.publishAs('update')).toMatchObject(PUBLISHED);
		});
	});

	it('ends in 12 seconds, also if it has to wait for a poll under way', async () => {
		await working(async (stage, names) => {
			const { clock, faults } = stage.service;
			let release = () => {};
			const until = new Promise<void>((resolve) => (release = resolve));
			faults.inject({ match: { path: RESPONDENTS }, fault: { kind: 'held', until } });
			names.push(stage.complete());
			const running = stage.tick();
			await stage.underWay(RESPONDENTS);
			const slowly = ({ path }: { path: string }) => {
				if (path.endsWith('/surveys')) clock.advance(2_000);
				return path.endsWith('/surveys');
			};
			faults.inject({ match: slowly, fault: { kind: 'status', status: 503 }, times: Infinity });
			const before = clock.now();
			await stage.save({ options: { maxEvents: 5 } });
			await stage.publishAs('update');
			const took = clock.now() - before;
			faults.clear();
			release();
			await running;
			expect(took).toBeGreaterThan(6_000);
			// The last request begins before the end.
			expect(took).toBeLessThan(14_000);
		});
	});

	/** Publishes with another choice of surveys, and other options, as a person does. */
	const choose = async (stage: ActivationStage, which: number[], options = {}) => {
		const surveyIds = which.map((at) => stage.surveyIds[at] ?? '');
		await stage.save({ surveys: 'chosen', surveyIds, options });
		return await stage.publishAs('update');
	};

	it('a survey that is chosen in an outage is watched from then on', async () => {
		await within({ ...on, surveys: 2 }, async (stage) => {
			await choose(stage, [0]);
			await stage.settle();
			await PARTLY(stage);
			expect(await choose(stage, [1])).toMatchObject(PUBLISHED);
			stage.pass(30);
			const names = [stage.complete(1)];
			stage.pass(30);
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(names);
		});
	});

	it('two requests, however many surveys of the choice wait for their baseline', async () => {
		await within({ ...on, surveys: 4 }, async (stage) => {
			await choose(stage, [0]);
			await PARTLY(stage);
			expect(await choose(stage, [0, 1, 2, 3])).toMatchObject(PUBLISHED);
			stage.service.faults.clear();
			stage.pass(30);
			stage.service.clearLog();
			expect(await choose(stage, [0, 1, 2, 3], { maxEvents: 5 })).toMatchObject(PUBLISHED);
			expect(stage.service.log).toHaveLength(2);
		});
	});
});

interface Useless {
	of: Omit<ActivationOptions, 'engine'>;
	says: RegExp;
	advises?: RegExp;
	/** Absent where the words are n8n's own. */
	cause?: string;
}

const CORRECT_IT = {
	advises: /Nothing was sent\. Correct this in the credential of the node/,
	cause: 'credential-invalid',
};

/** Options (all in test/unit/trigger/settings.test.ts) and credentials that cannot be used. */
const USELESS: Record<string, Useless> = {
	'a wrong option': {
		of: { parameters: { filters: { scoreFrom: 9, scoreTo: 6 } } },
		says: /^Score From \(9\) is above Score To \(6\)/,
		cause: 'configuration-invalid',
	},
	'a link to a page that the credential does not name': {
		of: { parameters: { options: { linkInMessage: true } } },
		says: /^Link in Message needs the address .* More Settings in the credential, or remove/,
		cause: 'configuration-invalid',
	},
	'a Base URL with a password': {
		...CORRECT_IT,
		of: { baseUrl: 'https://me:sit_secret@survey.example.com' },
		says: /^Base URL must not contain a user name or password/,
	},
	'a token with a letter that no token has': {
		...CORRECT_IT,
		of: { token: 'sit_secret_é' },
		says: /^Token contains a character that no token has: paste only the token itself/,
	},
	'no credential': {
		of: { credentials: {} },
		says: /credential/i,
		cause: 'credential-invalid',
	},
	'a credential that was deleted': {
		of: { credentials: { surveyInterviewApi: { id: 'gone', name: 'Gone' } } },
		says: /^Credential .* does not exist/,
	},
};

describe.each(POLL_ENGINES)('what cannot be used, %s engine', (engine) => {
	const isSaid = (error: Error | undefined, { says, advises = /^/, cause }: Useless) => {
		expect(error?.message).toMatch(ONE_SENTENCE);
		expect(error?.message).toMatch(says);
		expect((error as { description?: string }).description ?? '').toMatch(advises);
		expect(causeOf(error)).toBe(cause);
	};

	it.each(sample(Object.entries(USELESS), 3))(
		'%s: nothing is sent, and it is said',
		async (_name, useless) => {
			await within({ engine, ...useless.of }, async (stage) => {
				for (const mode of ALOUD) {
					const { state, thrown, error } = await stage.publishAs(mode);
					expect(state).toBe('failed');
					isSaid(thrown, useless);
					expect(error?.message).toContain(thrown?.message);
					expect(stage.shows(thrown, error)).toBe(false);
				}
				expect(stage.lines()).toEqual([]);
				for (const [before, mode] of QUIET.entries()) {
					await stage.n8n.unpublish('workflow');
					expect(await stage.publishAs(mode)).toMatchObject(PUBLISHED);
					expect(stage.lines()).toHaveLength(before + 1);
					const { result, error, backoff } = await stage.tick();
					expect(result).toBe('error');
					isSaid(error, useless);
					if (engine === 'durable') expect(backoff?.permanent).toBe(useless.cause !== undefined);
				}
				expect(stage.service.log).toEqual([]);
				expect(stage.shows()).toBe(false);
			});
		},
	);

	it('a running workflow: a bad change is refused, and corrected it goes on', async () => {
		await within({ engine }, async (stage) => {
			await stage.publishAs('activate');
			await stage.save({ filters: { scoreFrom: 9, scoreTo: 6 } });
			expect(await stage.publishAs('update')).toMatchObject({ state: 'failed' });
			const name = stage.complete();
			await stage.save({ options: { maxEvents: 5 } });
			expect(await stage.publishAs('update')).toMatchObject(PUBLISHED);
			await stage.settle();
			expect(stage.arrived()).toEqual([name]);
		});
	});
});
