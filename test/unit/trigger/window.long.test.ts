/**
 * Where surveys have more than 50,000 completions, what is 90 days older than the newest settled one of its survey
 * is old by its time, and not remembered.
 */
import { completed, CROWD, DAY, days, HOUR, MINUTE, START, Watch } from './make';

type Json = Record<string, unknown>;

const CROWDED = { others: CROWD };

const nobody = completed('nobody', START);
const remembered = (watch: Watch) => (watch.settled ?? '').length / 8;

describe('what is remembered', () => {
	it('is what the newest completion is less than 90 days older than', () => {
		const watch = new Watch(CROWDED);
		expect(watch.changed(days(400))).toEqual([]);
		// Days 0 to 97: 90 days, and for a week more it is remembered.
		expect(remembered(watch)).toBe(98);
		expect(watch.changed(days(400))).toEqual([]);
		expect(watch.same(days(400).reverse())).toEqual([]);
	});

	it('does not grow with the survey', () => {
		const watch = new Watch(CROWDED);
		const all: Json[] = [];
		for (let day = 0; day < 300; day++) {
			watch.now = START + day * DAY;
			const one = completed(`new-${day}`, watch.now);
			all.unshift(one);
			expect(watch.changed(all)).toEqual([`new-${day}`]);
		}
		expect(remembered(watch)).toBeLessThan(102);
		expect(watch.changed(all)).toEqual([]);
	});

	it('is everything where the service gives no times', () => {
		const watch = new Watch(CROWDED);
		const untimed = Array.from({ length: 300 }, (_unused, at) => ({
			id: `one-${at}`,
			status: 'completed',
		}));
		watch.changed(untimed);
		expect(remembered(watch)).toBe(300);
		expect(watch.changed([...untimed, { id: 'new', status: 'completed' }])).toEqual(['new']);
	});

	it('is what a list that comes short does not show, whatever its time', () => {
		const watch = new Watch(CROWDED);
		const begun = days(80);
		watch.changed(begun);
		watch.now = START + 30 * DAY;
		const late = days(2, watch.now).map((one, at) => ({ ...one, id: `late-${at}` }));
		expect(watch.changed([...late, ...begun.slice(0, 5)])).toEqual(['late-1', 'late-0']);
		expect(remembered(watch)).toBe(82);
		expect(watch.changed([...late, ...begun])).toEqual([]);
	});
});

