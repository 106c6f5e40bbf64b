import { ENGINES, HOUR, NODE, stages, WORKFLOW } from './triggerStage';

const setStage = stages();
const RESPONDENTS = /\/respondents$/;

it('a baseline whose poll n8n throws away is saved by the next one, default engine', async () => {
	const stage = await setStage({ engine: 'default' });
	const survey = stage.survey('A');
	const { faults } = stage.service;
	await stage.n8n.save({ id: WORKFLOW, nodes: [stage.node()] });
	const heal = faults.inject({ fault: { kind: 'status', status: 503 }, times: 1e9 });
	await stage.n8n.publish(WORKFLOW, { mode: 'init' });
	heal();
	faults.inject({ match: { path: RESPONDENTS }, fault: { kind: 'slow', ms: 500 } });
	const discarded = stage.n8n.tick(WORKFLOW);
	await stage.underWay(RESPONDENTS);
	const healAgain = faults.inject({ fault: { kind: 'status', status: 503 }, times: 1e9 });
	await stage.n8n.publish(WORKFLOW, { mode: 'init', again: [NODE] });
	healAgain();
	expect((await discarded).result).toBe('discarded');
	expect(await stage.events()).toEqual([]);
	stage.n8n.crash();
	stage.interview(survey, 'Ada');
	// Long ago, so that a new baseline would take her for old.
	stage.service.clock.advance(HOUR);
	await stage.n8n.boot();
	expect(await stage.names()).toEqual(['Ada']);
});

describe.each(ENGINES)('a poll that outlives its time, %s engine', (engine) => {
	it('delivers nothing any more when another has delivered it', async () => {
		const stage = await setStage({ engine });
		const survey = stage.survey('A');
		await stage.publish();
		stage.interview(survey, 'Ada');
		stage.service.faults.inject({
			match: { path: RESPONDENTS },
			fault: { kind: 'slow', ms: 3000 },
		});
		const overdue = stage.poll();
		await stage.underWay(RESPONDENTS);
		// Its budget and the minute of grace are over.
		stage.service.clock.advance(400_000);
		expect(await stage.names()).toEqual(['Ada']);
		expect((await overdue).events).toEqual([]);
		expect(stage.executed()).toHaveLength(1);
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
		await stage.n8n.boot();
		expect(await stage.names()).toEqual([]);
	});

	it('keeps others out while it is in time', async () => {
		const stage = await setStage({ engine });
		const survey = stage.survey('A');
		await stage.publish();
		stage.interview(survey, 'Ada');
		stage.service.faults.inject({
			match: { path: RESPONDENTS },
			fault: { kind: 'slow', ms: 1000 },
		});
		const running = stage.poll();
		await stage.underWay(RESPONDENTS);
		stage.service.clock.advance(20_000);
		const another = await stage.n8n.tick('workflow');
		expect(another.items ?? []).toEqual([]);
		expect((await running).events).toHaveLength(1);
	});
});
