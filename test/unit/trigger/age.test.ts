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

	it('an empty one leaves no bound of n8n’s clock, when ids come and the times are hours early', () => {
		const watch = new Watch();
		watch.changed([]);
		const early = (name: string, minutes: number) =>
			completed(name, START - 5 * HOUR + minutes * MINUTE);
		const without = (one: Json): Json => ({ ...one, id: undefined });
		watch.now += HOUR;
		expect(watch.changed([without(early('ada', 1))])).toHaveLength(1);
		watch.now += HOUR;
		expect(watch.changed([early('ada', 1), early('bob', 2), early('cid', 3)])).toEqual([
			'bob',
			'cid',
		]);
	});

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

	it('of a list that was short, what is whole later is old, and the log says so', () => {
		const watch = new Watch();
		watch.changed([], undefined, 200);
		const list = [...many(200, START - WEEK), completed('bob', START + 1000)];
		expect(watch.changed(list)).toEqual(['bob']);
		expect(watch.remarks).toEqual([
			`survey “Survey 1” (${SURVEY}): what already exists was noted later than the trigger began to watch it. Completed up to ${iso(START - 10 * MINUTE - 1)} and old: 200; later and new: 1.`,
		]);
		// From then on the list is known to be whole.
		expect(watch.changed([...list, completed('late', START - WEEK)])).toEqual(['late']);
		expect(watch.remarks).toHaveLength(1);
	});

	it('of a list that is short in three polls, what comes after them is new', () => {
		const watch = new Watch();
		watch.changed([], undefined, 3);
		const [first, second, third] = many(3, START - WEEK);
		expect(watch.same([first])).toEqual([]);
		expect(watch.same([first, second])).toEqual([]);
		expect(watch.entry.pending).toBeUndefined();
		expect(watch.changed([first, second, third])).toEqual([third?.id]);
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
			`survey “Survey 1” (${SURVEY}): what already exists was noted later than the trigger began to watch it. Completed up to ${iso(START - DAY - 10 * MINUTE)} and old: 1; later and new: 1.`,
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
		// The list may be short just then: until it is whole, what it brings is old as well.
		expect(watch.changed(list.slice(1), undefined, 2)).toEqual([]);
		expect(watch.same(list)).toEqual([]);
		for (const name of ['cid', 'dee', 'eva']) {
			watch.now += DAY;
			list.push(bare(name));
			expect(watch.changed([...list])).toEqual([name]);
		}
	});

	it('and the times are cut to the day, later ones of that day come too', () => {
		const watch = begun();
		const day = { completed_at: iso(START).slice(0, 10) };
		// Where nobody completed on another day, nothing tells that the list is oldest first.
		const list = [bare('ada', { completed_at: iso(START - DAY).slice(0, 10) }), bare('bob', day)];
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

	it('is read again at once, where its list is short', () => {
		const watch = begun();
		watch.changed([bare('ada')], undefined, 2);
		expect(watch.entry).toMatchObject({ pending: true, shortReads: 1 });
	});
});

describe('when a migration rewrites', () => {
	/** Twenty completions, an hour apart, and one more. */
	const hourly = (by = 0, prefix = 'p') =>
		Array.from({ length: 20 }, (_unused, place) =>
			completed(`${prefix}${place}`, START - (20 - place) * HOUR + by),
		);
	const without = (all: Json[]) => all.map(({ id, ...record }) => ({ ...record, name: id }));

	it('all ids, nothing comes again, and who completes then comes; the log says so', () => {
		const watch = new Watch();
		watch.changed(hourly());
		expect(watch.changed([...hourly(0, 'q'), completed('new', START)])).toEqual(['new']);
		expect(watch.remarks).toEqual([
			`survey “Survey 1” (${SURVEY}): its completions have other ids or times than before. Completed up to ${iso(START - HOUR)} and old: 20; later and new: 1.`,
		]);
		expect(watch.changed([...hourly(0, 'q'), completed('new', START)])).toEqual([]);
	});

	it('all times of an anonymous survey, nothing comes again that is not later than what is known', () => {
		const watch = new Watch();
		watch.changed(without(hourly()));
		expect(watch.changed(without(hourly(-4.5 * HOUR)))).toEqual([]);
		const more = without([...hourly(-4.5 * HOUR), completed('new', START)]);
		expect(watch.changed(more)).toEqual(['new']);
	});
});

