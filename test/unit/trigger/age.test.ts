import { completed, DAY, HOUR, iso, MINUTE, START, SURVEY, Watch } from './make';

type Json = Record<string, unknown>;

/** A completion of which the service says neither who nor when. */
const bare = (name: string, extra: Json = {}): Json => ({
	status: 'completed',
	score: 8,
	name,
	...extra,
});

/** A watch that has delivered Ada and Bob, and where an hour has passed. */
function begun(): Watch {
	const watch = new Watch();
	watch.changed([completed('ada', START - HOUR)]);
	const list = [completed('ada', START - HOUR), completed('bob', START + 1234)];
	expect(watch.changed(list)).toEqual(['bob']);
	watch.now += HOUR;
	return watch;
}

/** So many completed, a second apart, the last of them at this time. */
const many = (count: number, last: number, name = 'old'): Json[] =>
	Array.from({ length: count }, (_unused, place) =>
		completed(`${name} ${place}`, last - 1000 * (count - 1 - place)),
	);

describe('where a baseline was taken', () => {
	const WEEK = 7 * DAY;

	it('what is not in it is new, though n8n’s clock was days ahead then', () => {
		const watch = new Watch();
		const real = START - 2 * DAY;
		const list = [completed('ada', real - HOUR)];
		watch.changed([...list]);
		for (let hour = 1; hour <= 60; hour++) {
			list.push(completed(`p${hour}`, real + hour * HOUR));
			watch.now = real + hour * HOUR + MINUTE;
			expect(watch.changed([...list])).toEqual([`p${hour}`]);
		}
	});

	it('what ended long before it and appears later is new', () => {
		const watch = new Watch();
		watch.changed([completed('ada', START - HOUR)]);
		const late = completed('late', START - WEEK);
		expect(watch.changed([completed('ada', START - HOUR), late])).toEqual(['late']);
		expect(watch.changed([completed('ada', START - HOUR), late])).toEqual([]);
	});

	it('and the list was as long as the summary says, any number is new', () => {
		const watch = new Watch();
		watch.changed([completed('ada', START - HOUR)]);
		const list = [completed('ada', START - HOUR), ...many(150, START - WEEK)];
		expect(watch.changed(list, undefined, 150)).toHaveLength(150);
		expect(watch.same(list)).toEqual([]);
	});

	it('of a list that was short, what is whole later is old, and the log says so', () => {
		const watch = new Watch();
		watch.changed([], undefined, 200);
		const list = [...many(200, START - WEEK), completed('bob', START + 1000)];
		expect(watch.changed(list)).toEqual(['bob']);
		expect(watch.remarks).toEqual([
			`survey “Survey 1” (${SURVEY}): completions that were not in the first list of existing completions and that ended more than a day before the trigger began to watch, by n8n’s clock: 200. They count as old and start no workflow.`,
		]);
		// From then on the list is known to be whole.
		expect(watch.changed([...list, completed('late', START - WEEK)])).toEqual(['late']);
		expect(watch.remarks).toHaveLength(1);
	});

	it('of a list that was short by a few, they come: better one too many than one too few', () => {
		const watch = new Watch();
		watch.changed([], undefined, 2);
		expect(watch.changed(many(2, START - WEEK))).toEqual(['old 0', 'old 1']);
	});

	it('at once, what it shows is old, though n8n’s clock was days behind', () => {
		const watch = new Watch();
		const list = many(30, START + 2 * DAY);
		expect(watch.changed(list)).toEqual([]);
		watch.now = START + 2 * DAY;
		list.push(completed('bob', START + 2 * DAY + 1));
		expect(watch.changed([...list])).toEqual(['bob']);
	});

	it('while n8n’s clock was ahead, and late: what completed after the clock was set is new', () => {
		const watch = new Watch();
		watch.unread();
		watch.now = START - DAY;
		watch.unread();
		const list = [completed('ada', START - DAY - HOUR), completed('bob', START - DAY + HOUR)];
		watch.now = START - DAY + 2 * HOUR;
		expect(watch.changed(list)).toEqual(['bob']);
		expect(watch.remarks).toEqual([
			`survey “Survey 1” (${SURVEY}) changed while the trigger noted what already exists. By n8n’s clock, 1 completed since the trigger began to watch it (new) and 1 before (old).`,
		]);
	});

	it('and n8n’s clock changes later by days, nothing comes twice and nothing is lost', () => {
		const watch = new Watch();
		const list = [completed('ada', START - HOUR)];
		watch.changed([...list]);
		for (const [place, days] of [3, -3, -30, 400, 0].entries()) {
			list.push(completed(`p${place}`, START + place * HOUR));
			watch.now = START + place * HOUR + days * DAY;
			expect(watch.changed([...list])).toEqual([`p${place}`]);
			expect(watch.same([...list])).toEqual([]);
		}
	});
});

