import { completed, START, Watch } from './make';

const at = START + 1000;
const scored = (id: string, score: unknown) => completed(id, at, { score });

describe('a score filter', () => {
	it('lets through what is between its ends, both included', () => {
		const list = [0, 6, 6.9, 7, '8', 9, 10].map((score) => scored(`of ${score}`, score));
		const between = new Watch({ scoreFrom: 7, scoreTo: 9 });
		between.changed([]);
		expect(between.changed(list)).toEqual(['of 7', 'of 8', 'of 9']);
		const low = new Watch({ scoreTo: 0 });
		low.changed([]);
		expect(low.changed(list)).toEqual(['of 0']);
		const high = new Watch({ scoreFrom: 10 });
		high.changed([]);
		expect(high.changed(list)).toEqual(['of 10']);
	});

	it('turns away for good: the one is settled, and no event when the score changes', () => {
		const watch = new Watch({ scoreTo: 6 });
		watch.changed([]);
		expect(watch.changed([scored('ada', 9)])).toEqual([]);
		expect(watch.settled).toHaveLength(8);
		expect(watch.entry.fingerprint).not.toBe('');
		expect(watch.changed([scored('ada', 3)])).toEqual([]);
	});

	it.each([2, 3])('waits for a score that comes in poll %p', (poll) => {
		const watch = new Watch({ scoreTo: 6 });
		watch.changed([]);
		expect(watch.changed([scored('ada', null)])).toEqual([]);
		for (let later = 2; later < poll; later++) {
			expect(watch.same([scored('ada', null)])).toEqual([]);
		}
		expect(watch.settled).toBe('');
		expect(watch.same([scored('ada', 3)])).toEqual(['ada']);
		expect(watch.state?.waiting).toEqual({});
		expect(watch.same([scored('ada', 3)])).toEqual([]);
	});

	it('turns away what has no score on three polls, where others have one', () => {
		const watch = new Watch({ scoreTo: 6 });
		watch.changed([]);
		const list = [scored('bob', 9), scored('ada', null)];
		watch.changed(list);
		watch.same(list);
		expect(Object.values(watch.state?.waiting ?? {})).toEqual([2]);
		expect(watch.same(list)).toEqual([]);
		expect(watch.state?.waiting).toEqual({});
		expect(watch.settled).toHaveLength(16);
		expect(watch.changed([scored('bob', 9), scored('ada', 3)])).toEqual([]);
	});

	it('waits for scores that show only from the fifth answer on, and reads nothing meanwhile', () => {
		const watch = new Watch({ scoreTo: 6 });
		watch.changed([]);
		const names = ['ada', 'bob', 'cid', 'dee'];
		for (let count = 1; count <= names.length; count++) {
			const list = names.slice(0, count).map((id) => scored(id, null));
			expect([1, 2, 3].map(() => watch.changed(list))).toEqual([[], [], []]);
			expect([1, 2].map(() => watch.same(list))).toEqual([[], []]);
			expect(watch.settled).toBe('');
			expect(watch.entry).toMatchObject({ rereads: 0, fingerprint: expect.stringMatching(/./) });
		}
		const shown = [...names, 'eve'].map((id, place) => scored(id, place === 1 ? 9 : place));
		expect(watch.changed(shown)).toEqual(['ada', 'cid', 'dee', 'eve']);
		expect(watch.changed(shown)).toEqual([]);
		expect(watch.settled).toHaveLength(40);
		expect(watch.state?.waiting).toEqual({});
	});

	it('does not let one without a score hold up the others, nor take their room', () => {
		const watch = new Watch({ scoreTo: 6, maxEvents: 1 });
		watch.changed([]);
		const list = [scored('ada', null), scored('bob', 3), scored('cid', 9)];
		expect(watch.changed(list)).toEqual(['bob']);
	});

	it('does not count the looks of one who waits for room', () => {
		const watch = new Watch({ scoreTo: 6, maxEvents: 1 });
		watch.changed([]);
		const list = ['ada', 'bob', 'cid', 'dee', 'eve'].map((id) => scored(id, 3));
		const delivered = [watch.changed(list), ...list.slice(1).map(() => watch.same(list))];
		expect(delivered.flat()).toEqual(['ada', 'bob', 'cid', 'dee', 'eve']);
	});

	it('that is taken off lets through who still waited for a score', () => {
		const filter = { scoreTo: 6 as number | undefined };
		const watch = new Watch(filter);
		watch.changed([]);
		watch.changed([scored('ada', null)]);
		filter.scoreTo = undefined;
		expect(watch.same([scored('ada', null)])).toEqual(['ada']);
		expect(watch.state?.waiting).toEqual({});
	});
});

describe('a property filter', () => {
	const of = (id: string, properties: unknown) => completed(id, at, { properties });

	it('compares key and value, whatever their case, in either shape', () => {
		const watch = new Watch({ property: { key: 'Department', value: ' sales ' } });
		watch.changed([]);
		const list = [
			of('ada', { department: 'Sales' }),
			of('bob', { department: 'Support' }),
			of('cid', {}),
			of('dee', [{ key: 'department', value: 'SALES' }]),
			of('eve', { location: 'sales' }),
			completed('fay', at, { property_values: [{ key: 'department', value: 'sales' }] }),
		];
		expect(watch.changed(list)).toEqual(['ada', 'dee', 'fay']);
		expect(watch.settled).toHaveLength(6 * 8);
	});

	it('turns away at once, without waiting for a score', () => {
		const property = { key: 'department', value: 'sales' };
		const watch = new Watch({ property, scoreTo: 6 });
		watch.changed([]);
		watch.changed([completed('bob', at, { score: null, properties: { department: 'x' } })]);
		expect(watch.state?.waiting).toEqual({});
		expect(watch.entry.fingerprint).not.toBe('');
	});
});
