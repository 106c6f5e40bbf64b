/** What a clock changes, and what it must not. */
import { EVERYWHERE } from '../everywhere';
import { DAY, HOUR, MINUTE } from '../harness/stage/time';
import { stages } from './triggerStage';

const setStage = stages();
const COUNT = 23;

describe.each(EVERYWHERE)('n8n’s clock, $engine engine, dialect $dialect', (on) => {
	it.each([
		['two days ahead', 2 * DAY],
		['two days behind', -2 * DAY],
	])(
		'%s at the activation, then corrected: whoever completes comes once',
		async (_name, aheadMs) => {
			const stage = await setStage({ ...on, aheadMs });
			const survey = stage.survey('A');
			for (let hour = 0; hour < 50; hour++) {
				stage.interview(survey, `Before ${hour}`);
				stage.service.clock.advance(HOUR);
			}
			await stage.publish();
			expect(await stage.names()).toEqual([]);
			const names: unknown[] = [];
			for (let place = 0; place < COUNT; place++) {
				if (place === 5) stage.n8nClock.aheadMs = 0;
				stage.interview(survey, `After ${place}`);
				names.push(...(await stage.names()));
			}
			expect(names).toEqual(Array.from({ length: COUNT }, (_unused, place) => `After ${place}`));
			await stage.n8n.boot();
			expect(await stage.names()).toEqual([]);
		},
	);

	it('set ahead and back later: nothing is lost and nothing comes twice', async () => {
		const stage = await setStage(on);
		const survey = stage.survey('A');
		stage.interview(survey, 'Before');
		await stage.publish();
		for (const aheadMs of [9 * DAY, -9 * DAY, 5 * HOUR, -40 * MINUTE, 0]) {
			stage.n8nClock.aheadMs = aheadMs;
			stage.interview(survey, `At ${aheadMs}`);
			expect([await stage.names(), await stage.names()]).toEqual([[`At ${aheadMs}`], []]);
		}
	});

	it('tells old from new where a short list was no baseline', async () => {
		const stage = await setStage(on);
		const { world, clock } = stage.service;
		const survey = stage.survey('A');
		for (let place = 0; place < 101; place++) stage.interview(survey, `Before ${place}`);
		clock.advance(3 * DAY);
		world.shortenList(survey, 101, 1);
		await stage.publish();
		stage.interview(survey, 'After');
		expect(await stage.names()).toEqual(['After']);
		expect(await stage.names()).toEqual([]);
	});
});
