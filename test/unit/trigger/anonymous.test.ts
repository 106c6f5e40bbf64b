import { completed, MINUTE, polled, START, survey, SURVEY, Watch } from './make';

type Json = Record<string, unknown>;

const HOLD = (ids: unknown[]) => (drafts: Array<{ json: Json }>) => ({
	delivered: drafts.filter(({ json }) => !ids.includes(json.id)),
	held: drafts.filter(({ json }) => ids.includes(json.id)),
	left: [],
});

/** Someone with a name to be told by in these tests, whether the service gives an id or not. */
const person = (name: string, minute: number, extra: Json = {}) =>
	completed(name, START + minute * MINUTE + 1234, { name, ...extra });
const ada = person('ada', 1);
const bob = person('bob', 2);
const cid = person('cid', 3);
const dee = person('dee', 4);

/** The list as an anonymous survey shows it. */
const without = (...people: Json[]): Json[] =>
	people.map((record) => ({ ...record, id: undefined }));

describe('a survey without ids', () => {
	it('delivers each completion once, and equal ones as often as they are there', () => {
		const watch = new Watch();
		watch.changed(without(ada));
		expect(watch.changed(without(ada, bob))).toEqual(['bob']);
		expect(watch.changed(without(bob, bob, ada))).toEqual(['bob']);
		expect(watch.changed(without(ada, bob, bob))).toEqual([]);
	});

	it('names equal ones apart, by names that are the same whenever they are delivered', () => {
		const names = (...people: Json[]) => {
			const answers = {
				surveys: [survey(SURVEY, 3)],
				respondents: { [SURVEY]: without(...people) },
			};
			const { events } = polled(undefined, answers, START, { emitExisting: true });
			return events.map(({ json }) => json.completion_id);
		};
		const [first, second, third] = names(ada, ada, bob);
		expect(new Set([first, second, third]).size).toBe(3);
		expect(names(bob, { ...ada, score: 1 }, ada).sort()).toEqual([first, second, third].sort());
	});

	it('does not deliver again when a property or the score changes', () => {
		const watch = new Watch();
		watch.changed(without(ada));
		expect(watch.changed(without({ ...ada, score: 1, properties: { team: 'x' } }))).toEqual([]);
	});
});

describe('a survey that was made anonymous', () => {
	it('delivers nothing again, and what is completed from then on', () => {
		const watch = new Watch();
		watch.changed([ada]);
		expect(watch.changed([ada, bob])).toEqual(['bob']);
		expect(watch.changed(without(bob, ada))).toEqual([]);
		expect(watch.changed(without(bob, ada, cid))).toEqual(['cid']);
		expect(watch.changed(without(bob, ada, cid))).toEqual([]);
	});

	it('delivers who completed in the moment that it was made so', () => {
		const watch = new Watch();
		watch.changed([ada]);
		expect(watch.changed(without(ada, bob))).toEqual(['bob']);
		expect(watch.changed(without(ada, bob))).toEqual([]);
	});

	it('and is so no longer: delivers nothing again, and the new', () => {
		const watch = new Watch();
		watch.changed(without(ada));
		expect(watch.changed(without(ada, bob))).toEqual(['bob']);
		expect(watch.changed([ada, bob, cid])).toEqual(['cid']);
		expect(watch.changed([ada, bob, cid])).toEqual([]);
		expect(watch.changed(without(ada, bob, cid))).toEqual([]);
		expect(watch.changed(without(ada, bob, cid, dee))).toEqual(['dee']);
	});

	it('delivers those who waited for room all the same', () => {
		const watch = new Watch({ maxEvents: 1 });
		watch.changed([]);
		expect(watch.changed([ada, bob, cid])).toEqual(['ada']);
		expect(watch.changed(without(ada, bob, cid))).toEqual(['bob']);
		expect(watch.same(without(ada, bob, cid))).toEqual(['cid']);
		expect(watch.same(without(ada, bob, cid))).toEqual([]);
	});

	it('delivers who waited for room, though a later one was turned away meanwhile', () => {
		const watch = new Watch({ maxEvents: 1, scoreTo: 8 });
		watch.changed([]);
		const turnedAway = { ...cid, score: 9 };
		expect(watch.changed([ada, bob, turnedAway])).toEqual(['ada']);
		expect(watch.changed(without(ada, bob, turnedAway))).toEqual(['bob']);
	});

	it('delivers one who waited for a conversation, and not the later ones that went out', () => {
		const watch = new Watch();
		watch.changed([]);
		expect(watch.changed([ada, bob, cid], HOLD(['bob']))).toEqual(['ada', 'cid']);
		expect(watch.changed(without(ada, bob, cid))).toEqual(['bob']);
		expect(watch.same(without(ada, bob, cid))).toEqual([]);
	});

	it('delivers nothing again of those that went out while one waited, when that one is out too', () => {
		const watch = new Watch();
		watch.changed([]);
		expect(watch.changed([ada, bob, cid], HOLD(['ada']))).toEqual(['bob', 'cid']);
		expect(watch.same([ada, bob, cid])).toEqual(['ada']);
		expect(watch.changed(without(ada, bob, cid))).toEqual([]);
	});

	it('delivers one who waited for a score, when it comes', () => {
		const watch = new Watch({ scoreTo: 10 });
		watch.changed([]);
		const unscored = { ...bob, score: null };
		expect(watch.changed([ada, unscored, cid])).toEqual(['ada', 'cid']);
		expect(watch.changed(without(ada, unscored, cid))).toEqual([]);
		expect(watch.same(without(ada, bob, cid))).toEqual(['bob']);
	});

	it('delivers nothing again of those without a time', () => {
		const watch = new Watch();
		const untimed = (name: string) => ({ id: name, name, status: 'completed' });
		watch.changed([]);
		expect(watch.changed([untimed('x'), ada])).toEqual(['ada', 'x']);
		expect(watch.changed(without(untimed('x'), ada))).toEqual([]);
	});

	it('and whose list is short at first: delivers nothing again when it is whole', () => {
		const watch = new Watch();
		watch.changed([ada, bob]);
		expect(watch.changed([ada, bob, cid])).toEqual(['cid']);
		expect(watch.changed(without(cid))).toEqual([]);
		expect(watch.changed(without(ada, bob, cid))).toEqual([]);
		expect(watch.changed(without(ada, bob, cid, dee))).toEqual(['dee']);
	});

	it('and shows no one until enough have answered: delivers nothing again then', () => {
		const watch = new Watch();
		watch.changed([ada]);
		expect(watch.changed([ada, bob])).toEqual(['bob']);
		expect(watch.changed([])).toEqual([]);
		expect(watch.changed(without(ada, bob, cid))).toEqual(['cid']);
	});

	it('and was never seen with anyone in it: delivers who completes', () => {
		const watch = new Watch();
		watch.changed([]);
		expect(watch.changed(without(ada))).toEqual(['ada']);
		expect(watch.changed(without(ada))).toEqual([]);
	});
});
