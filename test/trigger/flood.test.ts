/** More than 50 old completions at once are held, and told; nothing ordinary comes near it. */
import { POLL_ENGINES } from '../everywhere';
import { DAY, HOUR, MINUTE } from '../harness/stage/time';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const PLAIN = { dialect: 'plain' } as const;

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	async function begun(options = {}): Promise<{ stage: Stage; survey: string }> {
		const stage = await setStage({ engine, ...PLAIN });
		const survey = stage.survey('A');
		stage.service.clock.advance(30 * DAY);
		await stage.publish({ options });
		stage.interview(survey, 'Ada');
		expect(await stage.names()).toEqual(['Ada']);
		return { stage, survey };
	}
	/** An import: interviews of ten days ago that were not there before. */
	function imported({ service }: Stage, surveyId: string, count = 60): void {
		const at = service.clock.now() - 10 * DAY;
		for (let nth = 0; nth < count; nth++) {
			const { id } = service.world.interview({ surveyId }, { name: `Old ${nth}`, score: 5 });
			const record = service.world.records.respondents.get(id);
			Object.assign(record!, { startedAt: new Date(at), completedAt: new Date(at + nth) });
		}
	}

	it('an import fails one poll, the others deliver everybody else, and a day later it is told again', async () => {
		const { stage, survey } = await begun();
		imported(stage, survey);
		stage.interview(survey, 'Bob');
		const failed = await stage.poll();
		expect([failed.events, failed.error?.message]).toEqual([
			[],
			expect.stringMatching(/^60 old completions of survey “A” .* are held/),
		]);
		expect(failed.error?.message).toContain('0 of them since the trigger began to watch');
		expect(await stage.names()).toEqual(['Bob']);
		for (let hour = 0; hour < 5; hour++) {
			stage.service.clock.advance(HOUR);
			stage.interview(survey, `In hour ${hour}`);
			expect(await stage.names()).toEqual([`In hour ${hour}`]);
		}
		stage.service.clock.advance(DAY);
		stage.interview(survey, 'Cid');
		expect((await stage.poll()).error?.message).toMatch(/^60 old completions/);
		expect(await stage.names()).toEqual(['Cid']);
	});

	it('the poll that fails meets new surveys: what was completed before it and after the last one comes', async () => {
		const { stage, survey } = await begun();
		imported(stage, survey);
		const created = stage.survey('B');
		stage.interview(created, 'Early');
		stage.service.clock.advance(DAY);
		expect((await stage.poll()).error).toBeDefined();
		stage.interview(created, 'Late');
		expect(await stage.names()).toEqual(['Early', 'Late']);
	});

	it('is told once in a process, also when somebody publishes meanwhile', async () => {
		const { stage, survey } = await begun();
		imported(stage, survey);
		expect((await stage.poll()).error).toBeDefined();
		await stage.publish();
		stage.interview(survey, 'Bob');
		expect(await stage.names()).toEqual(['Bob']);
	});

	it.each([
		['deliver', 60],
		['takeAsKnown', 0],
	])('with Old Completions at Once: %s, %i of them come', async (oldAtOnce, count) => {
		const { stage, survey } = await begun();
		imported(stage, survey);
		expect((await stage.poll()).error).toBeDefined();
		await stage.publish({ options: { oldAtOnce } });
		expect(await stage.names()).toHaveLength(count);
		await stage.publish();
		expect(await stage.names()).toEqual([]);
	});

	it('an import into a survey that a publication has met is old, however many it has', async () => {
		const { stage } = await begun();
		const created = stage.survey('B');
		await stage.publish({ options: { maxEvents: 100 } });
		imported(stage, created);
		expect(await stage.names()).toEqual([]);
		stage.interview(created, 'Bob');
		expect(await stage.names()).toEqual(['Bob']);
	});

	it('a poll that has delivered Max Events still takes the baseline of a survey that it has read', async () => {
		const stage = await setStage({ engine, ...PLAIN });
		const [chosen, a, b] = ['Chosen', 'A', 'B'].map((name) => stage.survey(name)) as [
			string,
			string,
			string,
		];
		const options = { maxEvents: 1 };
		stage.service.clock.advance(DAY);
		await stage.publish({ surveyIds: [chosen], options });
		expect(await stage.names()).toEqual([]);
		await stage.publish({ surveyIds: [chosen, a, b], options });
		for (const survey of [a, b]) stage.interview(survey, 'First');
		expect(await stage.names()).toEqual(['First']);
		// Of those without a time of completion, the ones before the baseline are old.
		for (const survey of [a, b]) {
			const { id } = stage.service.world.interview(
				{ surveyId: survey },
				{ name: 'Untimed', score: 5 },
			);
			Object.assign(stage.service.world.records.respondents.get(id)!, { completedAt: null });
		}
		const came = [...(await stage.names()), ...(await stage.names()), ...(await stage.names())];
		expect(came.filter((name) => name === 'Untimed')).toHaveLength(2);
	});

	it.each([3, 21])('%i days off bring all who completed meanwhile', async (count) => {
		const { stage, survey } = await begun();
		await stage.n8n.unpublish('workflow');
		for (let day = 0; day < count; day++) {
			stage.service.clock.advance(DAY);
			for (let nth = 0; nth < 20; nth++) stage.interview(survey, `Day ${day}`);
		}
		await stage.activate();
		expect(await stage.names()).toHaveLength(20 * count);
	});

	it('Max Events that holds a backlog back for days does not make it old', async () => {
		const { stage, survey } = await begun({ maxEvents: 10 });
		for (let nth = 0; nth < 100; nth++) stage.interview(survey, `Person ${nth}`);
		const came: unknown[] = [];
		for (let day = 0; day < 12; day++) {
			came.push(...(await stage.names()));
			stage.service.clock.advance(DAY);
		}
		expect(came).toHaveLength(100);
	});

	it('a list that is two days late brings all of it', async () => {
		const { stage, survey } = await begun();
		const { faults, clock } = stage.service;
		const heal = faults.inject({
			match: { operation: 'respondent.getAll' },
			fault: {
				kind: 'rewritten body',
				rewrite: (body) =>
					JSON.stringify(
						(JSON.parse(body) as Array<{ name: string }>).filter(({ name }) => name === 'Ada'),
					),
			},
			times: Infinity,
		});
		for (let nth = 0; nth < 80; nth++) stage.interview(survey, `Person ${nth}`);
		for (let hour = 0; hour < 48; hour++) {
			expect(await stage.names()).toEqual([]);
			clock.advance(HOUR - MINUTE);
		}
		heal();
		clock.advance(HOUR);
		expect(await stage.names()).toHaveLength(80);
	});
});
