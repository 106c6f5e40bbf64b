import { EVERYWHERE } from '../everywhere';
import { recordIn } from '../harness/stage/records';
import { DAY, HOUR } from '../harness/stage/time';
import { stages } from './triggerStage';

const setStage = stages();
const RESPONDENTS = 'respondent.getAll';

describe.each(EVERYWHERE)('Interview Completed, $engine engine, dialect $dialect', (on) => {
	it('is the respondent as the service sent it, and which survey it is of', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('Customers');
		await stage.publish();
		const id = stage.interview(survey, 'Ada', {
			email: 'ada@example.com',
			properties: { department: 'Sales' },
			score: 9,
		});
		const [event, ...more] = await stage.events();
		expect(more).toEqual([]);
		const sent = recordIn(stage.answered(RESPONDENTS), id);
		const own = {
			message: 'Ada gave 9 of 10 (NPS) in Customers.',
			metric_type: 'nps',
			nps_group: 'promoter',
			survey_id: survey,
			survey_name: 'Customers',
			completion_id: expect.any(String),
		};
		expect(event).toEqual({ ...sent, ...own });
		expect(event).toMatchObject({ id, score: 9 });
		expect(Object.keys(event ?? {})[0]).toBe('message');
		expect(stage.executed()).toEqual([event]);
		expect(await stage.events()).toEqual([]);
	});

	it('comes once for everybody, oldest first over all surveys', async () => {
		const stage = await setStage(on);
		const surveys = ['A', 'B', 'C'].map((name) => stage.survey(name));
		await stage.publish();
		const names = Array.from({ length: 30 }, (_, at) => `Person ${at}`);
		names.forEach((name, at) => stage.interview(surveys[(at * 7) % 3]!, name));
		expect(await stage.names()).toEqual(names);
		for (let poll = 0; poll < 3; poll++) expect(await stage.names()).toEqual([]);
	});

	it('does not come for who has only started, nor again for who completes again', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		await stage.publish();
		const { id } = stage.service.world.startInterview({ surveyId: survey }, { name: 'Ada' });
		expect(await stage.names()).toEqual([]);
		stage.service.world.completeInterview(id, { score: 3 });
		expect(await stage.names()).toEqual(['Ada']);
		stage.service.world.reopenInterview(id);
		expect(await stage.names()).toEqual([]);
		stage.service.world.completeInterview(id, { score: 4 });
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
	});

	it('does not come for who was there before, unless it is asked for', async () => {
		const stage = await setStage(on);
		const surveys = [stage.survey('A'), stage.survey('B')];
		['Ada', 'Bob', 'Cid'].forEach((name, at) => stage.interview(surveys[at % 2]!, name));
		await stage.publish();
		stage.interview(surveys[0]!, 'Dee');
		expect(await stage.names()).toEqual(['Dee']);

		const other = await setStage(on);
		const survey = other.survey('A');
		['Ada', 'Bob'].forEach((name) => other.interview(survey, name));
		await other.publish({ options: { emitExisting: true } });
		other.interview(survey, 'Cid');
		expect(await other.names()).toEqual(['Ada', 'Bob', 'Cid']);
		expect(await other.names()).toEqual([]);
		other.interview(survey, 'Dee');
		expect(await other.names()).toEqual(['Dee']);
	});

	it('is found by the full check when no summary shows it', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		// The summary counts who starts, so that has to be over.
		const { id } = stage.service.world.startInterview({ surveyId: survey }, { name: 'Ada' });
		await stage.publish();
		stage.service.world.summaryLag = { ms: DAY };
		stage.service.world.completeInterview(id);
		expect(await stage.names()).toEqual([]);
		stage.service.clock.advance(HOUR);
		expect(await stage.names()).toEqual(['Ada']);
	});

	it('carries the survey as the list shows it, when asked', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('Customers');
		await stage.publish({ options: { includeSurvey: true } });
		const id = stage.interview(survey, 'Ada');
		const [event] = await stage.events();
		expect(event).toEqual({
			...recordIn(stage.answered(RESPONDENTS), id),
			message: 'Ada gave 8 of 10 (NPS) in Customers.',
			metric_type: 'nps',
			nps_group: 'passive',
			survey_id: survey,
			survey_name: 'Customers',
			completion_id: expect.any(String),
			survey: recordIn(stage.answered('survey.getAll'), survey),
		});
	});

	it('of an anonymous survey comes once as well, without who it was', async () => {
		const stage = await setStage({ ...on, choices: { anonymousIds: 'absent' } });
		const survey = stage.survey('Secret', { anonymous: true });
		stage.interview(survey, 'Before', { score: 1 });
		await stage.publish({ options: { includeConversation: true } });
		stage.interview(survey, 'Ada', { score: 2 });
		stage.interview(survey, 'Bob', { score: 3 });
		const events = await stage.events();
		expect(events.map(({ score }) => score)).toEqual([2, 3]);
		for (const event of events) {
			expect(event).not.toHaveProperty('id');
			expect(event).toMatchObject({
				survey_id: survey,
				conversation: null,
				conversation_error: expect.stringMatching(/^The survey is anonymous: .+\.$/) as unknown,
			});
		}
		expect(stage.asked()).not.toContain('respondent.getConversation');
		expect(await stage.events()).toEqual([]);
	});
});
