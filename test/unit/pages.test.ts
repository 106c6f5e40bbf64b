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
