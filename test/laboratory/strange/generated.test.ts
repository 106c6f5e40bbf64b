/** A generated reading is one service: the same from record to record and from start to start, and no other seed's. */
import { clientOf, dialectNamed, startService, type Choices } from '../../harness/service';
import { generated, GENERATED_SEEDS } from './generated';

type Json = Record<string, unknown>;

const READ = [
	'/respondents',
	'/results/overview',
	'/results/topics',
	'/results/conclusion?locale=en',
	'/results/over-time/suggested-range',
	'',
];

/** Some answers about a small survey of a world that stands still, by the ends of their paths. */
async function answersOf(seed: number): Promise<Json> {
	const startAt = new Date('2026-03-02T09:00:00Z');
	const world = { surveys: 1, respondents: 12 };
	const service = await startService({ dialect: generated(seed), startAt, seed: world });
	service.clock.freeze();
	service.clock.set(startAt);
	try {
		const { id } = service.world.survey('Customer');
		const call = clientOf(service);
		const read = async (end: string) => [end, (await call('GET', `/surveys/${id}${end}`)).json];
		return Object.fromEntries(await Promise.all(READ.map(read))) as Json;
	} finally {
		await service.stop();
	}
}

const keysOf = (record: Json): string[] =>
	[record, (record.attributes ?? {}) as Json].flatMap((one) => Object.keys(one).sort());

const respondentsIn = (answers: Json) => answers['/respondents'] as Json[];

it.each(GENERATED_SEEDS)(
	'has one shape for everybody, and the same again, seed %i',
	async (seed) => {
		const answers = await answersOf(seed);
		expect(await answersOf(seed)).toEqual(answers);
		const [first, ...others] = respondentsIn(answers).map(keysOf);
		expect(others.length).toBeGreaterThan(5);
		for (const other of others) expect(other).toEqual(first);
	},
);

it('has another shape with another seed', async () => {
	const all = await Promise.all(GENERATED_SEEDS.map(answersOf));
	for (const end of READ) {
		const keys = all.map((answers) =>
			JSON.stringify(answers[end])
				.match(/"[^"]*":/g)
				?.join(),
		);
		expect([end, new Set(keys).size]).toEqual([end, all.length]);
	}
});

it.each(GENERATED_SEEDS)(
	'writes what the interface shows as it shows it, seed %i',
	async (seed) => {
		const choices: Choices = { ...dialectNamed('plain').choices, participantLink: 'never' };
		const startAt = new Date('2026-03-02T09:00:00Z');
		const shown = async (dialect: 'plain' | ReturnType<typeof generated>) => {
			const service = await startService({ dialect, choices, startAt });
			service.clock.freeze();
			service.clock.set(startAt);
			try {
				const call = clientOf(service);
				const { id } = service.world.survey('Customer');
				const read = async (path: string) => (await call('GET', path)).json;
				const invitations = await read(`/surveys/${id}/invitations`);
				const mailings = (await read(`/surveys/${id}/mailings`)) as Json[];
				const details = mailings.map(async (one) => [
					await read(`/mailings/${String(one.id)}`),
					await read(`/mailings/${String(one.id)}/stats`),
				]);
				return { invitations, mailings, details: await Promise.all(details) };
			} finally {
				await service.stop();
			}
		};
		// Words and the snapshot of a filter are not shown.
		const blank = (answers: object) =>
			JSON.parse(JSON.stringify(answers), (key, value: unknown) =>
				key === 'filter_snapshot' || key === 'status' ? key : value,
			) as Json;
		const [own, plain] = [await shown(generated(seed)), await shown('plain')];
		expect(own.mailings.length).toBeGreaterThan(1);
		expect(blank(own)).toEqual(blank(plain));
	},
);
