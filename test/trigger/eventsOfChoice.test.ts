import { POLL_ENGINES } from '../everywhere';
import { MINUTE } from '../harness/stage/time';
import { stages } from './triggerStage';

const setStage = stages();

describe.each(POLL_ENGINES)('the choice of surveys changes, %s engine', (engine) => {
	it('while the service is down: who completes in the outage comes', async () => {
		const stage = await setStage({ engine });
		const [a, b] = [stage.survey('A'), stage.survey('B')];
		stage.interview(b, 'Before');
		stage.service.clock.advance(30 * MINUTE);
		await stage.publish({ surveyIds: [a] });
		expect(await stage.names()).toEqual([]);
		const heal = stage.service.faults.inject({
			fault: { kind: 'status', status: 503 },
			times: 1e9,
		});
		await stage.publish({ surveyIds: [a, b] });
		stage.service.clock.advance(20 * MINUTE);
		stage.interview(b, 'In the outage');
		stage.service.clock.advance(20 * MINUTE);
		heal();
		expect(await stage.names()).toEqual(['In the outage']);
		expect([await stage.names(), await stage.names()]).toEqual([[], []]);
	});

	it('from one to all, to another, to all again, with restarts: only what is new comes', async () => {
		const stage = await setStage({ engine });
		const [a, b] = [stage.survey('A'), stage.survey('B')];
		for (const id of [a, b]) for (const name of ['x', 'y', 'z']) stage.interview(id, name);
		const pass = () => stage.service.clock.advance(20 * MINUTE);
		pass();
		const came: unknown[] = [];
		const poll = async () => void came.push(...(await stage.names()));
		await stage.publish({ surveyIds: [a] });
		await poll();
		stage.interview(b, 'unseen');
		stage.interview(a, 'one of A');
		await poll();
		pass();
		await poll();
		await stage.publish({});
		await poll();
		stage.interview(b, 'one of B');
		await poll();
		await stage.publish({ surveyIds: [b] });
		await poll();
		stage.interview(a, 'unseen');
		const c = stage.survey('C');
		stage.interview(c, 'unseen');
		await poll();
		pass();
		await poll();
		await stage.publish({});
		await poll();
		await stage.n8n.boot();
		await poll();
		stage.interview(c, 'one of C');
		stage.interview(a, 'another of A');
		await poll();
		await stage.n8n.boot();
		await poll();
		expect(came).toEqual(['one of A', 'one of B', 'one of C', 'another of A']);
	});
});
