import { completed, HOUR, MINUTE, polled, START, survey, SURVEY, Watch } from './make';

const ada = completed('ada', START - HOUR);
const bob = completed('bob', START + 1000);
const cid = completed('cid', START + 2000);

describe('after a change', () => {
	it('that brought nothing, the list is read two more times, and then no more', () => {
		const answers = (count: number) => ({
			surveys: [survey(SURVEY, count)],
			respondents: { [SURVEY]: [ada] },
		});
		let { state, read } = polled(undefined, answers(0), START);
		const reads: number[] = [];
		for (const count of [0, 1, 1, 1, 1, 1]) {
			({ state, read } = polled(state, answers(count), START + MINUTE));
			reads.push(read.length);
		}
		expect(reads).toEqual([0, 1, 1, 1, 0, 0]);
	});

	it('whose completion came late, it is found without another change', () => {
		const watch = new Watch();
		watch.changed([ada]);
		expect(watch.changed([ada])).toEqual([]);
		expect(watch.same([ada])).toEqual([]);
		expect(watch.same([ada, bob])).toEqual(['bob']);
	});

	it('that brought something, the list is not read again', () => {
		const watch = new Watch();
		watch.changed([ada]);
		watch.changed([ada, bob]);
		expect(watch.same([ada, bob, cid])).toEqual([]);
		expect(watch.entry.rereads).toBe(0);
	});

	it('that no summary shows, a full check finds it', () => {
		const watch = new Watch();
		watch.changed([ada]);
		expect(watch.same([bob])).toEqual([]);
		watch.now = START + HOUR;
		expect(watch.same([bob])).toEqual(['bob']);
	});

	it('whose counts grew by more than the list shows, it is read two more times', () => {
		const watch = new Watch();
		watch.changed([ada]);
		watch.changed([ada, bob], undefined, 3);
		expect(watch.entry.rereads).toBe(2);
		expect(watch.same([ada, bob])).toEqual([]);
		expect(watch.same([ada, bob, cid])).toEqual(['cid']);
		expect(watch.entry.rereads).toBe(0);
	});

	it('whose counts went down, it is not read again for that', () => {
		const watch = new Watch();
		watch.changed([ada], undefined, 5);
		expect(watch.changed([bob], undefined, 1)).toEqual(['bob']);
		expect(watch.entry.rereads).toBe(0);
	});
});
