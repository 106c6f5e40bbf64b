/** What an activation does when the trigger has a state already: nothing that anybody could notice. */
import { POLL_ENGINES } from '../everywhere';
import { READ, UNREAD } from './activationModes';
import { within, type ActivationStage } from './activationStage';

async function running(stage: ActivationStage): Promise<string[]> {
	await stage.publish('activate');
	const first = stage.complete();
	await stage.tick();
	await stage.settle();
	expect(stage.arrived()).toEqual([first]);
	return [first];
}

const unavailable = ({ service: { faults } }: ActivationStage) => {
	faults.inject({ fault: { kind: 'status', status: 503 }, times: Infinity });
};

describe.each(POLL_ENGINES)('in the %s engine', (engine) => {
	it.each([...READ, ...UNREAD])('%s: the state stays as it is', async (mode) => {
		await within({ engine, surveys: 3 }, async (stage) => {
			const refs = await running(stage);
			const before = stage.saved();
			await stage.unpublish();
			refs.push(stage.complete(1));
			expect(await stage.publish(mode)).toMatchObject({ state: 'published', error: undefined });
			expect(stage.saved()).toEqual(before);
			expect(stage.arrived()).toHaveLength(1);

			expect(await stage.tick()).toMatchObject({ result: 'events' });
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});

	it.each(READ)('%s: one that fails leaves it as it is', async (mode) => {
		await within({ engine }, async (stage) => {
			const refs = await running(stage);
			const before = stage.saved();
			await stage.unpublish();
			unavailable(stage);
			expect(await stage.publish(mode)).toMatchObject({ state: 'failed' });
			expect(stage.saved()).toEqual(before);

			refs.push(stage.complete());
			stage.service.faults.clear();
			stage.pass(30);
			expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});

	it.each(UNREAD)('%s while the service is down: what was completed comes later', async (mode) => {
		await within({ engine }, async (stage) => {
			const refs = await running(stage);
			const before = stage.saved();
			await stage.unpublish();
			unavailable(stage);
			expect(await stage.publish(mode)).toMatchObject({ state: 'published', error: undefined });
			expect(stage.saved()).toEqual(before);
			refs.push(stage.complete());
			expect(await stage.tick()).toMatchObject({ result: 'error' });

			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});

	it('what is completed while the service is down, after the first activation, arrives', async () => {
		const options = { reportFailures: 'everyPoll' };
		await within({ engine, parameters: { options } }, async (stage) => {
			expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
			unavailable(stage);
			const refs = [stage.complete(), stage.complete()];
			for (let poll = 0; poll < 3; poll++) {
				expect(await stage.tick()).toMatchObject({ result: 'error' });
			}
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});

	it('so it does when n8n starts again, or loses the lead, while the service is down', async () => {
		await within({ engine }, async (stage) => {
			await stage.publish('activate');
			unavailable(stage);
			const refs = [stage.complete()];
			expect(await stage.n8n.boot()).toMatchObject([{ state: 'published' }]);
			await stage.tick();
			refs.push(stage.complete());
			expect(await stage.n8n.leadershipChange()).toMatchObject([{ state: 'published' }]);
			await stage.tick();
			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});

	it('the baseline of an activation that only a few surveys answered', async () => {
		await within({ engine, surveys: 3 }, async (stage) => {
			const second = stage.crowd.survey(1);
			const match = { path: new RegExp(`/${second}/respondents$`) };
			const fault = { kind: 'status', status: 503 } as const;
			stage.service.faults.inject({ match, fault, times: Infinity });
			expect(await stage.publish('activate')).toMatchObject({ state: 'published' });
			expect(stage.lines().map(({ message }) => message)).toEqual([
				expect.stringContaining(`“Survey 2” (${second})`),
			]);
			const refs = [stage.complete(0), stage.complete(1)];
			await stage.tick();
			expect(stage.arrived()).toEqual(refs.slice(0, 1));

			stage.service.faults.clear();
			await stage.settle();
			expect(stage.arrived()).toEqual(refs);
		});
	});
});