describe('a new survey', () => {
	it('has no events of what ended clearly before the watch, and the log says so', () => {
		const watch = new Watch();
		watch.beginWithNothing();
		const list = [completed('imported', START - 2 * DAY), completed('bob', START + HOUR)];
		expect(watch.changed(list)).toEqual(['bob']);
		expect(watch.remarks).toEqual([
			`survey “Survey 1” (${SURVEY}): completions that ended more than a day before the trigger began to watch, by n8n’s clock: 1. They count as old and start no workflow.`,
		]);
		list.push(completed('also imported', START - 3 * DAY));
		expect(watch.changed([...list])).toEqual([]);
	});
});

describe('when a survey is made anonymous', () => {
	it('and the records have no times, later ones come and earlier ones do not', () => {
		const watch = begun();
		const list = [bare('ada'), bare('bob')];
		// The list may be short just then: what the next two reads bring is old as well.
		expect(watch.changed(list.slice(1))).toEqual([]);
		expect([watch.same(list), watch.same(list)]).toEqual([[], []]);
		for (const name of ['cid', 'dee', 'eva']) {
			watch.now += DAY;
			list.push(bare(name));
			expect(watch.changed([...list])).toEqual([name]);
		}
	});

	it('and the times are cut to the day, later ones of that day come too', () => {
		const watch = begun();
		const day = { completed_at: iso(START).slice(0, 10) };
		const list = [bare('ada', day), bare('bob', day)];
		expect([watch.changed(list), watch.same(list), watch.same(list)]).toEqual([[], [], []]);
		for (const name of ['cid', 'dee', 'eva']) {
			watch.now += HOUR;
			list.push(bare(name, day));
			expect(watch.changed([...list])).toEqual([name]);
		}
	});

	it('and is so no longer, who is known by id is old and who comes is new', () => {
		const watch = new Watch();
		const withIds: Json[] = [{ id: 'ada', status: 'completed' }];
		watch.changed([...withIds]);
		const anonymous = [{ status: 'completed', name: 'ada' }];
		expect([1, 2, 3].map(() => watch.changed(anonymous))).toEqual([[], [], []]);
		expect([1, 2, 3].map(() => watch.changed([...withIds]))).toEqual([[], [], []]);
		for (const id of ['bob', 'cid']) {
			withIds.push({ id, status: 'completed' });
			expect(watch.changed([...withIds])).toEqual([id]);
		}
	});

	it('who had gone on and completed again by then is old', () => {
		const watch = begun();
		const again = completed('bob', START + 3 * HOUR);
		watch.now = START + 4 * HOUR;
		expect(watch.changed([completed('ada', START - HOUR), again])).toEqual([]);
		const turned = [bare('ada', { completed_at: iso(START - HOUR) })];
		turned.push(bare('bob', { completed_at: again.completed_at }));
		expect(watch.changed(turned)).toEqual([]);
		turned.push(bare('cid', { completed_at: iso(START + 3 * HOUR + 1234) }));
		expect(watch.changed(turned)).toEqual(['cid']);
	});

	it('is read again at once, as its list may be short', () => {
		const watch = begun();
		watch.changed([bare('ada')]);
		expect(watch.entry).toMatchObject({ rereads: 2, identityKinds: 'record' });
	});
});

