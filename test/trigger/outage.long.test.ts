/** What n8n reports of an outage: one failed execution, and one an hour while it goes on. */
import { EVERYWHERE } from '../everywhere';
import { MINUTE } from '../harness/stage/time';
import { WORKFLOW } from '../harness/stage/trigger';
import { within, type ActivationStage } from './activationStage';

/**
 * The polls of so many minutes that failed: at once (`now`), an hour after the one before, give or take a
 * poll (`hourly`), or at another minute. A poll that repeats requests takes some time as well.
 */
async function failuresIn(stage: ActivationStage, minutes: number, every = 1): Promise<unknown[]> {
	const { clock } = stage.service;
	const begin = clock.now();
	const failed: number[] = [];
	let polls = 0;
	while (clock.now() < begin + minutes * MINUTE) {
		polls++;
		stage.pass(every - 1);
		const startedAt = clock.now() + MINUTE;
		const { result, items } = await stage.tick();
		expect(items).toBeUndefined();
		if (result === 'error') failed.push(startedAt);
	}
	expect(polls).toBeGreaterThan(minutes / every / 3);
	return failed.map((at, nth) => {
		if (nth === 0 && at === begin + every * MINUTE) return 'now';
		const sinceLast = Math.round((at - (failed[nth - 1] ?? begin)) / MINUTE);
		return nth > 0 && sinceLast >= 60 && sinceLast <= 62 ? 'hourly' : sinceLast;
	});
}

function fails(stage: ActivationStage, status: number, retryAfter?: number): void {
	stage.service.faults.clear();
	const fault = { kind: 'status', status, ...(retryAfter ? { retryAfter } : {}) } as const;
	stage.service.faults.inject({ fault, times: Infinity });
}

const quietLines = (stage: ActivationStage) =>
	stage.lines().filter(({ message }) => /: the failure continues/.test(message));

