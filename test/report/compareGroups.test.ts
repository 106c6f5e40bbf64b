/** Compare Groups, against a computation from the people of the service's world. */
import type { INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../everywhere';
import { callTool } from '../faults/callTool';
import type { Engine } from '../harness/engine';
import { startService, type Service } from '../harness/service';
import { act, byId, useEngine, useForEach } from '../harness/support';

let engine: Engine;
useEngine((started) => (engine = started));

const SEEDED = 'Customer relationship';
const YEAR = { period: 'custom', periodStart: '2000-01-01', periodEnd: '2100-01-01' };

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: Service;
	useForEach(
		(started) => (service = started),
		() => startService({ dialect }),
	);

	const compare = async (survey: string, parameters: INodeParameters = {}) => {
		const surveyId = byId(service.world.survey(survey).id);
		return await act(engine, service, {
			operation: 'result.compareGroups',
			parameters: { surveyId, property: byId('department'), ...YEAR, ...parameters },
		});
	};

	/** Scores of those who completed, by their department. */
	const byDepartment = (survey: string) => {
		const scores = new Map<string, number[]>();
		for (const one of service.world.respondents(service.world.survey(survey).id)) {
			const { department } = one.properties;
			if (one.status !== 'completed' || one.score === null || department === undefined) continue;
			scores.set(department, [...(scores.get(department) ?? []), one.score]);
		}
		return scores;
	};

	it('a row for each value has the answers and the score of its people', async () => {
		const { items, error } = await compare(SEEDED);
		expect(error?.message).toBeUndefined();
		const expected = [...byDepartment(SEEDED)].map(([group, scores]) => {
			const promoters = scores.filter((score) => score >= 9).length;
			const detractors = scores.filter((score) => score <= 6).length;
			const score = Math.round((100 * (promoters - detractors)) / scores.length);
			return { group, answers: scores.length, score, promoters, detractors };
		});
		expect(expected.length).toBeGreaterThan(1);
		const [everyone, ...groups] = items.map(({ json }) => json);
		expect(everyone).toMatchObject({ group: 'Everyone', difference: 0 });
		const rows = groups.filter(({ group }) => group !== 'Others');
		expect(rows).toHaveLength(expected.length);
		expect(rows).toEqual(
			expect.arrayContaining(expected.map((row) => expect.objectContaining(row))),
		);
		expect(service.log.filter(({ path }) => path.endsWith('/respondents'))).toHaveLength(1);
		for (const row of rows)
			expect(row).toMatchObject({
				property: 'department',
				period: expect.stringMatching(/2000.*2100/),
			});
	});

	it('the first row is everyone, also those who are in no group or in several', async () => {
		const { world } = service;
		const { id } = world.createSurvey({ name: 'Teams' });
		const answer = (score: number, properties = {}) =>
			world.interview({ surveyId: id }, { score, properties });
		for (const score of [10, 9, 9, 9, 2]) answer(score, { department: 'Sales' });
		for (const score of [9, 8, 7, 3, 0]) answer(score, { department: 'Care' });
		answer(0);
		const { items } = await compare('Teams', { options: { minGroup: 1 } });
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				...{ group: 'Everyone', answers: 11, score: 9, difference: 0 },
				...{ promoters: 5, passives: 2, detractors: 4 },
				...{ property: 'department', survey_name: 'Teams' },
			},
			{ group: 'Sales', answers: 5, score: 60, difference: 51 },
			{ group: 'Care', answers: 5, score: -20, difference: -29 },
			{ group: 'Others', answers: 1, score: -100, difference: -109 },
		]);
	});

	it('a model reads names that a chat makes nothing of, and which properties there are', async () => {
		const { world } = service;
		const evil = '![a](//203.0.113.7/x) <!here>';
		const { id } = world.createSurvey({ name: evil });
		for (let nth = 0; nth < 5; nth++) {
			const person = { score: 9, properties: { department: evil } };
			world.interview({ surveyId: id }, person);
		}
		const on = async (property: string, survey = id) =>
			await callTool(engine, service, {
				...{ resource: 'result', operation: 'compareGroups', surveyId: byId(survey), ...YEAR },
				property: byId(property),
			});
		const harmless = '！［a］(／／203. 0.113.7/x) ‹!here›';
		expect(JSON.parse(await on('department'))).toMatchObject([
			{ group: 'Everyone', survey_name: harmless, answers: 5 },
			{ group: harmless, survey_name: harmless, answers: 5 },
		]);
		expect(await on('team', world.survey(SEEDED).id)).toContain(
			'one value of team: choose another property (department, location), or another period.',
		);
	});

	it('who has no time of completion is in no row, and the run says how many', async () => {
		const { id } = service.world.survey(SEEDED);
		const done = service.world.respondents(id).filter(({ status }) => status === 'completed');
		for (const one of done.slice(0, 2)) one.completedAt = null;
		const heard = await callTool(engine, service, {
			...{ resource: 'result', operation: 'compareGroups', surveyId: byId(id), ...YEAR },
			property: byId('department'),
		});
		expect(JSON.parse(heard)).toMatchObject([
			{ note: expect.stringMatching(/^2 completed interviews without a time/) },
			{ group: 'Everyone' },
			...[...byDepartment(SEEDED)].map(() => ({ group: expect.any(String) })),
		]);
	});

	it('of fewer people than the minimum nothing is compared where the survey is anonymous', async () => {
		const { items, error } = await compare('Leadership offsite (anonymous, few answers)');
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	it.each([1, 5, 20])(
		'no row of an anonymous survey is below %i, nor below five',
		async (least) => {
			const survey = 'Workplace pulse (anonymous)';
			const { items } = await compare(survey, { options: { minGroup: least } });
			for (const { json } of items) expect(json.answers).toBeGreaterThanOrEqual(Math.max(5, least));
		},
	);

	it.each([
		[{ property: byId('') }, 'Property'],
		[{ property: byId('={{ "" }}') }, 'Property is empty: enter a value.'],
		[{ periodStart: '2026-02-01', periodEnd: '2026-01-01' }, 'End is before Start'],
		[{ periodStart: 'soon' }, 'Start is not a date'],
	])('%j is refused before anything is sent', async (parameters, said) => {
		const { error } = await compare(SEEDED, parameters as INodeParameters);
		expect(error?.message).toContain(said);
		expect(service.log).toEqual([]);
	});
});
