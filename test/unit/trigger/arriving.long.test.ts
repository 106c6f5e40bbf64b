import fc from 'fast-check';

import { extent } from '../../extent';
import { readArriving } from '../../../nodes/SurveyInterview/http/body';
import { RecordIntake } from '../../../nodes/SurveyInterview/run/recordIntake';
import type { DraftResults } from '../../../nodes/SurveyInterview/trigger/event';
import { storeState, type State } from '../../../nodes/SurveyInterview/trigger/state';
import {
	completed,
	DAY,
	HOUR,
	iso,
	judged,
	MINUTE,
	planned,
	settings,
	START,
	survey,
	SURVEY,
} from './make';

type Json = Record<string, unknown>;

/** How a list arrives: in pieces of so many bytes, and after tries that broke off after so many pieces. */
interface Arrival {
	pieces: number[];
	breaks: number[];
	sliceBytes: number;
}

const arrival: fc.Arbitrary<Arrival> = fc.record({
	pieces: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 }),
	breaks: fc.array(fc.nat(30), { maxLength: 2 }),
	sliceBytes: fc.integer({ min: 1, max: 500 }),
});

/** Somebody as a list shows them: often twice, without an id, a time or an end, or like another one. */
const respondent: fc.Arbitrary<Json> = fc
	.record({
		number: fc.nat(15),
		hours: fc.oneof(fc.integer({ min: -6, max: 2 }), fc.integer({ min: -250 * 24, max: 2 })),
		is: fc.constantFrom('known', 'known', 'known', 'anonymous', 'timeless', 'started'),
		precision: fc.constantFrom(1, 1000, DAY),
	})
	.map(({ number, hours, is, precision }) => {
		const started = START + hours * HOUR + 7;
		const at = started + (number % 3) * MINUTE;
		const [started_at, ended] = [started, at].map((time) => time - (time % precision));
		const extra = { note: 'ä "[{,€😀', started_at: iso(started_at!), kind: number % 2 };
		const one = completed(`p${number}`, ended!, extra);
		if (is === 'anonymous') return { ...one, id: undefined };
		if (is === 'timeless') return { ...one, completed_at: null };
		return is === 'started' ? { ...one, id: undefined, status: is, completed_at: null } : one;
	});

const list = fc.oneof(
	{ weight: 9, arbitrary: fc.array(respondent, { maxLength: 40 }) },
	{
		weight: 1,
		arbitrary: fc.array(fc.oneof(respondent, fc.constantFrom(null, 7, [])), { maxLength: 9 }),
	},
);

const step = fc.record({ list, arrival, room: fc.nat(8), fates: fc.array(fc.nat(2)) });

/** What the judge gets of a list that arrives; each try before the last one breaks off. */
async function taken(one: unknown[], how: Arrival, keeper: RecordIntake): Promise<void> {
	const text = Buffer.from(JSON.stringify(one));
	async function* arriving(last: number) {
		for (let from = 0, nth = 0; from < text.length; nth++) {
			if (nth === last) throw new Error('It breaks off.');
			const to = from + (how.pieces[nth % how.pieces.length] ?? 1);
			yield text.subarray(from, to);
			from = to;
			await Promise.resolve();
		}
	}
	const reading = { redact: (all: string) => all, intake: keeper, sliceBytes: how.sliceBytes };
	for (const last of how.breaks) await readArriving(arriving(last), reading).catch(() => {});
	expect(await readArriving(arriving(Infinity), reading)).toEqual({ kind: 'taken' });
}

const FATES = ['delivered', 'deferred', 'notReached'] as const;

it('a list that arrives in any pieces, also after tries that broke off, is judged like a whole one', async () => {
	const filters = fc.record(
		{ emitExisting: fc.boolean(), scoreFrom: fc.constant(9) },
		{ requiredKeys: ['emitExisting'] },
	);
	const steps = fc.array(step, { minLength: 1, maxLength: 6 });
	const seen = { events: 0, refusals: 0 };
	await fc.assert(
		fc.asyncProperty(steps, filters, async (all, extra) => {
			const wanted = settings(extra);
			const { event } = wanted;
			let before: State | undefined;
			for (const [nth, { list, arrival, room, fates }] of all.entries()) {
				const now = START + nth * MINUTE;
				const { state, tasks } = planned(before, [survey(SURVEY, nth)], now, extra);
				const [task] = tasks;
				const keeper = task && event.takes?.(state, task);
				if (!task || !keeper) throw new Error('Nothing takes it.');
				const intake = new RecordIntake(keeper);
				await taken(list, arrival, intake);
				const whole = judged(wanted, state, task, JSON.parse(JSON.stringify(list)), room);
				expect(intake.others > 0).toBe(whole === undefined);
				if (!whole) {
					seen.refusals++;
					continue;
				}
				// With the metric, an event judges once more.
				const twice = [event.judge(state, task, keeper, 0), event.judge(state, task, keeper, room)];
				const arrived = twice.at(-1);
				const plain = (drafts: unknown) => JSON.parse(JSON.stringify(drafts)) as unknown;
				expect(plain(arrived)).toEqual(plain(whole));
				seen.events += whole.drafts.length;
				const results: DraftResults = { delivered: [], deferred: [], notReached: [] };
				for (const [place, draft] of whole.drafts.entries()) {
					results[FATES[fates[place] ?? 0] ?? 'delivered'].push(draft);
				}
				before = whole.settle(results);
				expect(storeState(arrived!.settle(results))).toEqual(storeState(before));
			}
		}),
		{ numRuns: extent({ quick: 100, all: 300 }) },
	);
	// Otherwise it would prove nothing.
	expect(Math.min(seen.events, seen.refusals)).toBeGreaterThan(10);
});
