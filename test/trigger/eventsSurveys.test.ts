import { EVERYWHERE } from '../everywhere';
import { DAY, MINUTE } from '../harness/stage/time';
import { stages, type Stage } from './triggerStage';

const setStage = stages();

/** Surveys by these names; each has somebody who completed before. */
const surveysOf = (stage: Stage, ...names: string[]) =>
	names.map((name) => {
		const survey = stage.survey(name);
		stage.interview(survey, `Before ${name}`);
		return survey;
	});

describe.each(EVERYWHERE)('which surveys are watched, $engine engine, dialect $dialect', (on) => {
	it('only the chosen ones', async () => {
		const stage = await setStage(on);
		const [a, b, c] = surveysOf(stage, 'A', 'B', 'C');
		await stage.publish({ surveyIds: [a!, c!.toUpperCase()] });
		[a!, b!, c!].forEach((survey, at) => stage.interview(survey, `Person ${at}`));
		expect(await stage.names()).toEqual(['Person 0', 'Person 2']);
		expect(await stage.names()).toEqual([]);
	});

	it('one that is added to the choice brings what was completed since the poll before', async () => {
		const stage = await setStage(on);
		const [a, b] = surveysOf(stage, 'A', 'B');
		stage.service.clock.advance(20 * MINUTE);
		await stage.publish({ surveyIds: [a!] });
		expect(await stage.names()).toEqual([]);
		stage.interview(a!, 'Ada');
		stage.interview(b!, 'Since the poll');
		await stage.publish({ surveyIds: [a!, b!] });
		stage.interview(b!, 'Bob');
		expect(await stage.names()).toEqual(['Ada', 'Since the poll', 'Bob']);
		expect(await stage.names()).toEqual([]);
	});

	it('one that is added with Emit Existing comes whole', async () => {
		const stage = await setStage(on);
		const [a, b] = surveysOf(stage, 'A', 'B');
		const options = { emitExisting: true };
		await stage.publish({ surveyIds: [a!], options });
		expect(await stage.names()).toEqual(['Before A']);
		await stage.publish({ surveyIds: [a!, b!], options });
		expect(await stage.names()).toEqual(['Before B']);
		expect(await stage.names()).toEqual([]);
	});

	it('one that is left out and chosen again brings nothing twice', async () => {
		const stage = await setStage(on);
		const [a, b] = surveysOf(stage, 'A', 'B');
		await stage.publish({ surveyIds: [a!, b!] });
		stage.interview(b!, 'Bob');
		expect(await stage.names()).toEqual(['Bob']);
		await stage.publish({ surveyIds: [a!] });
		stage.interview(a!, 'Ada');
		expect(await stage.names()).toEqual(['Ada']);
		await stage.publish({ surveyIds: [a!, b!] });
		expect(await stage.names()).toEqual([]);
		stage.interview(b!, 'Bea');
		expect(await stage.names()).toEqual(['Bea']);
	});

	it('from chosen ones to all: those that come in get a baseline, and later ones are new', async () => {
		const stage = await setStage(on);
		const [a, b] = surveysOf(stage, 'A', 'B');
		stage.service.clock.advance(20 * MINUTE);
		await stage.publish({ surveyIds: [a!] });
		await stage.publish();
		stage.interview(b!, 'Bob');
		expect(await stage.names()).toEqual(['Bob']);
		stage.interview(stage.survey('New'), 'Nora');
		expect(await stage.names()).toEqual(['Nora']);
		expect(await stage.names()).toEqual([]);
	});

	it('of all surveys, one that is created or cloned later is new with all it has', async () => {
		const stage = await setStage(on);
		const [a] = surveysOf(stage, 'A');
		await stage.publish();
		stage.service.clock.advance(2 * DAY);
		stage.interview(stage.survey('New'), 'Nora');
		stage.aMomentLater();
		const clone = stage.service.world.cloneSurvey(a!, 'Clone').id;
		stage.interview(clone, 'Cleo');
		expect(await stage.names()).toEqual(['Nora', 'Cleo']);
		expect(await stage.names()).toEqual([]);
	});

	it('of all surveys, one that only becomes visible gets a baseline', async () => {
		const stage = await setStage(on);
		const [a, b, c] = surveysOf(stage, 'A', 'B', 'C');
		const record = stage.service.world.records.surveys.get(b!)!;
		const { workspaceId } = record;
		record.workspaceId = 'of somebody else';
		stage.service.clock.advance(2 * DAY);
		await stage.publish();
		expect(await stage.names()).toEqual([]);
		record.workspaceId = workspaceId;
		expect(await stage.names()).toEqual([]);
		[a!, b!, c!].forEach((survey, at) => stage.interview(survey, `Person ${at}`));
		expect(await stage.names()).toEqual(['Person 0', 'Person 1', 'Person 2']);
	});

	it('an account without surveys waits for the first', async () => {
		const stage = await setStage(on);
		await stage.publish();
		expect(await stage.names()).toEqual([]);
		stage.service.clock.advance(10 * MINUTE);
		const first = stage.survey('First');
		stage.interview(first, 'Ada');
		expect(await stage.names()).toEqual(['Ada']);
		expect(await stage.names()).toEqual([]);
	});

	it('a survey that is deleted is no longer asked for, and the others go on', async () => {
		const stage = await setStage(on);
		const [a, b] = surveysOf(stage, 'A', 'B');
		await stage.publish();
		stage.service.world.deleteSurvey(b!);
		stage.interview(a!, 'Ada');
		const { events, asked } = await stage.poll();
		expect([events.length, asked]).toEqual([1, ['survey.getAll', 'respondent.getAll']]);
		stage.service.clock.advance(61 * MINUTE);
		expect((await stage.poll()).asked).toEqual(['survey.getAll', 'respondent.getAll']);
	});
});
