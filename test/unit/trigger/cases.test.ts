/** Cases that were seen to lose, double or mislead (the rule of the trigger: docs/trigger.md). */
import { completed, DAY, HOUR, iso, MINUTE, START, Watch } from './make';

type Json = Record<string, unknown>;

it('a completion that is dated in 2030 comes once, and holds up nobody', () => {
	const watch = new Watch();
	const list: Json[] = [completed('old', START - HOUR)];
	watch.changed([...list]);
	list.push(completed('far', Date.parse('2030-01-01T00:00:00Z')));
	expect(watch.changed([...list])).toEqual(['far']);
	for (const name of ['ada', 'bob']) {
		list.push(completed(name, watch.now));
		expect(watch.changed([...list])).toEqual([name]);
	}
	expect(watch.changed([...list])).toEqual([]);
});

it('one that was there at the baseline is old, also when it is dated in 2030', () => {
	const watch = new Watch();
	const list = [completed('far', Date.parse('2030-01-01T00:00:00Z'))];
	expect(watch.changed([...list])).toEqual([]);
	list.push(completed('ada', START + MINUTE));
	expect(watch.changed([...list])).toEqual(['ada']);
});

it('a clock of the service that is 90 minutes ahead and then right loses and doubles nobody', () => {
	const watch = new Watch();
	const list: Json[] = [completed('old', START - HOUR + 90 * MINUTE)];
	watch.changed([...list]);
	for (let place = 0; place < 8; place++) {
		const ahead = place < 4 ? 90 * MINUTE : 0;
		list.push(completed(`p${place}`, watch.now + ahead));
		expect(watch.changed([...list])).toEqual([`p${place}`]);
	}
	expect(watch.changed([...list])).toEqual([]);
});

it.each([-5, 5])('times without an offset, at %i hours, lose and double nobody', (hours) => {
	const local = (at: number) => iso(at + hours * HOUR).slice(0, 19);
	const one = (id: string, at: number, named = true): Json => ({
		...(named ? { id } : { name: id }),
		...{ status: 'completed', started_at: local(at - MINUTE), completed_at: local(at) },
	});
	for (const named of [true, false]) {
		const watch = new Watch();
		const list = [one('old', START - DAY, named)];
		watch.changed([...list]);
		for (const name of ['ada', 'bob', 'cid']) {
			list.push(one(name, watch.now, named));
			expect(watch.changed([...list])).toEqual([name]);
		}
		expect(watch.changed([...list])).toEqual([]);
	}
});

it('a year off, with a short first list: all of the year come once', () => {
	const watch = new Watch();
	const before = Array.from({ length: 30 }, (_unused, at) => completed(`b${at}`, START - at * DAY));
	watch.changed(before);
	watch.now = START + 365 * DAY;
	const since = Array.from({ length: 120 }, (_unused, at) =>
		completed(`s${at}`, START + (at + 1) * 3 * DAY),
	);
	const all = [...before, ...since];
	const short = watch.changed(since.slice(60), undefined, all.length);
	const rest = [watch.same(all), watch.same(all), watch.same(all)];
	const came = [...short, ...rest.flat()];
	expect(came.sort()).toEqual(since.map(({ id }) => id).sort());
});

it('a survey with some records without ids delivers each once', () => {
	const watch = new Watch();
	const list: Json[] = [completed('old', START - HOUR)];
	watch.changed([...list]);
	for (let place = 0; place < 6; place++) {
		const id = place % 2 === 0 ? `p${place}` : undefined;
		list.push(completed(id, watch.now + place * 7, { name: `p${place}` }));
		expect(watch.changed([...list])).toEqual([`p${place}`]);
	}
	expect(watch.changed([...list].reverse())).toEqual([]);
});