describe.each(EVERYWHERE)('in the $engine engine, dialect $dialect', ({ engine, dialect }) => {
	/** A trigger that works, and has delivered somebody. */
	const working = async (
		work: (stage: ActivationStage, refs: string[]) => Promise<void>,
		options = {},
	) =>
		await within({ engine, dialect, surveys: 2, parameters: { options } }, async (stage) => {
			expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
			const refs = [stage.complete()];
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
			await work(stage, refs);
			stage.service.faults.clear();
			await stage.setToken(stage.service.token);
			stage.pass(20);
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
			expect(stage.shows()).toBe(false);
		});

	it('three hours: one failure, and one with each hour; the next outage is reported at once', async () => {
		await working(async (stage, refs) => {
			fails(stage, 503);
			refs.push(stage.complete());
			expect(await failuresIn(stage, 180)).toEqual(['now', 'hourly', 'hourly']);
			expect(quietLines(stage)).toHaveLength(1);
			expect(quietLines(stage)[0]?.message).toMatch(/503.*The service failed\./);

			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
			const again = stage.lines().filter(({ message }) => /polls work again/.test(message));
			expect(again.map(({ message }) => message)).toEqual([
				expect.stringMatching(/: polls work again, after 1\d\d that failed\.$/),
			]);
			fails(stage, 503);
			refs.push(stage.complete(1));
			expect(await failuresIn(stage, 30)).toEqual(['now']);
			stage.service.faults.clear();
			await stage.settle();
			expect(await failuresIn(stage, 5)).toEqual([]);
			fails(stage, 503);
			expect(await failuresIn(stage, 5)).toEqual(['now']);
		});
	});

	it.each([403, 404])(
		'a survey that is refused for good (%p), though others are read',
		async (status) => {
			await working(async (stage, refs) => {
				const path = new RegExp(`/surveys/${stage.crowd.survey(1)}/respondents$`);
				stage.service.faults.inject({
					match: { path },
					fault: { kind: 'status', status },
					times: Infinity,
				});
				const late = stage.complete(1);
				expect(await failuresIn(stage, 130)).toEqual(['now', 'hourly', 'hourly']);
				const ofSurvey = () =>
					stage
						.lines()
						.filter(({ message }) => /“Survey 2”.*(could not|can) be read/.test(message));
				expect(ofSurvey()).toHaveLength(1);
				refs.push(stage.complete(0));
				await stage.settle();
				expect(stage.arrived()).toEqual(refs);
				expect(await failuresIn(stage, 30)).toEqual([]);
				stage.service.faults.clear();
				refs.push(late);
				await stage.settle();
				expect(ofSurvey().at(-1)?.message).toMatch(/can be read again, after 1\d\d polls\.$/);
			});
		},
	);

	it('a service that is not well answers now this and now that: that is one outage', async () => {
		await working(async (stage, refs) => {
			refs.push(stage.complete());
			const failed: unknown[] = [];
			for (const status of [503, 502, 500, 504]) {
				fails(stage, status);
				failed.push(...(await failuresIn(stage, 3)));
			}
			stage.service.faults.clear();
			await stage.door.shut();
			failed.push(...(await failuresIn(stage, 3)));
			await stage.door.open();
			expect(failed).toEqual(['now']);
		});
	});

	it('another failure is reported at once, and failures that alternate each once an hour', async () => {
		await working(async (stage, refs) => {
			refs.push(stage.complete());
			const byTurns = async () => {
				const failed: unknown[] = [];
				for (const status of [503, 403]) {
					fails(stage, status);
					failed.push(await failuresIn(stage, 5));
				}
				await stage.setToken(stage.service.tokens.invalid);
				stage.service.faults.clear();
				failed.push(await failuresIn(stage, 5));
				await stage.setToken(stage.service.token);
				return failed;
			};
			// No poll of these works in between.
			expect(await byTurns()).toEqual([['now'], ['now'], ['now']]);
			expect(await byTurns()).toEqual([[], [], []]);
			fails(stage, 503);
			expect((await failuresIn(stage, 60)).length).toBe(1);
		});
	});

	it('a limit that says other seconds with each answer is one failure', async () => {
		await working(async (stage) => {
			fails(stage, 429, 7200);
			expect(await failuresIn(stage, 70)).toEqual(['now', 'hourly']);
		});
	});

	it('a token that is refused for a day', async () => {
		await working(async (stage, refs) => {
			await stage.setToken(stage.service.tokens.invalid);
			const names = [stage.complete(), stage.complete(1)];
			const failed = await failuresIn(stage, 24 * 60, 5);
			expect(failed).toEqual(['now', ...Array.from({ length: 23 }, () => 'hourly')]);
			refs.push(...names);
			expect(stage.shows()).toBe(false);
		});
	});

	it('another token that is refused as well is reported at once', async () => {
		await working(async (stage) => {
			await stage.setToken(stage.service.tokens.invalid);
			expect(await failuresIn(stage, 5)).toEqual(['now']);
			await stage.setToken(stage.service.tokens.expired);
			expect(await failuresIn(stage, 5)).toEqual(['now']);
		});
	});

	it('Report Failures: Every Poll', async () => {
		await working(
			async (stage) => {
				fails(stage, 503);
				for (let poll = 0; poll < 5; poll++) expect((await stage.tick()).result).toBe('error');
				expect(quietLines(stage)).toEqual([]);
			},
			{ reportFailures: 'everyPoll' },
		);
	});

	it('a restart costs one more report, and so does publishing a change', async () => {
		await working(async (stage, refs) => {
			fails(stage, 503);
			refs.push(stage.complete());
			expect(await failuresIn(stage, 5)).toEqual(['now']);
			await stage.n8n.boot();
			expect(await failuresIn(stage, 5)).toEqual(['now']);
			await stage.save({ options: { maxEvents: 5 } });
			expect(await stage.publish('update')).toMatchObject({ state: 'published' });
			expect(await failuresIn(stage, 5)).toEqual(['now']);
		});
	});

	it('whoever tries it by hand, or publishes it, reads the failure each time', async () => {
		await working(async (stage) => {
			await stage.setToken(stage.service.tokens.invalid);
			expect(await failuresIn(stage, 3)).toEqual(['now']);
			for (let time = 0; time < 2; time++) {
				const { error } = await stage.n8n.fetchTestEvent(WORKFLOW, stage.name);
				expect(error?.message).toMatch(/token/i);
				await stage.save({ options: { maxEvents: 5 + time } });
				expect(await stage.publish('update')).toMatchObject({ state: 'failed' });
			}
			await stage.setToken(stage.service.token);
			expect(await stage.publish('update')).toMatchObject({ state: 'published' });
		});
	});

	it('respondents that cannot be read are told once too, while the list of surveys can be', async () => {
		await working(async (stage, refs) => {
			const fault = { kind: 'status', status: 500 } as const;
			const respondents = /\/respondents$/;
			stage.service.faults.inject({ match: { path: respondents }, fault, times: Infinity });
			refs.push(stage.complete());
			const failed = await failuresIn(stage, 3);
			expect(failed.length).toBeLessThanOrEqual(1);
		});
	});
});
