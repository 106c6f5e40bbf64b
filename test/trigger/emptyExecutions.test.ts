import { stages } from './triggerStage';

const setStage = stages();
const POLLS = 12;
const NOBODY = '11111111-2222-4333-8444-555555555555';

/** In the default engine n8n keeps nothing of a poll without an execution; each empty one is a line in its list. */
describe('empty executions, default engine', () => {
	it.each(['interviewCompleted', 'resultsChanged'] as const)(
		'%s: none for a survey that can never be read, after the first',
		async (event) => {
			const stage = await setStage({ engine: 'default' });
			const [closed, other] = [stage.survey('A'), stage.survey('B')];
			stage.service.faults.inject({
				match: { path: new RegExp(`${closed}/(respondents|results/overview)$`) },
				fault: { kind: 'status', status: 409 },
				times: 1e9,
			});
			await stage.publish({ event });
			for (let poll = 0; poll < POLLS; poll++) await stage.poll();
			expect(stage.n8n.executions.length).toBeLessThanOrEqual(1);
			stage.interview(other, 'Ada');
			expect(await stage.events()).toHaveLength(1);
		},
	);

	it('none for a chosen survey that is not there', async () => {
		const stage = await setStage({ engine: 'default' });
		await stage.publish({ surveyIds: [stage.survey('A'), NOBODY] });
		for (let poll = 0; poll < POLLS; poll++) await stage.poll();
		expect(stage.n8n.executions.length).toBeLessThanOrEqual(1);
	});

	it('one saves a survey that is created later, once, and what comes then is new after a restart', async () => {
		const stage = await setStage({ engine: 'default' });
		stage.survey('A');
		await stage.publish();
		expect(await stage.events()).toEqual([]);
		const later = stage.survey('B');
		for (let poll = 0; poll < POLLS; poll++) expect(await stage.events()).toEqual([]);
		expect(stage.n8n.executions.length).toBeLessThanOrEqual(1);
		stage.interview(later, 'Ada');
		await stage.n8n.boot();
		expect(await stage.names()).toEqual(['Ada']);
	});
});
