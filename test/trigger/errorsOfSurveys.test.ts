/** When some surveys cannot be read, or all: what is delivered, what n8n's log says, and when the poll fails. */
import { causeOf, DIALECTS, ENGINES, ONE_SENTENCE, within, type Scene } from './activationStage';

const STATUSES = [
	[403, 'configuration-invalid'],
	[404, 'configuration-invalid'],
	[409, 'configuration-invalid'],
	[500, 'temporarily-unavailable'],
	[503, 'temporarily-unavailable'],
] as const;

const cases = STATUSES.flatMap(([status, cause]) =>
	ENGINES.map((engine) => ({ status, cause, engine })),
);

function breakSurveys({ service: { faults } }: Scene, status: number, path: RegExp): void {
	faults.inject({ match: { path }, fault: { kind: 'status', status }, times: Infinity });
}

const respondentsOf = (id = '') => new RegExp(`/surveys/${id}/respondents$`);
const ANY = /\/respondents$/;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

describe.each(cases)('$status, $engine engine', ({ status, cause, engine }) => {
	const options = { engine, surveys: 3 };

	it('of one: the others are delivered, and the log names it', async () => {
		await within(options, async (scene) => {
			await scene.publish('activate');
			const id = scene.crowd.survey(1);
			breakSurveys(scene, status, respondentsOf(id));
			const [first, broken, last] = [0, 1, 2].map((which) => scene.complete(which));

			expect(await scene.tick()).toMatchObject({ result: 'events' });
			expect(scene.arrived()).toEqual([first, last]);
			expect(scene.lines().map(({ message }) => message)).toEqual([
				expect.stringMatching(
					new RegExp(`: survey “Survey 2” \\(${id}\\) could not be read .*\\.$`),
				),
			]);
			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual([first, last, broken]);
			expect(scene.n8n.executions.filter((one) => one.status === 'error')).toEqual([]);
		});
	});

	it('of one, again and again: what is completed in the others comes as it happens', async () => {
		await within(options, async (scene) => {
			await scene.publish('activate');
			breakSurveys(scene, status, respondentsOf(scene.crowd.survey(1)));
			const broken = scene.complete(1);
			const refs: string[] = [];
			for (let poll = 0; poll < 3; poll++) {
				refs.push(scene.complete(poll % 2 === 0 ? 0 : 2));
				expect(await scene.tick()).toMatchObject({ result: 'events' });
			}
			expect(scene.arrived()).toEqual(refs);
			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual([...refs, broken]);
		});
	});

	it('of all: the poll fails, and nothing is lost', async () => {
		await within(options, async (scene) => {
			await scene.publish('activate');
			breakSurveys(scene, status, ANY);
			const refs = [0, 1, 2].map((which) => scene.complete(which));
			const { result, error, backoff } = await scene.tick();

			expect(result).toBe('error');
			expect(error?.message).toMatch(ONE_SENTENCE);
			expect(causeOf(error)).toBe(cause);
			if (engine === 'durable') expect(backoff?.cause).toBe(cause);
			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});

	it('of all at activation: it fails', async () => {
		await within(options, async (scene) => {
			breakSurveys(scene, status, ANY);
			const { state, thrown } = await scene.publish('activate');
			expect(state).toBe('failed');
			expect(causeOf(thrown)).toBe(cause);
		});
	});
});

describe.each(ENGINES)('in the %s engine', (engine) => {
	it.each(DIALECTS)(
		'a token that lost a scope fails the poll, however few changed: %s',
		async (dialect) => {
			await within({ engine, dialect, surveys: 3 }, async (scene) => {
				await scene.publish('activate');
				const { service } = scene;
				await scene.setToken(service.issueToken({ scopes: ['surveys:read'] }));
				const ref = scene.complete(1);
				const { result, error } = await scene.tick();
				expect(result).toBe('error');
				expect(error).toMatchObject({
					description: expect.stringContaining('lacks the scope to read what this event is about'),
				});
				await scene.setToken(service.token);
				await scene.settle();
				expect(scene.arrived()).toEqual([ref]);
			});
		},
	);

	const CHOOSE_AGAIN = {
		failure: { cause: 'configuration-invalid' },
		message: expect.stringMatching(ONE_SENTENCE),
		description: expect.stringContaining('choose again under Survey Names or IDs'),
	};

	it.each(DIALECTS)('a chosen survey that was deleted, the only one: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 2 }, async (scene) => {
			const id = scene.crowd.survey(0) ?? '';
			await scene.save({ surveys: 'chosen', surveyIds: [id] });
			expect(await scene.publish('activate')).toMatchObject({ state: 'published' });
			scene.crowd.deleteSurvey(0);
			const { result, error } = await scene.tick();
			expect([result, error]).toMatchObject(['error', CHOOSE_AGAIN]);
			expect(scene.lines()[0]?.message).toContain(id);
		});
	});

	it.each(DIALECTS)('a chosen survey that never was, the only one: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 2 }, async (scene) => {
			await scene.save({ surveys: 'chosen', surveyIds: [UNKNOWN] });
			const { state, thrown } = await scene.publish('activate');
			expect([state, thrown]).toMatchObject(['failed', CHOOSE_AGAIN]);
		});
	});

	it.each(DIALECTS)('a chosen survey that never was, beside one that is: %s', async (dialect) => {
		await within({ engine, dialect, surveys: 1 }, async (scene) => {
			await scene.save({ surveys: 'chosen', surveyIds: [scene.crowd.survey(0) ?? '', UNKNOWN] });
			expect(await scene.publish('activate')).toMatchObject({ state: 'published' });
			expect(scene.lines()[0]?.message).toContain(UNKNOWN);
			const ref = scene.complete(0);
			expect(await scene.tick()).toMatchObject({ result: 'events' });
			await scene.settle();
			expect(scene.arrived()).toEqual([ref]);
		});
	});
});
