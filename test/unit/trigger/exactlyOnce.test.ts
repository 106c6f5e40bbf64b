import fc from 'fast-check';

import type { Draft, DraftResults } from '../../../nodes/SurveyInterview/trigger/event';
import { restoreState, storeState, type State } from '../../../nodes/SurveyInterview/trigger/state';
import { completed, HOUR, MINUTE, polled, START, survey, uuid, Watch } from './make';

type Json = Record<string, unknown>;

/** The list in an order that the numbers decide. */
function shuffled<T>(list: readonly T[], order: readonly number[]): T[] {
	const keyed = list.map((entry, place) => ({ entry, key: order[place % order.length] ?? 0 }));
	return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
}

const order = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 });
/** When somebody completed, in seconds since the watch began; often at the same time as others. */
const second = fc.integer({ min: 1, max: 40 });
const times = fc.array(second, { maxLength: 30 });

/** People as a list shows them: told by a name, which is an id where the survey gives one. */
const people = (seconds: readonly number[], hasIds: boolean): Json[] =>
	seconds.map((at, place) =>
		completed(hasIds ? `p${place}` : undefined, START + at * 1000 + 7, {
			name: `p${place}`,
		}),
	);

const timeOf = (record: Json | undefined) => Date.parse(String(record?.completed_at));

describe('each completion goes out exactly once', () => {
	it('oldest first and never more than there is room for, until nothing is left', () => {
		const room = fc.integer({ min: 1, max: 7 });
		fc.assert(
			fc.property(times, room, order, fc.boolean(), (seconds, maxEvents, by, hasIds) => {
				const list = shuffled(people(seconds, hasIds), by);
				const watch = new Watch({ maxEvents });
				watch.changed([]);
				const out: unknown[] = [];
				let events = watch.changed(list);
				for (let poll = 0; events.length > 0; poll++) {
					expect(events.length).toBeLessThanOrEqual(maxEvents);
					// All but the last poll are full: nobody waits without need.
					if (out.length + events.length < list.length) expect(events).toHaveLength(maxEvents);
					out.push(...events);
					expect(poll).toBeLessThanOrEqual(list.length);
					// Without ids, only the order tells those apart who began and ended together.
					events = watch.same(hasIds ? [...list].reverse() : list);
				}
				const at = new Map(list.map((record) => [record.name, timeOf(record)]));
				const delivered = out.map((name) => at.get(name) ?? NaN);
				expect([...out].sort()).toEqual(list.map(({ name }) => name).sort());
				expect(delivered).toEqual([...delivered].sort((a, b) => a - b));
				expect(watch.same(list)).toEqual([]);
			}),
		);
	});

	it('while people complete between polls, in lists of any order, some of them short', () => {
		const step = fc.record({ more: fc.nat(4), by: order, short: fc.boolean() });
		const steps = fc.array(step, { maxLength: 15 });
		const room = fc.integer({ min: 1, max: 4 });
		fc.assert(
			fc.property(fc.nat(5), steps, room, (before, all, maxEvents) => {
				const watch = new Watch({ maxEvents });
				const list = people(Array(before).fill(-600), true);
				watch.changed(list);
				const out: unknown[] = [];
				for (const { more, by, short } of all) {
					const from = list.length;
					for (let count = 0; count < more; count++) {
						list.push(completed(`p${from + count}`, watch.now + count));
					}
					const shown = shuffled(list, by).slice(short ? Math.ceil(list.length / 2) : 0);
					out.push(...watch.changed(shown));
				}
				for (let rest = list.length; rest >= 0; rest--) out.push(...watch.changed(list));
				expect([...out].sort()).toEqual(
					list
						.slice(before)
						.map(({ id }) => id)
						.sort(),
				);
			}),
		);
	});

	it('whatever becomes of conversations, and however often n8n saves and restores the state', () => {
		const fate = fc.array(fc.constantFrom('delivered', 'deferred', 'notReached'), {
			maxLength: 60,
		});
		const room = fc.integer({ min: 1, max: 7 });
		fc.assert(
			fc.property(times, fate, room, (seconds, fates, maxEvents) => {
				const decided = [...fates];
				const fateOf = (drafts: Draft[]): DraftResults => {
					const sorted: DraftResults = { delivered: [], deferred: [], notReached: [] };
					for (const draft of drafts) {
						sorted[(decided.shift() ?? 'delivered') as keyof DraftResults].push(draft);
					}
					return sorted;
				};
				const list = people(seconds, true);
				const watch = new Watch({ maxEvents });
				watch.changed([]);
				const out: unknown[] = watch.changed(list, fateOf);
				for (let poll = 0; poll < fates.length + list.length; poll++) {
					const kept = JSON.parse(JSON.stringify(storeState(watch.state as State)));
					watch.state = restoreState(kept);
					out.push(...watch.same(list, fateOf));
				}
				expect([...out].sort()).toEqual(list.map(({ id }) => id).sort());
				expect(watch.state?.waiting).toEqual({});
				expect(watch.entry.fingerprint).not.toBe('');
			}),
		);
	});

	it('while the survey is made anonymous and is so no longer, back and forth', () => {
		const step = fc.record({ more: fc.nat(3), hasIds: fc.boolean() });
		const steps = fc.array(step, { maxLength: 12 });
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 4 }), (all, maxEvents) => {
				const watch = new Watch({ maxEvents });
				watch.changed([]);
				const list: Json[] = [];
				const out: unknown[] = [];
				const shown = (hasIds: boolean) =>
					list.map(({ id, ...rest }) => ({ id: hasIds ? id : undefined, ...rest }));
				for (const { more, hasIds } of all) {
					for (let count = 0; count < more; count++) {
						const name = `p${list.length}`;
						list.push(completed(name, watch.now + 1000 * count + 7, { name }));
					}
					out.push(...watch.changed(shown(hasIds)));
				}
				for (let rest = list.length; rest >= 0; rest--) out.push(...watch.changed(shown(true)));
				expect([...out].sort()).toEqual(list.map(({ name }) => name).sort());
			}),
		);
	});
});

