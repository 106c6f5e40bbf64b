import { startService } from '../../harness/service';
import { metricScore, segment, spanOf } from '../../harness/service/results';
import { outputsOf } from '../../n8n/rest/n8nRest';
import { stopClock, WHOLE_SECOND as startAt, withExtraFields } from './extraFields';
import { workflowIn } from './file';
import { EVE } from './hostile';
import { Imported } from './imported';
import { READINGS } from './readings';
import { useWorkflowStage } from './workflowStage';

describe('completed-interviews.json and survey-results.json', () => {
	const stage = useWorkflowStage('completed-interviews.json');

	describe.each(READINGS)('with a service that speaks $name', ({ dialect }) => {
		it('shows what matters of a completed interview', async () => {
			const service = await startService({ dialect, startAt });
			try {
				withExtraFields(service);
				stopClock(service);
				const { id } = service.world.createSurvey({ name: 'Read' });
				service.world.interview({ surveyId: id }, EVE);
				const execution = await (await Imported.for(stage(), service)).run();
				expect(execution.status).toBe('success');
				const [items] = outputsOf(execution, 'What matters');
				const said = items?.map(({ json }) => json).find(({ name }) => name === 'Eve');
				expect(said).toEqual({
					message: 'Eve gave 4 of 10 (NPS) in Read.',
					name: 'Eve',
					score: 4,
					completed_at: '2026-03-02T09:00:00.000Z',
					survey_name: 'Read',
					transcript: expect.stringContaining('Participant: One.') as string,
				});
			} finally {
				await service.stop();
			}
		});

		it('shows the overview of each survey', async () => {
			const service = await startService({ dialect });
			try {
				withExtraFields(service);
				const { rest, accounts } = stage();
				const place = { rest, accounts, workflow: workflowIn('survey-results.json') };
				const execution = await (await Imported.for(place, service)).run();
				expect(execution.status).toBe('success');
				const [surveys] = outputsOf(execution, 'All surveys');
				const [overviews] = outputsOf(execution, 'Overview of each');
				const { records } = service.world;
				const due = surveys?.map(({ json: { id } }) => {
					const survey = service.world.surveys().find((one) => one.id === id);
					if (!survey) throw new Error(`There is no survey ${String(id)}`);
					const people = segment(records, survey, spanOf('all_time', 0), new Map());
					return {
						score: people.suppressed ? null : metricScore(survey, people.completed),
						metric_type: survey.metricType,
						invited: people.invited,
						started: people.started,
						completed: people.completed.length,
					};
				});
				expect(due).toHaveLength(service.world.surveys().length);
				expect(overviews?.map(({ json }) => json)).toMatchObject(due ?? []);
			} finally {
				await service.stop();
			}
		});
	});
});
