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
			await stage.publish('activate');
			const id = stage.crowd.survey(1);
			breakSurveys(stage, status, respondentsOf(id));
			const [first, broken, last] = [0, 1, 2].map((which) => stage.complete(which));

			expect(await stage.tick()).toMatchObject({ result: 'events' });
			expect(stage.arrived()).toEqual([first, last]);
			expect(stage.lines().map(({ message }) => message)).toEqual([
				expect.stringMatching(
					new RegExp(`: survey “Survey 2” \\(${id}\\) could not be read .*\\.$`),
				),
			]);
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual([first, last, broken]);
			expect(stage.n8n.executions.filter((one) => one.status === 'error')).toEqual([]);
		});
	});

	it('of one, again and again: what is completed in the others comes as it happens', async () => {
		await within(options, async (stage) => {
			await stage.publish('activate');
			breakSurveys(stage, status, respondentsOf(stage.crowd.survey(1)));
			const broken = stage.complete(1);
			const refs: string[] = [];
			for (let poll = 0; poll < 3; poll++) {
				refs.push(stage.complete(poll % 2 === 0 ? 0 : 2));
				expect(await stage.tick()).toMatchObject({ result: 'events' });
			}
			expect(stage.arrived()).toEqual(refs);
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual([...refs, broken]);
		});
	});

	it('of all: the poll fails, and nothing is lost', async () => {
		await within(options, async (stage) => {
			await stage.publish('activate');
			breakSurveys(stage, status, ANY);
			const refs = [0, 1, 2].map((which) => stage.complete(which));
			const { result, error, backoff } = await stage.tick();

			expect(result).toBe('error');
			expect(error?.message).toMatch(ONE_SENTENCE);
			expect(causeOf(error)).toBe(cause);
			if (engine === 'durable') expect(backoff?.cause).toBe(cause);
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});

	it('of all at activation: it fails', async () => {
		await within(options, async (stage) => {
			breakSurveys(stage, status, ANY);
			const { state, thrown } = await stage.publish('activate');
			expect(state).toBe('failed');
			expect(causeOf(thrown)).toBe(cause);
		});
	});
});

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	it.each(DIALECTS)(
		'a token that lost a scope fails the poll, however few changed: %s',
		async (dialect) => {
			await within({ engine, dialect, surveys: 3 }, async (stage) => {
				await stage.publish('activate');
				const { service } = stage;
				await stage.setToken(service.issueToken({ scopes: ['surveys:read'] }));
				const ref = stage.complete(1);
				const { result, error } = await stage.tick();
				expect(result).toBe('error');
				expect(error).toMatchObject({
					description: expect.stringContaining('lacks the scope that this event needs'),
				});
				await stage.setToken(service.token);
				await stage.settle();
				expect(stage.arrived()).toEqual([ref]);
			});
		},
	);

	const CHOOSE_AGAIN = {
		failure: { cause: 'configuration-invalid' },
		message: expect.stringMatching(ONE_SENTENCE),
		description: expect.stringContaining('choose again under Survey Names or IDs'),
	};

	it.each(DIALECTS)('a chosen survey that was deleted, the only one: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 2 }, async (stage) => {
			const id = stage.crowd.survey(0) ?? '';
			await stage.save({ surveys: 'chosen', surveyIds: [id] });
			expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
			stage.crowd.deleteSurvey(0);
			const { result, error } = await stage.tick();
			expect([result, error]).toMatchObject(['error', CHOOSE_AGAIN]);
			expect(stage.lines()[0]?.message).toContain(id);
		});
	});

	it.each(DIALECTS)('a chosen survey that never was, the only one: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 2 }, async (stage) => {
			await stage.save({ surveys: 'chosen', surveyIds: [UNKNOWN] });
			const { state, thrown } = await stage.publish('activate');
			expect([state, thrown]).toMatchObject(['failed', CHOOSE_AGAIN]);
		});
	});

	it.each(DIALECTS)('a chosen survey that never was, beside one that is: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 1 }, async (stage) => {
			await stage.save({ surveys: 'chosen', surveyIds: [stage.crowd.survey(0) ?? '', UNKNOWN] });
			expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
			expect(stage.lines()[0]?.message).toContain(UNKNOWN);
			const ref = stage.complete(0);
			expect(await stage.tick()).toMatchObject({ result: 'events' });
			await stage.settle();
			expect(stage.arrived()).toEqual([ref]);
		});
	});
});
