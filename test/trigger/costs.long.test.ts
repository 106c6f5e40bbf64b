import { POLL_ENGINES } from '../everywhere';
import { extent } from '../extent';
import { HOUR } from '../harness/stage/time';
import { WORKFLOW } from '../harness/stage/trigger';
import { stages, type Parameters } from './triggerStage';

const LIST = 'survey.getAll';
const setStage = stages();
const sorted = (asked: string[]) => [...asked].sort();
const many = (times: number, operation: string) => Array<string>(times).fill(operation);

type EventName = NonNullable<Parameters['event']>;

/** What each event reads of a survey, and whether every poll does. A new event does not compile without a line. */
const EVENT_READS: Record<EventName, [read: string, when: 'when it changed' | 'every poll']> = {
	interviewCompleted: ['respondent.getAll', 'when it changed'],
	resultsChanged: ['result.getOverview', 'when it changed'],
	mailingStatusChanged: ['mailing.getAll', 'every poll'],
	emailFailed: ['mailing.getAll', 'every poll'],
};
const READS = Object.entries(EVENT_READS).map(
	([event, [read, when]]) => [event as EventName, read, when] as const,
);

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	describe.each(extent({ quick: [1, 100], all: [1, 100, 300] }))('with %i surveys', (surveys) => {
		const small = { surveys, respondents: 3, invitations: 1, mailings: false };

		it.each(READS)('%s: an activation, idle polls and a full check', async (event, read, when) => {
			const stage = await setStage({ engine, seed: small });
			const everything = [...many(surveys, read), LIST].sort();
			expect(sorted(await stage.publish({ event }))).toEqual(everything);

			const idle = when === 'every poll' ? everything : [LIST];
			// Hundreds of reads cost the test seconds, and show no more than a hundred.
			for (let poll = 0; poll < (surveys > 100 ? 1 : 3); poll++) {
				const { asked, result } = await stage.poll();
				expect([sorted(asked), result]).toEqual([idle, 'nothing']);
			}
			if (surveys > 100) return;
			stage.service.clock.advance(HOUR);
			expect(sorted((await stage.poll()).asked)).toEqual(everything);
			expect(sorted((await stage.poll()).asked)).toEqual(idle);
		});
	});

	// Of Interview Completed, `eventsSurveys` tests it.
	it.each(READS.slice(1))('%s: only the chosen surveys are read', async (event, read, when) => {
		const stage = await setStage({
			engine,
			seed: { surveys: 20, respondents: 1, mailings: false },
		});
		const surveyIds = stage.service.world
			.surveys()
			.slice(3, 7)
			.map(({ id }) => id);
		const everything = [...many(4, read), LIST].sort();
		expect(sorted(await stage.publish({ event, surveyIds }))).toEqual(everything);
		const idle = when === 'every poll' ? everything : [LIST];
		expect(sorted((await stage.poll()).asked)).toEqual(idle);
	});

	describe.each([extent({ quick: 200, all: 300 })])(
		'one completion among %i surveys',
		(surveys) => {
			const seed = { surveys, respondents: 2, invitations: 0, mailings: false };

			it.each([
				[{}, {}, [LIST, 'respondent.getAll']],
				[{ includeSurvey: true }, { scoreFrom: 0 }, [LIST, 'respondent.getAll']],
				[
					{ includeConversation: true },
					{},
					[LIST, 'respondent.getAll', 'respondent.getConversation'],
				],
			])('with the options %j and the filters %j', async (options, filters, expected) => {
				const stage = await setStage({ engine, seed });
				await stage.publish({ options, filters });
				const survey = stage.service.world.survey(`Survey ${surveys / 2}`);
				stage.interview(survey.id, 'Ada');
				const { asked, events } = await stage.poll();
				expect(asked).toEqual(expected);
				expect(events).toMatchObject([{ name: 'Ada', survey_id: survey.id }]);
				expect((await stage.poll()).asked).toEqual([LIST]);
			});

			it('changes the results of one survey', async () => {
				const stage = await setStage({ engine, seed });
				await stage.publish({ event: 'resultsChanged' });
				stage.interview(stage.service.world.survey(`Survey ${surveys / 2}`).id, 'Ada');
				const { asked, events } = await stage.poll();
				expect(asked).toEqual([LIST, 'result.getOverview']);
				expect(events).toMatchObject([{ survey_name: `Survey ${surveys / 2}` }]);
			});
		},
	);

	it('Interview Completed reads a survey once if its entry changed and nobody completed', async () => {
		const stage = await setStage({ engine });
		const survey = stage.survey('One');
		for (let at = 0; at < 5; at++) stage.survey(`Other ${at}`);
		await stage.publish();
		// The summary counts who only starts; nobody completes.
		stage.service.world.startInterview({ surveyId: survey });
		const asked: number[] = [];
		for (let poll = 0; poll < 5; poll++) asked.push((await stage.poll()).asked.length);
		expect(asked).toEqual([2, 1, 1, 1, 1]);
	});

	it('Results Changed reads a survey once if its entry changed and no number did', async () => {
		const stage = await setStage({ engine });
		const survey = stage.survey('One');
		await stage.publish({ event: 'resultsChanged' });
		stage.service.world.records.surveys.get(survey)!.name = 'Another name';
		const asked: number[] = [];
		for (let poll = 0; poll < 5; poll++) asked.push((await stage.poll()).asked.length);
		expect(asked).toEqual([2, 1, 1, 1, 1]);
	});

	it('a summary that is ahead of the list costs no completion', async () => {
		const stage = await setStage({ engine });
		const survey = stage.survey('One');
		await stage.publish();
		stage.service.world.listLag = { reads: 2 };
		stage.interview(survey, 'Late');
		expect([await stage.names(), await stage.names(), await stage.names()]).toEqual([
			[],
			[],
			['Late'],
		]);
		expect((await stage.poll()).asked).toEqual([LIST]);
	});

	it('activating again reads the list and one survey; a restart of n8n reads only the list', async () => {
		const stage = await setStage({
			engine,
			seed: { surveys: 50, respondents: 2, mailings: false },
		});
		await stage.publish();
		await stage.n8n.unpublish(WORKFLOW);
		// A person reads what this one throws, so a survey is read too: the token may lack a scope.
		expect(await stage.activate()).toEqual([LIST, 'respondent.getAll']);
		stage.service.clearLog();
		await stage.n8n.boot();
		// The durable engine knows of its polls and starts no activation.
		expect(stage.asked()).toEqual(engine === 'default' ? [LIST] : []);
		expect((await stage.poll()).asked).toEqual([LIST]);
	});
});
