import fc from 'fast-check';
import { pages } from '../../nodes/SurveyInterview/http/pages';

describe('pages', () => {
	const record = (id: number) => ({ id: `id-${id}`, text: `text ${id}` });

	async function readAll(list: () => unknown[], limit = Infinity, pageSize = 3) {
		const calls: Array<[number, number]> = [];
		const records: unknown[] = [];
		const range = { pageSize, offset: 0, limit };
		for await (const one of pages(range, async (limit, offset) => {
			calls.push([limit, offset]);
			return { records: list().slice(offset, offset + limit) };
		})) {
			records.push(one);
		}
		return { records, calls };
	}

	it('reads to the short page, in the largest pages', async () => {
		const list = Array.from({ length: 7 }, (_unused, id) => record(id));
		const { records, calls } = await readAll(() => list);
		expect(records).toEqual(list);
		expect(calls).toEqual([
			[3, 0],
			[3, 3],
			[3, 6],
		]);
	});

	it('asks once more when the last page is full, and for no more than is wanted', async () => {
		const list = Array.from({ length: 6 }, (_unused, id) => record(id));
		expect((await readAll(() => list)).calls).toHaveLength(3);
		expect((await readAll(() => list, 4)).calls).toEqual([
			[3, 0],
			[1, 3],
		]);
	});

	it('drops a record that comes again because the list moved', async () => {
		const list = Array.from({ length: 6 }, (_unused, id) => record(id));
		let read = 0;
		const moving = () => (read++ === 0 ? list : [record(99), ...list]);
		expect((await readAll(moving)).records).toEqual(list);
	});

	it('has everybody who was there all the time, whatever is deleted and inserted meanwhile', async () => {
		const change = fc.record({
			insert: fc.integer({ min: 0, max: 8 }),
			remove: fc.array(fc.nat(19), { maxLength: 8 }),
		});
		const changes = fc.array(change, { maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(changes, fc.boolean(), async (all, saysTotal) => {
				let list = Array.from({ length: 20 }, (_unused, id) => record(id));
				const open = [...all];
				let added = 100;
				const read: unknown[] = [];
				const readPage = async (limit: number, offset: number) => {
					const page = { records: list.slice(offset, offset + limit), total: list.length };
					const next = open.shift();
					if (next) {
						list = list.filter(({ id }) => !next.remove.some((one) => id === `id-${one}`));
						list.unshift(...Array.from({ length: next.insert }, () => record(added++)));
					}
					return await Promise.resolve(saysTotal ? page : { records: page.records });
				};
				const range = { pageSize: 3, offset: 0, limit: Infinity };
				// What is inserted hides in the total what is deleted: then the read may fail.
				const isMixed = all.some(({ insert, remove }) => insert > 0 && remove.length > 0);
				const reading = (async () => {
					for await (const one of pages(range, readPage)) read.push(one);
				})();
				if (!saysTotal || isMixed) return await reading.catch(() => undefined);
				await reading;
				const ids = (records: unknown[]) => records.map((one) => (one as { id: string }).id);
				expect(new Set(ids(read)).size).toBe(read.length);
				const stayed = ids(list).filter((id) => Number(id.slice('id-'.length)) < 100);
				expect(ids(read)).toEqual(expect.arrayContaining(stayed));
			}),
			{ numRuns: 500 },
		);
	});

	it('takes a count of the records in a page for no total', async () => {
		const list = Array.from({ length: 7 }, (_unused, id) => record(id));
		let calls = 0;
		const read: unknown[] = [];
		for await (const one of pages(
			{ pageSize: 3, offset: 0, limit: Infinity },
			async (limit, offset) => {
				calls++;
				const records = list.slice(offset, offset + limit);
				return { records, total: records.length };
			},
		))
			read.push(one);
		expect([read, calls]).toEqual([list, 3]);
	});

	it('knows a record by all it says where another id is in it, and not by that id alone', async () => {
		const by = (person: number, text: string) => ({
			topic_id: 't',
			respondent_id: `r${person}`,
			text,
		});
		const list = [by(0, 'a'), by(1, 'b'), by(2, 'c'), by(0, 'd'), by(1, 'e')];
		expect((await readAll(() => list)).records).toEqual(list);
		let read = 0;
		const moving = () => (read++ === 0 ? list : [by(9, 'new'), ...list]);
		expect((await readAll(moving)).records).toEqual(list);
	});

	it('keeps what many say in the same few words', async () => {
		const list = Array.from({ length: 20 }, () => ({ text: 'n/a' }));
		expect((await readAll(() => list)).records).toEqual(list);
		const mixed = ['x', 'ok', 'ok', 'ok', 'ok', 'z'].map((text) => ({ text }));
		expect((await readAll(() => mixed)).records).toEqual(mixed);
	});

	it('tells a moved list without ids from people who say the same', async () => {
		const said = ['a', 'b', 'good', 'good', 'c', 'd', 'e'].map((text) => ({ text }));
		expect((await readAll(() => said)).records).toEqual(said);
		const list = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text: text.repeat(100) }));
		let read = 0;
		const moving = () => (read++ === 0 ? list : [{ text: 'new' }, ...list]);
		expect((await readAll(moving)).records).toEqual(list);
	});

	it('goes on after a short page when the service says that there are more', async () => {
		const list = Array.from({ length: 7 }, (_unused, id) => record(id));
		const records: unknown[] = [];
		const range = { pageSize: 3, offset: 0, limit: Infinity };
		for await (const one of pages(range, async (_limit, offset) => ({
			records: list.slice(offset, offset + 2),
			total: 7,
		}))) {
			records.push(one);
		}
		expect(records).toEqual(list);
	});

	it('does not end in silence when the service ignores the offset', async () => {
		const same = [record(1), record(2), record(3)];
		await expect(
			(async () => {
				for await (const one of pages({ pageSize: 3, offset: 0, limit: Infinity }, async () => ({
					records: same,
				}))) {
					expect(one).toBeDefined();
				}
			})(),
		).rejects.toThrow('cannot be read to its end');
	});
});
