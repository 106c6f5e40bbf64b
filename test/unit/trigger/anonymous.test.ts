import { completed, MINUTE, polled, START, survey, SURVEY, Watch } from './make';

type Json = Record<string, unknown>;

const HOLD = (ids: unknown[]) => (drafts: Array<{ json: Json }>) => ({
	delivered: drafts.filter(({ json }) => !ids.includes(json.id)),
	deferred: drafts.filter(({ json }) => ids.includes(json.id)),
	notReached: [],
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
		expect(names(bob, ada, ada)).toEqual([first, second, third]);
	});

	it('delivers both of two who began in the same millisecond, in lists of any order', () => {
		for (const turn of [(list: Json[]) => list, (list: Json[]) => [...list].reverse()]) {
			const watch = new Watch();
			const began = { started_at: ada.started_at };
			const eve = { ...person('eve', 9), ...began };
			const started = { name: 'eve', status: 'started', ...began };
			watch.changed([]);
			expect(watch.changed(turn([...without(ada), started]))).toEqual(['ada']);
			expect(watch.changed(turn(without(ada, eve)))).toEqual(['eve']);
			expect(watch.changed(turn(without(ada, eve)))).toEqual([]);
			// Who is left alone is still known, and so is the other when the list has it again.
			expect(watch.changed(without(ada))).toEqual([]);
			expect(watch.changed(without(eve))).toEqual([]);
			expect(watch.changed(turn(without({ ...ada, score: 1 }, eve)))).toEqual([]);
		}
	});

	it('counts those who began in the same millisecond: where one is deleted, another is taken for it', () => {
		const watch = new Watch();
		const [eve, fay] = ['eve', 'fay'].map((name) => ({
			...person(name, 9),
			started_at: ada.started_at,
		})) as unknown as [Json, Json];
		watch.changed([]);
		expect(watch.changed(without(ada))).toEqual(['ada']);
		expect(watch.changed(without(eve))).toEqual([]);
		expect(watch.changed(without(eve, fay))).toHaveLength(1);
	});

	it('delivers both where the list shows nobody who has only started', () => {
		const watch = new Watch();
		const eve = { ...person('eve', 9), started_at: ada.started_at };
		watch.changed(without(bob));
		expect(watch.changed(without(ada, bob))).toEqual(['ada']);
		expect(watch.changed(without(eve, ada, bob))).toEqual(['eve']);
		expect(watch.changed(without(ada, eve, bob))).toEqual([]);
	});

	it('delivers none twice, where one who began with it completed together with one who waits', () => {
		const watch = new Watch();
		const fred = person('fred', 2);
		const eve = { ...person('eve', 2), started_at: ada.started_at };
		const withoutFred = (drafts: Array<{ json: Json }>) => ({
			delivered: drafts.filter(({ json }) => json.name !== 'fred'),
			deferred: drafts.filter(({ json }) => json.name === 'fred'),
			notReached: [],
		});
		watch.changed([]);
		expect(watch.changed(without(ada, fred, dee), withoutFred).sort()).toEqual(['ada', 'dee']);
		expect(watch.changed(without(ada, eve, fred, dee)).sort()).toEqual(['eve', 'fred']);
		expect(watch.changed(without(ada, eve, fred, dee))).toEqual([]);
	});

	it('comes once more for two who began together when the list hid one who had completed before', () => {
		const watch = new Watch();
		const eve = { ...person('eve', 0.5), started_at: ada.started_at };
		watch.changed([]);
		expect(watch.changed(without(ada, bob))).toEqual(['ada', 'bob']);
		// Nobody can tell any more which of the two it was: the one who completed later comes.
		expect(watch.changed(without(ada, eve, bob))).toEqual(['ada']);
		expect(watch.changed(without(eve, ada, bob))).toEqual([]);
	});

	it('delivers both of two who began and completed together, and neither again', () => {
		const watch = new Watch();
		const eve = { ...ada, name: 'eve' };
		watch.changed([]);
		expect(watch.changed(without(ada, eve)).sort()).toEqual(['ada', 'eve']);
		expect(watch.changed(without(eve, ada))).toEqual([]);
		expect(watch.changed(without(eve))).toEqual([]);
	});

	it('delivers both of two whose times are the same to the second', () => {
		const second = (name: string) => completed(name, START + MINUTE + 7000, { name });
		const watch = new Watch();
		watch.changed([]);
		expect(watch.changed(without(second('eve'), second('ada')))).toEqual(['ada', 'eve']);
		// Nothing tells the order of the list, so it is taken to be newest first, as that of the surveys is.
		expect(watch.changed(without(second('cid'), second('eve'), second('ada')))).toEqual(['cid']);
		expect(watch.changed(without(second('eve'), second('ada'), second('cid')))).toEqual([]);
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
		expect(watch.changed(without(cid), undefined, 3)).toEqual([]);
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
