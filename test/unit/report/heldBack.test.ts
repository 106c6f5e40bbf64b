/** A trend beside the score of a period: no rest of the two is of fewer people than the minimum. */
import fc from 'fast-check';
import { withoutRests } from '../../../nodes/SurveyInterview/report/heldBack';

const DAY = 86_400_000;
const MONDAY = Date.parse('2026-03-02T00:00:00Z');
const week = (at: number) => ({
	start: new Date(MONDAY + at * 7 * DAY).toISOString(),
	end: new Date(MONDAY + (at + 1) * 7 * DAY - 1).toISOString(),
});

const WEEKS = { granularity: 'week', end: '2027-01-01T00:00:00.000Z' };

it('whatever was answered, shown weeks and a shown period leave nobody, or enough', () => {
	const counts = fc.array(fc.nat({ max: 14 }), { minLength: 1, maxLength: 9 });
	fc.assert(
		fc.property(counts, fc.nat(), fc.nat(), (answers, from, to) => {
			const [first = 0, last = 0] = [from, to].map((n) => n % answers.length).sort((a, b) => a - b);
			const range = { start: week(first).start, end: week(last).end };
			const inside = answers.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
			const buckets = answers.map((count, at) => ({
				...{ from: week(at).start, answers: count, score: count < 5 ? null : 7 },
			}));
			const shown = withoutRests(buckets, WEEKS, [{ ...range, answers: inside }], 5);
			const told = shown
				.slice(first, last + 1)
				.flatMap(({ score, answers: count }) => (score === null ? [] : [Number(count)]));
			const rest = inside - told.reduce((sum, one) => sum + one, 0);
			expect(rest === 0 || rest >= 5 || told.length === 0).toBe(true);
			// Nothing is held back without need.
			for (const [at, { score }] of shown.entries()) {
				if (at < first || at > last || answers.every((one) => one >= 5))
					expect(score).toBe(buckets[at]?.score);
			}
		}),
	);
});

it('weeks that begin some hours before or after those of the period count, too', () => {
	const { start, end } = week(0);
	const buckets = [{ from: '2026-03-01T23:00:00.000Z', answers: 11, score: 7 }];
	const shown = (answers: number) =>
		withoutRests(buckets, WEEKS, [{ start, end, answers }], 5)[0]?.score;
	expect([11, 12, 10, 16].map(shown)).toEqual([7, null, null, 7]);
	expect(withoutRests(buckets, WEEKS, [{ start, end, answers: 12 }], 1)).toEqual(buckets);
});

it('whatever days a period has, weeks in it and weeks around it leave nobody, or enough', () => {
	const days = fc.array(fc.nat({ max: 6 }), { minLength: 10, maxLength: 40 });
	let told = 0;
	fc.assert(
		fc.property(days, fc.nat(), fc.nat(), (answers, from, to) => {
			const [first = 0, last = 0] = [from, to].map((n) => n % answers.length).sort((a, b) => a - b);
			const countIn = (begin: number, end: number) =>
				answers.slice(begin, end).reduce((sum, one) => sum + one, 0);
			const at = (day: number) => new Date(MONDAY + day * DAY).toISOString();
			// The last week ends with the period.
			const ends = Array.from({ length: Math.ceil((last + 1) / 7) }, (_, nth) =>
				Math.min(7 * (nth + 1), last + 1),
			);
			const buckets = ends.map((end, nth) => {
				const count = countIn(7 * nth, end);
				return { from: at(7 * nth), answers: count, score: count < 5 ? null : 7 };
			});
			const inside = countIn(first, last + 1);
			if (inside < 5) return;
			const end = new Date(Date.parse(at(last + 1)) - 1).toISOString();
			const range = { start: at(first), end, answers: inside };
			const shown = withoutRests(buckets, { granularity: 'week', end }, [range], 5);
			const sumOf = (isOwn: (nth: number) => boolean) => {
				const own = shown.filter((_, nth) => isOwn(nth));
				const scored = own.filter(({ score }) => score !== null);
				told += scored.length;
				const sum = scored.reduce((all, one) => all + Number(one.answers), 0);
				return { sum, isWhole: scored.length === own.length };
			};
			const within = sumOf((nth) => 7 * nth >= first);
			const rest = inside - within.sum;
			expect(rest === 0 || rest >= 5).toBe(true);
			const around = sumOf((nth) => (ends[nth] ?? 0) > first);
			const more = around.sum - inside;
			if (around.isWhole) expect(more === 0 || more >= 5).toBe(true);
		}),
		{ numRuns: 500 },
	);
	expect(told).toBeGreaterThan(500);
});
