/** A survey that does not answer in time starves no other, and a person hears of it. */
import { EVERYWHERE } from '../everywhere';
import { nameIn } from '../harness/stage/records';
import { stages, type Stage } from './triggerStage';

const setStage = stages();

/** Requests of a survey's respondents take so long, and then the connection breaks off. */
function slowly({ service }: Stage, survey: string, ms: number): () => void {
	const match = ({ path }: { path: string }) => {
		if (!path.endsWith(`${survey}/respondents`)) return false;
		service.clock.advance(ms);
		return true;
	};
	return service.faults.inject({ match, fault: { kind: 'reset' }, times: Infinity });
}

describe.each(EVERYWHERE)('in the $engine engine, dialect $dialect', ({ engine, dialect }) => {
	const takes = engine === 'durable' ? 20_000 : 110_000;

	it('a survey that is slow in each poll: one try, the others come, a failure after three', async () => {
		const stage = await setStage({ engine, dialect });
		const slow = stage.survey('Slow');
		const others = Array.from({ length: 8 }, (_, nth) => stage.survey(`Other ${nth}`));
		await stage.publish();
		const heal = slowly(stage, slow, takes);
		stage.interview(slow, 'Late');
		const tries: number[] = [];
		for (let poll = 0; poll < 4; poll++) {
			const names = others.map((id, nth) => {
				stage.interview(id, `${poll}.${nth}`);
				return `${poll}.${nth}`;
			});
			const { events, asked } = await stage.poll();
			expect(events.map(nameIn)).toEqual(names);
			tries.push(asked.length - 1 - others.length);
		}
		expect(tries[0]).toBeGreaterThan(1);
		expect(tries.slice(1)).toEqual([1, 1, 1]);
		const { error } = await stage.poll();
		expect(error?.message).toContain(`“Slow” (${slow}) could not be read`);
		expect((await stage.poll()).error).toBeUndefined();
		heal();
		expect(await stage.names()).toEqual(['Late']);
	});

	it('each tenth try has all the time of the poll', async () => {
		const stage = await setStage({ engine, dialect });
		const slow = stage.survey('Slow');
		await stage.publish();
		slowly(stage, slow, takes);
		stage.interview(slow, 'Late');
		const tries: number[] = [];
		for (let poll = 0; poll < 11; poll++) tries.push((await stage.poll()).asked.length - 1);
		expect(tries.map((count) => count > 1)).toEqual([true, ...Array<boolean>(9).fill(false), true]);
	});
});
