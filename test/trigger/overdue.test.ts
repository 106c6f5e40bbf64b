import { POLL_ENGINES } from '../everywhere';
import { collectLogs } from '../harness/engine';
import { type EngineKind } from '../harness/engine/polling';
import { TRIGGER_NAME } from '../harness/support/names';
import { HOUR } from '../harness/stage/time';
import { NODE_ID, WORKFLOW } from '../harness/stage/trigger';
import { stages, type Stage } from './triggerStage';

const setStage = stages();
const RESPONDENTS = /\/respondents$/;

/** A poll under way that does not end before it is released, and would deliver Ada. */
async function hanging(engine: EngineKind) {
	const stage = await setStage({ engine });
	const survey = stage.survey('A');
	await stage.publish();
	stage.interview(survey, 'Ada');
	const release = hold(stage);
	const overdue = stage.poll();
	await stage.underWay(RESPONDENTS);
	return {
		stage,
		ended: () => {
			release();
			return overdue;
		},
	};
}

/** The next answer with respondents waits. @returns what lets it go */
function hold({ service }: Stage): () => void {
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	service.faults.inject({ match: { path: RESPONDENTS }, fault: { kind: 'held', until } });
	return release;
}

/** Collects what n8n's log says of polls from now on. */
function warnings() {
	const logs = collectLogs();
	const lines = () => logs.entries.filter(({ level }) => level === 'warn');
	return {
		all: () => lines().map(({ message }) => message),
		stop: () => logs.stop(),
	};
}

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
	await stage.n8n.publish(WORKFLOW, { mode: 'init', again: [NODE_ID] });
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

it.each([-5, 5])('an old state is waited for, also when a clock is set by %i h', async (by) => {
	const stage = await setStage({ engine: 'durable' });
	const survey = stage.survey('A');
	await stage.publish();
	stage.interview(survey, 'Ada');
	expect(await stage.names()).toEqual(['Ada']);
	const cursor = stage.n8n.database.cursor(WORKFLOW, NODE_ID) ?? {};
	stage.interview(survey, 'Bob');
	expect(await stage.names()).toEqual(['Bob']);
	stage.n8nClock.aheadMs = by * HOUR;
	stage.service.clock.advance(20_000);
	expect(await stage.n8n.tick(WORKFLOW, NODE_ID, { cursor })).toEqual({ result: 'nothing' });
	expect(await stage.names()).toEqual([]);
});

describe.each(POLL_ENGINES)('a poll that outlives its time, %s engine', (engine) => {
	it('delivers nothing any more when another has delivered it', async () => {
		const { stage, ended } = await hanging(engine);
		// Its budget and the minute of grace are over.
		stage.service.clock.advance(400_000);
		expect(await stage.names()).toEqual(['Ada']);
		expect((await ended()).events).toEqual([]);
		expect(stage.executed()).toHaveLength(1);
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
		await stage.n8n.boot();
		expect(await stage.names()).toEqual([]);
	});

	it('is named in the log when what it read is thrown away', async () => {
		const { stage, ended } = await hanging(engine);
		const log = warnings();
		stage.service.clock.advance(400_000);
		expect(await stage.names()).toEqual(['Ada']);
		expect((await ended()).events).toEqual([]);
		log.stop();
		expect(log.all()).toEqual([
			`${TRIGGER_NAME} (workflow Workflow ${WORKFLOW}): this poll ended too late and was already abandoned. What it read is discarded; another poll delivers it.`,
		]);
	});
});