describe('respondents without an id among others', () => {
	it('are new when they come, also without a time', () => {
		const watch = new Watch();
		const list: Json[] = [completed('ada', START - HOUR)];
		watch.changed([...list]);
		for (const name of ['one', 'two', 'three']) {
			list.push(bare(name));
			expect(watch.changed([...list])).toEqual([name]);
		}
		list.push(completed('bob', START + HOUR));
		expect(watch.changed([...list])).toEqual(['bob']);
	});

	it('are new when their time is cut to an hour in which others were delivered', () => {
		const watch = new Watch();
		const list: Json[] = [completed('ada', START - HOUR)];
		watch.changed([...list]);
		watch.now = START + DAY;
		list.push(completed('bob', START + DAY - 1234));
		expect(watch.changed([...list])).toEqual(['bob']);
		watch.now = START + DAY + 10 * MINUTE;
		list.push(bare('cid', { completed_at: iso(START + DAY - HOUR) }));
		expect(watch.changed([...list])).toEqual(['cid']);
	});

	it('are old when they are those who had an id before', () => {
		const watch = new Watch();
		const list: Json[] = [completed('ada', START - HOUR), bare('anonymous')];
		watch.changed([...list]);
		list.push(completed('bob', START + HOUR));
		watch.now += 2 * HOUR;
		expect(watch.changed([...list])).toEqual(['bob']);
		const turned: Json[] = list.map(({ id, ...record }) => ({
			...record,
			name: record.name ?? id,
		}));
		expect([watch.changed(turned), watch.same(turned), watch.same(turned)]).toEqual([[], [], []]);
		turned.push(bare('cid'));
		expect(watch.changed(turned)).toEqual(['cid']);
	});
});

describe('when the words for a completed interview change', () => {
	const done = (id: string, status = 'done') => ({ id, status });
	const words = (...all: string[]) => ({ completedStatuses: all.join('\n') });

	it('who has an added one already is old, and who gets it later is new', () => {
		const watch = new Watch(words('completed'));
		watch.changed([done('ada'), done('bob')]);
		watch.setOptions(words('completed', 'done'));
		// Nothing changed in the service: the survey is read once all the same.
		expect(watch.same([done('ada'), done('bob')])).toEqual([]);
		const list = [done('ada'), done('bob'), done('cid')];
		expect(watch.changed(list)).toEqual(['cid']);
		expect(watch.entry).not.toHaveProperty('previousStatuses', expect.anything());
	});

	it('who has a word that stays, or a time, is new', () => {
		const watch = new Watch(words('completed'));
		watch.changed([]);
		watch.setOptions(words('completed', 'done'));
		const list = [done('ada', 'completed'), completed('bob', START + HOUR, { status: 'done' })];
		expect(watch.changed(list)).toEqual(['bob', 'ada']);
	});

	it('twice before the survey is read, what the first words mean is new', () => {
		const watch = new Watch(words('completed'));
		watch.changed([]);
		watch.setOptions(words('done'));
		watch.unread();
		watch.setOptions(words('closed', 'completed', 'done'));
		const list = [done('ada'), done('bob', 'closed'), done('cid', 'completed')];
		expect(watch.changed(list)).toEqual(['cid']);
	});

	it('with Emit Existing, all of them come', () => {
		const watch = new Watch({ ...words('completed'), emitExisting: true });
		watch.changed([done('ada', 'closed')]);
		watch.setOptions({ ...words('closed'), emitExisting: true });
		expect(watch.changed([done('ada', 'closed')])).toEqual(['ada']);
	});
});
