/** What the check says of each survey: how many interviews the trigger takes for completed, and why none. */
import { DIALECTS } from '../everywhere';
import type { Engine } from '../harness/engine';
import { type Service } from '../harness/service';
import { useEngine } from '../harness/support';
import { check, REQUESTS } from './checkStage';

let engine: Engine;
useEngine((started) => (engine = started));

const respondentsOf = (service: Service, name: string) => ({
	path: new RegExp(`${service.world.survey(name).id}/respondents$`),
});

/** Refuses the requests that match, as often as they come. */
const refusing =
	(match: Parameters<Service['faults']['inject']>[0]['match']) =>
	({ faults }: Service) =>
		faults.inject({ match, fault: { kind: 'status', status: 403 }, times: Infinity });

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	it('each survey has as many as have completed, whether the service shows who or not', async () => {
		const { of, service } = await check(engine, { dialect, survey: '' });
		const all = service.world.records.respondents.all();
		const completed = service.world.surveys().map(({ id }) => {
			const own = all.filter((one) => one.surveyId === id && one.status === 'completed');
			return [id, own.length];
		});
		const told = of('trigger').details.surveys?.map((one) => [one.survey_id, one.completed]);
		expect(told?.sort()).toEqual(completed.sort());
		expect(of('trigger').status).toBe('fine');
	});

	it('a survey that is refused, and one whose word for completed nobody knows', async () => {
		const { of, service } = await check(engine, {
			dialect,
			survey: '',
			arrange: (service) => {
				refusing(respondentsOf(service, 'Onboarding'))(service);
				const unknown = () => '[{"id":"1","status":"fertig"}]';
				service.faults.inject({
					match: respondentsOf(service, 'Workplace'),
					fault: { kind: 'rewritten body', rewrite: unknown },
					times: Infinity,
				});
			},
		});
		const problems = new Map(
			of('trigger').details.surveys?.map((one) => [one.survey_id, one.problem]),
		);
		expect(problems.get(service.world.survey('Onboarding').id)).toContain('(403)');
		expect(problems.get(service.world.survey('Workplace').id)).toContain('none was recognised');
		expect(problems.get(service.world.survey('Customer').id)).toBeNull();
		expect(of('trigger').status).toBe('limited');
		// Of the refused one nobody knows whom the trigger sees.
		expect(of('trigger').sentence).toContain(` in ${problems.size - 1} surveys. `);
	});
});

it('respondents that are refused: it does not say that there are none', async () => {
	const { of } = await check(engine, {
		survey: '',
		arrange: refusing({ operation: REQUESTS.respondents }),
	});
	expect(of('trigger')).toMatchObject({ status: 'notLookedAt' });
	expect(of('trigger').sentence).toMatch(/^The token may lack a scope/);
});

it('no list of surveys: it says so', async () => {
	const { of } = await check(engine, {
		survey: '',
		arrange: refusing({ operation: REQUESTS.surveys }),
	});
	expect(of('trigger')).toMatchObject({ status: 'notLookedAt' });
});
