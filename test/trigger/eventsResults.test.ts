import { EVERYWHERE } from '../everywhere';
import { type Json } from '../harness/stage/records';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const OVERVIEW = 'result.getOverview';
const event = 'resultsChanged' as const;

/** The facts that these tests look at. */
const fields = {
	score: 'score',
	completed: 'completed',
	of: (score: number) => `distribution.${score}`,
};

const changesOf = (one: Json | undefined) =>
	Object.fromEntries(
		(one?.changes as Array<{ field: string; from: unknown; to: unknown }>).map(
			({ field, from, to }) => [field, [from, to]],
		),
	);

const filterOf = ({ service }: Stage, survey: string) => {
	const property = service.world.records.properties
		.of(survey)
		.find(({ key }) => key === 'department');
	const filters = {
		'key:value': 'department:Sales',
		'id=value': `${property?.id}=Sales`,
		'key=value': 'department=Sales',
	};
	return filters[service.choices.propertyFilter];
};

describe.each(EVERYWHERE)('Results Changed, $engine engine, dialect $dialect', (on) => {
	it('says which numbers changed, from what to what', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('Customers');
		stage.interview(survey, 'Ada', { score: 10 });
		await stage.publish({ event });
		stage.interview(survey, 'Bob', { score: 4 });
		const [one, ...more] = await stage.events();
		expect(more).toEqual([]);
		expect(one).toEqual({
			message: 'Results of Customers: score 0 (NPS), 2 completed.',
			survey_id: survey,
			survey_name: 'Customers',
			metric_type: 'nps',
			changes: one?.changes,
			overview: stage.answered(OVERVIEW),
		});
		expect(changesOf(one)).toMatchObject({
			[fields.completed]: [1, 2],
			[fields.score]: [100, 0],
			[fields.of(4)]: [0, 1],
		});
		expect(changesOf(one)).not.toHaveProperty([fields.of(10)]);
		expect(await stage.events()).toEqual([]);

		stage.interview(survey, 'Cid', { score: 4 });
		expect(changesOf((await stage.events())[0])).toMatchObject({
			[fields.completed]: [2, 3],
			[fields.of(4)]: [1, 2],
		});
	});

	it('is one item for each survey whose numbers changed, however many completed', async () => {
		const stage = await setStage(on);
		const [a, b] = ['A', 'B', 'C'].map((name) => stage.survey(name));
		await stage.publish({ event });
		for (const survey of [a!, b!, a!, a!]) stage.interview(survey, 'Somebody');
		const events = await stage.events();
		expect(events.map(({ survey_name: name }) => name).sort()).toEqual(['A', 'B']);
		const ofA = events.find(({ survey_id: id }) => id === a);
		expect(changesOf(ofA)[fields.completed]).toEqual([0, 3]);
		expect(await stage.events()).toEqual([]);
	});

	it('begins silently, also after a restart', async () => {
		const stage = await setStage({ ...on, seed: { respondents: 20 } });
		await stage.publish({ event });
		expect(await stage.events()).toEqual([]);
		await stage.n8n.boot();
		expect(await stage.events()).toEqual([]);
	});

	it('with Emit Existing tells what there is, from nothing', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('Customers');
		stage.interview(survey, 'Ada', { score: 10 });
		await stage.publish({ event, options: { emitExisting: true } });
		const [one] = await stage.events();
		expect(changesOf(one)).toMatchObject({
			[fields.completed]: [null, 1],
			[fields.of(10)]: [null, 1],
		});
		expect(await stage.events()).toEqual([]);
	});

	it('passes the property filter on as typed, and sees only what passes it', async () => {
		const stage = await setStage({ ...on, seed: { surveys: 1, respondents: 0 } });
		const survey = stage.service.world.surveys()[0]!.id;
		const filter = filterOf(stage, survey);
		await stage.publish({ event, filters: { property_filter: [filter, `${filter} `] } });
		expect(stage.service.requests({ operation: OVERVIEW })[0]?.query).toEqual([
			['property_filter', filter],
			['property_filter', `${filter} `],
		]);
		stage.interview(survey, 'Ada', { properties: { department: 'Care' } });
		expect(await stage.events()).toEqual([]);
		stage.interview(survey, 'Bob', { properties: { department: 'Sales' } });
		expect(changesOf((await stage.events())[0])[fields.completed]).toEqual([0, 1]);
	});

	it('tells a survey that is created later, and one that loses somebody', async () => {
		const stage = await setStage(on);
		stage.survey('A');
		await stage.publish({ event });
		const later = stage.survey('Later');
		const ada = stage.interview(later, 'Ada');
		const events = await stage.events();
		expect(events).toMatchObject([{ survey_name: 'Later' }]);
		expect(changesOf(events[0])[fields.completed]).toEqual([null, 1]);
		stage.service.world.deleteRespondent(ada);
		expect(changesOf((await stage.events())[0])[fields.completed]).toEqual([1, 0]);
	});

	it('at most so many a poll, and every survey once', async () => {
		const stage = await setStage(on);
		const surveys = Array.from({ length: 12 }, (_, at) => stage.survey(`Survey ${at}`));
		await stage.publish({ event, options: { maxEvents: 5, includeSurvey: true } });
		for (const survey of surveys) stage.interview(survey, 'Ada');
		const polls: Json[][] = [];
		for (let poll = 0; poll < 5; poll++) polls.push(await stage.events());
		expect(polls.map(({ length }) => length)).toEqual([5, 5, 2, 0, 0]);
		expect(new Set(polls.flat().map(({ survey_id: id }) => id)).size).toBe(12);
		for (const { survey, survey_id: id } of polls.flat()) expect(survey).toMatchObject({ id });
	});
});
