import { POLL_ENGINES } from '../everywhere';
import { HOUR } from '../harness/stage/time';
import { WORKFLOW } from '../harness/stage/trigger';
import { stages, type StageOptions } from './triggerStage';

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
