/** What n8n reports of an outage: one failed execution, and one an hour while it goes on. */
import { EVERYWHERE } from '../everywhere';
import { extent, inTurn } from '../extent';
import { MINUTE } from '../harness/stage/time';
import { WORKFLOW } from '../harness/stage/trigger';
import { TRIGGER_NAME } from '../harness/support/names';
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

function fails({ service: { faults } }: ActivationStage): void {
	faults.inject({ fault: { kind: 'status', status: 503 }, times: Infinity });
}

/** The polls before the next full hour are a few more. */
const HOURS = extent({ quick: 1.2, all: 3 });
const onceAndHourly = ['now', ...Array<string>(Math.ceil(HOURS) - 1).fill('hourly')];

const quietLines = (stage: ActivationStage) =>
	stage.lines().filter((line) => /: the failure continues/.test(line));

describe.each(EVERYWHERE)('in the $engine engine, dialect $dialect', ({ engine, dialect }) => {
	/** A trigger that works, and has delivered somebody. */
	const working = async (work: (stage: ActivationStage, names: string[]) => Promise<void>) =>
		await within({ engine, dialect, surveys: 2 }, async (stage) => {
			expect(await stage.publishAs('activate')).toMatchObject({ state: 'published' });
			const names = [stage.complete()];
			await stage.settle();
			expect(stage.arrived()).toEqual(names);
			await work(stage, names);
			stage.service.faults.clear();
			await stage.setToken(stage.service.token);
			stage.pass(20);
			await stage.settle();
			expect(stage.arrived()).toEqual(names);
			expect(stage.shows()).toBe(false);
		});

	it('one failure at once, and one with each hour; the next outage is reported at once', async () => {
		await working(async (stage, names) => {
			fails(stage);
			names.push(stage.complete());
			expect(await failuresIn(stage, HOURS * 60)).toEqual(onceAndHourly);
			expect(quietLines(stage)).toHaveLength(1);
			expect(quietLines(stage)[0]).toMatch(/503.*The service failed\./);

			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(names);
			expect(stage.lines().filter((line) => /polls work again/.test(line))).toEqual([
				expect.stringMatching(/: polls work again, after \d{2,3} that failed\.$/),
			]);
			fails(stage);
			names.push(stage.complete(1));
			expect(await failuresIn(stage, 30)).toEqual(['now']);
			stage.service.faults.clear();
			await stage.settle();
			expect(await failuresIn(stage, 5)).toEqual([]);
			fails(stage);
			expect(await failuresIn(stage, 5)).toEqual(['now']);
		});
	});

	it.each(inTurn([403, 404]))(
		'a survey that is refused for good (%p), though others are read',
		async (status) => {
			await working(async (stage, names) => {
				const path = new RegExp(`/surveys/${stage.surveyIds[1]}/respondents$`);
				stage.service.faults.inject({
					match: { path },
					fault: { kind: 'status', status },
					times: Infinity,
				});
				const late = stage.complete(1);
				expect(await failuresIn(stage, HOURS * 60)).toEqual(onceAndHourly);
				const ofSurvey = () =>
					stage.lines().filter((line) => /“Survey 2”.*(could not|can) be read/.test(line));
				expect(ofSurvey()).toHaveLength(1);
				names.push(stage.complete(0));
				await stage.settle();
				expect(stage.arrived()).toEqual(names);
				expect(await failuresIn(stage, 30)).toEqual([]);
				stage.service.faults.clear();
				names.push(late);
				await stage.settle();
				expect(ofSurvey().at(-1)).toMatch(/can be read again, after \d{2,3} polls\.$/);
			});
		},
	);

	it('a restart costs one more report, and so does publishing a change', async () => {
		await working(async (stage, names) => {
			fails(stage);
			names.push(stage.complete());
			expect(await failuresIn(stage, 5)).toEqual(['now']);
			await stage.n8n.boot();
			expect(await failuresIn(stage, 5)).toEqual(['now']);
			await stage.save({ options: { maxEvents: 5 } });
			expect(await stage.publishAs('update')).toMatchObject({ state: 'published' });
			expect(await failuresIn(stage, 5)).toEqual(['now']);
		});
	});

	it('whoever tries it by hand, or publishes it, reads the failure each time', async () => {
		await working(async (stage) => {
			await stage.setToken(stage.service.tokens.invalid);
			expect(await failuresIn(stage, 3)).toEqual(['now']);
			for (let time = 0; time < 2; time++) {
				const { error } = await stage.n8n.fetchTestEvent(WORKFLOW, TRIGGER_NAME);
				expect(error?.message).toMatch(/token/i);
				await stage.save({ options: { maxEvents: 5 + time } });
				expect(await stage.publishAs('update')).toMatchObject({ state: 'failed' });
			}
			await stage.setToken(stage.service.token);
			expect(await stage.publishAs('update')).toMatchObject({ state: 'published' });
		});
	});
});
