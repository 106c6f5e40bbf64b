/** What the pace must reach in the simulation: counts and virtual time, the same in every run. */
import { judge, requestsOf } from './judge';
import { kinds, others, scenes } from './scenes';
import type { Scene } from './simulate';

function sceneOf(name: string, kind: string): Scene {
	const scene = scenes.find((one) => one.name === name);
	const limits = kinds[kind];
	if (!scene || !limits) throw new Error(`There is no scene ${name}, ${kind}.`);
	return { ...scene, limits: limits(scene.rate) };
}

/** Of what a process hears of the limit, knowing nothing: as many as it has under way. */
const widthOf = ({ clients }: Scene) =>
	clients.flatMap(({ runs }) => runs).reduce((sum, { width }) => sum + width, 0);

describe.each<[string, string, number, number]>([
	['300 requests, 20 a second', 'token bucket', 1.1, 0.03],
	['300 requests, 20 a second', 'fixed window', 1.1, 0.03],
	['300 requests, 20 a second', 'sliding window', 1.1, 0.03],
	['600 requests, 20 a second', 'token bucket', 1.1, 0.03],
	['600 requests, 10 a second', 'fixed window', 1.1, 0.03],
	['three workflows × 100, 10 a second', 'token bucket', 1.1, 0.03],
	['three workflows × 100, 10 a second', 'fixed window', 1.1, 0.03],
	['three workflows × 100, 10 a second', 'sliding window', 1.1, 0.03],
	['two processes × 200, 20 a second', 'token bucket', 1.2, 0.05],
])('%s, %s', (name, kind, ratio, share) => {
	const scene = sceneOf(name, kind);
	const now = judge(scene);

	it(`takes at most ${ratio} times the floor`, () => {
		expect(now.ratio).toBeLessThanOrEqual(ratio);
	});

	it('is refused one width at first, then hardly', () => {
		expect(now.refused - now.later).toBeLessThanOrEqual(widthOf(scene));
		expect(now.later).toBeLessThanOrEqual(share * requestsOf(scene));
	});
});

it('in no scene a process asks again and again, and in none it takes for ever', () => {
	const limited = scenes.flatMap((scene) =>
		Object.values(kinds).map((kind) => ({ ...scene, limits: kind(scene.rate) })),
	);
	for (const scene of [...limited, ...others]) {
		const { ratio, later } = judge(scene);
		expect([scene.name, later <= 0.15 * requestsOf(scene)]).toEqual([scene.name, true]);
		expect([scene.name, ratio <= 2.2]).toEqual([scene.name, true]);
	}
});
