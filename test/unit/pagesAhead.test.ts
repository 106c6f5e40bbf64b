/** Pages side by side: in order, each once, none too many, whatever the list does meanwhile. */
import fc from 'fast-check';
import { pages, type Page } from '../../nodes/SurveyInterview/http/pages';

const record = (id: number) => ({ id: `id-${id}` });
const list = (count: number) => Array.from({ length: count }, (_unused, id) => record(id));

interface Call {
	limit: number;
	offset: number;
	answer: (page: Page | Error) => void;
}

/** A service whose answers come when a test says so. */
class Held {
	readonly calls: Call[] = [];
	open = 0;
	most = 0;

	readonly readPage = async (limit: number, offset: number) => {
		this.most = Math.max(this.most, ++this.open);
		return await new Promise<Page>((resolve, reject) => {
			const answer = (page: Page | Error) => {
				this.open--;
				if (page instanceof Error) reject(page);
				else resolve(page);
			};
			this.calls.push({ limit, offset, answer });
		});
	};
}

const turn = async () => await new Promise((resolve) => setImmediate(resolve));
const pageOf = (all: unknown[], { limit, offset }: Call, total = all.length) => ({
	records: all.slice(offset, offset + limit),
	total,
});

/** Reads all, answering what is open in the order that `pick` says. */
async function readAll(
	all: () => unknown[],
	pick: (open: number) => number,
	{ limit = Infinity, free = 10, total }: { limit?: number; free?: number; total?: number } = {},
) {
	const service = new Held();
	const records: unknown[] = [];
	const budget = { free };
	let isOver = false;
	const reading = (async () => {
		const range = { pageSize: 3, offset: 0, limit, ahead: budget };
		for await (const one of pages(range, service.readPage)) records.push(one);
	})().finally(() => (isOver = true));
	reading.catch(() => undefined);
	const waiting = () => service.calls.filter((call) => !answered.has(call));
	const answered = new Set<Call>();
	while (!isOver) {
		await turn();
		const open = waiting();
		const call = open[pick(open.length) % open.length];
		if (!call) continue;
		answered.add(call);
		call.answer(pageOf(all(), call, total));
	}
	await reading;
	return { records, service, budget };
}

it('gives the records in order, each once, whichever page comes first', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(40),
			fc.option(fc.nat(45), { nil: Infinity }),
			fc.nat(6),
			fc.array(fc.nat(20), { minLength: 1 }),
			async (count, limit, free, picks) => {
				let at = 0;
				const pick = () => picks[at++ % picks.length] ?? 0;
				const { records, service, budget } = await readAll(() => list(count), pick, {
					limit,
					free,
				});
				expect(records).toEqual(list(count).slice(0, limit));
				// No page twice, and none that nobody wants.
				const offsets = service.calls.map(({ offset }) => offset);
				expect(new Set(offsets).size).toBe(offsets.length);
				const wanted = Math.min(limit, count);
				for (const one of service.calls.slice(1)) {
					expect(one.offset + one.limit).toBeLessThanOrEqual(Math.max(limit, 3));
					expect(one.offset).toBeLessThanOrEqual(wanted);
				}
				expect(service.most).toBeLessThanOrEqual(free + 1);
				expect(budget.free).toBe(free);
			},
		),
	);
});

it('reads one after the other where the service does not say how many there are', async () => {
	const { records, service } = await readAll(
		() => list(12),
		() => 0,
		{ total: 0 },
	);
	expect(records).toEqual(list(12));
	expect(service.most).toBe(1);
});

it.each([5, 100])('does not believe a total of %i', async (total) => {
	const { records } = await readAll(
		() => list(20),
		() => 0,
		{ total },
	);
	expect(records).toEqual(list(20));
});

it('loses nothing and puts nothing out twice when the list grows, whenever and however often', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(40),
			// Less than a page: growth by whole pages is an error, for it looks like a service that ignores the offset.
			fc.array(fc.nat(25), { maxLength: 2 }),
			fc.array(fc.nat(20), { minLength: 1 }),
			async (count, growths, picks) => {
				let reads = 0;
				let at = 0;
				const growing = () => {
					const grown = growths.filter((read) => read < reads).length;
					reads++;
					const newer = Array.from({ length: grown }, (_unused, nth) => record(1000 + grown - nth));
					return [...newer, ...list(count)];
				};
				const pick = () => picks[at++ % picks.length] ?? 0;
				const { records } = await readAll(growing, pick);
				expect(new Set(records.map((one) => JSON.stringify(one))).size).toBe(records.length);
				expect(records).toEqual(expect.arrayContaining(list(count)));
			},
		),
		{ numRuns: 500 },
	);
});

it('begins nothing more after a failure, and ends when nothing is under way', async () => {
	const service = new Held();
	const budget = { free: 4 };
	let failed: unknown;
	const reading = (async () => {
		const range = { pageSize: 3, offset: 0, limit: Infinity, ahead: budget };
		for await (const one of pages(range, service.readPage)) void one;
	})().catch((error: unknown) => (failed = error));
	await turn();
	service.calls[0]?.answer({ records: list(3), total: 60 });
	await turn();
	expect(service.calls).toHaveLength(5);
	service.calls[1]?.answer(new Error('broken'));
	await turn();
	await turn();
	expect(service.calls).toHaveLength(5);
	expect(failed).toBeUndefined();
	for (const call of service.calls.slice(2)) call.answer(new Error('also broken'));
	await reading;
	expect(failed).toEqual(new Error('broken'));
	expect(budget.free).toBe(4);
});
