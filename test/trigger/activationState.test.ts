/** What an activation does when the trigger has a state already: nothing that anybody could notice. */
import { ENGINES, READ, UNREAD, within, type Scene } from './activationStage';

async function running(scene: Scene): Promise<string[]> {
	await scene.publish('activate');
	const first = scene.complete();
	await scene.tick();
	await scene.settle();
	expect(scene.arrived()).toEqual([first]);
	return [first];
}

const unavailable = ({ service: { faults } }: Scene) => {
	faults.inject({ fault: { kind: 'status', status: 503 }, times: Infinity });
};

describe.each(ENGINES)('in the %s engine', (engine) => {
	it.each([...READ, ...UNREAD])('%s: the state stays as it is', async (mode) => {
		await within({ engine, surveys: 3 }, async (scene) => {
			const refs = await running(scene);
			const before = scene.saved();
			await scene.unpublish();
			refs.push(scene.complete(1));
			expect(await scene.publish(mode)).toMatchObject({ state: 'published', error: undefined });
			expect(scene.saved()).toEqual(before);
			expect(scene.arrived()).toHaveLength(1);

			expect(await scene.tick()).toMatchObject({ result: 'events' });
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});

	it.each(READ)('%s: one that fails leaves it as it is', async (mode) => {
		await within({ engine }, async (scene) => {
			const refs = await running(scene);
			const before = scene.saved();
			await scene.unpublish();
			unavailable(scene);
			expect(await scene.publish(mode)).toMatchObject({ state: 'failed' });
			expect(scene.saved()).toEqual(before);

			refs.push(scene.complete());
			scene.service.faults.clear();
			scene.pass(30);
			expect(await scene.publish('activate')).toMatchObject({ state: 'published' });
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});

	it.each(UNREAD)('%s while the service is down: what was completed comes later', async (mode) => {
		await within({ engine }, async (scene) => {
			const refs = await running(scene);
			const before = scene.saved();
			await scene.unpublish();
			unavailable(scene);
			expect(await scene.publish(mode)).toMatchObject({ state: 'published', error: undefined });
			expect(scene.saved()).toEqual(before);
			refs.push(scene.complete());
			expect(await scene.tick()).toMatchObject({ result: 'error' });

			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});

	it('what is completed while the service is down, after the first activation, arrives', async () => {
		await within({ engine }, async (scene) => {
			expect(await scene.publish('activate')).toMatchObject({ state: 'published' });
			unavailable(scene);
			const refs = [scene.complete(), scene.complete()];
			for (let poll = 0; poll < 3; poll++) {
				expect(await scene.tick()).toMatchObject({ result: 'error' });
			}
			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});

	it('so it does when n8n starts again, or loses the lead, while the service is down', async () => {
		await within({ engine }, async (scene) => {
			await scene.publish('activate');
			unavailable(scene);
			const refs = [scene.complete()];
			expect(await scene.n8n.boot()).toMatchObject([{ state: 'published' }]);
			await scene.tick();
			refs.push(scene.complete());
			expect(await scene.n8n.leadershipChange()).toMatchObject([{ state: 'published' }]);
			await scene.tick();
			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});

	it('the baseline of an activation that only a few surveys answered', async () => {
		await within({ engine, surveys: 3 }, async (scene) => {
			const second = scene.crowd.survey(1);
			const match = { path: new RegExp(`/${second}/respondents$`) };
			const fault = { kind: 'status', status: 503 } as const;
			scene.service.faults.inject({ match, fault, times: Infinity });
			expect(await scene.publish('activate')).toMatchObject({ state: 'published' });
			expect(scene.lines().map(({ message }) => message)).toEqual([
				expect.stringContaining(`“Survey 2” (${second})`),
			]);
			const refs = [scene.complete(0), scene.complete(1)];
			await scene.tick();
			expect(scene.arrived()).toEqual(refs.slice(0, 1));

			scene.service.faults.clear();
			await scene.settle();
			expect(scene.arrived()).toEqual(refs);
		});
	});
});