describe('the brake', () => {
	const old = many(150, START - 7 * DAY);
	const ada = completed('ada', START - HOUR);
	const poll = (late: Json[], known: Json[] = [ada]) => {
		const watch = new Watch();
		watch.changed(known);
		const list = [...known, ...late];
		const all = [watch.changed(list), watch.same(list), watch.same(list)];
		return { remarks: watch.remarks, counts: all.map(({ length }) => length) };
	};

	it('holds many that began long ago for one poll, says so, and delivers them', () => {
		const { counts, remarks } = poll(old);
		expect(counts).toEqual([0, 150, 0]);
		expect(remarks).toHaveLength(1);
		expect(remarks[0]).toContain(`(${SURVEY}): 150 completions that the trigger does not know`);
	});

	it.each<[string, Json[], Json[]]>([
		['nine', old.slice(0, 9), [ada]],
		['fewer than half of what is known', old.slice(0, 40), [ada, ...many(90, START - DAY, 'x')]],
		['what completed lately', many(150, START + MINUTE, 'late'), [ada]],
	])('does not hold %s', (_what, late, known) => {
		expect(poll(late, known).counts).toEqual([late.length, 0, 0]);
	});

	it('holds ten that are more than half of what is known', () => {
		expect(poll(old.slice(0, 10)).counts).toEqual([0, 10, 0]);
	});

	it('leaves it to the filters of the next poll who comes, by what the records say then', () => {
		const watch = new Watch({ scoreTo: 6 });
		watch.changed([ada]);
		const withScore = (score: number) => [ada, ...old.map((one) => ({ ...one, score }))];
		expect(watch.changed(withScore(9))).toEqual([]);
		expect(watch.same(withScore(3))).toHaveLength(150);
	});
});

describe('the brake, while something of the survey is open', () => {
	const scored = (one: Json) => ({ ...one, score: 3 });
	const unscored = (one: Json) => ({ ...one, score: null });
	const old = many(150, START - 7 * DAY).map(unscored);
	const ada = scored(completed('ada', START - HOUR));

	it('holds them also while somebody waits for a score', () => {
		const watch = new Watch({ scoreTo: 6 });
		watch.changed([ada]);
		const bob = unscored(completed('bob', START + HOUR));
		expect(watch.changed([ada, bob])).toEqual([]);
		expect(watch.changed([ada, bob, ...old.map(scored)])).toEqual([]);
		expect(watch.remarks).toHaveLength(1);
		expect(watch.same([ada, scored(bob), ...old.map(scored)])).toHaveLength(151);
	});

	it('does not hold those who wait for a score themselves', () => {
		const watch = new Watch({ scoreTo: 6 });
		watch.changed([ada]);
		expect(watch.changed([ada, ...old])).toEqual([]);
		expect(watch.same([ada, ...old])).toEqual([]);
		expect(watch.same([ada, ...old.map(scored)])).toHaveLength(150);
		expect(watch.remarks).toHaveLength(1);
	});

	it('does not hold those of a backlog again', () => {
		const watch = new Watch({ maxEvents: 60 });
		watch.changed([ada]);
		const list = [ada, ...old];
		const counts = [watch.changed(list), ...[1, 2, 3, 4].map(() => watch.same(list))];
		expect(counts.map(({ length }) => length)).toEqual([0, 60, 60, 30, 0]);
		expect(watch.remarks).toHaveLength(1);
		// When it is empty, others are held.
		expect(watch.changed([...list, ...many(200, START - 9 * DAY, 'more')])).toEqual([]);
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
	});

	it('who completed after the latest that is known is new', () => {
		const watch = new Watch(words('completed'));
		watch.changed([completed('ada', START - HOUR)]);
		watch.setOptions(words('completed', 'done'));
		const list = [
			completed('ada', START - HOUR),
			completed('bob', START + HOUR, { status: 'done' }),
			completed('cid', START + 2 * HOUR),
		];
		expect(watch.changed(list)).toEqual(['bob', 'cid']);
	});

	it('who waits for a score or for room still comes', () => {
		const watch = new Watch({ ...words('completed'), maxEvents: 1 });
		watch.changed([]);
		const list = ['ada', 'bob', 'cid'].map((id, at) => completed(id, START + at * 1000 + 1));
		expect(watch.changed(list)).toEqual(['ada']);
		watch.setOptions({ ...words('completed', 'done'), maxEvents: 9 });
		expect(watch.same([...list, done('dee')])).toEqual(['bob', 'cid']);
	});

	it('with Emit Existing, all of them come', () => {
		const watch = new Watch({ ...words('completed'), emitExisting: true });
		watch.changed([done('ada', 'closed')]);
		watch.setOptions({ ...words('closed'), emitExisting: true });
		expect(watch.changed([done('ada', 'closed')])).toEqual(['ada']);
	});
});
