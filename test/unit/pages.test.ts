import fc from 'fast-check';
import { extent } from '../extent';
import { readPages } from '../../nodes/SurveyInterview/http/pages';
import type { JsonObject } from '../../nodes/SurveyInterview/service/json';

describe('readPages', () => {
	const record = (id: number) => ({ id: `id-${id}`, text: `text ${id}` });
	const idOf = (one: JsonObject) => one.id as string | undefined;
	const listOf = (length: number) => Array.from({ length }, (_unused, id) => record(id));

	interface ReadOptions {
		limit?: number;
		pageSize?: number;
		total?: (page: JsonObject[]) => number | undefined;
	}
	async function readAll(
		list: () => JsonObject[],
		{ limit = Infinity, pageSize = 3, total }: ReadOptions,
	) {
		const calls: Array<[number, number]> = [];
		const readPage = async (asked: number, offset: number) => {
			calls.push([asked, offset]);
			const records = list().slice(offset, offset + asked);
			return await Promise.resolve({ records, total: total?.(records) });
		};
		return { ...(await readPages({ pageSize, limit }, readPage, idOf)), calls };
	}

	it('reads to the short page, in the largest pages, each from the last record on', async () => {
		const list = listOf(6);
		const { records, calls, hasGap } = await readAll(() => list, {});
		expect([records, hasGap]).toEqual([list, false]);
		expect(calls).toEqual([
			[3, 0],
			[3, 2],
			[3, 4],
		]);
	});

	it('asks once more when the last page is full, and for no more than is wanted', async () => {
		const list = listOf(5);
		expect((await readAll(() => list, {})).calls).toHaveLength(3);
		expect((await readAll(() => list, { limit: 4 })).calls).toEqual([
			[3, 0],
			[2, 2],
		]);
		expect((await readAll(() => list, { limit: 3 })).calls).toEqual([[3, 0]]);
	});

	it('drops a record that comes again because the list moved, without reading it again', async () => {
		const list = listOf(6);
		let read = 0;
		const { records, calls } = await readAll(() => (read++ ? [record(99), ...list] : list), {});
		expect(records).toEqual(list);
		expect(calls.filter(([, offset]) => offset === 0)).toHaveLength(1);
	});

	it('has everybody who was there all the time, once, or says that pages did not fit', async () => {
		const change = fc.record({
			insert: fc.integer({ min: 0, max: 8 }),
			remove: fc.array(fc.nat(19), { maxLength: 8 }),
			at: fc.nat(20),
		});
		const outcomes = { whole: 0, gaps: 0 };
		await fc.assert(
			fc.asyncProperty(
				fc.array(change, { maxLength: 8 }),
				fc.boolean(),
				fc.boolean(),
				async (changes, saysTotal, hasIds) => {
					let list = listOf(20);
					const open = [...changes];
					let added = 100;
					const readPage = async (limit: number, offset: number) => {
						const records = list.slice(offset, offset + limit);
						const page = { records, total: saysTotal ? list.length : undefined };
						const { insert, remove, at } = open.shift() ?? { insert: 0, remove: [], at: 0 };
						list = list.filter(({ id }) => !remove.some((one) => id === `id-${one}`));
						list.splice(at, 0, ...Array.from({ length: insert }, () => record(added++)));
						return await Promise.resolve(page);
					};
					const range = { pageSize: 3, limit: Infinity };
					const told = hasIds ? idOf : () => undefined;
					const { records, hasGap } = await readPages(range, readPage, told);
					const ids = records.map(idOf);
					expect(new Set(ids).size).toBe(ids.length);
					outcomes[hasGap ? 'gaps' : 'whole']++;
					// So few changes cannot spoil every reading.
					if (changes.length < 4) expect(hasGap).toBe(false);
					if (hasGap) return;
					const stayed = list.map(idOf).filter((id) => Number(id?.slice('id-'.length)) < 100);
					expect(ids).toEqual(expect.arrayContaining(stayed));
				},
			),
			// A seed, because lists that spoil every reading are rare.
			{ numRuns: extent({ quick: 400, all: 2000 }), seed: 7 },
		);
		expect(outcomes.whole).toBeGreaterThan(100);
		expect(outcomes.gaps).toBeGreaterThan(0);
	});

	it('keeps what many say in the same few words', async () => {
		const list = Array.from({ length: 20 }, () => ({ text: 'n/a' }));
		expect((await readAll(() => list, {})).records).toEqual(list);
		const mixed = ['x', 'ok', 'ok', 'ok', 'ok', 'z'].map((text) => ({ text }));
		expect((await readAll(() => mixed, {})).records).toEqual(mixed);
	});

	it('goes on after a short page when the service says that there are more', async () => {
		const list = listOf(7);
		const readPage = async (_limit: number, offset: number) =>
			await Promise.resolve({ records: list.slice(offset, offset + 2), total: 7 });
		const range = { pageSize: 3, limit: Infinity };
		expect(await readPages(range, readPage, idOf)).toEqual({ records: list, hasGap: false });
	});

	it.each([
		['with ids', listOf(3)],
		['that all say the same', Array.from({ length: 3 }, () => ({ text: 'n/a' }))],
		['that end as they begin', ['a', 'b', 'a'].map((text) => ({ text }))],
	])('ends, and says so, when the service gives the same records %s again', async (_name, same) => {
		let calls = 0;
		const readPage = async () => {
			calls++;
			return await Promise.resolve({ records: same, total: 9 });
		};
		const range = { pageSize: 3, limit: Infinity };
		const { records, hasGap } = await readPages(range, readPage, idOf);
		expect(hasGap).toBe(true);
		expect(records).toEqual(expect.arrayContaining(same));
		expect(calls).toBeLessThan(100);
	});

	it('ends, and says so, when each page ends with the same record', async () => {
		let made = 0;
		const readPage = async () =>
			await Promise.resolve({ records: [record(made++), record(made++), { id: 'pinned' }] });
		const { hasGap } = await readPages({ pageSize: 3, limit: Infinity }, readPage, idOf);
		expect(hasGap).toBe(true);
		expect(made).toBeLessThan(1000);
	});

	it('ends, and says so, when the service gives ever new records', async () => {
		let made = 0;
		const readPage = async () =>
			await Promise.resolve({ records: Array.from({ length: 3 }, () => record(made++)) });
		const { hasGap } = await readPages({ pageSize: 3, limit: Infinity }, readPage, idOf);
		expect(hasGap).toBe(true);
		expect(made).toBeLessThan(1000);
	});
});