describe('nothing is lost', () => {
	it('after 200 days without a poll, in rounds of any size', () => {
		const watch = new Watch({ ...CROWDED, maxEvents: 7 });
		watch.changed(days(100));
		watch.now = START + 200 * DAY;
		const since = days(200, watch.now).map((one, at) => ({ ...one, id: `since-${at}` }));
		const all = [...since, ...days(100)];
		const came: unknown[] = [];
		for (let poll = 0; poll < 40; poll++) came.push(...watch.changed(all));
		expect(came).toEqual(since.map(({ id }) => id).reverse());
	});

	it('while a conversation cannot be read', () => {
		const watch = new Watch(CROWDED);
		watch.changed([nobody]);
		const waits = completed('waits', START + MINUTE);
		const others = days(50, START + 200 * DAY).map((one, at) => ({ ...one, id: `other-${at}` }));
		watch.now = START + 201 * DAY;
		const defer = (drafts: Array<{ json: Json }>) => ({
			delivered: drafts.filter(({ json }) => json.id !== 'waits'),
			deferred: drafts.filter(({ json }) => json.id === 'waits'),
			notReached: [],
		});
		expect(watch.changed([...others, waits, nobody], defer as never)).toHaveLength(50);
		expect(watch.changed([...others, waits, nobody])).toEqual(['waits']);
		expect(watch.changed([...others, waits, nobody])).toEqual([]);
	});

	it.each([1, 2, 5])('because of %i records with a time in the future', (count) => {
		const watch = new Watch(CROWDED);
		const ahead = Array.from({ length: count }, (_unused, at) =>
			completed(`ahead-${at}`, START + 4000 * DAY + at),
		);
		const begun = [...ahead, ...days(10)];
		watch.changed(begun);
		for (const age of [0, 30, 60, 85]) {
			const late = completed(`late-${age}`, START - age * DAY);
			begun.push(late);
			expect(watch.changed(begun)).toEqual([`late-${age}`]);
		}
	});

	it('with Emit Existing, when the first list comes short', () => {
		const watch = new Watch({ ...CROWDED, emitExisting: true });
		const all = days(302);
		const first = watch.changed(all.slice(0, 40), undefined, 300);
		expect(first).toHaveLength(40);
		// The brake holds them for one poll.
		expect(watch.changed(all)).toEqual([]);
		expect(watch.same(all)).toHaveLength(262);
		expect(watch.changed(all)).toEqual([]);
		expect(remembered(watch)).toBe(98);
	});

	it('when n8n’s clock was ahead for a while, and two records lie in the future', () => {
		const all = [
			...days(2, START + 4000 * DAY).map((one) => ({ ...one, id: `${one.id}-ahead` })),
			...days(10),
		];
		const watch = new Watch(CROWDED);
		watch.changed(all);
		watch.now = START + 400 * DAY;
		watch.changed(all);
		watch.now = START + DAY;
		expect(watch.changed([completed('new', START + DAY), ...all])).toEqual(['new']);
	});

	it('of a survey that is new, in which people have completed before the first poll', () => {
		const watch = new Watch(CROWDED);
		watch.beginWithNothing();
		const since = days(3, START + 5 * MINUTE);
		watch.now = START + 10 * MINUTE;
		expect(watch.changed([since[0]])).toEqual(['day-0']);
	});
});

describe('nothing comes twice', () => {
	it('of an anonymous survey, whose records have no id', () => {
		const anonymous = (all: Json[]) => all.map(({ id, ...rest }) => ({ ...rest, name: id }));
		const watch = new Watch(CROWDED);
		watch.changed(anonymous(days(300)));
		expect(remembered(watch)).toBe(98);
		const late = completed('late', START);
		expect(watch.changed(anonymous([late, ...days(300)]))).toEqual(['late']);
		expect(watch.changed(anonymous([...days(300).reverse(), late]))).toEqual([]);
	});

	it('when the newest completions are erased, or the list comes short of them', () => {
		const watch = new Watch(CROWDED);
		watch.changed(days(300));
		for (const gone of [60, 200, 299]) {
			expect(watch.changed(days(300).slice(gone))).toEqual([]);
			expect(watch.changed(days(300).slice(gone))).toEqual([]);
		}
		expect(watch.changed(days(300))).toEqual([]);
	});

	it('when the service gives no times any more', () => {
		const watch = new Watch(CROWDED);
		watch.changed(days(400));
		const bare = days(400).map((one) => ({ ...one, completed_at: undefined }));
		expect(watch.changed(bare)).toEqual([]);
		expect(watch.changed([completed('new', watch.now), ...bare])).toEqual(['new']);
	});

	it.each([-2, 2, 30])('when all times move by %i hours', (hours) => {
		const hourly = (by: number) =>
			Array.from({ length: 200 * 24 }, (_unused, at) =>
				completed(`hour-${at}`, START - (at + 1 - by) * HOUR),
			);
		const watch = new Watch(CROWDED);
		watch.changed(hourly(0));
		watch.now = START + 2 * DAY;
		expect(watch.changed(hourly(hours))).toEqual([]);
	});

	it('when the survey becomes anonymous, and is not any more', () => {
		const anonymous = (all: Json[]) => all.map(({ id, ...rest }) => ({ ...rest, name: id }));
		const watch = new Watch(CROWDED);
		watch.changed(days(300));
		expect(watch.changed(anonymous(days(300)))).toEqual([]);
		expect(watch.changed(days(300))).toEqual([]);
	});
});
