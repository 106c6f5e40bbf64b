import { DIALECT_NAMES, startService } from './index';
import { clientOf, list } from './testing/client';

const startAt = new Date('2026-01-01T00:00:00Z');

async function snapshot(number: number): Promise<string> {
	const service = await startService({ seed: { number }, startAt });
	const { surveys, invitations, respondents, mailings, quotes } = service.world.records;
	const all = [
		[...surveys.values()],
		invitations.all(),
		respondents.all(),
		mailings.all(),
		[...quotes],
	];
	await service.stop();
	return JSON.stringify({ all, token: service.token });
}

test('the same seed gives the same world, tokens included; another one another', async () => {
	const [one, same, other] = [await snapshot(1), await snapshot(1), await snapshot(2)];
	expect(same === one).toBe(true);
	expect(other === one).toBe(false);
});

test.each(DIALECT_NAMES)('100,000 respondents (%s)', async (dialect) => {
	const service = await startService({ dialect, seed: { surveys: 1, respondents: 100_000 } });
	const [survey] = service.world.surveys();
	const { text } = await clientOf(service)('GET', `/surveys/${survey?.id}/respondents`);
	const ids = new Set(list(JSON.parse(text)).map(({ id }) => id));
	expect(ids.size).toBe(100_000);
	await service.stop();
});

test('any number of surveys and invitations, or none', async () => {
	const service = await startService({
		seed: { surveys: 30, respondents: 0, invitations: 3, mailings: false },
	});
	const { records } = service.world;
	expect(service.world.surveys()).toHaveLength(30);
	expect([records.respondents.all(), records.mailings.all()]).toEqual([[], []]);
	expect(records.invitations.all()).toHaveLength(90);
	await service.stop();
	const empty = await startService({ seed: { surveys: 0 } });
	expect((await clientOf(empty)('GET', '/surveys')).json).toEqual([]);
	await empty.stop();
});
