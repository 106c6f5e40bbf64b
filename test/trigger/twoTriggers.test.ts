import type { IDataObject } from 'n8n-workflow';
import { POLL_ENGINES } from '../everywhere';
import { HOUR } from '../harness/stage/time';
import { NODE_ID, WORKFLOW } from '../harness/stage/trigger';
import { stages, type Stage, type StageOptions } from './triggerStage';

const setStage = stages();
const [ONE, TWO] = ['first-trigger', 'second-trigger'];

/** One workflow with two triggers, each of which watches a survey of its own. */
async function setTwo(options: StageOptions) {
	const stage = await setStage(options);
	const [a, b] = ['A', 'B'].map((name) => stage.survey(name)) as [string, string];
	stage.interview(a, 'Before A');
	stage.interview(b, 'Before B');
	const node = (id: string, surveyId: string) => ({
		...stage.node({ surveyIds: [surveyId] }),
		id,
		name: `Trigger of ${id}`,
	});
	await stage.n8n.save({ id: WORKFLOW, nodes: [node(ONE!, a), node(TWO!, b)] });
	await stage.activate();
	/** What the next poll of each trigger delivers. */
	const both = async () => [await stage.names(WORKFLOW, ONE), await stage.names(WORKFLOW, TWO)];
	return { stage, a, b, both };
}

const staticData = ({ n8n }: Stage) => n8n.database.staticData(WORKFLOW);
const overwrite = ({ n8n }: Stage, data: IDataObject) =>
	n8n.database.saveStaticData(WORKFLOW, data);

describe.each(POLL_ENGINES)('two triggers in one workflow, %s engine', (engine) => {
	it('deliver each its own, once, also after a restart', async () => {
		const { stage, a, b, both } = await setTwo({ engine });
		for (let round = 0; round < 3; round++) {
			stage.interview(a, `A${round}`);
			stage.interview(b, `B${round}`);
			expect(await both()).toEqual([[`A${round}`], [`B${round}`]]);
			expect(await both()).toEqual([[], []]);
			await stage.n8n.boot();
		}
		stage.service.clock.advance(HOUR);
		expect(await both()).toEqual([[], []]);
	});

	it('poll side by side, and nothing is doubled', async () => {
		const { stage, a, b, both } = await setTwo({ engine });
		stage.interview(a, 'Ada');
		stage.interview(b, 'Bob');
		const polls = await Promise.all([stage.names(WORKFLOW, ONE), stage.names(WORKFLOW, TWO)]);
		expect(polls).toEqual([['Ada'], ['Bob']]);
		expect(await both()).toEqual([[], []]);
		await stage.n8n.boot();
		expect(await both()).toEqual([[], []]);
	});

	it('one of which was started again alone: nothing is doubled while n8n runs', async () => {
		const { stage, a, b, both } = await setTwo({ engine });
		await stage.n8n.publish(WORKFLOW, { again: [TWO!] });
		for (let round = 0; round < 4; round++) {
			stage.interview(a, `A${round}`);
			stage.interview(b, `B${round}`);
			expect(await both()).toEqual([[`A${round}`], [`B${round}`]]);
			expect(await both()).toEqual([[], []]);
		}
		await stage.n8n.leadershipChange();
		expect(await both()).toEqual([[], []]);
	});

	it('one of which was started again alone, and then n8n starts again', async () => {
		const { stage, a, b, both } = await setTwo({ engine });
		await stage.n8n.publish(WORKFLOW, { again: [TWO!] });
		stage.interview(b, 'Bob');
		expect(await both()).toEqual([[], ['Bob']]);
		// The first trigger saves all of the workflow's data as it knows it: the second's as it was before Bob.
		stage.interview(a, 'Ada');
		expect(await both()).toEqual([['Ada'], []]);
		await stage.n8n.boot();
		// What the documentation says of the default engine: the older state brings Bob again, Ada not.
		expect(await both()).toEqual([[], engine === 'default' ? ['Bob'] : []]);
		expect(await both()).toEqual([[], []]);
	});

	it('one of which is renamed or taken away: the other goes on', async () => {
		const { stage, a, b } = await setTwo({ engine });
		stage.interview(a, 'Ada');
		const node = { ...stage.node({ surveyIds: [a] }), id: ONE!, name: 'The only one' };
		await stage.n8n.save({ id: WORKFLOW, nodes: [node] });
		await stage.activate();
		stage.interview(b, 'Bob');
		expect(await stage.names(WORKFLOW, ONE)).toEqual(['Ada']);
		expect((await stage.poll(WORKFLOW, TWO)).result).toBe('inactive');
	});
});

describe.each(POLL_ENGINES)('an older copy of the static data is put back, %s engine', (engine) => {
	const begin = async () => {
		const stage = await setStage({ engine });
		const survey = stage.survey('A');
		stage.interview(survey, 'Before');
		await stage.publish();
		stage.interview(survey, 'First');
		expect(await stage.names()).toEqual(['First']);
		const older = staticData(stage);
		stage.interview(survey, 'Second');
		expect(await stage.names()).toEqual(['Second']);
		return { stage, survey, older };
	};

	it('while n8n runs: nothing comes again, and the next save puts it right', async () => {
		const { stage, survey, older } = await begin();
		overwrite(stage, older);
		expect(await stage.names()).toEqual([]);
		// What n8n reads anew when a workflow is started again.
		await stage.n8n.publish(WORKFLOW, { again: [NODE_ID] });
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
		stage.interview(survey, 'Third');
		expect(await stage.names()).toEqual(['Third']);
		await stage.n8n.boot();
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
	});

	it('and n8n starts again before anything else is saved', async () => {
		const { stage, older } = await begin();
		overwrite(stage, older);
		await stage.n8n.boot();
		expect(await stage.names()).toEqual(engine === 'default' ? ['Second'] : []);
		expect(await stage.names()).toEqual([]);
	});

	it('and it is empty: while n8n runs nothing comes again, nor is anything lost', async () => {
		const { stage, survey } = await begin();
		expect(await stage.names()).toEqual([]);
		overwrite(stage, {});
		stage.interview(survey, 'Third');
		await stage.n8n.publish(WORKFLOW, { again: [NODE_ID] });
		expect([await stage.names(), await stage.names()]).toEqual([['Third'], []]);
		await stage.n8n.boot();
		expect(await stage.names()).toEqual([]);
	});

	it('and it is empty, right after a poll with events: nothing is lost', async () => {
		const { stage, survey } = await begin();
		overwrite(stage, {});
		stage.interview(survey, 'Third');
		await stage.n8n.publish(WORKFLOW, { again: [NODE_ID] });
		// Whether n8n saved the last events is not certain then: they may come again.
		const came = [...(await stage.names()), ...(await stage.names())];
		expect(came.filter((name) => name !== 'Second')).toEqual(['Third']);
	});
});