describe('surveys side by side', () => {
	it('all come to their turn, however big one of them is', () => {
		const sizes = fc.array(fc.nat(12), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(sizes, fc.integer({ min: 1, max: 5 }), (counts, maxEvents) => {
				const ids = counts.map((_count, place) => uuid(place + 1));
				const begin = { surveys: ids.map((id) => survey(id)), respondents: {} };
				let { state } = polled(undefined, begin, START);
				const surveys = ids.map((id, place) => survey(id, 1 + (counts[place] ?? 0)));
				const respondents = Object.fromEntries(
					ids.map((id, place) => [id, people(Array(counts[place]).fill(place + 1), true)]),
				);
				const total = counts.reduce((sum, count) => sum + count, 0);
				const out: string[] = [];
				const polls = Math.ceil(total / maxEvents) + counts.length + 1;
				for (let poll = 0; poll < polls; poll++) {
					const result = polled(state, { surveys, respondents }, START + MINUTE, { maxEvents });
					expect(result.events.length).toBeLessThanOrEqual(maxEvents);
					state = result.state;
					out.push(...result.events.map(({ json }) => `${json.survey_id} ${json.id}`));
				}
				expect(out).toHaveLength(total);
				expect(new Set(out).size).toBe(total);
			}),
		);
	});

	it('cost no read and change nothing while nobody completes', () => {
		const surveys = [3, 2, 1].map((number) => survey(uuid(number), number));
		const respondents = Object.fromEntries(
			[3, 2, 1].map((n) => [uuid(n), people(Array(n).fill(-60), true)]),
		);
		let { state, events } = polled(undefined, { surveys, respondents }, START);
		expect(events).toEqual([]);
		const kept = JSON.stringify(storeState(state));
		for (let poll = 1; poll < HOUR / MINUTE; poll++) {
			const idle = polled(state, { surveys, respondents }, START + poll * MINUTE);
			expect(idle).toMatchObject({ events: [], read: [] });
			({ state, events } = idle);
			expect(JSON.stringify(storeState(state))).toBe(kept);
		}
	});
});
