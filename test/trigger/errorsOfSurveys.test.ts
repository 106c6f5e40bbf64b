/** When some surveys cannot be read, or all: what is delivered, what n8n's log says, and when the poll fails. */
import { DIALECTS, POLL_ENGINES } from '../everywhere';
import { causeOf, ONE_SENTENCE, within, type ActivationStage } from './activationStage';

const STATUSES = [
	[403, 'configuration-invalid'],
	[404, 'configuration-invalid'],
	[409, 'configuration-invalid'],
	[500, 'temporarily-unavailable'],
	[503, 'temporarily-unavailable'],
] as const;

const cases = STATUSES.flatMap(([status, cause]) =>
	POLL_ENGINES.map((engine) => ({ status, cause, engine })),
);

function breakSurveys(
	{ service: { faults } }: ActivationStage,
	status: number,
	path: RegExp,
): void {
	faults.inject({ match: { path }, fault: { kind: 'status', status }, times: Infinity });
}

const respondentsOf = (id = '') => new RegExp(`/surveys/${id}/respondents$`);
const ANY = /\/respondents$/;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

describe.each(cases)('$status, $engine engine', ({ status, cause, engine }) => {
	const options = { engine, surveys: 3 };

	it('of one: the others are delivered, and the log names it', async () => {
		await within(options, async (stage) => {
			await stage.publishAs('activate');
			const id = stage.surveyIds[1];
			breakSurveys(stage, status, respondentsOf(id));
			const [first, broken, last] = [0, 1, 2].map((which) => stage.complete(which));

			expect(await stage.tick()).toMatchObject({ result: 'events' });
			expect(stage.arrived()).toEqual([first, last]);
			const later = stage.complete(0);
			expect(await stage.tick()).toMatchObject({ result: 'events' });
			expect(stage.lines()).toEqual([
				expect.stringMatching(
					new RegExp(`: survey “Survey 2” \\(${id}\\) could not be read .*\\.$`),
				),
			]);
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual([first, last, later, broken]);
			expect(stage.n8n.executions.filter((one) => one.status === 'error')).toEqual([]);
		});
	});

	it('of all: the poll fails, and nothing is lost', async () => {
		await within(options, async (stage) => {
			await stage.publishAs('activate');
			breakSurveys(stage, status, ANY);
			const names = [0, 1, 2].map((which) => stage.complete(which));
			const { result, error, backoff } = await stage.tick();

			expect(result).toBe('error');
			expect(error?.message).toMatch(ONE_SENTENCE);
			expect(causeOf(error)).toBe(cause);
			if (engine === 'durable') expect(backoff?.cause).toBe(cause);
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(names);
		});
	});
});

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	const CHOOSE_AGAIN = {
		failure: { cause: 'configuration-invalid' },
		message: expect.stringMatching(ONE_SENTENCE),
		description: expect.stringContaining('choose again under Survey Names or IDs'),
	};

	it.each(DIALECTS)('a chosen survey that was deleted, the only one: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 2 }, async (stage) => {
			const id = stage.surveyIds[0] ?? '';
			await stage.save({ surveys: 'chosen', surveyIds: [id] });
			expect(await stage.publishAs('activate')).toMatchObject({ state: 'published' });
			stage.service.world.deleteSurvey(id);
			const { result, error } = await stage.tick();
			expect([result, error]).toMatchObject(['error', CHOOSE_AGAIN]);
			expect(stage.lines()[0]).toContain(id);
		});
	});

	it.each(DIALECTS)('a chosen survey that never was, the only one: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 2 }, async (stage) => {
			await stage.save({ surveys: 'chosen', surveyIds: [UNKNOWN] });
			const { state, thrown } = await stage.publishAs('activate');
			expect([state, thrown]).toMatchObject(['failed', CHOOSE_AGAIN]);
		});
	});

	it.each(DIALECTS)('a chosen survey that never was, beside one that is: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 1 }, async (stage) => {
			await stage.save({ surveys: 'chosen', surveyIds: [stage.surveyIds[0] ?? '', UNKNOWN] });
			expect(await stage.publishAs('activate')).toMatchObject({ state: 'published' });
			expect(stage.lines()[0]).toContain(UNKNOWN);
			const name = stage.complete(0);
			expect(await stage.tick()).toMatchObject({ result: 'events' });
			await stage.settle();
			expect(stage.arrived()).toEqual([name]);
		});
	});
});
